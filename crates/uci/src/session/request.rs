//! Search requests and time limits for replies.

use std::time::Duration;

use crate::to_engine::{Ponder, UciSearchLimit};
use chess::{Move, Position, Root};

/// A search request: a position with its game, and limits.
#[derive(Clone, PartialEq, Debug)]
pub struct UciSearchRequest {
    /// The start of the game.
    pub start: Position,
    /// The moves since.
    pub moves: Vec<Move>,
    /// The position to search.
    pub root: Root,
    /// The limits.
    pub limit: UciSearchLimit,
    /// Whether the last move is only expected.
    pub ponder: Ponder,
    /// MultiPV, 1 or more.
    pub multipv: usize,
    /// Only these moves; empty means all.
    pub search_moves: Vec<Move>,
}

/// Time limits for the replies of an engine, measured by the owner of the session.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UciTimeouts {
    /// From `uci` to `uciok`; engines load networks here.
    pub uciok: Duration,
    /// From `isready` to `readyok`; they fill tables here.
    pub readyok: Duration,
    /// From `stop` to `bestmove`.
    pub stop: Duration,
    /// How late a `bestmove` may come before the engine counts as hung.
    pub grace: Duration,
}

impl Default for UciTimeouts {
    fn default() -> Self {
        let seconds = Duration::from_secs;
        // A low-priority engine on a busy machine can take this long to load.
        Self { uciok: seconds(30), readyok: seconds(60), stop: seconds(10), grace: seconds(10) }
    }
}

/// A deadline for a reply. The owner of the session restarts its timer when the number changes, and reports
/// that it has expired: see [`UciSession::expire`](super::UciSession::expire).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UciDeadline {
    /// A new number for each deadline.
    pub number: u64,
    /// How long it lasts.
    pub length: Duration,
}
