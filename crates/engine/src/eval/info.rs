//! Attack maps and other facts shared by the evaluation terms, computed once per position.

use shakmaty::attacks;

use super::side::{Black, EvalSide, White};
use chess::board::Board;
use chess::{Bitboard, Role, Square};

/// The shared facts of a position. The attacks of the pieces are filled in by [`super::pieces`].
pub(super) struct EvalInfo<'a> {
    pub(super) board: &'a Board,
    pub(super) occupied: Bitboard,
    /// The facts of each side: Black, White.
    sides: [EvalSideInfo; 2],
}

/// The shared facts of one side.
#[derive(Clone, Copy)]
pub(super) struct EvalSideInfo {
    /// Its king.
    pub(super) king: Square,
    /// The king ring, without squares that two own pawns protect.
    pub(super) king_ring: Bitboard,
    /// King blockers: single pieces of either side between the king and an enemy slider.
    pub(super) king_blockers: Bitboard,
    /// Attacks by piece type.
    attacked_by_role: [Bitboard; 6],
    /// All attacks.
    pub(super) attacked: Bitboard,
    /// Squares attacked at least twice.
    pub(super) attacked_twice: Bitboard,
    /// Number of pieces that attack the enemy king ring.
    pub(super) king_attackers: i32,
}

impl EvalSideInfo {
    /// Attacks of one piece type.
    pub(super) const fn attacked_by(&self, role: Role) -> Bitboard {
        self.attacked_by_role[role as usize - 1]
    }

    /// Adds the attacks of a piece.
    pub(super) fn add_attacks(&mut self, role: Role, reach: Bitboard) {
        self.attacked_twice |= self.attacked & reach;
        self.attacked |= reach;
        self.attacked_by_role[role as usize - 1] |= reach;
    }
}

impl<'a> EvalInfo<'a> {
    pub(super) fn of(board: &'a Board) -> Self {
        Self {
            board,
            occupied: board.occupied(),
            sides: [compute_side_info::<Black>(board), compute_side_info::<White>(board)],
        }
    }

    /// All pieces of a side, pawns and king included.
    pub(super) const fn side_pieces<S: EvalSide>(&self) -> Bitboard {
        self.board.by_color(S::US)
    }

    /// The pieces of a side of one type.
    pub(super) const fn pieces<S: EvalSide>(&self, role: Role) -> Bitboard {
        Bitboard(self.board.by_color(S::US).0 & self.board.by_role(role).0)
    }

    /// A side's pawns.
    pub(super) const fn pawns<S: EvalSide>(&self) -> Bitboard {
        self.pieces::<S>(Role::Pawn)
    }

    /// The facts of a side.
    pub(super) const fn side_info<S: EvalSide>(&self) -> &EvalSideInfo {
        &self.sides[S::US as usize]
    }

    /// The facts of a side, to update.
    pub(super) const fn side_info_mut<S: EvalSide>(&mut self) -> &mut EvalSideInfo {
        &mut self.sides[S::US as usize]
    }

    /// A side's king.
    pub(super) const fn king<S: EvalSide>(&self) -> Square {
        self.side_info::<S>().king
    }

    /// Attacks of a side's pawns.
    pub(super) const fn pawn_attacks<S: EvalSide>(&self) -> Bitboard {
        self.side_info::<S>().attacked_by(Role::Pawn)
    }
}

fn compute_side_info<S: EvalSide>(board: &Board) -> EvalSideInfo {
    let own = board.by_color(S::US);
    let pawns = own & board.by_role(Role::Pawn);
    let king = board.king(S::US).unwrap_or(Square::E1);
    let around = attacks::king_attacks(king);
    let pawn_attacks = S::pawn_attacks(pawns);
    let double_attacks = S::double_pawn_attacks(pawns);
    let mut by_role = [Bitboard::EMPTY; 6];
    by_role[Role::Pawn as usize - 1] = pawn_attacks;
    by_role[Role::King as usize - 1] = around;
    EvalSideInfo {
        king,
        king_ring: king_ring(king) & !double_attacks,
        king_blockers: board.slider_blockers(king, S::US.other()),
        attacked_by_role: by_role,
        attacked: pawn_attacks | around,
        attacked_twice: double_attacks | (pawn_attacks & around),
        king_attackers: 0,
    }
}

/// The king ring: the squares around the king; at the edge of the board it is shifted one square inward.
fn king_ring(king: Square) -> Bitboard {
    let file = king.file().to_u32().clamp(1, 6);
    let rank = king.rank().to_u32().clamp(1, 6);
    let center = Square::new(8 * rank + file);
    attacks::king_attacks(center) | Bitboard::from_square(center)
}
