//! The inputs of the network: a piece on a square, seen by one side.
//!
//! Each side sees the board from its own end, and mirrored so that its king stands on files a to d: a position
//! and its mirror image have the same inputs.

use chess::{Color, Piece, Square};

/// Number of inputs for each side: own and enemy pieces of six types on 64 squares.
pub(crate) const FEATURES: usize = 2 * 6 * 64;

/// How a side sees the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Perspective {
    color: Color,
    /// What turns a square into the one that the side sees, by exclusive or.
    flip: usize,
}

impl Perspective {
    /// That of a side with its king on a square.
    pub(crate) fn of(color: Color, king: Square) -> Self {
        let mirror = if is_mirrored(king) { 0b000_111 } else { 0 };
        Self { color, flip: mirror | color.fold_wb(0, 0b111_000) }
    }

    /// The index of the input of a piece on a square, below [`FEATURES`].
    #[inline]
    pub(crate) fn index(self, piece: Piece, square: Square) -> usize {
        let owner = usize::from(piece.color != self.color);
        (owner * 6 + usize::from(piece.role) - 1) * 64 + (square.to_usize() ^ self.flip)
    }
}

/// Whether a side with its king on this square sees the board mirrored.
pub(crate) fn is_mirrored(king: Square) -> bool {
    king.file().to_u32() >= 4
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::Role;

    #[test]
    fn both_sides_see_the_same_of_mirrored_boards() {
        let white = Perspective::of(Color::White, Square::G1);
        let black = Perspective::of(Color::Black, Square::B8);
        for (role, square) in [(Role::Pawn, Square::A2), (Role::Queen, Square::H7), (Role::King, Square::G1)]
        {
            let twin = Square::new(square.to_u32() ^ 0b111_111);
            assert_eq!(white.index(role.of(Color::White), square), black.index(role.of(Color::Black), twin));
            assert_eq!(white.index(role.of(Color::Black), square), black.index(role.of(Color::White), twin));
        }
        assert_eq!(white.index(Role::Pawn.of(Color::White), Square::H1), 0);
        assert_eq!(white.index(Role::King.of(Color::Black), Square::A8), FEATURES - 1);
    }
}
