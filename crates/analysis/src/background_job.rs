//! Background jobs: work on a thread of its own that is stopped by dropping its handle.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::protocol::{GameAnalysisUpdate, JobId};
use chess::thread::{SEARCH_STACK_BYTES, ThreadBuilder};
use chess::{StopSource, StopToken};

/// A running job. Dropping it stops the job.
pub(super) struct BackgroundJob {
    pub(super) id: JobId,
    _stop: StopSource,
}

impl BackgroundJob {
    /// Starts a job. None where the system refuses another thread.
    pub(super) fn start(
        id: JobId,
        name: &str,
        work: impl FnOnce(&StopToken) + Send + 'static,
    ) -> Option<Self> {
        let stop = StopSource::new();
        let token = stop.token();
        spawn(name, move || work(&token))?;
        Some(Self { id, _stop: stop })
    }
}

/// Starts a thread of low priority with a stack for a search. None where the system refuses another thread.
pub(super) fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> Option<()> {
    ThreadBuilder::new(name).stack_size(SEARCH_STACK_BYTES).low_priority().spawn(work).ok().map(drop)
}

/// Does work and says how it ended: a panic becomes a message.
pub(super) fn run_to_end(work: impl FnOnce()) -> GameAnalysisUpdate {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(()) => GameAnalysisUpdate::Done,
        Err(panic) => GameAnalysisUpdate::Failed(panic_message(panic.as_ref())),
    }
}

/// The message of a panic, as text for the user.
pub(super) fn panic_message(panic: &(dyn Any + Send)) -> String {
    let message =
        panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    format!("the engine failed: {}", message.unwrap_or("no reason given"))
}
