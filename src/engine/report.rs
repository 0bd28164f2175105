//! What a search says while it works and when it ends.

use std::time::Duration;

use crate::chess::{Depth, Line, Move, Ply};

/// The state of a search.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Report {
    /// The last finished iteration.
    pub depth: Depth,
    /// The longest line looked at.
    pub seldepth: Ply,
    /// Positions made, over all threads together.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// Threads that search; 0 where nobody has said so.
    pub threads: usize,
    /// How full the transposition table is, in thousandths.
    pub hashfull: u16,
    /// The best root moves with their lines, best first. Every mate among them is forced and complete.
    pub lines: Vec<Line>,
}

impl Report {
    /// The move to play.
    #[must_use]
    pub fn best_move(&self) -> Option<Move> {
        self.lines.first().and_then(|line| line.moves.first().copied())
    }

    /// Positions a second, or nought before the clock has moved.
    #[must_use]
    pub fn nodes_per_second(&self) -> u64 {
        let nanoseconds = self.time.as_nanos().max(1);
        u64::try_from(u128::from(self.nodes) * 1_000_000_000 / nanoseconds).unwrap_or(u64::MAX)
    }
}
