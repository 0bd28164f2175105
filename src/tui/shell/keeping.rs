//! Between the state and the disk: what is kept, and the state that comes of it at the next start.

use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;

use crate::analysis::Level;
use crate::game::{Clock, TimeControl, Walk};
use crate::practice::Guard;
use crate::store::config::{Change, Pace, Pieces, Side, StalemateGuard, Within};
use crate::store::keeper::Failure;
use crate::store::progress::{self, ProgressFile};
use crate::store::{Keeper, SavedGame, SavedStudy};
use crate::tui::app::{App, Play, Setting, Setup, Study};
use crate::tui::dialog::new_game::Side as New;
use crate::tui::event::Event;
use crate::tui::theme::Men;

/// What keeps the state. Without a home folder nothing is kept.
pub(super) struct Keeping {
    folder: Option<PathBuf>,
    config: Option<PathBuf>,
    keeper: Option<Keeper>,
    progress: Option<ProgressFile>,
}

impl Keeping {
    /// Nothing is started yet: the first frame comes first.
    pub(super) const fn new(folder: Option<PathBuf>, config: Option<PathBuf>) -> Self {
        Self { folder, config, keeper: None, progress: None }
    }

    /// Puts what was kept into a fresh state; what could not be read comes back as sentences.
    pub(super) fn restore(&self, app: &mut App) -> Vec<String> {
        let mut troubles = Vec::new();
        let Some(folder) = &self.folder else { return troubles };
        match SavedGame::load(folder) {
            Ok(Some(saved)) => app.play = restored(saved, app.play.setup.opponent.clone()),
            Ok(None) => {}
            Err(error) => troubles.push(error.to_string()),
        }
        match SavedStudy::load(folder) {
            Ok(Some(saved)) => {
                let mut walk = Walk::in_tree(saved.tree);
                walk.go_to(saved.at);
                app.study = Study { lines: app.study.lines, ..Study::of(walk) };
            }
            Ok(None) => {}
            Err(error) => troubles.push(error.to_string()),
        }
        match progress::read(folder) {
            Ok(progress) => app.practice.progress = progress,
            Err(error) => troubles.push(format!("The record of drills cannot be read: {error}")),
        }
        app.board.bottom = app.play.setup.you;
        troubles
    }

    /// Starts the thread that saves.
    pub(super) fn start(&mut self, events: Sender<Event>) {
        let Some(folder) = self.folder.clone() else { return };
        let failed = move |failure: Failure| {
            // At the very end nobody listens any more.
            let _ = events.send(Event::NotSaved(failure.to_string()));
        };
        self.keeper = Keeper::start(folder, failed).ok();
    }

    /// Keeps the running game.
    pub(super) fn game(&self, app: &App) {
        let Some(keeper) = &self.keeper else { return };
        let play = &app.play;
        let left = |color| play.clock.as_ref().map(|clock| clock.left(color, app.now));
        keeper.keep_game(SavedGame {
            tree: play.walk.tree().clone(),
            tip: play.tip,
            you: play.setup.you,
            level: play.setup.level.number(),
            control: play.setup.control,
            left: left(crate::chess::Color::White).zip(left(crate::chess::Color::Black)),
            over: play.over,
        });
    }

    /// Keeps the analysis board.
    pub(super) fn study(&self, app: &App) {
        if let Some(keeper) = &self.keeper {
            let walk = &app.study.walk;
            keeper.keep_study(SavedStudy { tree: walk.tree().clone(), at: walk.at() });
        }
    }

    /// Keeps settings in the file that they came from.
    pub(super) fn settings(&self, settings: &[Setting]) {
        if let (Some(keeper), Some(file)) = (&self.keeper, &self.config) {
            keeper.keep_settings(file.clone(), settings.iter().map(written).collect());
        }
    }

    /// Keeps what is now achieved in a drill.
    pub(super) fn progress(&mut self, app: &App, drill: &str) -> Result<(), String> {
        let Some(folder) = &self.folder else { return Ok(()) };
        let file = match &mut self.progress {
            Some(file) => file,
            None => self.progress.insert(open(folder)?),
        };
        file.append(drill, &app.practice.progress)
            .map_err(|error| format!("The record of drills could not be saved: {error}"))
    }
}

fn open(folder: &Path) -> Result<ProgressFile, String> {
    ProgressFile::open(folder).map_err(|error| error.to_string())
}

/// A setting as the settings' file has it.
fn written(setting: &Setting) -> Change {
    match setting.clone() {
        Setting::Guard(guard) => Change::StalemateGuard(match guard {
            Guard::Off => StalemateGuard::Off,
            Guard::Warn => StalemateGuard::Warn,
            Guard::Block => StalemateGuard::Block,
        }),
        Setting::Lines(lines) => Change::Lines(Within::new(u16::try_from(lines).unwrap_or(u16::MAX))),
        Setting::Scheme(scheme) => Change::Theme(scheme.name().to_owned()),
        Setting::Men(men) => Change::Pieces(match men {
            Men::Pictures => Pieces::Auto,
            Men::Signs => Pieces::Glyphs,
            Men::Letters => Pieces::Letters,
        }),
        Setting::Side(side) => Change::Side(match side {
            New::White => Side::White,
            New::Black => Side::Black,
            New::Random => Side::Random,
        }),
        Setting::Level(level) => Change::Level(Within::new(u16::from(level.number()))),
        Setting::Time(control) => Change::Time(Pace(control)),
        Setting::Opponent(name) => Change::Opponent(name.unwrap_or_default()),
        Setting::Engine(name, command) => Change::Outside(name, command),
        Setting::NoEngine(name) => Change::NoOutside(name),
        Setting::EngineOption(name, option, value) => Change::OutsideOption(name, option, value),
    }
}

/// The game as it was left. Its opponent is the one that the settings name: each choice is kept there.
fn restored(saved: SavedGame, opponent: Option<String>) -> Play {
    let setup = Setup { you: saved.you, opponent, level: Level::new(saved.level), control: saved.control };
    let start = saved.tree.node(saved.tree.start()).position().clone();
    let mut play = Play::new(start, setup);
    play.walk = Walk::in_tree(saved.tree);
    play.walk.go_to(saved.tip);
    play.tip = saved.tip;
    play.over = saved.over;
    if let (TimeControl::Clock { increment, .. }, Some((white, black))) = (saved.control, saved.left) {
        play.clock = Some(Clock::standing_at(white, black, increment));
    }
    play
}
