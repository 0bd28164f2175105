//! Threads that search one position together.
//!
//! All share the transposition table; each has its own memory and its own order of depths. What one
//! finds, the others meet in the table ("Lazy SMP"). The first thread speaks for all, and when it ends, so
//! do they.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{self, ScopedJoinHandle};
use std::time::Duration;

use crate::chess::thread::{SEARCH_STACK_BYTES, ThreadBuilder};
use crate::chess::{Move, Oracle, Root, StopSource, StopToken};

use super::budget::Budget;
use super::co_search::{CoSearch, ThreadMode};
use super::limits::Limits;
use super::search::{SearchControl, SearchFindings, SearchWorker, SharedSearch};
use super::thread_memory::SearchThreadMemory;
use super::transposition_table::TranspositionTable;

/// What a team is given.
pub(crate) struct SearchTask<'a> {
    /// The position with its past.
    pub(crate) root: &'a Root,
    /// The root moves to choose from, all legal.
    pub(crate) moves: &'a [Move],
    /// What may be spent, started before anything else was done.
    pub(crate) budget: Budget,
    /// The limits that are no budget.
    pub(crate) limits: &'a Limits,
    /// Ends the search.
    pub(crate) stop: &'a StopToken,
    /// Who knows endings.
    pub(crate) oracle: &'a dyn Oracle,
    /// Whether inner nodes ask the oracle.
    pub(crate) oracle_use: OracleUse,
    /// What a draw is worth less to the side to move, in centipawns.
    pub(crate) contempt: i16,
}

/// Whether inner nodes ask the oracle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OracleUse {
    /// Where few men are left.
    InnerNodes,
    /// Never: its answer would make all moves alike.
    RootOnly,
}

/// A companion with the place where it takes its turns.
pub(crate) struct Helpers<'a> {
    /// Who works beside the search.
    pub(crate) co_search: &'a mut dyn CoSearch,
    /// Where.
    pub(crate) thread_mode: ThreadMode,
}

/// How long a companion that has no more to do rests before it looks again.
const CO_SEARCH_PAUSE: Duration = Duration::from_millis(25);

/// Searches with as many threads as there are memories. `on_findings` is told of every finding, with the shared
/// state for its figures.
pub(crate) fn search(
    task: SearchTask,
    table: &TranspositionTable,
    memories: &mut [SearchThreadMemory],
    co_search: Option<Helpers>,
    on_findings: &mut dyn FnMut(&SearchFindings, &SharedSearch) -> SearchControl,
) {
    let finished = StopSource::new();
    let shared = SharedSearch {
        table,
        oracle: task.oracle,
        budget: task.budget,
        stop: task.stop.clone(),
        helpers_stop: finished.token(),
        nodes: AtomicU64::new(0),
        threads: u64::try_from(memories.len()).unwrap_or(1).max(1),
        co_search_done: AtomicBool::new(false),
        main_thread_done: AtomicBool::new(false),
    };
    let Some((first, others)) = memories.split_first_mut() else { return };
    let (root, moves, limits) = (task.root, task.moves, task.limits);
    let (oracle_use, contempt, shared) = (task.oracle_use, task.contempt, &shared);
    let begin = |memory| {
        let mut searcher = SearchWorker::new(shared, memory, root, moves, contempt);
        if oracle_use == OracleUse::RootOnly {
            searcher.disable_oracle();
        }
        searcher
    };
    let (mut shared_co_search, mut own) = match co_search {
        Some(Helpers { co_search: companion, thread_mode: ThreadMode::SharedThread }) => {
            (Some(companion), None)
        }
        Some(Helpers { co_search: companion, thread_mode: ThreadMode::OwnThread }) => (None, Some(companion)),
        None => (None, None),
    };
    let last = thread::scope(|scope| {
        let co_search_thread = own.take().and_then(|companion| {
            let work = move || run_on_own_thread(companion, shared);
            ThreadBuilder::new("mate-prover").stack_size(SEARCH_STACK_BYTES).spawn_scoped(scope, work).ok()
        });
        let helpers = others.len();
        for (n, memory) in others.iter_mut().enumerate() {
            let mut helper = begin(memory);
            if n + 1 == helpers
                && let Some(co_search) = shared_co_search.take()
            {
                helper.set_co_search(co_search);
            }
            let help = move || {
                helper.deepen(limits, n + 1, &mut |_| SearchControl::Continue);
            };
            // Where the machine has no room for one more thread the others do its work.
            let _ = ThreadBuilder::new("search").stack_size(SEARCH_STACK_BYTES).spawn_scoped(scope, help);
        }
        let mut leader = begin(first);
        if let Some(co_search) = shared_co_search.take() {
            leader.set_co_search(co_search);
        }
        let findings = leader.deepen(limits, 0, &mut |findings| on_findings(findings, shared));
        if limits.are_unlimited() {
            // Nobody waits for an answer: what works beside the search may come to its own end.
            shared.main_thread_done.store(true, Ordering::Relaxed);
            let _ = co_search_thread.map(ScopedJoinHandle::join);
        }
        drop(finished);
        findings
    });
    on_findings(&last, shared);
}

/// Lets a companion work on a thread of its own until the search ends, or both have no more to do.
fn run_on_own_thread(co_search: &mut dyn CoSearch, shared: &SharedSearch) {
    while shared.run_co_search(co_search).is_ok() && shared.check_stop().is_ok() {
        if shared.main_thread_done.load(Ordering::Relaxed) {
            return;
        }
        // It gave way: it has no more to do until more is known.
        thread::park_timeout(CO_SEARCH_PAUSE);
    }
}
