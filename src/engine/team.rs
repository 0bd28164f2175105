//! Threads that search one position together.
//!
//! All share the transposition table; each has its own histories and its own order of depths. What one
//! finds, the others meet in the table ("Lazy SMP"). The first thread speaks for all, and when it ends, so
//! do they.

use std::sync::atomic::AtomicU64;

use crate::chess::{Move, Oracle, Root, StopSource, StopToken};

use super::budget::Budget;
use super::limits::Limits;
use super::order::history::Histories;
use super::search::{Course, Findings, Searcher, Shared};
use super::table::Table;

/// What a team is given.
pub(crate) struct Task<'a> {
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
    pub(crate) asking: Asking,
    /// What a draw is worth less to the side to move, in centipawns.
    pub(crate) contempt: i16,
}

/// Whether inner nodes ask the oracle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Asking {
    /// Where few men are left.
    Yes,
    /// Never: its answer would make all moves alike.
    No,
}

/// Searches with as many threads as there are histories. `hear` is told of every finding, with the shared
/// state for its figures.
pub(crate) fn search(
    task: Task,
    table: &Table,
    histories: &mut [Histories],
    hear: &mut dyn FnMut(&Findings, &Shared) -> Course,
) {
    let finished = StopSource::new();
    let shared = Shared {
        table,
        oracle: task.oracle,
        budget: task.budget,
        stop: task.stop.clone(),
        team: finished.token(),
        nodes: AtomicU64::new(0),
        threads: u64::try_from(histories.len()).unwrap_or(1).max(1),
    };
    let Some((first, others)) = histories.split_first_mut() else { return };
    let (root, moves, limits) = (task.root, task.moves, task.limits);
    let (asking, contempt, shared) = (task.asking, task.contempt, &shared);
    let begin = |histories| {
        let mut searcher = Searcher::new(shared, histories, root, moves, contempt);
        if asking == Asking::No {
            searcher.ignore_oracle();
        }
        searcher
    };
    let last = std::thread::scope(|scope| {
        for (n, histories) in others.iter_mut().enumerate() {
            let mut helper = begin(histories);
            scope.spawn(move || helper.deepen(limits, n + 1, &mut |_| Course::On));
        }
        let findings = begin(first).deepen(limits, 0, &mut |findings| hear(findings, shared));
        drop(finished);
        findings
    });
    hear(&last, shared);
}
