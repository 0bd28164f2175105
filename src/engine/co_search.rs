//! Somebody who works on the same position beside the search, and is paid from the same purse.
//!
//! The engine knows no proofs. It lets a [`CoSearch`] take turns at the places where it looks at its limits
//! anyway, and counts what the companion makes as its own. Nothing of the search is lost by a turn: it goes
//! on at the node where it stood.

use std::time::Duration;

/// Works beside a search, a turn at a time.
pub trait CoSearch: Send {
    /// Makes some positions, or none, and says how many and what comes next. A turn should be short: limits
    /// are looked at between turns.
    fn take_turn(&mut self, budget: &NodeBudget) -> CoSearchTurn;
}

/// Where a companion takes its turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ThreadMode {
    /// On the last of the engine's threads, whose time it shares.
    SharedThread,
    /// On a thread of its own beside the engine's.
    OwnThread,
}

/// What has been spent on a search, and what is left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NodeBudget {
    /// Positions made so far by all threads, the companion's among them.
    pub nodes: u64,
    /// Positions that may still be made; `u64::MAX` where nothing limits them.
    pub nodes_left: u64,
    /// Time since the search began.
    pub time: Duration,
    /// What the clock says.
    pub clock: SearchClockState,
    /// The engine's threads, 1 or more.
    pub threads: u64,
    /// What the engine does.
    pub engine: EngineActivity,
}

/// What the engine does while a companion takes its turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EngineActivity {
    /// It waits to go on with its search.
    Waiting,
    /// It has searched all that it can: what is left is the companion's.
    Finished,
}

/// What the clock of a game says about a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchClockState {
    /// There is time for more.
    WithinLimit,
    /// What was meant for this move is spent; more is a loan.
    Overdrawn,
}

/// What came of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CoSearchTurn {
    /// Positions made.
    pub nodes: u64,
    /// What comes next.
    pub next: CoSearchNext,
}

/// What comes after a companion's turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CoSearchNext {
    /// The search.
    Search,
    /// Another turn.
    TakeTurn,
    /// Nothing: all that was wanted is known.
    Finish,
}

impl CoSearchTurn {
    /// A turn that is passed.
    pub const PASS: Self = Self { nodes: 0, next: CoSearchNext::Search };
}
