//! Lazy SMP: several threads search the same position.
//!
//! The threads share the transposition table ("Lazy SMP", Chess Programming Wiki); each has its own histories
//! and skips other depths. Only the main thread reports results, and the helpers end when it ends.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{self, ScopedJoinHandle};
use std::time::Duration;

use super::budget::Budget;
use super::co_search::{CoSearch, ThreadMode};
use super::limits::Limits;
use super::search::{SearchFindings, SearchParameters, SearchWorker, SharedSearch};
use super::thread_memory::SearchThreadMemory;
use super::transposition_table::TranspositionTable;
use chess::thread::{SEARCH_STACK_BYTES, ThreadBuilder};
use chess::{Move, Oracle, Root, StopSource, StopToken};

/// The input of a Lazy SMP search.
pub(crate) struct SearchTask<'a> {
    /// The position with the game before it.
    pub(crate) root: &'a Root,
    /// The root moves to search, all legal.
    pub(crate) moves: &'a [Move],
    /// Node and time limits, already running.
    pub(crate) budget: Budget,
    /// The other limits: depth, mate, MultiPV.
    pub(crate) limits: &'a Limits,
    /// Stops the search.
    pub(crate) stop: &'a StopToken,
    /// Endgame tables.
    pub(crate) oracle: &'a dyn Oracle,
    /// Whether endgame tables are probed at the root only, and not at inner nodes with few pieces, where they would give every
    /// move the same score.
    pub(crate) root_only_oracle: bool,
    /// What a draw is worth less to the side to move, in centipawns.
    pub(crate) contempt: i16,
    /// The parameters of the search.
    pub(crate) parameters: SearchParameters,
}

/// A co-search and the thread where it runs.
pub(crate) struct Helpers<'a> {
    /// The co-search.
    pub(crate) co_search: &'a mut dyn CoSearch,
    /// Where it runs.
    pub(crate) thread_mode: ThreadMode,
}

/// How long an idle co-search on its own thread sleeps before the next slice.
const CO_SEARCH_PAUSE: Duration = Duration::from_millis(25);

/// Searches with one thread for each of `memories`. `on_findings` receives every result together with the
/// shared state.
pub(crate) fn search(
    task: SearchTask,
    table: &TranspositionTable,
    memories: &mut [SearchThreadMemory],
    co_search: Option<Helpers>,
    on_findings: &mut dyn FnMut(&SearchFindings, &SharedSearch) -> ControlFlow<()>,
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
    let (contempt, parameters) = (task.contempt, task.parameters);
    let shared = &shared;
    let begin = |memory| {
        let mut searcher = SearchWorker::new(shared, memory, root, moves, contempt, parameters);
        if task.root_only_oracle {
            searcher.disable_oracle();
        }
        searcher
    };
    let (mut shared_co_search, mut own) = match co_search {
        Some(Helpers { co_search, thread_mode: ThreadMode::SharedThread }) => (Some(co_search), None),
        Some(Helpers { co_search, thread_mode: ThreadMode::OwnThread }) => (None, Some(co_search)),
        None => (None, None),
    };
    let last = thread::scope(|scope| {
        let co_search_thread = own.take().and_then(|co_search| {
            let work = move || run_on_own_thread(co_search, shared);
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
                helper.deepen(limits, n + 1, &mut |_| ControlFlow::Continue(()));
            };
            // If the system cannot start another thread, the search continues with fewer.
            let _ = ThreadBuilder::new("search").stack_size(SEARCH_STACK_BYTES).spawn_scoped(scope, help);
        }
        let mut leader = begin(first);
        if let Some(co_search) = shared_co_search.take() {
            leader.set_co_search(co_search);
        }
        let findings = leader.deepen(limits, 0, &mut |findings| on_findings(findings, shared));
        if limits.are_unlimited() {
            // An unlimited search has no deadline: the co-search may finish.
            shared.main_thread_done.store(true, Ordering::Relaxed);
            let _ = co_search_thread.map(ScopedJoinHandle::join);
        }
        drop(finished);
        findings
    });
    let _ = on_findings(&last, shared);
}

/// Runs a co-search on its own thread until the search ends, or both have nothing left to do.
fn run_on_own_thread(co_search: &mut dyn CoSearch, shared: &SharedSearch) {
    while shared.run_co_search(co_search).is_ok() && shared.check_stop().is_ok() {
        if shared.main_thread_done.load(Ordering::Relaxed) {
            return;
        }
        // It returned control: it has nothing to do until the main search has found more.
        thread::park_timeout(CO_SEARCH_PAUSE);
    }
}
