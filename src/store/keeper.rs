//! Saves games on a thread of its own, so that no key ever waits for a disk. Only the newest state of each
//! kind is written; dropping the keeper writes what is left.

use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use super::games::{SavedGame, SavedStudy};

/// The saving thread and the way to it.
pub struct Keeper {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct Shared {
    waiting: Mutex<Waiting>,
    changed: Condvar,
}

/// What has not been written yet.
#[derive(Default)]
struct Waiting {
    game: Option<SavedGame>,
    study: Option<SavedStudy>,
    closed: bool,
}

impl Keeper {
    /// Starts the thread. It writes into `folder` and hands each failure to `on_error`.
    ///
    /// # Errors
    /// When the machine has no room for one more thread.
    pub fn start(folder: PathBuf, on_error: impl Fn(io::Error) + Send + 'static) -> io::Result<Self> {
        let shared = Arc::new(Shared::default());
        let theirs = Arc::clone(&shared);
        let work = move || {
            while let Some((game, study)) = theirs.next() {
                let game = game.map_or(Ok(()), |game| game.save(&folder));
                let study = study.map_or(Ok(()), |study| study.save(&folder));
                for error in [game, study].into_iter().filter_map(Result::err) {
                    on_error(error);
                }
            }
        };
        let thread = thread::Builder::new().name("keeper".to_owned()).spawn(work)?;
        Ok(Self { shared, thread: Some(thread) })
    }

    /// Has the game saved.
    pub fn keep_game(&self, game: SavedGame) {
        self.shared.change(|waiting| waiting.game = Some(game));
    }

    /// Has the analysis board saved.
    pub fn keep_study(&self, study: SavedStudy) {
        self.shared.change(|waiting| waiting.study = Some(study));
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

    /// What is to be written next; None once nothing is left and nothing more will come.
    fn next(&self) -> Option<(Option<SavedGame>, Option<SavedStudy>)> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            let (game, study) = (waiting.game.take(), waiting.study.take());
            if game.is_some() || study.is_some() {
                return Some((game, study));
            }
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
    use crate::chess::{Position, notation};
    use crate::game::Walk;
    use crate::store::scratch::Scratch;

    #[test]
    fn the_newest_state_is_on_the_disk_when_the_keeper_is_gone() {
        let scratch = Scratch::new();
        let keeper = Keeper::start(scratch.path().to_owned(), |error| panic!("{error}")).unwrap();
        let mut walk = Walk::new(Position::start());
        for text in ["e4", "e5", "Nf3", "Nc6", "Bb5"] {
            let mv = notation::parse_move(walk.position(), text).unwrap();
            assert!(walk.play(mv));
            keeper.keep_study(SavedStudy { tree: walk.tree().clone(), at: walk.at() });
        }
        drop(keeper);
        let back = SavedStudy::load(scratch.path()).unwrap().unwrap();
        assert_eq!(back.tree.node(back.at).san(), "Bb5");
    }

    #[test]
    fn a_failure_is_told() {
        let scratch = Scratch::new();
        let blocked = scratch.path().join("file");
        std::fs::write(&blocked, "").unwrap();
        let (tell, told) = mpsc::channel();
        let keeper = Keeper::start(blocked, move |error| tell.send(error.to_string()).unwrap()).unwrap();
        let walk = Walk::new(Position::start());
        keeper.keep_study(SavedStudy { tree: walk.tree().clone(), at: walk.at() });
        drop(keeper);
        assert_eq!(told.iter().count(), 1);
    }
}
