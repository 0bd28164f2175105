//! Between the state and the disk: what is kept, and the state that comes of it at the next start.

use std::fmt::Display;
use std::path::PathBuf;
use std::sync::mpsc::Sender;

use crate::game::{Clock, Mark, TimeControl, Walk};
use crate::practice::finished::Kept;
use crate::practice::{Counting, Defense, Guard};
use crate::store::config::Defense as Configured;
use crate::store::config::{Change, Pace, Pieces, Side, StalemateGuard, Threads, Within};
use crate::store::games::{self, Running};
use crate::store::keeper::{Folders, Told, Unwritten};
use crate::store::watch::Known;
use crate::store::{Keeper, Library, SavedGame, SavedStudy};
use crate::tui::app::drill::Par;
use crate::tui::app::games::Told as Games;
use crate::tui::app::{Animation, App, Arrows, Bell, Course, Play, Setting, Setup, Study, Tone};
use crate::tui::dialog::new_game::Side as New;
use crate::tui::event::Event;
use crate::tui::theme::Men;
use crate::tui::update::is_game_running;

/// What keeps the state. Without a home folder nothing is kept.
pub(super) struct Keeping {
    folder: Option<PathBuf>,
    games: Option<PathBuf>,
    config: Option<PathBuf>,
    /// Held while the running game and the analysis are this program's to write.
    running: Option<Running>,
    keeper: Option<Keeper>,
}

impl Keeping {
    /// Nothing is started yet: the first frame comes first.
    pub(super) const fn new(
        folder: Option<PathBuf>,
        games: Option<PathBuf>,
        config: Option<PathBuf>,
    ) -> Self {
        Self { folder, games, config, running: None, keeper: None }
    }

    /// Puts what was kept into a fresh state; what could not be read comes back as sentences.
    pub(super) fn restore(&mut self, app: &mut App) -> Vec<String> {
        let mut troubles = Vec::new();
        app.play.mark = app.mark();
        let Some(folder) = &self.folder else { return troubles };
        self.running = Running::claim(folder);
        // What was handed over last before a kill.
        let game = newest(SavedGame::load(folder), games::latest_game(folder), &mut troubles);
        let study = newest(SavedStudy::load(folder), games::latest_study(folder), &mut troubles);
        match game {
            _ if self.running.is_none() => {
                troubles.push(
                    "Another Matescope has the current game and the analysis: this one's games go to the list of \
                     games, its analysis is not kept (W puts it there)"
                        .to_owned(),
                );
            }
            Ok(Some(saved)) => {
                let fresh = app.mark();
                app.play = restored(saved, fresh, app);
                app.offer.follow(&app.play.setup.seats);
                if is_game_running(app) {
                    let number = app.play.walk.position().fullmoves();
                    app.say(Tone::Note, format!("Your game goes on where you left it: move {number}"));
                }
            }
            Ok(None) => {}
            Err(error) => troubles.push(error.to_string()),
        }
        match study {
            Ok(Some(saved)) => {
                let mut walk = Walk::in_tree(saved.tree);
                walk.go_to(saved.at);
                app.study = Study { lines: app.study.lines, header: saved.header, ..Study::of(walk) };
            }
            Ok(None) => {}
            Err(error) => troubles.push(error.to_string()),
        }
        // It may be long, so it is read when the first frame is there.
        app.practice.early = Some(Vec::new());
        app.board.bottom = app.play.bottom();
        troubles
    }

    /// Starts the thread that saves.
    pub(super) fn start(&mut self, events: Sender<Event>, known: Known) {
        if self.folder.is_none() && self.games.is_none() {
            return;
        }
        let library = self.games.clone().map(Library::new);
        let state = self.folder.clone().filter(|_| self.running.is_some());
        let folders = Folders { state, practice: self.folder.clone() };
        let failed = events.clone();
        let tell = move |told| {
            let event = match told {
                Told::Record(record) => Event::Record(record),
                Told::Renamed { from, to } => Event::Games(Games::Renamed { from, to }),
                Told::Failed(failure) => Event::NotSaved(failure.to_string()),
            };
            // At the very end nobody listens any more.
            let _ = events.send(event);
        };
        match Keeper::start(folders, library, known, tell) {
            Ok(keeper) => self.keeper = Some(keeper),
            Err(error) => {
                let reason = format!("Nothing is saved: no room for the thread that does it ({error})");
                // The screen is there, so somebody listens.
                let _ = failed.send(Event::NotSaved(reason));
            }
        }
    }

    /// What another thread waits with for everything to be written; None where nothing is.
    pub(super) fn unwritten(&self) -> Option<Unwritten> {
        self.keeper.as_ref().map(Keeper::unwritten)
    }

    /// Writes what is left, and says what of the games and the analysis could not be saved.
    pub(super) fn close(&mut self) -> Option<String> {
        self.keeper.take().and_then(Keeper::close)
    }

    /// Keeps the running game.
    pub(super) fn game(&self, app: &App) {
        let Some(keeper) = &self.keeper else { return };
        let play = &app.play;
        let left = |color| play.clock.as_ref().map(|clock| clock.left(color, app.now));
        keeper.keep_game(SavedGame {
            tree: play.walk.tree().clone(),
            tip: play.tip,
            seats: play.setup.seats.clone(),
            control: play.setup.control,
            left: left(crate::chess::Color::White).zip(left(crate::chess::Color::Black)),
            over: play.over,
            mark: Some(play.mark),
        });
    }

    /// Keeps the analysis board.
    pub(super) fn study(&self, app: &App) {
        if let Some(keeper) = &self.keeper {
            let walk = &app.study.walk;
            let header = app.study.header.clone();
            keeper.keep_study(SavedStudy { tree: walk.tree().clone(), at: walk.at(), header });
        }
    }

    /// Keeps settings in the file that they came from.
    pub(super) fn settings(&self, settings: &[Setting]) {
        if let (Some(keeper), Some(file)) = (&self.keeper, &self.config) {
            keeper.keep_settings(file.clone(), settings.iter().map(written).collect());
        }
    }

    /// Keeps a finished round or run of practice.
    pub(super) fn practice(&self, kept: Kept) {
        if let Some(keeper) = &self.keeper {
            keeper.keep_practice(kept);
        }
    }
}

/// What was handed over last, where it is there, else what was synced.
fn newest<T, E: Display>(
    synced: Result<Option<T>, E>,
    latest: Option<T>,
    troubles: &mut Vec<String>,
) -> Result<Option<T>, E> {
    match (synced, latest) {
        (Err(error), Some(latest)) => {
            troubles.push(error.to_string());
            Ok(Some(latest))
        }
        (synced, latest) => synced.map(|synced| latest.or(synced)),
    }
}

/// A setting as the settings' file has it.
fn written(setting: &Setting) -> Change {
    match setting.clone() {
        Setting::Guard(guard) => Change::StalemateGuard(match guard {
            Guard::Off => StalemateGuard::Off,
            Guard::Warn => StalemateGuard::Warn,
            Guard::Block => StalemateGuard::Block,
        }),
        Setting::Animation(animation) => Change::Animation(animation == Animation::On),
        Setting::Arrows(arrows) => Change::Arrows(arrows == Arrows::Shown),
        Setting::Par(par) => Change::ShowPar(par == Par::Shown),
        Setting::Details(on) => Change::Details(on),
        Setting::Defense(defense) => Change::Defense(match defense {
            Defense::Longest => Configured::Longest,
            Defense::Trickiest => Configured::Trickiest,
        }),
        Setting::Counting(counting) => Change::Counting(counting == Counting::On),
        Setting::Lines(lines) => Change::Lines(Within::new(u16::try_from(lines).unwrap_or(u16::MAX))),
        Setting::Scheme(scheme) => Change::Theme(scheme.name().to_owned()),
        Setting::Men(men) => Change::Pieces(match men {
            Men::Auto | Men::Images => Pieces::Auto,
            Men::Pictures => Pieces::Sprites,
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
        Setting::Hash(hash_mb) => Change::Hash(Within::new(hash_mb)),
        Setting::Threads(count) => {
            Change::Threads(count.map_or(Threads::Auto, |count| Threads::Count(Within::new(count))))
        }
        Setting::Syzygy(folder) => Change::Syzygy(PathBuf::from(folder)),
        Setting::Analyst(name) => Change::Analyst(name.unwrap_or_default()),
        Setting::AutoQueen(on) => Change::AutoQueen(on),
        Setting::ConfirmMoves(on) => Change::ConfirmMoves(on),
        Setting::EvalBar(on) => Change::EvalBar(on),
        Setting::InstantMoves(on) => Change::InstantMoves(on),
        Setting::Bell(bell) => Change::Bell(bell == Bell::Rings),
        Setting::Opponent(name) => Change::Opponent(name.unwrap_or_default()),
        Setting::Engine(name, command) => Change::Outside(name, command),
        Setting::NoEngine(name) => Change::NoOutside(name),
        Setting::EngineOption(name, option, value) => Change::OutsideOption(name, option, value),
    }
}

/// The game as it was left.
fn restored(saved: SavedGame, fresh: Mark, app: &App) -> Play {
    let instead = app.offer.built_in();
    let seats = saved.seats.map(|player| app.engines.still_listed(player, &instead));
    let setup = Setup { seats, control: saved.control };
    let start = saved.tree.node(saved.tree.start()).position().clone();
    let mut play = Play::new(start, setup);
    play.walk = Walk::in_tree(saved.tree);
    play.walk.go_to(saved.tip);
    play.tip = saved.tip;
    play.over = saved.over;
    play.mark = saved.mark.unwrap_or(fresh);
    if play.is_watched() {
        // Nobody has asked to see it go on yet, and an idle program does nothing.
        play.course = Course::Paused;
    }
    if let (TimeControl::Clock { increment, .. }, Some((white, black))) = (saved.control, saved.left) {
        play.clock = Some(Clock::standing_at(white, black, increment));
    }
    play
}
