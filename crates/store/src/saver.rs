//! Saves games, settings and practice results on a background thread, so that the user interface never waits
//! for the disk.
//!
//! Only the newest state of a game and of the analysis is written. Dropping the [`Saver`] writes what is
//! left.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::config::{self, ConfigSaveError};
use super::io_error;
use super::library::{Library, OwnGameFiles};
use super::practice_record::{self, PracticeRecordError};
use super::saved_game::{LatestStateWriter, SavedAnalysis, SavedGame};
use super::settings_watch::KnownSettingsText;
use ::config::ConfigChange;
use chess::thread::{JoinOnDrop, ThreadBuilder, ThreadError};
use game::GameId;
use practice::PracticeProgress;
use practice::record::PracticeEntry;

/// Handle of the saver thread.
pub struct Saver {
    shared: Arc<SaverShared>,
    /// Dropped last, when the work is closed.
    _thread: JoinOnDrop,
}

#[derive(Default)]
struct SaverShared {
    pending: Mutex<PendingWork>,
    changed: Condvar,
    /// Signaled when nothing is left to write.
    all_written: Condvar,
    /// Writes the newest states without syncing.
    latest: Option<LatestStateWriter>,
    /// The error of the last write of games and analysis, as text for the user.
    unsaved: Mutex<Option<String>>,
    /// What of the settings and the practice record is lost when the program ends, as text for the user.
    lost: Mutex<Option<String>>,
}

/// Waits, from any thread, until a [`Saver`] has written everything.
#[derive(Clone)]
pub struct PendingSaves(Arc<SaverShared>);

impl PendingSaves {
    /// Waits until everything is written. False after `timeout`, or if something could not be written.
    #[must_use]
    pub fn wait(&self, timeout: Duration) -> bool {
        let waiting = self.0.pending.lock().unwrap_or_else(PoisonError::into_inner);
        let is_busy = |waiting: &mut PendingWork| waiting.is_being_written || waiting.has_work();
        let waited = self.0.all_written.wait_timeout_while(waiting, timeout, is_busy);
        let in_time = !waited.unwrap_or_else(PoisonError::into_inner).1.timed_out();
        in_time && self.0.unsaved().is_none()
    }
}

/// Data that is not written yet.
#[derive(Default)]
struct PendingWork {
    /// The newest state of each game; the running game is the last.
    games: Vec<SavedGame>,
    analysis: Option<SavedAnalysis>,
    /// The number of the newest state of the running game or the analysis.
    number: u64,
    is_being_written: bool,
    settings: Option<(PathBuf, Vec<ConfigChange>)>,
    practice_entries: Vec<PracticeEntry>,
    closed: bool,
}

/// Folders to save to; data without a folder is not saved.
#[derive(Clone, Debug, Default)]
pub struct SaveFolders {
    /// The folder of the running game and the analysis.
    pub state: Option<PathBuf>,
    /// The folder of the practice record.
    pub practice: Option<PathBuf>,
}

/// An event from the saver thread.
#[derive(Debug)]
pub enum SaverEvent {
    /// The progress in the practice record, loaded at the start.
    ProgressLoaded(Box<PracticeProgress>),
    /// The file of a game belongs to another game: it has a new id.
    GameRenamed {
        /// The old id.
        from: GameId,
        /// The new id.
        to: GameId,
    },
    /// Something could not be saved.
    Failed(SaveError),
}

/// What could not be saved, as text for the user.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    /// The running game or the analysis.
    #[error("{what} could not be saved in {}: {}. It goes on here, and each move tries again", folder.display(), io_error::describe_io_error(error))]
    GameOrAnalysis {
        /// `The game`.
        what: &'static str,
        /// The folder.
        folder: PathBuf,
        /// The cause.
        error: io::Error,
    },
    /// Settings.
    #[error("The settings could not be saved: {0}")]
    Settings(#[from] ConfigSaveError),
    /// The record of practice cannot be read.
    #[error("The record of practice cannot be read: {0}")]
    RecordUnreadable(PracticeRecordError),
    /// The record of practice cannot be written.
    #[error("The round is not in your record yet: {0}. It is tried again, at the latest when you leave")]
    RecordUnsaved(PracticeRecordError),
    /// The record of practice could not be written at the end of the program.
    #[error("What you practiced last is not in your record: {0}")]
    RecordLost(PracticeRecordError),
}

impl Saver {
    /// Starts the thread. It loads the practice record, then writes to `folders`, and every game to
    /// `library`. It calls `send_event` with the progress loaded and with errors. Settings that it writes
    /// become `known_text`.
    ///
    /// # Errors
    /// When the system refuses another thread.
    pub fn spawn(
        folders: SaveFolders,
        library: Option<Library>,
        known_text: KnownSettingsText,
        send_event: impl Fn(SaverEvent) + Send + 'static,
    ) -> Result<Self, ThreadError> {
        // Without this thread a new state waits while an older one is synced.
        let latest = folders.state.clone().and_then(|folder| LatestStateWriter::spawn(folder).ok());
        let shared = Arc::new(SaverShared { latest, ..SaverShared::default() });
        let theirs = Arc::clone(&shared);
        let work = move || {
            let SaveFolders { state: folder, practice } = folders;
            let on_error = |failure| send_event(SaverEvent::Failed(failure));
            if let Some(folder) = &practice {
                send_event(practice_record::read(folder).map_or_else(
                    |error| SaverEvent::Failed(SaveError::RecordUnreadable(error)),
                    |progress| SaverEvent::ProgressLoaded(Box::new(progress)),
                ));
            }
            let mut files = library.map(OwnGameFiles::new);
            let mut record = PracticeRecordWriter { folder: practice, unsaved: Vec::new() };
            while let Some(PendingWork {
                mut games,
                analysis: study,
                settings,
                practice_entries: practiced,
                number,
                ..
            }) = theirs.next()
            {
                record.add(practiced).unwrap_or_else(on_error);
                let mut troubles = Vec::new();
                if let Some(files) = &mut files {
                    for game in &mut games {
                        match files.resolve_identity(game) {
                            Ok(None) => {}
                            Ok(Some((from, to))) => send_event(SaverEvent::GameRenamed { from, to }),
                            Err(error) => troubles.push(error),
                        }
                    }
                }
                let mut reported = Vec::new();
                let mut unsaved = None;
                let has_boards = !games.is_empty() || study.is_some();
                // The two files of a game mostly fail for the same reason: it is reported once.
                let mut fail = |what, folder: &Path, error: io::Error| {
                    if !reported.contains(&(what, error.kind())) {
                        reported.push((what, error.kind()));
                        let place = folder.display();
                        unsaved.get_or_insert(format!(
                            "{what} could not be saved in {place}: {}",
                            io_error::describe_io_error(&error)
                        ));
                        on_error(SaveError::GameOrAnalysis { what, folder: folder.to_owned(), error });
                    }
                };
                if let Some(folder) = &folder {
                    match games.last().map(|game| game.save(folder)) {
                        Some(Ok(())) => {
                            if let Some(latest) = &theirs.latest {
                                latest.game_is_synced(number);
                            }
                        }
                        Some(Err(error)) => fail("The game", folder, error),
                        None => {}
                    }
                    match study.map(|study| study.save(folder)) {
                        Some(Ok(())) => {
                            if let Some(latest) = &theirs.latest {
                                latest.analysis_is_synced(number);
                            }
                        }
                        Some(Err(error)) => fail("The analysis", folder, error),
                        None => {}
                    }
                }
                if let Some(files) = &mut files {
                    let folder = files.library().folder().to_owned();
                    // A file that cannot be read may belong to another game: it is not overwritten.
                    let known = if troubles.is_empty() { games.as_slice() } else { &[] };
                    let save_errors = known.iter().map(|game| files.save(game)).filter_map(Result::err);
                    troubles
                        .into_iter()
                        .chain(save_errors)
                        .for_each(|error| fail("The game", &folder, error));
                }
                if has_boards {
                    *theirs.unsaved() = unsaved;
                }
                if let Some((file, changes)) = settings {
                    let failure = config::save(&file, &changes, &known_text).err().map(SaveError::Settings);
                    *theirs.lost() = failure.as_ref().map(ToString::to_string);
                    failure.into_iter().for_each(on_error);
                }
            }
            if let Err(failure) = record.finish() {
                theirs.lost().get_or_insert(failure.to_string());
                on_error(failure);
            }
        };
        let thread = ThreadBuilder::new("saver").spawn(work)?;
        Ok(Self { shared, _thread: thread.into() })
    }

    /// Saves a game. An older game that still waits is written, too.
    pub fn save_game(&self, game: SavedGame) {
        self.shared.change(|waiting| {
            waiting.number += 1;
            if let Some(latest) = &self.shared.latest {
                latest.write_game(waiting.number, game.clone());
            }
            waiting.games.retain(|before| before.game_id != game.game_id);
            waiting.games.push(game);
        });
    }

    /// Saves the analysis board.
    pub fn save_analysis(&self, analysis: SavedAnalysis) {
        self.shared.change(|waiting| {
            waiting.number += 1;
            if let Some(latest) = &self.shared.latest {
                latest.write_analysis(waiting.number, analysis.clone());
            }
            waiting.analysis = Some(analysis);
        });
    }

    /// A handle for other threads to wait until everything is written.
    #[must_use]
    pub fn pending_saves(&self) -> PendingSaves {
        PendingSaves(Arc::clone(&self.shared))
    }

    /// Writes what is left, and returns why something could not be saved.
    #[must_use]
    pub fn close(self) -> Option<String> {
        let shared = Arc::clone(&self.shared);
        drop(self);
        let unsaved = shared.unsaved().take();
        unsaved.or_else(|| shared.lost().take())
    }

    /// Adds an entry to the practice record.
    pub fn save_practice(&self, entry: PracticeEntry) {
        self.shared.change(|waiting| waiting.practice_entries.push(entry));
    }

    /// Writes changed settings to their file.
    pub fn save_settings(&self, file: PathBuf, changes: Vec<ConfigChange>) {
        self.shared.change(|waiting| match &mut waiting.settings {
            Some((same, before)) if *same == file => before.extend(changes),
            settings => *settings = Some((file, changes)),
        });
    }
}

impl PendingWork {
    fn has_work(&self) -> bool {
        !self.games.is_empty()
            || self.analysis.is_some()
            || self.settings.is_some()
            || !self.practice_entries.is_empty()
    }
}

/// Writes the practice record; entries that could not be written are retried.
struct PracticeRecordWriter {
    folder: Option<PathBuf>,
    unsaved: Vec<PracticeEntry>,
}

impl PracticeRecordWriter {
    /// Appends new entries and those that could not be appended before.
    fn add(&mut self, new: Vec<PracticeEntry>) -> Result<(), SaveError> {
        /// Another program adds a line in far less; a key waits for nothing here.
        const LOCK_TIMEOUT: Duration = Duration::from_millis(200);
        let is_new = !new.is_empty();
        self.unsaved.extend(new);
        match self.save(LOCK_TIMEOUT) {
            // An error of older entries has been reported.
            Err(_) if !is_new => Ok(()),
            other => other,
        }
    }

    /// The last attempt, at the end of the program.
    fn finish(&mut self) -> Result<(), SaveError> {
        self.save(practice_record::LOCK_TIMEOUT).map_err(|failure| match failure {
            SaveError::RecordUnsaved(error) => SaveError::RecordLost(error),
            other => other,
        })
    }

    fn save(&mut self, timeout: Duration) -> Result<(), SaveError> {
        if let Some(folder) = self.folder.as_ref().filter(|_| !self.unsaved.is_empty()) {
            practice_record::append(folder, &self.unsaved, timeout).map_err(SaveError::RecordUnsaved)?;
        }
        self.unsaved.clear();
        Ok(())
    }
}

impl Drop for Saver {
    fn drop(&mut self) {
        self.shared.change(|waiting| waiting.closed = true);
    }
}

impl SaverShared {
    fn change(&self, change: impl FnOnce(&mut PendingWork)) {
        change(&mut self.pending.lock().unwrap_or_else(PoisonError::into_inner));
        self.changed.notify_one();
    }

    fn unsaved(&self) -> MutexGuard<'_, Option<String>> {
        self.unsaved.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn lost(&self) -> MutexGuard<'_, Option<String>> {
        self.lost.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for data to write; None once the saver is closed and everything is written.
    fn next(&self) -> Option<PendingWork> {
        let mut waiting = self.pending.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if waiting.has_work() {
                let (closed, number) = (waiting.closed, waiting.number);
                let rest = PendingWork { closed, number, is_being_written: true, ..PendingWork::default() };
                return Some(std::mem::replace(&mut *waiting, rest));
            }
            waiting.is_being_written = false;
            self.all_written.notify_all();
            if waiting.closed {
                return None;
            }
            waiting = self.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;
    use crate::scratch::Scratch;
    use chess::thread::limit::without_threads;
    use chess::{Color, Position, notation};
    use game::pgn::PgnHeader;
    use game::{GamePlayers, Player, TreeCursor};
    use practice::Seed;
    use practice::record::TrapQuizRun;

    fn state(folder: &Path) -> SaveFolders {
        SaveFolders { state: Some(folder.to_owned()), practice: None }
    }

    #[test]
    fn without_a_thread_the_saver_refuses_with_a_sentence() {
        let scratch = Scratch::new();
        let spawn = || Saver::spawn(state(scratch.path()), None, KnownSettingsText::default(), |_| ());
        let Err(error) = without_threads(spawn) else { panic!("no thread was refused") };
        assert!(error.to_string().contains("cannot start another thread"), "{error}");
        assert!(spawn().is_ok());
    }

    #[test]
    fn the_newest_state_is_on_the_disk_when_the_keeper_is_gone() {
        let scratch = Scratch::new();
        let keeper = Saver::spawn(state(scratch.path()), None, KnownSettingsText::default(), |event| {
            panic!("{event:?}")
        })
        .unwrap();
        let mut walk = TreeCursor::new(Position::start());
        for text in ["e4", "e5", "Nf3", "Nc6", "Bb5"] {
            let mv = notation::parse_move(walk.position(), text).unwrap();
            assert!(walk.play(mv));
            keeper.save_analysis(SavedAnalysis {
                tree: walk.tree().clone(),
                current: walk.node_id(),
                header: PgnHeader::default(),
                is_kept: true,
                kept_digest: None,
            });
        }
        drop(keeper);
        let back = SavedAnalysis::load(scratch.path()).unwrap().unwrap();
        assert_eq!(back.tree.node(back.current).san(), "Bb5");
    }

    fn run(at: i64) -> PracticeEntry {
        PracticeEntry::TrapQuizRun(TrapQuizRun { ended_at: at, day: 1, seed: Seed(1), solved: 1, wrong: 0 })
    }

    #[test]
    fn the_record_is_reported_as_it_was_before_anything_is_added() {
        let scratch = Scratch::new();
        let folders = || SaveFolders { state: None, practice: Some(scratch.path().to_owned()) };
        for before in 0..3 {
            let (sender, receiver) = mpsc::channel();
            let send_event = move |event| sender.send(event).unwrap();
            let keeper = Saver::spawn(folders(), None, KnownSettingsText::default(), send_event).unwrap();
            keeper.save_practice(run(before));
            drop(keeper);
            let events: Vec<SaverEvent> = receiver.iter().collect();
            let [SaverEvent::ProgressLoaded(record)] = events.as_slice() else { panic!("{events:?}") };
            assert_eq!(record.best_trap_run.is_some(), before > 0);
            assert_eq!(
                practice_record::read_entries(&practice_record::path(scratch.path())).unwrap().len(),
                usize::try_from(before + 1).unwrap()
            );
        }
    }

    #[test]
    fn a_round_that_another_program_kept_out_is_added_when_the_program_ends() {
        let scratch = Scratch::new();
        practice_record::append(scratch.path(), &[run(1)], Duration::ZERO).unwrap();
        let other = std::fs::File::open(practice_record::path(scratch.path())).unwrap();
        other.try_lock().unwrap();
        let (sender, receiver) = mpsc::channel();
        let folders = SaveFolders { state: None, practice: Some(scratch.path().to_owned()) };
        let send_event = move |event| sender.send(event).unwrap();
        let keeper = Saver::spawn(folders, None, KnownSettingsText::default(), send_event).unwrap();
        keeper.save_practice(run(2));
        let failed = receiver.iter().find(|event| matches!(event, SaverEvent::Failed(_)));
        let Some(SaverEvent::Failed(failure)) = failed else { panic!("{failed:?}") };
        assert!(failure.to_string().contains("another Matescope is writing"), "{failure}");
        drop(other);
        drop(keeper);
        assert_eq!(
            practice_record::read_entries(&practice_record::path(scratch.path())).unwrap(),
            [run(1), run(2)]
        );
    }

    #[test]
    fn an_answer_that_cannot_be_written_is_reported_at_the_end() {
        let scratch = Scratch::new();
        let record = practice_record::path(scratch.path());
        std::fs::create_dir(&record).unwrap();
        let spawn = || {
            let folders = SaveFolders { state: None, practice: Some(scratch.path().to_owned()) };
            Saver::spawn(folders, None, KnownSettingsText::default(), |_| ()).unwrap()
        };
        let keeper = spawn();
        keeper.save_practice(run(1));
        let said = keeper.close().unwrap();
        assert!(said.starts_with("What you practiced last is not in your record: "), "{said}");
        assert!(said.ends_with("this is a folder"), "{said}");
        assert_eq!(spawn().close(), None, "there was nothing to write");
        // What is written in time is not lost.
        let keeper = spawn();
        keeper.save_practice(run(2));
        assert!(keeper.pending_saves().wait(Duration::from_secs(30)));
        std::fs::remove_dir(&record).unwrap();
        assert_eq!(keeper.close(), None);
        assert_eq!(practice_record::read_entries(&record).unwrap(), [run(2)]);
    }

    #[test]
    fn settings_that_change_quickly_are_all_kept() {
        use ::config::NewGameColor;

        use super::super::config::LoadedConfig;
        let set = |name: &str, value| {
            let path = ["play", name].map(str::to_owned).to_vec();
            vec![ConfigChange { path, value: Some(value) }]
        };
        let scratch = Scratch::new();
        let file = scratch.path().join("config.toml");
        let keeper = Saver::spawn(SaveFolders::default(), None, KnownSettingsText::default(), |event| {
            panic!("{event:?}")
        })
        .unwrap();
        keeper.save_settings(file.clone(), set("side", "black".into()));
        for level in 1..=9 {
            keeper.save_settings(file.clone(), set("level", level.into()));
        }
        drop(keeper);
        let play = LoadedConfig::from_file(&file).unwrap().config.play;
        assert_eq!((play.side, play.level.number()), (NewGameColor::Black, 9));
    }

    #[test]
    fn waiting_ends_when_all_is_written_and_reports_what_is_not_saved() {
        let scratch = Scratch::new();
        let blocked = scratch.path().join("file");
        std::fs::write(&blocked, "").unwrap();
        let walk = TreeCursor::new(Position::start());
        let study = || SavedAnalysis {
            tree: walk.tree().clone(),
            current: walk.node_id(),
            header: PgnHeader::default(),
            is_kept: true,
            kept_digest: None,
        };
        let good = Saver::spawn(state(scratch.path()), None, KnownSettingsText::default(), |_| ()).unwrap();
        good.save_analysis(study());
        assert!(good.pending_saves().wait(Duration::from_secs(30)));
        assert!(SavedAnalysis::load(scratch.path()).unwrap().is_some());
        assert_eq!(good.close(), None);
        let bad = Saver::spawn(state(&blocked), None, KnownSettingsText::default(), |_| ()).unwrap();
        bad.save_analysis(study());
        assert!(!bad.pending_saves().wait(Duration::from_secs(30)));
        assert!(
            bad.close().is_some_and(|message| message.starts_with("The analysis could not be saved in "))
        );
    }

    #[test]
    fn a_failure_is_reported() {
        let scratch = Scratch::new();
        let blocked = scratch.path().join("file");
        std::fs::write(&blocked, "").unwrap();
        let (sender, receiver) = mpsc::channel();
        let keeper = Saver::spawn(state(&blocked), None, KnownSettingsText::default(), move |failed| {
            let SaverEvent::Failed(error) = failed else { panic!("{failed:?}") };
            sender.send(error.to_string()).unwrap();
        })
        .unwrap();
        let walk = TreeCursor::new(Position::start());
        keeper.save_analysis(SavedAnalysis {
            tree: walk.tree().clone(),
            current: walk.node_id(),
            header: PgnHeader::default(),
            is_kept: true,
            kept_digest: None,
        });
        drop(keeper);
        let messages: Vec<String> = receiver.iter().collect();
        assert_eq!(messages.len(), 1, "{messages:?}");
        assert!(
            messages[0].starts_with("The analysis could not be saved in ") && messages[0].contains("file: "),
            "{messages:?}"
        );
    }

    /// A full disk stops both files of a game: that is one trouble.
    #[test]
    fn one_trouble_is_reported_once() {
        let scratch = Scratch::new();
        let blocked = scratch.path().join("file");
        std::fs::write(&blocked, "").unwrap();
        let (sender, receiver) = mpsc::channel();
        let library = Library::new(blocked.clone());
        let keeper =
            Saver::spawn(state(&blocked), Some(library), KnownSettingsText::default(), move |failed| {
                let SaverEvent::Failed(error) = failed else { panic!("{failed:?}") };
                sender.send(error.to_string()).unwrap();
            })
            .unwrap();
        let mut walk = TreeCursor::new(Position::start());
        assert!(walk.play(notation::parse_move(walk.position(), "e4").unwrap()));
        keeper.save_game(SavedGame {
            current: walk.node_id(),
            tree: walk.tree().clone(),
            players: GamePlayers::human_against(Color::White, Player::BuiltIn { level: 3 }),
            time_control: "5s".parse().unwrap(),
            time_left: None,
            ending: None,
            game_id: None,
        });
        drop(keeper);
        assert_eq!(receiver.iter().count(), 1);
    }
}
