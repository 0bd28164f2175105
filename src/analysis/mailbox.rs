//! The way up from the worker: progress overwrites progress, words that matter queue.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::aside::{Answer, AsideId};
use super::external::Standing;
use super::protocol::{Building, Snapshot, Update};

/// Called when the mailbox was empty and something was put in. It must not block.
pub type Waker = Box<dyn Fn() + Send + Sync>;

/// A slot each for progress, for the question aside, for the table that is being made and for how it stands with
/// an engine outside, and a small queue for the rest.
pub(super) struct Mailbox {
    inside: Mutex<Inside>,
    wake: Waker,
}

#[derive(Default)]
struct Inside {
    progress: Option<Box<Snapshot>>,
    building: Option<Building>,
    standing: Option<Box<Standing>>,
    aside: Option<(AsideId, Answer)>,
    words: VecDeque<Update>,
}

impl Inside {
    fn is_empty(&self) -> bool {
        self.progress.is_none()
            && self.building.is_none()
            && self.standing.is_none()
            && self.aside.is_none()
            && self.words.is_empty()
    }
}

impl Mailbox {
    pub(super) fn new(wake: Waker) -> Self {
        Self { inside: Mutex::default(), wake }
    }

    /// Replaces whatever progress lies there unread.
    pub(super) fn progress(&self, snapshot: Snapshot) {
        self.put(|inside| inside.progress = Some(Box::new(snapshot)));
    }

    /// Replaces whatever was last said of a table that is being made.
    pub(super) fn building(&self, building: Building) {
        self.put(|inside| inside.building = Some(building));
    }

    /// Replaces whatever was last said of how it stands with an engine outside.
    pub(super) fn standing(&self, standing: Standing) {
        self.put(|inside| inside.standing = Some(Box::new(standing)));
    }

    /// Replaces whatever was last said of a question aside, unless that belongs to a newer one.
    pub(super) fn aside(&self, id: AsideId, answer: Answer) {
        self.put(|inside| {
            if inside.aside.as_ref().is_none_or(|(of, _)| *of <= id) {
                inside.aside = Some((id, answer));
            }
        });
    }

    /// Adds a word that must not be lost. Progress of the same job that lies unread is older: it goes.
    pub(super) fn word(&self, update: Update) {
        self.put(|inside| {
            let same = |snapshot: &Snapshot| Some(snapshot.generation) == update.generation();
            if inside.progress.as_deref().is_some_and(same) {
                inside.progress = None;
            }
            inside.words.push_back(update);
        });
    }

    /// Takes everything out: how far a table is before the word that it is there, and a job's progress last.
    pub(super) fn take(&self) -> Vec<Update> {
        let mut inside = self.lock();
        let mut updates: Vec<_> = inside.building.take().map(Update::Building).into_iter().collect();
        updates.extend(inside.standing.take().map(Update::Standing));
        updates.extend(inside.aside.take().map(|(id, answer)| Update::Aside(id, answer)));
        updates.extend(inside.words.drain(..));
        updates.extend(inside.progress.take().map(Update::Progress));
        updates
    }

    fn put(&self, change: impl FnOnce(&mut Inside)) {
        let mut inside = self.lock();
        let was_empty = inside.is_empty();
        change(&mut inside);
        drop(inside);
        if was_empty {
            (self.wake)();
        }
    }

    /// A worker that panicked while it held the lock left whole values behind.
    fn lock(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::analysis::protocol::{Generation, ProofState, Source};
    use crate::engine::Report;

    fn snapshot(generation: Generation, nodes: u64) -> Snapshot {
        let report = Report { nodes, ..Report::default() };
        let proof = ProofState::default();
        Snapshot {
            generation,
            source: Source::Search,
            report,
            ranking: None,
            proof,
            syzygy: None,
            played: None,
            expects: None,
        }
    }

    #[test]
    fn the_newest_progress_wins_and_wakes_once() {
        let wakes = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&wakes);
        let mailbox = Mailbox::new(Box::new(move || {
            counted.fetch_add(1, Ordering::Relaxed);
        }));
        let job = Generation::default().next();
        mailbox.progress(snapshot(job, 1));
        mailbox.progress(snapshot(job, 2));
        assert_eq!(wakes.load(Ordering::Relaxed), 1);
        assert_eq!(mailbox.take(), [Update::Progress(Box::new(snapshot(job, 2)))]);
        mailbox.progress(snapshot(job, 3));
        mailbox.word(Update::Done(Box::new(snapshot(job, 4))));
        assert_eq!(wakes.load(Ordering::Relaxed), 2);
        assert_eq!(mailbox.take(), [Update::Done(Box::new(snapshot(job, 4)))]);
        assert_eq!(mailbox.take(), []);
    }
}
