//! Saves games, settings and what was practiced on a thread of its own, so that no key ever waits for a disk. Of games
//! and the analysis only the newest state is written; dropping the keeper writes what is left.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::config::{self, Change, NotKept};
use super::games::{Latest, SavedGame, SavedStudy};
use super::library::{Library, OwnFiles};
use super::progress::{self, RecordError};
use super::trouble;
use super::watch::Known;
use crate::game::Mark;
use crate::practice::Progress;
use crate::practice::finished::Kept;

/// The saving thread and the way to it.
pub struct Keeper {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct Shared {
    waiting: Mutex<Waiting>,
    changed: Condvar,
    /// Everything that was handed over has been written, as far as it could be.
    all_written: Condvar,
    /// The newest states, before they are synced.
    latest: Option<Latest>,
    /// What went wrong with the games and the analysis when they were written last.
    unsaved: Mutex<Option<String>>,
}

/// Waits, from any thread, for what was handed to a keeper.
#[derive(Clone)]
pub struct Unwritten(Arc<Shared>);

impl Unwritten {
    /// Waits until everything is written. False where that takes longer than `patience`, or something could not be
    /// written.
    #[must_use]
    pub fn wait(&self, patience: Duration) -> bool {
        let waiting = self.0.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let is_busy = |waiting: &mut Waiting| waiting.is_being_written || waiting.has_work();
        let waited = self.0.all_written.wait_timeout_while(waiting, patience, is_busy);
        let in_time = !waited.unwrap_or_else(PoisonError::into_inner).1.timed_out();
        in_time && self.0.unsaved().is_none()
    }
}

/// What has not been written yet.
#[derive(Default)]
struct Waiting {
    /// The newest state of each game; the last one is the running one.
    games: Vec<SavedGame>,
    study: Option<SavedStudy>,
    /// The number of the newest state of the running game or the analysis.
    number: u64,
    is_being_written: bool,
    settings: Option<(PathBuf, Vec<Change>)>,
    practiced: Vec<Kept>,
    closed: bool,
}

/// Where things are kept; what has no place is not.
#[derive(Clone, Debug, Default)]
pub struct Folders {
    /// The running game and the analysis.
    pub state: Option<PathBuf>,
    /// The record of practice.
    pub practice: Option<PathBuf>,
}

/// What the thread tells.
#[derive(Debug)]
pub enum Told {
    /// What the record of practice holds, read before anything is added to it.
    Record(Box<Progress>),
    /// A game's file turned out to be another one's: it has a new identity.
    Renamed {
        /// What it was.
        from: Mark,
        /// What it is.
        to: Mark,
    },
    /// Something went wrong.
    Failed(Failure),
}

/// What could not be saved, as a sentence for the player.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The game, or the analysis.
    #[error("{what} could not be saved in {}: {}. It goes on here, and each move tries again", folder.display(), trouble::in_words(error))]
    Board {
        /// `The game`.
        what: &'static str,
        /// Where it belongs.
        folder: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// Settings.
    #[error("The settings could not be saved: {0}")]
    Settings(#[from] NotKept),
    /// The record of practice cannot be read.
    #[error("The record of practice cannot be read: {0}")]
    Unread(RecordError),
    /// The record of practice cannot be written.
    #[error("The round is not in your record yet: {0}. It is tried again, at the latest when you leave")]
    Record(RecordError),
}

impl Keeper {
    /// Starts the thread. It reads the record of practice, then writes into `folders`, and every game into `library`;
    /// what it has read and what went wrong it tells. Settings that it writes are `known`.
    ///
    /// # Errors
    /// When the machine has no room for one more thread.
    pub fn start(
        folders: Folders,
        library: Option<Library>,
        known: Known,
        tell: impl Fn(Told) + Send + 'static,
    ) -> io::Result<Self> {
        // Without that thread a state that comes while another one is synced waits for the disk.
        let latest = folders.state.clone().and_then(|folder| Latest::start(folder).ok());
        let shared = Arc::new(Shared { latest, ..Shared::default() });
        let theirs = Arc::clone(&shared);
        let work = move || {
            let Folders { state: folder, practice } = folders;
            let on_error = |failure| tell(Told::Failed(failure));
            if let Some(folder) = &practice {
                tell(progress::read(folder).map_or_else(
                    |error| Told::Failed(Failure::Unread(error)),
                    |progress| Told::Record(Box::new(progress)),
                ));
            }
            let mut files = library.map(OwnFiles::new);
            let mut record = Record { folder: practice, unsaved: Vec::new() };
            while let Some(Waiting { mut games, study, settings, practiced, number, .. }) = theirs.next() {
                record.add(practiced).unwrap_or_else(on_error);
                let mut troubles = Vec::new();
                if let Some(files) = &mut files {
                    for game in &mut games {
                        match files.identify(game) {
                            Ok(None) => {}
                            Ok(Some((from, to))) => tell(Told::Renamed { from, to }),
                            Err(error) => troubles.push(error),
                        }
                    }
                }
                let mut told = Vec::new();
                let mut unsaved = None;
                let has_boards = !games.is_empty() || study.is_some();
                // What keeps one file of a game from being written mostly keeps the other, too: it is told once.
                let mut fail = |what, folder: &Path, error: io::Error| {
                    if !told.contains(&(what, error.kind())) {
                        told.push((what, error.kind()));
                        let place = folder.display();
                        unsaved.get_or_insert(format!(
                            "{what} could not be saved in {place}: {}",
                            trouble::in_words(&error)
                        ));
                        on_error(Failure::Board { what, folder: folder.to_owned(), error });
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
                                latest.study_is_synced(number);
                            }
                        }
                        Some(Err(error)) => fail("The analysis", folder, error),
                        None => {}
                    }
                }
                if let Some(files) = &mut files {
                    let folder = files.library().folder().to_owned();
                    // A file that cannot be read may be another game's: it stays.
                    let known = if troubles.is_empty() { games.as_slice() } else { &[] };
                    let kept = known.iter().map(|game| files.keep(game)).filter_map(Result::err);
                    troubles.into_iter().chain(kept).for_each(|error| fail("The game", &folder, error));
                }
                if has_boards {
                    *theirs.unsaved() = unsaved;
                }
                if let Some((file, changes)) = settings
                    && let Err(error) = config::keep(&file, &changes, &known)
                {
                    on_error(error.into());
                }
            }
            record.finish().unwrap_or_else(on_error);
        };
        let thread = thread::Builder::new().name("keeper".to_owned()).spawn(work)?;
        Ok(Self { shared, thread: Some(thread) })
    }

    /// Has the game saved. A game before it that still waits is written, too.
    pub fn keep_game(&self, game: SavedGame) {
        self.shared.change(|waiting| {
            waiting.number += 1;
            if let Some(latest) = &self.shared.latest {
                latest.put_game(waiting.number, game.clone());
            }
            waiting.games.retain(|before| before.mark != game.mark);
            waiting.games.push(game);
        });
    }

    /// Has the analysis board saved.
    pub fn keep_study(&self, study: SavedStudy) {
        self.shared.change(|waiting| {
            waiting.number += 1;
            if let Some(latest) = &self.shared.latest {
                latest.put_study(waiting.number, study.clone());
            }
            waiting.study = Some(study);
        });
    }

    /// What another thread waits with for everything to be written.
    #[must_use]
    pub fn unwritten(&self) -> Unwritten {
        Unwritten(Arc::clone(&self.shared))
    }

    /// Writes what is left, and says what of the games and the analysis could not be saved.
    #[must_use]
    pub fn close(self) -> Option<String> {
        let shared = Arc::clone(&self.shared);
        drop(self);
        shared.unsaved().take()
    }

    /// Has a finished round or run added to the record of practice.
    pub fn keep_practice(&self, kept: Kept) {
        self.shared.change(|waiting| waiting.practiced.push(kept));
    }

    /// Has changed settings written back to their file.
    pub fn keep_settings(&self, file: PathBuf, changes: Vec<Change>) {
        self.shared.change(|waiting| match &mut waiting.settings {
            Some((same, before)) if *same == file => before.extend(changes),
            settings => *settings = Some((file, changes)),
        });
    }
}

impl Waiting {
    fn has_work(&self) -> bool {
        !self.games.is_empty()
            || self.study.is_some()
            || self.settings.is_some()
            || !self.practiced.is_empty()
    }
}

/// The record of practice, and what is not in it yet.
struct Record {
    folder: Option<PathBuf>,
    unsaved: Vec<Kept>,
}

impl Record {
    /// Adds rounds, and those that could not be added before.
    fn add(&mut self, new: Vec<Kept>) -> Result<(), Failure> {
        /// Another program adds a line in far less; a key waits for nothing here.
        const PATIENCE: Duration = Duration::from_millis(200);
        let is_new = !new.is_empty();
        self.unsaved.extend(new);
        match self.save(PATIENCE) {
            // What waited before was told before.
            Err(_) if !is_new => Ok(()),
            other => other,
        }
    }

    /// The last chance: the program is being left.
    fn finish(&mut self) -> Result<(), Failure> {
        self.save(progress::PATIENCE)
    }

    fn save(&mut self, patience: Duration) -> Result<(), Failure> {
        if let Some(folder) = self.folder.as_ref().filter(|_| !self.unsaved.is_empty()) {
            progress::append(folder, &self.unsaved, patience).map_err(Failure::Record)?;
        }
        self.unsaved.clear();
        Ok(())
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        self.shared.change(|waiting| waiting.closed = true);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Shared {
    fn change(&self, change: impl FnOnce(&mut Waiting)) {
        change(&mut self.waiting.lock().unwrap_or_else(PoisonError::into_inner));
        self.changed.notify_one();
    }

    fn unsaved(&self) -> MutexGuard<'_, Option<String>> {
        self.unsaved.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is to be written next; None once nothing is left and nothing more will come.
    fn next(&self) -> Option<Waiting> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if waiting.has_work() {
                let (closed, number) = (waiting.closed, waiting.number);
                let rest = Waiting { closed, number, is_being_written: true, ..Waiting::default() };
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
    use crate::chess::{Color, Position, notation};
    use crate::game::pgn::Header;
    use crate::game::{Player, Seats, Walk};
    use crate::practice::Seed;
    use crate::practice::finished::Run;
    use crate::store::scratch::Scratch;

    fn state(folder: &Path) -> Folders {
        Folders { state: Some(folder.to_owned()), practice: None }
    }

    #[test]
    fn the_newest_state_is_on_the_disk_when_the_keeper_is_gone() {
        let scratch = Scratch::new();
        let keeper =
            Keeper::start(state(scratch.path()), None, Known::default(), |told| panic!("{told:?}")).unwrap();
        let mut walk = Walk::new(Position::start());
        for text in ["e4", "e5", "Nf3", "Nc6", "Bb5"] {
            let mv = notation::parse_move(walk.position(), text).unwrap();
            assert!(walk.play(mv));
            keeper.keep_study(SavedStudy {
                tree: walk.tree().clone(),
                at: walk.at(),
                header: Header::default(),
            });
        }
        drop(keeper);
        let back = SavedStudy::load(scratch.path()).unwrap().unwrap();
        assert_eq!(back.tree.node(back.at).san(), "Bb5");
    }

    #[test]
    fn the_record_is_told_as_it_was_before_anything_is_added() {
        let scratch = Scratch::new();
        let run = |at| Kept::Run(Run { at, day: 1, seed: Seed(1), solved: 1, wrong: 0 });
        let folders = || Folders { state: None, practice: Some(scratch.path().to_owned()) };
        for before in 0..3 {
            let (tell, told) = mpsc::channel();
            let tell = move |told| tell.send(told).unwrap();
            let keeper = Keeper::start(folders(), None, Known::default(), tell).unwrap();
            keeper.keep_practice(run(before));
            drop(keeper);
            let told: Vec<Told> = told.iter().collect();
            let [Told::Record(record)] = told.as_slice() else { panic!("{told:?}") };
            assert_eq!(record.best_run.is_some(), before > 0);
            assert_eq!(progress::all(&progress::path(scratch.path())).unwrap().len() as u64, before + 1);
        }
    }

    #[test]
    fn a_round_that_another_program_kept_out_is_added_when_the_program_ends() {
        let scratch = Scratch::new();
        let run = |at| Kept::Run(Run { at, day: 1, seed: Seed(1), solved: 1, wrong: 0 });
        progress::append(scratch.path(), &[run(1)], Duration::ZERO).unwrap();
        let other = std::fs::File::open(progress::path(scratch.path())).unwrap();
        other.try_lock().unwrap();
        let (tell, told) = mpsc::channel();
        let folders = Folders { state: None, practice: Some(scratch.path().to_owned()) };
        let tell = move |told| tell.send(told).unwrap();
        let keeper = Keeper::start(folders, None, Known::default(), tell).unwrap();
        keeper.keep_practice(run(2));
        let failed = told.iter().find(|told| matches!(told, Told::Failed(_)));
        let Some(Told::Failed(failure)) = failed else { panic!("{failed:?}") };
        assert!(failure.to_string().contains("another Matescope is writing"), "{failure}");
        drop(other);
        drop(keeper);
        assert_eq!(progress::all(&progress::path(scratch.path())).unwrap(), [run(1), run(2)]);
    }

    #[test]
    fn settings_that_change_quickly_are_all_kept() {
        use crate::store::config::{Loaded, Side, Within};
        let scratch = Scratch::new();
        let file = scratch.path().join("config.toml");
        let keeper =
            Keeper::start(Folders::default(), None, Known::default(), |told| panic!("{told:?}")).unwrap();
        keeper.keep_settings(file.clone(), vec![Change::Side(Side::Black)]);
        for level in 1..=9 {
            keeper.keep_settings(file.clone(), vec![Change::Level(Within::new(level))]);
        }
        drop(keeper);
        let play = Loaded::from_file(&file).unwrap().config.play;
        assert_eq!((play.side, play.level.get()), (Side::Black, 9));
    }

    #[test]
    fn whoever_waits_hears_when_all_is_written_and_what_is_not_saved() {
        let scratch = Scratch::new();
        let blocked = scratch.path().join("file");
        std::fs::write(&blocked, "").unwrap();
        let walk = Walk::new(Position::start());
        let study = || SavedStudy { tree: walk.tree().clone(), at: walk.at(), header: Header::default() };
        let good = Keeper::start(state(scratch.path()), None, Known::default(), |_| ()).unwrap();
        good.keep_study(study());
        assert!(good.unwritten().wait(Duration::from_secs(30)));
        assert!(SavedStudy::load(scratch.path()).unwrap().is_some());
        assert_eq!(good.close(), None);
        let bad = Keeper::start(state(&blocked), None, Known::default(), |_| ()).unwrap();
        bad.keep_study(study());
        assert!(!bad.unwritten().wait(Duration::from_secs(30)));
        assert!(bad.close().is_some_and(|told| told.starts_with("The analysis could not be saved in ")));
    }

    #[test]
    fn a_failure_is_told() {
        let scratch = Scratch::new();
        let blocked = scratch.path().join("file");
        std::fs::write(&blocked, "").unwrap();
        let (tell, told) = mpsc::channel();
        let keeper = Keeper::start(state(&blocked), None, Known::default(), move |failed| {
            let Told::Failed(error) = failed else { panic!("{failed:?}") };
            tell.send(error.to_string()).unwrap();
        })
        .unwrap();
        let walk = Walk::new(Position::start());
        keeper.keep_study(SavedStudy { tree: walk.tree().clone(), at: walk.at(), header: Header::default() });
        drop(keeper);
        let told: Vec<String> = told.iter().collect();
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(
            told[0].starts_with("The analysis could not be saved in ") && told[0].contains("file: "),
            "{told:?}"
        );
    }

    /// A full disk stops both files of a game: that is one trouble.
    #[test]
    fn one_trouble_is_told_once() {
        let scratch = Scratch::new();
        let blocked = scratch.path().join("file");
        std::fs::write(&blocked, "").unwrap();
        let (tell, told) = mpsc::channel();
        let library = Library::new(blocked.clone());
        let keeper = Keeper::start(state(&blocked), Some(library), Known::default(), move |failed| {
            let Told::Failed(error) = failed else { panic!("{failed:?}") };
            tell.send(error.to_string()).unwrap();
        })
        .unwrap();
        let mut walk = Walk::new(Position::start());
        assert!(walk.play(notation::parse_move(walk.position(), "e4").unwrap()));
        keeper.keep_game(SavedGame {
            tip: walk.at(),
            tree: walk.tree().clone(),
            seats: Seats::facing(Color::White, Player::BuiltIn { level: 3 }),
            control: "5s".parse().unwrap(),
            left: None,
            over: None,
            mark: None,
        });
        drop(keeper);
        assert_eq!(told.iter().count(), 1);
    }
}
