//! Somebody who works on the same position beside the search, and is paid from the same purse.
//!
//! The engine knows no proofs. It lets a [`Companion`] take turns at the places where it looks at its limits
//! anyway, and counts what the companion makes as its own. Nothing of the search is lost by a turn: it goes
//! on at the node where it stood.

use std::time::Duration;

/// Works beside a search, a turn at a time.
pub trait Companion: Send {
    /// Makes some positions, or none, and says how many and what comes next. A turn should be short: limits
    /// are looked at between turns.
    fn turn(&mut self, purse: &Purse) -> Turn;
}

/// Where a companion takes its turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seat {
    /// On the last of the engine's threads, whose time it shares.
    Shared,
    /// On a thread of its own beside the engine's.
    Own,
}

/// What has been spent on a search, and what is left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Purse {
    /// Positions made so far by all threads, the companion's among them.
    pub nodes: u64,
    /// Positions that may still be made; `u64::MAX` where nothing limits them.
    pub left: u64,
    /// Time since the search began.
    pub time: Duration,
    /// What the clock says.
    pub clock: Clock,
    /// The engine's threads, 1 or more.
    pub threads: u64,
    /// What the engine does.
    pub engine: Work,
}

/// What the engine does while a companion takes its turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Work {
    /// It waits to go on with its search.
    Waits,
    /// It has searched all that it can: what is left is the companion's.
    Done,
}

/// What the clock of a game says about a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clock {
    /// There is time for more.
    Ample,
    /// What was meant for this move is spent; more is a loan.
    Short,
}

/// What came of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    /// Positions made.
    pub nodes: u64,
    /// What comes next.
    pub next: Next,
}

/// What comes after a companion's turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// The search.
    Search,
    /// Another turn.
    Again,
    /// Nothing: all that was wanted is known.
    Enough,
}

impl Turn {
    /// A turn that is passed.
    pub const PASS: Self = Self { nodes: 0, next: Next::Search };
}
