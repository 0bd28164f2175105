//! The search stack: what the search stores for each ply of the current line.

use crate::order::history::PieceTo;
use crate::transposition_table::PackedMove;
use chess::board::BoardMove;
use chess::{Ply, Score};

/// The maximum search ply.
pub(super) const MAX_PLY: Ply = Ply::new(246);

/// The search stack entry of one ply.
#[derive(Clone, Default)]
pub(super) struct SearchFrame {
    /// The Zobrist key of the position.
    pub(super) key: u64,
    /// How the position was reached.
    pub(super) previous_move: PreviousMove,
    /// The static evaluation; none in check.
    pub(super) eval: Option<Score>,
    /// Killer moves: quiet moves that caused a beta cutoff at this ply.
    pub(super) killers: [PackedMove; 2],
    /// Beta cutoffs at this ply since the last node two plies above it: how often its sibling nodes failed
    /// high.
    pub(super) cutoffs: u32,
    /// The move that a singular search excludes.
    pub(super) excluded: Option<BoardMove>,
    /// Whether a null move cutoff is being verified at this node: no null move is tried then.
    pub(super) verifying_null_move: bool,
    /// The principal variation from this ply.
    pub(super) pv: Vec<BoardMove>,
}

impl SearchFrame {
    /// Whether a null move may be tried here: not twice in a row, and not where one is being verified.
    pub(super) fn may_try_null_move(&self) -> bool {
        self.previous_move != PreviousMove::NullMove && !self.verifying_null_move
    }
}

/// How a position was reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum PreviousMove {
    /// It is the root.
    #[default]
    Root,
    /// By a null move.
    NullMove,
    /// By a move: the piece and its target square.
    Move(PieceTo),
}

impl PreviousMove {
    /// The piece that moved and its target square; none for a null move.
    pub(super) const fn piece_to(self) -> Option<PieceTo> {
        match self {
            Self::Move(piece_to) => Some(piece_to),
            Self::Root | Self::NullMove => None,
        }
    }
}

/// The search stack of one thread.
pub(super) struct SearchStack(Vec<SearchFrame>);

impl SearchStack {
    pub(super) fn new() -> Self {
        Self(vec![SearchFrame::default(); MAX_PLY.index() + 3])
    }

    pub(super) fn at(&self, ply: Ply) -> &SearchFrame {
        &self.0[ply.index()]
    }

    pub(super) fn at_mut(&mut self, ply: Ply) -> &mut SearchFrame {
        &mut self.0[ply.index()]
    }

    /// Updates the principal variation: a move followed by the variation of the next ply.
    pub(super) fn update_pv(&mut self, ply: Ply, mv: BoardMove) {
        let (upper, lower) = self.0.split_at_mut(ply.index() + 1);
        let line = &mut upper[ply.index()].pv;
        line.clear();
        line.push(mv);
        line.extend_from_slice(&lower[0].pv);
    }

    /// The last two moves before this ply, as piece and target square.
    pub(super) fn previous_moves(&self, ply: Ply) -> [Option<PieceTo>; 2] {
        let last = self.at(ply).previous_move.piece_to();
        let earlier = if ply == Ply::ZERO { None } else { self.at(ply.previous()).previous_move.piece_to() };
        [last, earlier]
    }

    /// Whether the position at `ply` has occurred before on this line, the root included: within `halfmoves`
    /// plies, and never across a null move.
    pub(super) fn is_repetition(&self, ply: Ply, halfmoves: u16) -> bool {
        let key = self.at(ply).key;
        let mut back = 0;
        let mut at = ply;
        while at > Ply::ZERO && back < halfmoves && self.at(at).previous_move != PreviousMove::NullMove {
            at = at.previous();
            back += 1;
            if back >= 4 && self.at(at).key == key {
                return true;
            }
        }
        false
    }
}
