//! One finished ending: a byte for each placement.

use shakmaty::{Board, Setup};

use crate::chess::{Color, Ply, Position, Verdict, fen};

use super::index::{Layout, Squares};
use super::{Count, Stats};

/// What a table keeps of one placement: a byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Byte(u8);

impl Byte {
    /// Neither side can force mate, or it is not known yet that one can.
    pub(super) const DRAW: Self = Self(0);
    /// No legal position.
    pub(super) const ILLEGAL: Self = Self(u8::MAX);

    /// Mate after so many half-moves: odd ones are wins of the side to move, even ones losses.
    pub(super) fn decided(plies: usize) -> Self {
        match u8::try_from(plies + 1) {
            Ok(byte) if byte < u8::MAX => Self(byte),
            _ => unreachable!("no mate with so few men takes {plies} half-moves"),
        }
    }

    /// Half-moves to mate; None for draws and what is not legal.
    pub(super) const fn plies(self) -> Option<u8> {
        match self.0 {
            0 | u8::MAX => None,
            byte => Some(byte - 1),
        }
    }

    /// What it says; None where the position is not legal.
    pub(super) fn verdict(self) -> Option<Verdict> {
        match self.plies() {
            _ if self == Self::ILLEGAL => None,
            None => Some(Verdict::Draw),
            Some(plies) if plies % 2 == 1 => Some(Verdict::Win(Ply::new(u16::from(plies)))),
            Some(plies) => Some(Verdict::Loss(Ply::new(u16::from(plies)))),
        }
    }
}

/// A finished ending, White the stronger side.
#[derive(Debug)]
pub(super) struct Ending {
    layout: Layout,
    bytes: Vec<Byte>,
}

impl Ending {
    /// An ending from what the builder found: one byte for each number of the layout.
    pub(super) const fn new(layout: Layout, bytes: Vec<Byte>) -> Self {
        Self { layout, bytes }
    }

    /// What is kept of a placement of the layout's men.
    pub(super) fn byte(&self, squares: Squares, turn: Color) -> Byte {
        self.layout.index(squares, turn).map_or(Byte::ILLEGAL, |index| self.bytes[index])
    }

    /// Counts every legal position and looks for the longest win.
    pub(super) fn stats(&self) -> Stats {
        let mut stats = Stats::empty(self.layout.material());
        for (index, &byte) in self.bytes.iter().enumerate() {
            let Some(((squares, turn), verdict)) = self.layout.placement(index).zip(byte.verdict()) else {
                continue;
            };
            let count = if turn == Color::White { &mut stats.stronger } else { &mut stats.weaker };
            count.add(verdict, self.layout.forms(squares));
            if let Verdict::Win(plies) = verdict
                && turn == Color::White
                && plies > count.longest
            {
                count.longest = plies;
                count.longest_starts = self.position(squares, turn).into_iter().collect();
            }
        }
        stats
    }

    /// The position that a placement stands for.
    fn position(&self, squares: Squares, turn: Color) -> Option<Position> {
        let mut board = Board::empty();
        for (&man, square) in self.layout.men().iter().zip(squares) {
            board.set_piece_at(square, man);
        }
        fen::from_setup(Setup { board, turn, ..Setup::empty() }).ok()
    }
}

impl Count {
    fn add(&mut self, verdict: Verdict, forms: u64) {
        match verdict {
            Verdict::Win(_) => self.wins += forms,
            Verdict::Draw => self.draws += forms,
            Verdict::Loss(_) => self.losses += forms,
        }
    }
}
