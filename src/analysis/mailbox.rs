//! The way up from the worker: progress overwrites progress, words that matter queue.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::external::ExternalEngineStatus;
use super::protocol::{AnalysisEvent, AnalysisSnapshot, TableBuildState};
use super::side_query::{SideQueryId, SideQueryUpdate};

/// Called when the mailbox was empty and something was put in. It must not block.
pub type Waker = Box<dyn Fn() + Send + Sync>;

/// A slot each for progress, for the question aside, for the table that is being made and for how it stands with
/// an engine outside, and a small queue for the rest.
pub(super) struct Mailbox {
    state: Mutex<MailboxState>,
    wake: Waker,
}

#[derive(Default)]
struct MailboxState {
    progress: Option<Box<AnalysisSnapshot>>,
    building: Option<TableBuildState>,
    engine_status: Option<Box<ExternalEngineStatus>>,
    side_query: Option<(SideQueryId, SideQueryUpdate)>,
    events: VecDeque<AnalysisEvent>,
}

impl MailboxState {
    fn is_empty(&self) -> bool {
        self.progress.is_none()
            && self.building.is_none()
            && self.engine_status.is_none()
            && self.side_query.is_none()
            && self.events.is_empty()
    }
}

impl Mailbox {
    pub(super) fn new(wake: Waker) -> Self {
        Self { state: Mutex::default(), wake }
    }

    /// Replaces whatever progress lies there unread.
    pub(super) fn set_progress(&self, snapshot: AnalysisSnapshot) {
        self.update_state(|inside| inside.progress = Some(Box::new(snapshot)));
    }

    /// Replaces whatever was last said of a table that is being made.
    pub(super) fn set_building(&self, building: TableBuildState) {
        self.update_state(|inside| inside.building = Some(building));
    }

    /// Replaces whatever was last said of how it stands with an engine outside.
    pub(super) fn set_engine_status(&self, standing: ExternalEngineStatus) {
        self.update_state(|inside| inside.engine_status = Some(Box::new(standing)));
    }

    /// Replaces whatever was last said of a question aside, unless that belongs to a newer one.
    pub(super) fn set_side_query(&self, id: SideQueryId, answer: SideQueryUpdate) {
        self.update_state(|inside| {
            if inside.side_query.as_ref().is_none_or(|(of, _)| *of <= id) {
                inside.side_query = Some((id, answer));
            }
        });
    }

    /// Adds a word that must not be lost. Progress of the same job that lies unread is older: it goes.
    pub(super) fn push_event(&self, update: AnalysisEvent) {
        self.update_state(|inside| {
            let same = |snapshot: &AnalysisSnapshot| Some(snapshot.generation) == update.generation();
            if inside.progress.as_deref().is_some_and(same) {
                inside.progress = None;
            }
            inside.events.push_back(update);
        });
    }

    /// Takes everything out: how far a table is before the word that it is there, and a job's progress last.
    pub(super) fn take_all(&self) -> Vec<AnalysisEvent> {
        let mut inside = self.lock();
        let mut updates: Vec<_> =
            inside.building.take().map(AnalysisEvent::TableBuilding).into_iter().collect();
        updates.extend(inside.engine_status.take().map(AnalysisEvent::EngineStatus));
        updates.extend(inside.side_query.take().map(|(id, answer)| AnalysisEvent::SideQuery(id, answer)));
        updates.extend(inside.events.drain(..));
        updates.extend(inside.progress.take().map(AnalysisEvent::Progress));
        updates
    }

    fn update_state(&self, change: impl FnOnce(&mut MailboxState)) {
        let mut inside = self.lock();
        let was_empty = inside.is_empty();
        change(&mut inside);
        drop(inside);
        if was_empty {
            (self.wake)();
        }
    }

    /// A worker that panicked while it held the lock left whole values behind.
    fn lock(&self) -> MutexGuard<'_, MailboxState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::analysis::protocol::{AnalysisSource, Generation, ProofProgress};
    use crate::engine::Report;

    fn snapshot(generation: Generation, nodes: u64) -> AnalysisSnapshot {
        let report = Report { nodes, ..Report::default() };
        let proof = ProofProgress::default();
        AnalysisSnapshot {
            generation,
            source: AnalysisSource::Search,
            report,
            ranking: None,
            proof,
            syzygy: None,
            best_reported: None,
            ponder_move: None,
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
        mailbox.set_progress(snapshot(job, 1));
        mailbox.set_progress(snapshot(job, 2));
        assert_eq!(wakes.load(Ordering::Relaxed), 1);
        assert_eq!(mailbox.take_all(), [AnalysisEvent::Progress(Box::new(snapshot(job, 2)))]);
        mailbox.set_progress(snapshot(job, 3));
        mailbox.push_event(AnalysisEvent::Done(Box::new(snapshot(job, 4))));
        assert_eq!(wakes.load(Ordering::Relaxed), 2);
        assert_eq!(mailbox.take_all(), [AnalysisEvent::Done(Box::new(snapshot(job, 4)))]);
        assert_eq!(mailbox.take_all(), []);
    }
}
