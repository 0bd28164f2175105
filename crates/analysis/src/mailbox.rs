//! Mailbox for events from background threads: a new progress report replaces an unread one, other events
//! queue.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::external::status::ExternalEngineStatus;
use super::protocol::{AnalysisEvent, AnalysisSnapshot, JobId, SideQueryUpdate, TableBuildState};

/// Called when the mailbox was empty and something was put in. It must not block.
pub type Waker = Box<dyn Fn() + Send + Sync>;

/// One slot for each kind of progress report (job, side query, table build, state of an external engine) and
/// a queue for all other events.
pub(super) struct Mailbox {
    state: Mutex<MailboxState>,
    wake: Waker,
}

#[derive(Default)]
struct MailboxState {
    progress: Option<Box<AnalysisSnapshot>>,
    building: Option<TableBuildState>,
    engine_status: Option<Box<ExternalEngineStatus>>,
    side_query: Option<(JobId, SideQueryUpdate)>,
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

    /// Replaces an unread progress report of the job.
    pub(super) fn set_progress(&self, snapshot: AnalysisSnapshot) {
        self.update_state(|state| state.progress = Some(Box::new(snapshot)));
    }

    /// Replaces an unread progress report of a table build.
    pub(super) fn set_building(&self, building: TableBuildState) {
        self.update_state(|state| state.building = Some(building));
    }

    /// Replaces an unread state of the external engine.
    pub(super) fn set_engine_status(&self, status: ExternalEngineStatus) {
        self.update_state(|state| state.engine_status = Some(Box::new(status)));
    }

    /// Replaces an unread result of a side query, unless that belongs to a newer query.
    pub(super) fn set_side_query(&self, id: JobId, answer: SideQueryUpdate) {
        self.update_state(|state| {
            if state.side_query.as_ref().is_none_or(|(of, _)| *of <= id) {
                state.side_query = Some((id, answer));
            }
        });
    }

    /// Queues an event. An unread progress report of the same job is dropped, for it is older.
    pub(super) fn push_event(&self, update: AnalysisEvent) {
        self.update_state(|state| {
            let same = |snapshot: &AnalysisSnapshot| Some(snapshot.generation) == update.generation();
            if state.progress.as_deref().is_some_and(same) {
                state.progress = None;
            }
            state.events.push_back(update);
        });
    }

    /// Takes all events: the progress of a table build before the event that it is complete, a job's progress
    /// last.
    pub(super) fn take_all(&self) -> Vec<AnalysisEvent> {
        let mut state = self.lock();
        let mut updates: Vec<_> =
            state.building.take().map(AnalysisEvent::TableBuilding).into_iter().collect();
        updates.extend(state.engine_status.take().map(AnalysisEvent::EngineStatus));
        updates.extend(state.side_query.take().map(|(id, answer)| AnalysisEvent::SideQuery(id, answer)));
        updates.extend(state.events.drain(..));
        updates.extend(state.progress.take().map(AnalysisEvent::Progress));
        updates
    }

    fn update_state(&self, change: impl FnOnce(&mut MailboxState)) {
        let mut state = self.lock();
        let was_empty = state.is_empty();
        change(&mut state);
        drop(state);
        if was_empty {
            (self.wake)();
        }
    }

    /// A panic while the lock was held leaves consistent values: every change is one assignment.
    fn lock(&self) -> MutexGuard<'_, MailboxState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::protocol::{AnalysisSource, JobId};
    use engine::Report;

    fn snapshot(generation: JobId, nodes: u64) -> AnalysisSnapshot {
        let report = Report { nodes, ..Report::default() };
        AnalysisSnapshot::new(generation, AnalysisSource::Search, report)
    }

    #[test]
    fn the_newest_progress_wins_and_wakes_once() {
        let wakes = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&wakes);
        let mailbox = Mailbox::new(Box::new(move || {
            counted.fetch_add(1, Ordering::Relaxed);
        }));
        let job = JobId::default().next();
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
