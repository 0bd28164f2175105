//! The men as sets of squares: all that an evaluation sees of a position.

use crate::chess::{Bitboard, Color, Position, Role, Square};

/// The men of both sides.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Men {
    roles: [Bitboard; 6],
    sides: [Bitboard; 2],
}

impl Men {
    /// All men of one kind.
    pub(crate) const fn by_role(&self, role: Role) -> Bitboard {
        self.roles[role as usize - 1]
    }

    /// All men of a side.
    pub(crate) const fn by_color(&self, color: Color) -> Bitboard {
        self.sides[color as usize]
    }

    /// All men.
    pub(crate) const fn occupied(&self) -> Bitboard {
        Bitboard(self.sides[0].0 | self.sides[1].0)
    }

    /// A side's king.
    pub(crate) fn king(&self, color: Color) -> Option<Square> {
        (self.by_role(Role::King) & self.by_color(color)).first()
    }

    /// What stands on a square.
    pub(crate) fn role_at(&self, square: Square) -> Option<Role> {
        Role::ALL.into_iter().find(|&role| self.by_role(role).contains(square))
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
