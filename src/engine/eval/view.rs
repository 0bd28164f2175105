//! The facts about a board that several ideas share, worked out once.

use shakmaty::attacks;

use crate::chess::{Bitboard, Color, Role, Square};
use shakmaty::Board;

/// A board with what its men attack.
pub(super) struct View<'a> {
    /// The men.
    pub(super) board: &'a Board,
    /// What each side's pawns attack: White, Black.
    pawn_attacks: [Bitboard; 2],
    /// Each side's king.
    kings: [Square; 2],
}

impl<'a> View<'a> {
    pub(super) fn of(board: &'a Board) -> Self {
        let king = |color| board.king_of(color).unwrap_or(Square::E1);
        Self {
            board,
            pawn_attacks: [
                pawn_attacks(board.white() & board.pawns(), Color::White),
                pawn_attacks(board.black() & board.pawns(), Color::Black),
            ],
            kings: [king(Color::White), king(Color::Black)],
        }
    }

    /// All men of a side.
    pub(super) fn men(&self, color: Color) -> Bitboard {
        self.board.by_color(color)
    }

    /// The men of a side that are of one kind.
    pub(super) fn of_role(&self, color: Color, role: Role) -> Bitboard {
        self.board.by_color(color) & self.board.by_role(role)
    }

    /// A side's pawns.
    pub(super) fn pawns(&self, color: Color) -> Bitboard {
        self.of_role(color, Role::Pawn)
    }

    /// What a side's pawns attack.
    pub(super) const fn pawn_attacks(&self, color: Color) -> Bitboard {
        match color {
            Color::White => self.pawn_attacks[0],
            Color::Black => self.pawn_attacks[1],
        }
    }

    /// A side's king.
    pub(super) const fn king(&self, color: Color) -> Square {
        match color {
            Color::White => self.kings[0],
            Color::Black => self.kings[1],
        }
    }

    /// The king's square, its neighbors, and the next rank towards the enemy.
    pub(super) fn king_zone(&self, color: Color) -> Bitboard {
        let square = self.king(color);
        let ring = attacks::king_attacks(square) | Bitboard::from_square(square);
        ring | ahead(ring, color)
    }
}

/// The squares one rank further, as a side's pawns go.
pub(super) fn ahead(squares: Bitboard, color: Color) -> Bitboard {
    squares.shift(color.fold_wb(8, -8))
}

/// All squares in front of these on their files, as a side's pawns go.
pub(super) fn all_ahead(squares: Bitboard, color: Color) -> Bitboard {
    let step = color.fold_wb(8, -8);
    let mut filled = squares.shift(step);
    filled |= filled.shift(step);
    filled |= filled.shift(2 * step);
    filled | filled.shift(4 * step)
}

/// The squares one file to either side.
pub(super) fn beside(squares: Bitboard) -> Bitboard {
    let not_h = !Bitboard::from_file(crate::chess::File::H);
    let not_a = !Bitboard::from_file(crate::chess::File::A);
    (squares & not_h).shift(1) | (squares & not_a).shift(-1)
}

fn pawn_attacks(pawns: Bitboard, color: Color) -> Bitboard {
    beside(ahead(pawns, color))
}
