//! Threads that search one position together.
//!
//! All share the transposition table; each has its own memory and its own order of depths. What one
//! finds, the others meet in the table ("Lazy SMP"). The first thread speaks for all, and when it ends, so
//! do they.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{self, ScopedJoinHandle};
use std::time::Duration;

use crate::chess::{Move, Oracle, Root, StopSource, StopToken};

use super::budget::Budget;
use super::companion::{Companion, Seat};
use super::limits::Limits;
use super::memory::Memory;
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

/// A companion with the place where it takes its turns.
pub(crate) struct Company<'a> {
    /// Who works beside the search.
    pub(crate) companion: &'a mut dyn Companion,
    /// Where.
    pub(crate) seat: Seat,
}

/// Room for the deepest search and a companion's on top of it, in bytes. Only what is used is ever taken.
pub(super) const STACK: usize = 64 << 20;

/// How long a companion that has no more to do rests before it looks again.
const PAUSE: Duration = Duration::from_millis(25);

/// Searches with as many threads as there are memories. `hear` is told of every finding, with the shared
/// state for its figures.
pub(crate) fn search(
    task: Task,
    table: &Table,
    memories: &mut [Memory],
    company: Option<Company>,
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
        threads: u64::try_from(memories.len()).unwrap_or(1).max(1),
        enough: AtomicBool::new(false),
        leader_done: AtomicBool::new(false),
    };
    let Some((first, others)) = memories.split_first_mut() else { return };
    let (root, moves, limits) = (task.root, task.moves, task.limits);
    let (asking, contempt, shared) = (task.asking, task.contempt, &shared);
    let begin = |memory| {
        let mut searcher = Searcher::new(shared, memory, root, moves, contempt);
        if asking == Asking::No {
            searcher.ignore_oracle();
        }
        searcher
    };
    let (mut sharing, mut own) = match company {
        Some(Company { companion, seat: Seat::Shared }) => (Some(companion), None),
        Some(Company { companion, seat: Seat::Own }) => (None, Some(companion)),
        None => (None, None),
    };
    let last = thread::scope(|scope| {
        let companion = own.take().and_then(|companion| {
            let work = move || work_alone(companion, shared);
            thread::Builder::new()
                .name("companion".to_owned())
                .stack_size(STACK)
                .spawn_scoped(scope, work)
                .ok()
        });
        let helpers = others.len();
        for (n, memory) in others.iter_mut().enumerate() {
            let mut helper = begin(memory);
            if n + 1 == helpers
                && let Some(companion) = sharing.take()
            {
                helper.sit_beside(companion);
            }
            let help = move || {
                helper.deepen(limits, n + 1, &mut |_| Course::On);
            };
            // Where the machine has no room for one more thread the others do its work.
            let _ =
                thread::Builder::new().name("helper".to_owned()).stack_size(STACK).spawn_scoped(scope, help);
        }
        let mut leader = begin(first);
        if let Some(companion) = sharing.take() {
            leader.sit_beside(companion);
        }
        let findings = leader.deepen(limits, 0, &mut |findings| hear(findings, shared));
        if limits.are_none() {
            // Nobody waits for an answer: what works beside the search may come to its own end.
            shared.leader_done.store(true, Ordering::Relaxed);
            let _ = companion.map(ScopedJoinHandle::join);
        }
        drop(finished);
        findings
    });
    hear(&last, shared);
}

/// Lets a companion work on a thread of its own until the search ends, or both have no more to do.
fn work_alone(companion: &mut dyn Companion, shared: &Shared) {
    while shared.give_turns(companion).is_ok() && shared.check().is_ok() {
        if shared.leader_done.load(Ordering::Relaxed) {
            return;
        }
        // It gave way: it has no more to do until more is known.
        thread::park_timeout(PAUSE);
    }
}
