//! What the search remembers about each ply of the line it is looking at.

use crate::chess::board::BoardMove;
use crate::chess::{Ply, Score};
use crate::engine::order::history::PieceTo;
use crate::engine::transposition_table::PackedMove;

/// The deepest ply that is ever searched.
pub(super) const MAX_PLY: Ply = Ply::new(246);

/// One ply of the current line.
#[derive(Clone, Default)]
pub(super) struct SearchFrame {
    /// The key of the position.
    pub(super) key: u64,
    /// How the position was reached.
    pub(super) previous_move: PreviousMove,
    /// The static evaluation; none in check.
    pub(super) eval: Option<Score>,
    /// Quiet moves that refuted positions at this ply.
    pub(super) killers: [PackedMove; 2],
    /// A move that is left out, to see what the others are worth.
    pub(super) excluded: Option<BoardMove>,
    /// Whether the node is searched again to see that a null move did not lie; it may not pass then.
    pub(super) verifying_null_move: bool,
    /// The best line from here.
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
    /// By a pass.
    NullMove,
    /// By a move that put a man there.
    Move(PieceTo),
}

impl PreviousMove {
    /// Where the move put its man.
    pub(super) const fn piece_to(self) -> Option<PieceTo> {
        match self {
            Self::Move(piece_to) => Some(piece_to),
            Self::Root | Self::NullMove => None,
        }
    }
}

/// The frames of one thread.
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

    /// Makes a move and the best line after it the best line here.
    pub(super) fn update_pv(&mut self, ply: Ply, step: BoardMove) {
        let (upper, lower) = self.0.split_at_mut(ply.index() + 1);
        let line = &mut upper[ply.index()].pv;
        line.clear();
        line.push(step);
        line.extend_from_slice(&lower[0].pv);
    }

    /// Where the last two moves before this ply put their men.
    pub(super) fn previous_moves(&self, ply: Ply) -> [Option<PieceTo>; 2] {
        let last = self.at(ply).previous_move.piece_to();
        let earlier = if ply == Ply::ZERO { None } else { self.at(ply.previous()).previous_move.piece_to() };
        [last, earlier]
    }

    /// Whether the position at `ply` has stood on the board before on this line, the root included. Only
    /// `halfmoves` plies back can it have, and never across a pass.
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
