//! The facts about a board that several ideas share, worked out once.

use shakmaty::attacks;

use crate::chess::board::Board;
use crate::chess::{Bitboard, Color, Position, Role, Square};

/// The men as sets of squares.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Men {
    roles: [Bitboard; 6],
    sides: [Bitboard; 2],
}

impl Men {
    pub(crate) const fn by_role(&self, role: Role) -> Bitboard {
        self.roles[role as usize - 1]
    }

    pub(crate) const fn by_color(&self, color: Color) -> Bitboard {
        self.sides[color as usize]
    }

    pub(crate) fn occupied(&self) -> Bitboard {
        self.sides[0] | self.sides[1]
    }

    pub(crate) fn king(&self, color: Color) -> Option<Square> {
        (self.kings() & self.by_color(color)).first()
    }

    pub(crate) fn role_at(&self, square: Square) -> Option<Role> {
        Role::ALL.into_iter().find(|&role| self.by_role(role).contains(square))
    }

    pub(super) const fn pawns(&self) -> Bitboard {
        self.by_role(Role::Pawn)
    }

    pub(super) const fn knights(&self) -> Bitboard {
        self.by_role(Role::Knight)
    }

    pub(super) const fn bishops(&self) -> Bitboard {
        self.by_role(Role::Bishop)
    }

    pub(super) const fn rooks(&self) -> Bitboard {
        self.by_role(Role::Rook)
    }

    pub(super) const fn queens(&self) -> Bitboard {
        self.by_role(Role::Queen)
    }

    pub(super) const fn kings(&self) -> Bitboard {
        self.by_role(Role::King)
    }

    pub(super) fn rooks_and_queens(&self) -> Bitboard {
        self.rooks() | self.queens()
    }
}

impl From<&Position> for Men {
    fn from(position: &Position) -> Self {
        let board = position.board();
        Self {
            roles: Role::ALL.map(|role| board.by_role(role)),
            sides: [board.by_color(Color::Black), board.by_color(Color::White)],
        }
    }
}

impl From<&Board> for Men {
    fn from(board: &Board) -> Self {
        Self {
            roles: Role::ALL.map(|role| board.by_role(role)),
            sides: [board.by_color(Color::Black), board.by_color(Color::White)],
        }
    }
}

/// A board with what its men attack.
pub(super) struct View<'a> {
    /// The men.
    pub(super) board: &'a Men,
    /// What each side's pawns attack: White, Black.
    pawn_attacks: [Bitboard; 2],
    /// Each side's king.
    kings: [Square; 2],
}

impl<'a> View<'a> {
    pub(super) fn of(board: &'a Men) -> Self {
        let king = |color| board.king(color).unwrap_or(Square::E1);
        Self {
            board,
            pawn_attacks: [
                pawn_attacks(board.by_color(Color::White) & board.pawns(), Color::White),
                pawn_attacks(board.by_color(Color::Black) & board.pawns(), Color::Black),
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
