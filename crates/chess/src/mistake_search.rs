//! What a search with several lines has found out about a mistake.

use super::evaluation::PositionEvaluation;

/// Number of lines of the search: at most one less can be right.
pub const MISTAKE_SEARCH_LINES: usize = 4;

/// The better moves and the refutation of a move that was played.
#[derive(Clone, PartialEq, Debug)]
pub struct MistakeSearch {
    /// The evaluations of the best moves of the position, best first: up to [`MISTAKE_SEARCH_LINES`].
    pub lines: Vec<PositionEvaluation>,
    /// The evaluation after the move that was played, from the opponent's point of view.
    pub after: PositionEvaluation,
    /// Nodes that were searched.
    pub nodes: u64,
}
