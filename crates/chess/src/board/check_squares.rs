//! Check detection: which moves give check, before they are made.

use shakmaty::attacks;

use super::{Board, BoardMove, BoardMoveKind};
use crate::{Bitboard, Role, Square};

/// The squares from which each piece type gives check.
pub struct CheckSquares {
    /// The king that is to be given check.
    pub king: Square,
    /// By piece type.
    squares: [Bitboard; 6],
    /// Discovered-check candidates: pieces between an own slider and the enemy king.
    pub discoverers: Bitboard,
}

impl CheckSquares {
    /// The check squares of a position. None if the other side has no king.
    #[must_use]
    pub fn of(board: &Board) -> Option<Self> {
        let turn = board.turn();
        let king = board.king(!turn)?;
        let occupied = board.occupied();
        let (bishop, rook) = (attacks::bishop_attacks(king, occupied), attacks::rook_attacks(king, occupied));
        let (pawn, knight) = (attacks::pawn_attacks(!turn, king), attacks::knight_attacks(king));
        Some(Self {
            king,
            squares: [pawn, knight, bishop, rook, bishop | rook, Bitboard::EMPTY],
            discoverers: board.slider_blockers(king, turn) & board.by_color(turn),
        })
    }

    /// Whether a legal move gives check.
    #[must_use]
    pub fn gives_check(&self, board: &Board, mv: BoardMove) -> bool {
        if mv.kind == BoardMoveKind::Normal && mv.promotion.is_none() {
            self.squares_for(mv.role).contains(mv.to) || self.discovers_check(mv.from, mv.to)
        } else {
            board.after(mv).is_check()
        }
    }

    /// The squares from which a piece of one type gives check.
    #[must_use]
    pub const fn squares_for(&self, role: Role) -> Bitboard {
        self.squares[role as usize - 1]
    }

    fn discovers_check(&self, from: Square, to: Square) -> bool {
        self.discoverers.contains(from) && !attacks::aligned(self.king, from, to)
    }

    /// The targets of a piece that give direct or discovered check.
    #[must_use]
    pub fn checking_targets(&self, role: Role, from: Square, reach: Bitboard) -> Bitboard {
        let mut checks = reach & self.squares_for(role);
        if self.discoverers.contains(from) {
            checks |= reach & !attacks::ray(self.king, from);
        }
        checks
    }
}
