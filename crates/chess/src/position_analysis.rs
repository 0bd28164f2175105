//! What an analysis has found out about a position, as it is kept on disk.

use super::line::Line;
use super::root::Root;
use super::unit::Depth;

/// The result of the analysis of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct PositionAnalysis {
    /// The position with its repetition history.
    pub root: Root,
    /// The depth of the search.
    pub depth: Depth,
    /// Number of positions searched.
    pub nodes: u64,
    /// The best lines, best first; at least one.
    pub lines: Vec<Line>,
    /// No mate in this many moves or fewer exists; 0 if nothing is known.
    pub none_within: u16,
}
