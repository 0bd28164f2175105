//! Odds games: one side starts without one of its pieces.

use super::{Color, Position, Role, Square, fen};

/// The missing piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Odds {
    /// The pawn in front of the king's bishop.
    Pawn,
    /// The queen's knight.
    Knight,
    /// The queen's rook.
    Rook,
    /// The queen.
    Queen,
}

impl Odds {
    /// All odds, the smallest first.
    pub const ALL: [Self; 4] = [Self::Pawn, Self::Knight, Self::Rook, Self::Queen];

    /// The name of the piece.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pawn => "pawn",
            Self::Knight => "knight",
            Self::Rook => "rook",
            Self::Queen => "queen",
        }
    }

    /// The square of the missing piece.
    #[must_use]
    pub const fn square(self, giver: Color) -> Square {
        match (self, giver) {
            (Self::Pawn, Color::White) => Square::F2,
            (Self::Pawn, Color::Black) => Square::F7,
            (Self::Knight, Color::White) => Square::B1,
            (Self::Knight, Color::Black) => Square::B8,
            (Self::Rook, Color::White) => Square::A1,
            (Self::Rook, Color::Black) => Square::A8,
            (Self::Queen, Color::White) => Square::D1,
            (Self::Queen, Color::Black) => Square::D8,
        }
    }

    /// The starting position if `giver` gives these odds. Without its rook it cannot castle to that side.
    #[must_use]
    pub fn start(self, giver: Color) -> Position {
        let mut board = Position::start().board().clone();
        let removed = board.remove_piece_at(self.square(giver));
        let rights = match (removed.map(|piece| piece.role), giver) {
            (Some(Role::Rook), Color::White) => "Kkq",
            (Some(Role::Rook), Color::Black) => "KQk",
            _ => "KQkq",
        };
        fen::parse(&format!("{board} w {rights} - 0 1")).unwrap_or_else(|_| Position::start())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_giver_lacks_one_piece_and_nothing_else() {
        for (odds, giver, wanted) in [
            (Odds::Pawn, Color::Black, "rnbqkbnr/ppppp1pp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
            (Odds::Knight, Color::White, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1"),
            (Odds::Rook, Color::White, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1"),
            (Odds::Rook, Color::Black, "1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1"),
            (Odds::Queen, Color::Black, "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        ] {
            assert_eq!(fen::format(&odds.start(giver)), wanted);
        }
    }
}
