//! Check detection: which moves give check, before they are made.

use shakmaty::attacks;

use super::{Board, BoardMove, BoardMoveKind};
use crate::chess::{Bitboard, Role, Square};

/// The squares from which each piece type gives check.
pub(crate) struct CheckSquares {
    pub(crate) king: Square,
    pub(crate) knight: Bitboard,
    pub(crate) bishop: Bitboard,
    pub(crate) rook: Bitboard,
    pawn: Bitboard,
    /// Discovered-check candidates: pieces between an own slider and the enemy king.
    pub(crate) discoverers: Bitboard,
}

impl CheckSquares {
    /// The check squares of a position. None if the other side has no king.
    pub(crate) fn of(board: &Board) -> Option<Self> {
        let turn = board.turn();
        let king = board.king(!turn)?;
        let occupied = board.occupied();
        Some(Self {
            king,
            knight: attacks::knight_attacks(king),
            bishop: attacks::bishop_attacks(king, occupied),
            rook: attacks::rook_attacks(king, occupied),
            pawn: attacks::pawn_attacks(!turn, king),
            discoverers: board.slider_blockers(king, turn) & board.by_color(turn),
        })
    }

    /// Whether a legal move gives check.
    pub(crate) fn gives_check(&self, board: &Board, mv: BoardMove) -> bool {
        if mv.kind == BoardMoveKind::Normal && mv.promotion.is_none() {
            self.squares_for(mv.role).contains(mv.to) || self.discovers_check(mv.from, mv.to)
        } else {
            board.after(mv).is_check()
        }
    }

    pub(crate) const fn squares_for(&self, role: Role) -> Bitboard {
        match role {
            Role::Pawn => self.pawn,
            Role::Knight => self.knight,
            Role::Bishop => self.bishop,
            Role::Rook => self.rook,
            Role::Queen => self.bishop.with_const(self.rook),
            Role::King => Bitboard::EMPTY,
        }
    }

    fn discovers_check(&self, from: Square, to: Square) -> bool {
        self.discoverers.contains(from) && !attacks::aligned(self.king, from, to)
    }

    /// The targets of a piece that give direct or discovered check.
    pub(crate) fn checking_targets(&self, role: Role, from: Square, reach: Bitboard) -> Bitboard {
        let mut checks = reach & self.squares_for(role);
        if self.discoverers.contains(from) {
            checks |= reach & !attacks::ray(self.king, from);
        }
        checks
    }
}
