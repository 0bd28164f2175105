//! Co-search: a second search (the mate prover) that runs beside the main search and shares its limits.
//!
//! The engine runs a [`CoSearch`] in slices at the places where it checks its limits anyway, and counts its
//! nodes as its own. The main search continues at the node where it was interrupted.

use std::time::Duration;

/// A search that runs in slices beside the main search.
pub trait CoSearch: Send {
    /// Runs one slice and returns its node count and what comes next. A slice should be short: limits are
    /// checked between slices.
    fn take_turn(&mut self, budget: &NodeBudget) -> CoSearchTurn;
}

/// Where a co-search runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ThreadMode {
    /// On the last search thread, taking turns with it.
    SharedThread,
    /// On its own thread beside the search threads.
    OwnThread,
}

/// Nodes and time used by a search, and what remains.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NodeBudget {
    /// Nodes of all threads so far, those of the co-search included.
    pub nodes: u64,
    /// Nodes left; `u64::MAX` without a limit.
    pub nodes_left: u64,
    /// Time since the search began.
    pub time: Duration,
    /// Whether the soft time limit is passed.
    pub is_past_soft_limit: bool,
    /// Number of search threads, 1 or more.
    pub threads: u64,
    /// Whether the main search has reached its last depth: the co-search may use the remaining nodes.
    pub is_search_finished: bool,
}

/// The result of one slice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CoSearchTurn {
    /// Nodes searched in the slice.
    pub nodes: u64,
    /// What comes next.
    pub next: CoSearchNext,
}

/// What comes after a slice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CoSearchNext {
    /// The main search continues.
    Search,
    /// The co-search gets another slice.
    TakeTurn,
    /// The search ends: the co-search has a final answer.
    Finish,
}

impl CoSearchTurn {
    /// An empty slice.
    pub const PASS: Self = Self { nodes: 0, next: CoSearchNext::Search };
}
