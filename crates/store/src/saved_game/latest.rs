//! The newest state of the running game and of the analysis, written the moment it is handed over and not
//! synced.
//!
//! Syncing a file takes the disk tens of milliseconds, and a state that comes meanwhile waits for it. What
//! the system has taken survives whatever ends the program, `kill -9` too, synced or not: so each state goes
//! into a file of its own at once, beside the one that is synced, and away from there as soon as the synced
//! one is as new. A file that is found at the start is therefore as new as the synced one or newer. After a
//! loss of power it may be damaged: then it counts for nothing, and the synced one does.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use serde::Serialize;

use super::json;
use super::state::{SavedAnalysis, SavedGame};
use crate::disk::{self, SizeLimit};
use chess::thread::{JoinOnDrop, ThreadBuilder, ThreadError};

/// The thread that writes the newest states without syncing them.
#[derive(Debug)]
pub struct LatestStateWriter {
    shared: Arc<LatestStateShared>,
    /// Dropped last, when the work is closed.
    _thread: JoinOnDrop,
}

#[derive(Debug)]
struct LatestStateShared {
    folder: PathBuf,
    pending: Mutex<PendingStates>,
    changed: Condvar,
    /// The numbers of the states in the files; held while a file is written or removed.
    written: Mutex<StateNumbers>,
}

#[derive(Default, Debug)]
struct PendingStates {
    game: Option<(u64, SavedGame)>,
    analysis: Option<(u64, SavedAnalysis)>,
    closed: bool,
}

/// The number of the state in each file; 0 where an earlier run of the program wrote it.
#[derive(Default, Debug)]
struct StateNumbers {
    game: u64,
    analysis: u64,
}

/// The running game as it was handed over last, where that is not in the synced file yet.
#[must_use]
pub fn load_latest_game(folder: &Path) -> Option<SavedGame> {
    let text = disk::read_to_string(&game_file(folder), SizeLimit::Board).ok()?;
    serde_json::from_str::<json::SavedGameJson>(&text).ok()?.restore().ok()
}

/// The analysis as it was handed over last, where that is not in the synced file yet.
#[must_use]
pub fn load_latest_analysis(folder: &Path) -> Option<SavedAnalysis> {
    let text = disk::read_to_string(&analysis_file(folder), SizeLimit::Board).ok()?;
    serde_json::from_str::<json::SavedAnalysisJson>(&text).ok()?.restore().ok()
}

fn game_file(folder: &Path) -> PathBuf {
    folder.join("game.latest.json")
}

fn analysis_file(folder: &Path) -> PathBuf {
    folder.join("study.latest.json")
}

impl LatestStateWriter {
    /// Starts the thread.
    ///
    /// # Errors
    /// When the system refuses another thread.
    pub fn spawn(folder: PathBuf) -> Result<Self, ThreadError> {
        let (pending, written) = (Mutex::default(), Mutex::default());
        let shared = Arc::new(LatestStateShared { folder, pending, changed: Condvar::new(), written });
        let theirs = Arc::clone(&shared);
        let thread = ThreadBuilder::new("latest-state").spawn(move || theirs.run())?;
        Ok(Self { shared, _thread: thread.into() })
    }

    /// Writes a state of the game; each state has a larger number than the one before.
    pub fn write_game(&self, number: u64, game: SavedGame) {
        self.shared.change(|waiting| waiting.game = Some((number, game)));
    }

    /// Writes a state of the analysis; each state has a larger number than the one before.
    pub fn write_analysis(&self, number: u64, analysis: SavedAnalysis) {
        self.shared.change(|waiting| waiting.analysis = Some((number, analysis)));
    }

    /// The state of this number is in the game's synced file: it is not needed here any more.
    pub fn game_is_synced(&self, number: u64) {
        self.shared.change(|waiting| drop(waiting.game.take_if(|(waits, _)| *waits <= number)));
        let written = self.shared.written();
        remove(&game_file(&self.shared.folder), written.game <= number);
    }

    /// The state of this number is in the analysis' synced file: it is not needed here any more.
    pub fn analysis_is_synced(&self, number: u64) {
        self.shared.change(|waiting| drop(waiting.analysis.take_if(|(waits, _)| *waits <= number)));
        let written = self.shared.written();
        remove(&analysis_file(&self.shared.folder), written.analysis <= number);
    }
}

/// Removes a file that is not needed. One that stays is as new as the synced one: it does no harm.
fn remove(file: &Path, is_old: bool) {
    if is_old {
        let _ = disk::remove(file);
    }
}

impl Drop for LatestStateWriter {
    fn drop(&mut self) {
        self.shared.change(|waiting| waiting.closed = true);
    }
}

impl LatestStateShared {
    fn change(&self, change: impl FnOnce(&mut PendingStates)) {
        change(&mut self.pending.lock().unwrap_or_else(PoisonError::into_inner));
        self.changed.notify_one();
    }

    fn written(&self) -> MutexGuard<'_, StateNumbers> {
        self.written.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn run(&self) {
        let nothing = |waiting: &mut PendingStates| {
            waiting.game.is_none() && waiting.analysis.is_none() && !waiting.closed
        };
        loop {
            let waiting = self.pending.lock().unwrap_or_else(PoisonError::into_inner);
            drop(self.changed.wait_while(waiting, nothing).unwrap_or_else(PoisonError::into_inner));
            // First this lock: what is synced from here on waits for the file that is written now. Whoever
            // hands a state over waits for neither.
            let mut written = self.written();
            let mut waiting = self.pending.lock().unwrap_or_else(PoisonError::into_inner);
            let (game, study) = (waiting.game.take(), waiting.analysis.take());
            if game.is_none() && study.is_none() && waiting.closed {
                return;
            }
            drop(waiting);
            // A state that cannot be written here is synced by the keeper, which says what is wrong.
            if let Some((number, game)) = game
                && write(&game_file(&self.folder), &json::SavedGameJson::of(&game)).is_ok()
            {
                written.game = number;
            }
            if let Some((number, study)) = study
                && write(&analysis_file(&self.folder), &json::SavedAnalysisJson::of(&study)).is_ok()
            {
                written.analysis = number;
            }
        }
    }
}

/// Replaces a file as a whole, without waiting for the disk.
fn write(file: &Path, state: &impl Serialize) -> io::Result<()> {
    let text = serde_json::to_vec(state).map_err(io::Error::other)?;
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
    use crate::scratch::Scratch;
    use chess::{Position, notation};
    use game::TreeCursor;
    use game::pgn::PgnHeader;

    fn study(moves: &[&str]) -> SavedAnalysis {
        let mut walk = TreeCursor::new(Position::start());
        for text in moves {
            assert!(walk.play(notation::parse_move(walk.position(), text).unwrap()));
        }
        SavedAnalysis {
            tree: walk.tree().clone(),
            current: walk.node_id(),
            header: PgnHeader::default(),
            is_kept: true,
            kept_digest: None,
        }
    }

    fn last_move(folder: &Path) -> Option<String> {
        load_latest_analysis(folder).map(|study| study.tree.node(study.current).san().to_owned())
    }

    #[test]
    fn a_state_is_there_until_it_is_synced_and_a_newer_one_stays() {
        let scratch = Scratch::new();
        let folder = scratch.path();
        let latest = LatestStateWriter::spawn(folder.to_owned()).unwrap();
        latest.write_analysis(1, study(&["e4"]));
        latest.write_analysis(2, study(&["e4", "e5"]));
        drop(latest);
        assert_eq!(last_move(folder).as_deref(), Some("e5"));
        // What the program before has left goes with the first state that is synced.
        let latest = LatestStateWriter::spawn(folder.to_owned()).unwrap();
        latest.analysis_is_synced(1);
        assert_eq!(last_move(folder), None);
        latest.write_analysis(3, study(&["d4"]));
        drop(latest);
        let latest = LatestStateWriter::spawn(folder.to_owned()).unwrap();
        latest.write_analysis(5, study(&["c4"]));
        latest.shared.change(|_| ());
        while latest.shared.written().analysis < 5 {
            std::thread::yield_now();
        }
        latest.analysis_is_synced(4);
        assert_eq!(last_move(folder).as_deref(), Some("c4"), "it is newer than what was synced");
        latest.analysis_is_synced(5);
        assert_eq!(last_move(folder), None);
    }

    #[test]
    fn a_damaged_file_counts_for_nothing() {
        let scratch = Scratch::new();
        for text in ["", "{", "{}", "\0\0\0"] {
            fs::write(analysis_file(scratch.path()), text).unwrap();
            fs::write(game_file(scratch.path()), text).unwrap();
            assert!(
                load_latest_analysis(scratch.path()).is_none() && load_latest_game(scratch.path()).is_none()
            );
        }
    }
}
