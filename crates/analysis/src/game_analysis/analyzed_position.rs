//! A position of the analyzed game with its evaluation so far.

use chess::{PositionEvaluation, Root};

pub(super) struct AnalyzedPosition {
    /// The ply in the game.
    pub(super) index: usize,
    pub(super) root: Root,
    pub(super) finding: Option<PositionEvaluation>,
    /// Node limit of the last search.
    pub(super) nodes: u64,
}

impl AnalyzedPosition {
    pub(super) fn is_game_over(&self) -> bool {
        self.finding.as_ref().is_some_and(|found| found.line.is_none())
    }
}
