//! The value of a position in a table: one byte.
//!
//! Wins count up from the draw and losses down from the top, in moves; the parity of half-moves follows from
//! the result. Each side has room for 127 moves, the longest mate of any five-piece ending, but the two
//! ranges share one byte value: it is a win for White, the stronger side, and a loss for Black.

use chess::{Color, Ply, Verdict};

/// A result with its distance, or an illegal position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TableByte(pub(super) u8);

impl TableByte {
    /// An illegal position, or one that has another index.
    pub(super) const ILLEGAL: Self = Self(0);
    /// Neither side can force mate.
    pub(super) const DRAW: Self = Self(1);
    /// A win in 127 or a loss in 127.
    const SHARED: u8 = 128;

    /// A mate in half-moves: odd is a win of the side to move, even a loss; None if it is too long for a
    /// byte.
    pub(super) fn encode(plies: u16, turn: Color) -> Option<Self> {
        let moves = u8::try_from(plies.div_ceil(2)).ok().filter(|&moves| moves < Self::SHARED)?;
        let byte = if plies % 2 == 1 { 1 + moves } else { u8::MAX - moves };
        let holds = byte != Self::SHARED || (plies % 2 == 1) == (turn == Color::White);
        holds.then_some(Self(byte))
    }

    /// Half-moves to mate; None for draws and illegal positions.
    pub(super) fn plies(self, turn: Color) -> Option<u16> {
        let last_win = if turn == Color::White { Self::SHARED } else { Self::SHARED - 1 };
        match self.0 {
            0 | 1 => None,
            byte if byte <= last_win => Some(u16::from(byte - 1) * 2 - 1),
            byte => Some(u16::from(u8::MAX - byte) * 2),
        }
    }

    /// How good the result is for White, to move: a higher number is better, a draw is 0.
    pub(super) fn quality(self) -> i16 {
        match self.plies(Color::White) {
            None => 0,
            Some(plies) if plies % 2 == 1 => 1000 - plies.cast_signed(),
            Some(plies) => plies.cast_signed() - 1000,
        }
    }

    /// The verdict; None for illegal positions.
    pub(super) fn verdict(self, turn: Color) -> Option<Verdict> {
        match self.plies(turn) {
            _ if self == Self::ILLEGAL => None,
            None => Some(Verdict::Draw),
            Some(plies) if plies % 2 == 1 => Some(Verdict::Win(Ply::new(plies))),
            Some(plies) => Some(Verdict::Loss(Ply::new(plies))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_distance_up_to_127_moves_comes_back_and_longer_ones_are_refused() {
        for turn in Color::ALL {
            let (wins, losses) = turn.fold_wb((253, 252), (251, 254));
            for plies in 0..600 {
                let fits = plies <= if plies % 2 == 1 { wins } else { losses };
                let byte = TableByte::encode(plies, turn);
                assert_eq!(byte.is_some(), fits, "{plies} {turn}");
                assert_eq!(byte.and_then(|byte| byte.plies(turn)), fits.then_some(plies), "{plies} {turn}");
                assert!(byte.is_none_or(|byte| byte != TableByte::DRAW && byte != TableByte::ILLEGAL));
            }
        }
        assert_eq!(TableByte::DRAW.verdict(Color::Black), Some(Verdict::Draw));
        assert_eq!(TableByte::ILLEGAL.verdict(Color::Black), None);
    }
}
