//! A second question, answered beside the job under way: what the other side threatens, which move to hint at.
//!
//! It has an engine of its own on a thread of its own, small enough that the job hardly feels it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use crate::chess::Oracle;
use crate::engine::{Seat, Settings};

use super::errand::Errand;
use super::mailbox::Mailbox;
use super::protocol::{Generation, Job, Snapshot};
use super::study::Tandem;

/// The number of a question aside; what belongs to an earlier one is stale.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct AsideId(u64);

/// What is known of a question aside.
#[derive(Clone, PartialEq, Debug)]
pub enum Answer {
    /// So much so far.
    SoFar(Box<Snapshot>),
    /// That is all.
    Last(Box<Snapshot>),
    /// The work failed.
    Failed,
}

/// Memory for what the engine finds, in MiB.
const MEMORY_MB: usize = 16;

impl AsideId {
    pub(super) const fn next(self) -> Self {
        Self(self.0 + 1)
    }
}

/// Starts to think about a question. None where the machine has no thread left.
pub(super) fn start(
    id: AsideId,
    job: Job,
    oracle: Arc<dyn Oracle>,
    mailbox: Arc<Mailbox>,
) -> Option<Errand<AsideId>> {
    Errand::start(id, "aside", move |stop| {
        let think = || {
            let settings = Settings { hash_mb: MEMORY_MB, oracle, ..Settings::default() };
            let mut tandem = Tandem::new(settings, Seat::Shared);
            let tell = |snapshot: Snapshot| mailbox.aside(id, Answer::SoFar(Box::new(snapshot)));
            tandem.study((Generation::default(), &job), stop, &tell)
        };
        let last = match catch_unwind(AssertUnwindSafe(think)) {
            Ok(snapshot) => Answer::Last(Box::new(snapshot)),
            Err(_) => Answer::Failed,
        };
        mailbox.aside(id, last);
    })
}
