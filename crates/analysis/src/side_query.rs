//! Side query: a second search beside the current job, for the opponent's threat or a hint.
//!
//! It has a small engine of its own on a thread of its own, so that it hardly slows down the job.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::analyzer::Analyzer;
use super::background_job::BackgroundJob;
use super::mailbox::Mailbox;
pub use super::protocol::SideQueryUpdate;
use super::protocol::{AnalysisJob, AnalysisSnapshot, JobId};
use chess::Oracle;
use engine::{EngineSettings, ThreadMode};

/// Size of the engine's transposition table in mebibytes.
const SIDE_QUERY_HASH_MB: usize = 16;

/// Starts a side query. None where the system refuses another thread.
pub(super) fn start(
    id: JobId,
    job: AnalysisJob,
    oracle: Arc<dyn Oracle>,
    mailbox: Arc<Mailbox>,
) -> Option<BackgroundJob> {
    BackgroundJob::start(id, "side-query", move |stop| {
        let search = || {
            let settings =
                EngineSettings { hash_mb: SIDE_QUERY_HASH_MB, oracle, ..EngineSettings::default() };
            let mut analyzer = Analyzer::new(settings, ThreadMode::SharedThread);
            let on_snapshot = |snapshot: AnalysisSnapshot| {
                mailbox.set_side_query(id, SideQueryUpdate::Progress(Box::new(snapshot)));
            };
            analyzer.analyze((JobId::default(), &job), stop, &on_snapshot)
        };
        let result = match catch_unwind(AssertUnwindSafe(search)) {
            Ok(snapshot) => SideQueryUpdate::Done(Box::new(snapshot)),
            Err(_) => SideQueryUpdate::Failed,
        };
        mailbox.set_side_query(id, result);
    })
}
