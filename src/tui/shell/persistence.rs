//! Between the state and the disk: what is saved, and the state restored at the next start.

use crate::tui::shell::Message;
use std::fmt::Display;
use std::path::PathBuf;
use std::sync::mpsc::Sender;

use crate::config::Config;
use crate::game::{Clock, GameId, TimeControl, TreeCursor};
use crate::practice::record::PracticeEntry;
use crate::store::saved_game::{self, RunningGameLock};
use crate::store::saver::{PendingSaves, SaveFolders, SaverEvent};
use crate::store::settings_watch::KnownSettingsText;
use crate::store::{Library, SavedAnalysis, SavedGame, Saver};
use crate::tui::app::App;
use crate::tui::event::TuiEvent;
use crate::tui::model::{
    AnalyzeState, GameSetup, KeptAnalysis, LibraryEvent as Games, PlayState, PlayStatus, SettingsUpdate,
};
use crate::tui::play::engine_turn;

/// Saves the state. Without a home folder nothing is saved.
pub(crate) struct TuiPersistence {
    folder: Option<PathBuf>,
    games: Option<PathBuf>,
    config_file: Option<PathBuf>,
    /// The settings without the changes that are still to be saved.
    saved_config: Config,
    /// The lock held while this program may write the running game and the analysis.
    running: Option<RunningGameLock>,
    saver: Option<Saver>,
}

impl TuiPersistence {
    /// Nothing is started yet: the first frame comes first.
    pub(crate) const fn new(
        folder: Option<PathBuf>,
        games: Option<PathBuf>,
        config_file: Option<PathBuf>,
        saved_config: Config,
    ) -> Self {
        Self { folder, games, config_file, saved_config, running: None, saver: None }
    }

    /// Restores the saved data into a fresh state; what could not be read is returned as sentences.
    pub(crate) fn restore(&mut self, app: &mut App) -> Vec<String> {
        let mut troubles = Vec::new();
        app.play.game_id = app.shared.new_game_id();
        let Some(folder) = &self.folder else { return troubles };
        self.running = RunningGameLock::acquire(folder);
        // The write handed over last before a kill.
        let game = newest_saved(SavedGame::load(folder), saved_game::load_latest_game(folder), &mut troubles);
        let analysis = newest_saved(
            SavedAnalysis::load(folder),
            saved_game::load_latest_analysis(folder),
            &mut troubles,
        );
        match game {
            _ if self.running.is_none() => {
                troubles.push(
                    "Another Matescope has the current game and the analysis: this one's games go to the list of \
                     games, its analysis is not kept (W puts it there)"
                        .to_owned(),
                );
            }
            Ok(Some(saved)) => {
                let fresh = app.shared.new_game_id();
                app.play = restore_game(saved, fresh, app);
                app.shared.new_game_defaults.update_from(&app.play.setup.players);
                if engine_turn::is_running(&app.play) {
                    let number = app.play.walk.position().fullmoves();
                    app.shared.show_note(format!("Your game goes on where you left it: move {number}"));
                }
            }
            Ok(None) => {}
            Err(error) => troubles.push(error.to_string()),
        }
        match analysis {
            Ok(Some(saved)) => {
                let mut walk = TreeCursor::in_tree(saved.tree);
                walk.go_to(saved.current);
                let kept = KeptAnalysis::restored(walk.tree(), saved.is_kept, saved.kept_digest);
                app.analyze = AnalyzeState {
                    lines: app.analyze.lines,
                    header: saved.header,
                    kept,
                    ..AnalyzeState::from_walk(walk)
                };
            }
            Ok(None) => {}
            Err(error) => troubles.push(error.to_string()),
        }
        // It may be long, so it is read after the first frame.
        app.practice_tab.unmerged = Some(Vec::new());
        app.shared.board.bottom = app.play.bottom();
        troubles
    }

    /// Starts the thread that saves.
    pub(crate) fn start(&mut self, events: Sender<TuiEvent>, known: KnownSettingsText) {
        if self.folder.is_none() && self.games.is_none() {
            return;
        }
        let library = self.games.clone().map(Library::new);
        let state = self.folder.clone().filter(|_| self.running.is_some());
        let folders = SaveFolders { state, practice: self.folder.clone() };
        let failed = events.clone();
        let report = move |outcome| {
            let event = match outcome {
                SaverEvent::ProgressLoaded(record) => TuiEvent::Message(Message::PracticeRecord(record)),
                SaverEvent::GameRenamed { from, to } => {
                    TuiEvent::Message(Message::Library(Games::Renamed { from, to }))
                }
                SaverEvent::Failed(failure) => TuiEvent::Message(Message::EffectFailed(failure.to_string())),
            };
            // The receiver is closed once the program ends.
            let _ = events.send(event);
        };
        match Saver::spawn(folders, library, known, report) {
            Ok(keeper) => self.saver = Some(keeper),
            Err(error) => {
                let reason = format!("Nothing is saved: {error}");
                // The interface runs, so the receiver is open.
                let _ = failed.send(TuiEvent::Message(Message::EffectFailed(reason)));
            }
        }
    }

    /// A handle with which another thread waits for all writes; None where nothing is saved.
    pub(crate) fn pending_saves(&self) -> Option<PendingSaves> {
        self.saver.as_ref().map(Saver::pending_saves)
    }

    /// Writes what is left, and returns why something could not be saved.
    pub(crate) fn close(&mut self) -> Option<String> {
        self.saver.take().and_then(Saver::close)
    }

    /// Saves the running game.
    pub(crate) fn save_game(&self, app: &App) {
        let Some(keeper) = &self.saver else { return };
        let play = &app.play;
        let left = |color| play.clock.as_ref().map(|clock| clock.remaining(color, app.shared.now));
        keeper.save_game(SavedGame {
            tree: play.walk.tree().clone(),
            current: play.tip,
            players: play.setup.players.clone(),
            time_control: play.setup.time_control,
            time_left: left(crate::chess::Color::White).zip(left(crate::chess::Color::Black)),
            ending: play.ending,
            game_id: Some(play.game_id),
        });
    }

    /// Saves the analysis board.
    pub(crate) fn save_analysis(&self, app: &App) {
        if let Some(keeper) = &self.saver {
            let AnalyzeState { walk, header, kept, .. } = &app.analyze;
            keeper.save_analysis(SavedAnalysis {
                tree: walk.tree().clone(),
                current: walk.node_id(),
                header: header.clone(),
                is_kept: kept.has_all_of(walk.tree()),
                kept_digest: kept.digest,
            });
        }
    }

    /// Saves the settings that have changed, in the file that they came from.
    pub(crate) fn save_config(&mut self, config: &Config) {
        let changes = self.saved_config.changes_to(config);
        self.saved_config.clone_from(config);
        if let (Some(keeper), Some(file), false) = (&self.saver, &self.config_file, changes.is_empty()) {
            keeper.save_settings(file.clone(), changes);
        }
    }

    /// Takes note of what another program has changed in the settings file: it need not be saved.
    pub(crate) fn note_reload(&mut self, update: &SettingsUpdate) {
        self.saved_config = update.apply_to(&self.saved_config);
    }

    /// Saves a finished round or quiz.
    pub(crate) fn save_practice(&self, finished: PracticeEntry) {
        if let Some(keeper) = &self.saver {
            keeper.save_practice(finished);
        }
    }
}

/// The write handed over last, where it is there, else the one that was synced.
fn newest_saved<T, E: Display>(
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

/// The saved game.
fn restore_game(saved: SavedGame, fresh: GameId, app: &App) -> PlayState {
    let instead = app.shared.new_game_defaults.built_in_player();
    let players = saved.players.map(|player| app.shared.engines.listed_or(player, &instead));
    let setup = GameSetup { players, time_control: saved.time_control };
    let start = saved.tree.node(saved.tree.start()).position().clone();
    let mut play = PlayState::new(start, setup);
    play.walk = TreeCursor::in_tree(saved.tree);
    play.walk.go_to(saved.current);
    play.tip = saved.current;
    play.ending = saved.ending;
    play.game_id = saved.game_id.unwrap_or(fresh);
    if play.is_watched() {
        // The user has not asked to resume it yet, and an idle program does nothing.
        play.status = PlayStatus::Paused;
    }
    if let (TimeControl::Clock { increment, .. }, Some((white, black))) =
        (saved.time_control, saved.time_left)
    {
        play.clock = Some(Clock::with_remaining(white, black, increment));
    }
    play
}
