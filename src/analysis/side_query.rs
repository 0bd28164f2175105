//! A second question, answered beside the job under way: what the other side threatens, which move to hint at.
//!
//! It has an engine of its own on a thread of its own, small enough that the job hardly feels it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use crate::chess::Oracle;
use crate::engine::{EngineSettings, ThreadMode};

use super::analyzer::Analyzer;
use super::background_job::BackgroundJob;
use super::mailbox::Mailbox;
use super::protocol::{AnalysisJob, AnalysisSnapshot, Generation};

/// The number of a question aside; what belongs to an earlier one is stale.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct SideQueryId(u64);

/// What is known of a question aside.
#[derive(Clone, PartialEq, Debug)]
pub enum SideQueryUpdate {
    /// So much so far.
    Progress(Box<AnalysisSnapshot>),
    /// That is all.
    Done(Box<AnalysisSnapshot>),
    /// The work failed.
    Failed,
}

/// Memory for what the engine finds, in MiB.
const SIDE_QUERY_HASH_MB: usize = 16;

impl SideQueryId {
    pub(super) const fn next(self) -> Self {
        Self(self.0 + 1)
    }
}

/// Starts to think about a question. None where the machine has no thread left.
pub(super) fn start(
    id: SideQueryId,
    job: AnalysisJob,
    oracle: Arc<dyn Oracle>,
    mailbox: Arc<Mailbox>,
) -> Option<BackgroundJob<SideQueryId>> {
    BackgroundJob::start(id, "aside", move |stop| {
        let think = || {
            let settings =
                EngineSettings { hash_mb: SIDE_QUERY_HASH_MB, oracle, ..EngineSettings::default() };
            let mut analyzer = Analyzer::new(settings, ThreadMode::SharedThread);
            let on_snapshot = |snapshot: AnalysisSnapshot| {
                mailbox.set_side_query(id, SideQueryUpdate::Progress(Box::new(snapshot)));
            };
            analyzer.analyze((Generation::default(), &job), stop, &on_snapshot)
        };
        let result = match catch_unwind(AssertUnwindSafe(think)) {
            Ok(snapshot) => SideQueryUpdate::Done(Box::new(snapshot)),
            Err(_) => SideQueryUpdate::Failed,
        };
        mailbox.set_side_query(id, result);
    })
}
