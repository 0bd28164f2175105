//! Node types of the alpha-beta search (PV, cut and all nodes), and what is known of a node before its moves are searched.

use crate::search_position::SearchPosition;
use crate::transposition_table::TtEntry;
use chess::board::BoardMove;
use chess::{Bound, Depth, Ply, Score};

/// Node type: what the node is expected to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SearchNodeKind {
    /// PV node: on the principal variation, searched with an open window.
    Pv,
    /// Cut node: some move is expected to fail high.
    Cut,
    /// All node: every move is expected to fail low.
    All,
}

impl SearchNodeKind {
    /// The expected type of the children, but for the first child of a PV node.
    pub(super) const fn child_kind(self) -> Self {
        match self {
            Self::Cut => Self::All,
            Self::Pv | Self::All => Self::Cut,
        }
    }
}

/// A node of the main search, after the early cutoffs (steps 1 to 6).
#[derive(Clone, Copy)]
pub(super) struct SearchNode<'a> {
    pub(super) state: &'a SearchPosition,
    pub(super) ply: Ply,
    pub(super) depth: Depth,
    pub(super) kind: SearchNodeKind,
    pub(super) alpha: Score,
    pub(super) beta: Score,
    pub(super) in_check: bool,
    /// The transposition table entry, and its score with mates counted from the root.
    pub(super) tt_entry: Option<TtEntry>,
    pub(super) tt_score: Option<(Score, Bound)>,
    /// The static evaluation; none in check.
    pub(super) static_eval: Option<Score>,
    /// The static evaluation corrected by the table score.
    pub(super) eval: Option<Score>,
    /// Whether the static evaluation is higher than two plies ago.
    pub(super) improving: bool,
    /// Whether the node is, or once was, a PV node.
    pub(super) was_pv: bool,
    /// The move that a singular search excludes.
    pub(super) excluded: Option<BoardMove>,
}

impl SearchNode<'_> {
    pub(super) fn is_pv(&self) -> bool {
        self.kind == SearchNodeKind::Pv
    }
}
