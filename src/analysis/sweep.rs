//! All positions of a game, one after the other, on a thread of its own: what a review is made of.
//!
//! They are looked at from the last to the first. What was learned of a position is then in the engine's memory
//! when the one before it is looked at, and a move is seldom blamed for what only a deeper look shows. With the
//! same positions and the same limit the findings are the same, whatever else the machine does: the engine is
//! fresh, has one thread and a memory of fixed size, and the proof takes its turns on that thread.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;

use crate::chess::{Distance, Fact, Finding, Root, StopToken};
use crate::engine::{Limits, Seat, Settings};
use crate::solver::{Syzygy, SyzygyResult, Tables};

use super::errand::Errand;
use super::mailbox::Mailbox;
use super::protocol::{Generation, Job, Snapshot, Task, Update};
use super::study::Tandem;
use super::worker::words_of;

/// The number of a sweep; what belongs to an earlier one is stale.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct SweepId(u64);

/// Positions that are to be looked at.
#[derive(Clone, PartialEq, Debug)]
pub struct Order {
    /// The positions with their past, in the order of the game, each with its place there.
    pub roots: Vec<(usize, Root)>,
    /// Positions that the search may make for each of them, 1 or more.
    pub nodes: u64,
}

/// What a sweep says.
#[derive(Clone, PartialEq, Debug)]
pub enum Swept {
    /// This was found of the position at this place.
    Found(usize, Box<Finding>),
    /// The work failed, for this reason. No more is said.
    Failed(String),
}

/// Size of the engine's memory in mebibytes: enough for millions of positions in a game.
const HASH_MB: usize = 32;

/// Men up to which a missing table is made at once: it takes seconds, and then all is exact.
const MEN_MADE: u8 = 4;

impl SweepId {
    pub(super) const fn next(self) -> Self {
        Self(self.0 + 1)
    }
}

/// Starts to look. None where the machine has no thread left.
pub(super) fn start(
    id: SweepId,
    order: Order,
    tables: Arc<Tables>,
    syzygy: Option<PathBuf>,
    mailbox: Arc<Mailbox>,
) -> Option<Errand<SweepId>> {
    Errand::start(id, "review", move |stop| {
        let found = |place, finding| mailbox.word(Update::Swept(id, Swept::Found(place, Box::new(finding))));
        let syzygy = syzygy.and_then(|folder| Syzygy::open(&folder).ok());
        let work = || look_over(&order, &tables, syzygy.map(Arc::new), stop, found);
        if let Err(panic) = catch_unwind(AssertUnwindSafe(work)) {
            mailbox.word(Update::Swept(id, Swept::Failed(words_of(panic.as_ref()))));
        }
    })
}

/// Looks at all positions, the last one first, and tells what was found of each. Ends early where the token is
/// stopped; what was told until then counts.
pub fn look_over(
    order: &Order,
    tables: &Arc<Tables>,
    syzygy: Option<Arc<Syzygy>>,
    stop: &StopToken,
    mut on_found: impl FnMut(usize, Finding),
) {
    let oracle = Arc::<Tables>::clone(tables);
    let settings = Settings { hash_mb: HASH_MB, threads: 1, oracle, ..Settings::default() };
    let mut tandem = Tandem::new(settings, Seat::Shared);
    tandem.ask_syzygy(syzygy);
    for (place, root) in order.roots.iter().rev() {
        if let Some(ending) = root.ending() {
            on_found(*place, Finding::over(ending));
            continue;
        }
        provide(root, tables, stop);
        let limits = Limits { nodes: Some(order.nodes.max(1)), lines: 1, ..Limits::default() };
        let job = Job { root: root.clone(), limits, task: Task::Review };
        let last = tandem.study((Generation::default(), &job), stop, &|_| {});
        if stop.is_stopped() {
            return;
        }
        if let Some(finding) = finding(last) {
            on_found(*place, finding);
        }
    }
}

/// Has the table of a position ready, where that takes seconds at most.
fn provide(root: &Root, tables: &Tables, stop: &StopToken) {
    let material = root.position.material();
    if material.men() <= MEN_MADE {
        // Without a table the search has a look, as everywhere else.
        let _ = tables.build(&material, 1, stop, &mut |_| {});
    } else {
        let _ = tables.load(&material);
    }
}

/// What a job's last word says for certain and what it holds likely.
fn finding(snapshot: Snapshot) -> Option<Finding> {
    let result = snapshot.syzygy.as_ref().map(|advice| advice.verdict.result);
    let mut finding = Finding::of(snapshot.report.lines.into_iter().next()?);
    let told = result.and_then(|result| match result {
        SyzygyResult::Win => Some(Fact::Win(Distance::Unknown)),
        SyzygyResult::Loss => Some(Fact::Loss(Distance::Unknown)),
        SyzygyResult::Draw | SyzygyResult::CursedWin | SyzygyResult::BlessedLoss => Some(Fact::Draw),
        _ => None,
    });
    finding.fact = finding.fact.or(told);
    Some(finding)
}
