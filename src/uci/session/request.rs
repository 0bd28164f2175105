//! What an engine is asked, and how long it may take over an answer.

use std::time::Duration;

use crate::chess::{Move, Position, Root};
use crate::uci::to_engine::{Ponder, UciSearchLimit};

/// A position with all that led to it, and what may be spent on it.
#[derive(Clone, PartialEq, Debug)]
pub struct UciSearchRequest {
    /// Where the game began.
    pub start: Position,
    /// The moves since.
    pub moves: Vec<Move>,
    /// The position that they led to.
    pub root: Root,
    /// What may be spent.
    pub limit: UciSearchLimit,
    /// Whether the last move is only expected.
    pub ponder: Ponder,
    /// Lines that are wanted, 1 or more.
    pub multipv: usize,
    /// Only these moves; empty means all.
    pub search_moves: Vec<Move>,
}

/// How long an engine may take, told by whoever owns the clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UciTimeouts {
    /// From `uci` to `uciok`; engines load networks here.
    pub uciok: Duration,
    /// From `isready` to `readyok`; they fill tables here.
    pub readyok: Duration,
    /// From `stop` to `bestmove`.
    pub stop: Duration,
    /// What a move may come late before the engine counts as hung.
    pub grace: Duration,
}

impl Default for UciTimeouts {
    fn default() -> Self {
        let seconds = Duration::from_secs;
        // A busy machine, and an engine that lets everything else go first, can take this long to load.
        Self { uciok: seconds(30), readyok: seconds(60), stop: seconds(10), grace: seconds(10) }
    }
}

/// A wait for an engine's word. Whoever owns the clock restarts it when its number changes, and tells the
/// peer when it is over: see [`Peer::expire`](super::Peer::expire).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UciDeadline {
    /// Another one for each wait.
    pub number: u64,
    /// How long it lasts.
    pub length: Duration,
}
