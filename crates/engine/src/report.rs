//! Reports: the intermediate and final results of a search.

use std::time::Duration;

use chess::{Depth, Line, Move, Ply};

/// The result of a search so far.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Report {
    /// Depth of the last finished iteration.
    pub depth: Depth,
    /// Selective depth: the deepest ply reached.
    pub seldepth: Ply,
    /// Nodes, over all threads together.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// Number of search threads; 0 if unknown.
    pub threads: usize,
    /// Hash usage in permille.
    pub hashfull: u16,
    /// The best root moves with their lines, best first. Every mate among them is forced and its line
    /// complete.
    pub lines: Vec<Line>,
}

impl Report {
    /// The move to play.
    #[must_use]
    pub fn best_move(&self) -> Option<Move> {
        self.lines.first().and_then(|line| line.moves.first().copied())
    }

    /// Nodes per second.
    #[must_use]
    pub fn nodes_per_second(&self) -> u64 {
        let nanoseconds = self.time.as_nanos().max(1);
        u64::try_from(u128::from(self.nodes) * 1_000_000_000 / nanoseconds).unwrap_or(u64::MAX)
    }
}
