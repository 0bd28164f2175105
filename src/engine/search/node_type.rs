//! Node types of the alpha-beta search (PV, cut and all nodes), and what is known of a node before its moves are searched.

use crate::chess::board::BoardMove;
use crate::chess::{Bound, Depth, Ply, Score};
use crate::engine::search_position::SearchPosition;
use crate::engine::transposition_table::TtEntry;

use super::margin::Trend;

/// What a node is expected to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SearchNodeKind {
    /// On the principal variation.
    Pv,
    /// Some move is expected to refute the one before.
    Cut,
    /// No move is expected to be good enough.
    All,
}

impl SearchNodeKind {
    /// What the nodes below are expected to be, after the first move.
    pub(super) const fn child_kind(self) -> Self {
        match self {
            Self::Cut => Self::All,
            Self::Pv | Self::All => Self::Cut,
        }
    }
}

/// A node, once it is clear that it has to be searched.
#[derive(Clone, Copy)]
pub(super) struct SearchNode<'a> {
    pub(super) state: &'a SearchPosition,
    pub(super) ply: Ply,
    pub(super) depth: Depth,
    pub(super) kind: SearchNodeKind,
    pub(super) alpha: Score,
    pub(super) beta: Score,
    pub(super) in_check: bool,
    /// The table's entry, and its score as the root sees it.
    pub(super) tt_entry: Option<TtEntry>,
    pub(super) tt_score: Option<(Score, Bound)>,
    /// The static evaluation; none in check.
    pub(super) static_eval: Option<Score>,
    /// The same, improved by what the table knows.
    pub(super) eval: Option<Score>,
    pub(super) trend: Trend,
    /// The move that is left out.
    pub(super) excluded: Option<BoardMove>,
}

impl SearchNode<'_> {
    pub(super) fn is_pv(&self) -> bool {
        self.kind == SearchNodeKind::Pv
    }
}
