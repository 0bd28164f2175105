//! The newest state of the running game and of the analysis, written the moment it is handed over and not synced.
//!
//! Syncing a file takes the disk tens of milliseconds, and a state that comes meanwhile waits for it. What the system has
//! taken survives whatever ends the program, `kill -9` too, synced or not: so each state goes into a file of its own at
//! once, beside the one that is synced, and away from there as soon as the synced one is as new. A file that is found at
//! the start is therefore as new as the synced one or newer. After a loss of power it may be damaged: then it counts for
//! nothing, and the synced one does.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use serde::Serialize;

use super::{SavedGame, SavedStudy, form};
use crate::store::disk;

/// The thread that writes the newest states.
#[derive(Debug)]
pub struct Latest {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug)]
struct Shared {
    folder: PathBuf,
    waiting: Mutex<Waiting>,
    changed: Condvar,
    /// The numbers of the states in the files; held while a file is written or removed.
    written: Mutex<Numbers>,
}

#[derive(Default, Debug)]
struct Waiting {
    game: Option<(u64, SavedGame)>,
    study: Option<(u64, SavedStudy)>,
    closed: bool,
}

/// The number of the state in each file; nought where it was written by the program before.
#[derive(Default, Debug)]
struct Numbers {
    game: u64,
    study: u64,
}

/// The running game as it was handed over last, where that is not in the synced file yet.
#[must_use]
pub fn latest_game(folder: &Path) -> Option<SavedGame> {
    let text = disk::read_to_string(&game_file(folder)).ok()?;
    serde_json::from_str::<form::Game>(&text).ok()?.restore().ok()
}

/// The analysis as it was handed over last, where that is not in the synced file yet.
#[must_use]
pub fn latest_study(folder: &Path) -> Option<SavedStudy> {
    let text = disk::read_to_string(&study_file(folder)).ok()?;
    serde_json::from_str::<form::Study>(&text).ok()?.restore().ok()
}

fn game_file(folder: &Path) -> PathBuf {
    folder.join("game.latest.json")
}

fn study_file(folder: &Path) -> PathBuf {
    folder.join("study.latest.json")
}

impl Latest {
    /// Starts the thread.
    ///
    /// # Errors
    /// When the machine has no room for one more thread.
    pub fn start(folder: PathBuf) -> io::Result<Self> {
        let (waiting, written) = (Mutex::default(), Mutex::default());
        let shared = Arc::new(Shared { folder, waiting, changed: Condvar::new(), written });
        let theirs = Arc::clone(&shared);
        let thread = thread::Builder::new().name("latest".to_owned()).spawn(move || theirs.work())?;
        Ok(Self { shared, thread: Some(thread) })
    }

    /// Has a state of the game written; each has a larger number than the one before.
    pub fn put_game(&self, number: u64, game: SavedGame) {
        self.shared.change(|waiting| waiting.game = Some((number, game)));
    }

    /// Has a state of the analysis written; each has a larger number than the one before.
    pub fn put_study(&self, number: u64, study: SavedStudy) {
        self.shared.change(|waiting| waiting.study = Some((number, study)));
    }

    /// The state of this number is in the game's synced file: it is not needed here any more.
    pub fn game_is_synced(&self, number: u64) {
        self.shared.change(|waiting| drop(waiting.game.take_if(|(waits, _)| *waits <= number)));
        let written = self.shared.written();
        remove(&game_file(&self.shared.folder), written.game <= number);
    }

    /// The state of this number is in the analysis' synced file: it is not needed here any more.
    pub fn study_is_synced(&self, number: u64) {
        self.shared.change(|waiting| drop(waiting.study.take_if(|(waits, _)| *waits <= number)));
        let written = self.shared.written();
        remove(&study_file(&self.shared.folder), written.study <= number);
    }
}

/// Removes a file that is not needed. One that stays is as new as the synced one: it does no harm.
fn remove(file: &Path, is_old: bool) {
    if is_old {
        let _ = disk::remove(file);
    }
}

impl Drop for Latest {
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

    fn written(&self) -> MutexGuard<'_, Numbers> {
        self.written.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) {
        let nothing =
            |waiting: &mut Waiting| waiting.game.is_none() && waiting.study.is_none() && !waiting.closed;
        loop {
            let waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
            drop(self.changed.wait_while(waiting, nothing).unwrap_or_else(PoisonError::into_inner));
            // First this lock: what is synced from here on waits for the file that is written now. Whoever hands a state
            // over waits for neither.
            let mut written = self.written();
            let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
            let (game, study) = (waiting.game.take(), waiting.study.take());
            if game.is_none() && study.is_none() && waiting.closed {
                return;
            }
            drop(waiting);
            // A state that cannot be written here is synced by the keeper, which says what is wrong.
            if let Some((number, game)) = game
                && write(&game_file(&self.folder), &form::Game::of(&game)).is_ok()
            {
                written.game = number;
            }
            if let Some((number, study)) = study
                && write(&study_file(&self.folder), &form::Study::of(&study)).is_ok()
            {
                written.study = number;
            }
        }
    }
}

/// Replaces a file as a whole, without waiting for the disk.
fn write(file: &Path, form: &impl Serialize) -> io::Result<()> {
    let text = serde_json::to_vec(form).map_err(io::Error::other)?;
    let draft = file.with_extension("new");
    // Left behind by a program that was killed, if it is there.
    let _ = disk::remove(&draft);
    let written = disk::create_new(&draft).and_then(|mut file| file.write_all(&text));
    written.and_then(|()| disk::rename(&draft, file)).inspect_err(|_| {
        // What is there may be older than what is synced next.
        let _ = disk::remove(&draft);
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::chess::{Position, notation};
    use crate::game::Walk;
    use crate::game::pgn::Header;
    use crate::store::scratch::Scratch;

    fn study(moves: &[&str]) -> SavedStudy {
        let mut walk = Walk::new(Position::start());
        for text in moves {
            assert!(walk.play(notation::parse_move(walk.position(), text).unwrap()));
        }
        SavedStudy { tree: walk.tree().clone(), at: walk.at(), header: Header::default() }
    }

    fn last_move(folder: &Path) -> Option<String> {
        latest_study(folder).map(|study| study.tree.node(study.at).san().to_owned())
    }

    #[test]
    fn a_state_is_there_until_it_is_synced_and_a_newer_one_stays() {
        let scratch = Scratch::new();
        let folder = scratch.path();
        let latest = Latest::start(folder.to_owned()).unwrap();
        latest.put_study(1, study(&["e4"]));
        latest.put_study(2, study(&["e4", "e5"]));
        drop(latest);
        assert_eq!(last_move(folder).as_deref(), Some("e5"));
        // What the program before has left goes with the first state that is synced.
        let latest = Latest::start(folder.to_owned()).unwrap();
        latest.study_is_synced(1);
        assert_eq!(last_move(folder), None);
        latest.put_study(3, study(&["d4"]));
        drop(latest);
        let latest = Latest::start(folder.to_owned()).unwrap();
        latest.put_study(5, study(&["c4"]));
        latest.shared.change(|_| ());
        while latest.shared.written().study < 5 {
            thread::yield_now();
        }
        latest.study_is_synced(4);
        assert_eq!(last_move(folder).as_deref(), Some("c4"), "it is newer than what was synced");
        latest.study_is_synced(5);
        assert_eq!(last_move(folder), None);
    }

    #[test]
    fn a_damaged_file_counts_for_nothing() {
        let scratch = Scratch::new();
        for text in ["", "{", "{}", "\0\0\0"] {
            fs::write(study_file(scratch.path()), text).unwrap();
            fs::write(game_file(scratch.path()), text).unwrap();
            assert!(latest_study(scratch.path()).is_none() && latest_game(scratch.path()).is_none());
        }
    }
}
