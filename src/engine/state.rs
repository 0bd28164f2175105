//! A board with what the search asks of every position, kept up to date move by move.

use crate::chess::board::{Board, Bonds, Step};
use crate::chess::{Bitboard, Color, Position};

use super::eval::Kept;

/// A position in the tree. It comes from a [`Position`] and goes on by legal moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct State {
    board: Board,
    checkers: Bitboard,
    kept: Kept,
}

impl State {
    pub(crate) const fn board(&self) -> &Board {
        &self.board
    }

    pub(crate) const fn turn(&self) -> Color {
        self.board.turn()
    }

    pub(crate) const fn key(&self) -> u64 {
        self.board.key()
    }

    pub(crate) const fn halfmoves(&self) -> u16 {
        self.board.halfmoves()
    }

    pub(crate) const fn is_check(&self) -> bool {
        !self.checkers.is_empty()
    }

    /// What the evaluation has of the position without looking at it.
    pub(crate) const fn kept(&self) -> Kept {
        self.kept
    }

    /// What binds the men of the side to move.
    pub(crate) fn bonds(&self) -> Bonds {
        self.board.bonds(self.checkers)
    }

    /// Whether the side to move has a legal move.
    pub(crate) fn can_move(&self) -> bool {
        self.board.can_move(self.checkers)
    }

    /// Whether the side to move has more than king and pawns, so that zugzwang is unlikely.
    pub(crate) fn has_pieces(&self) -> bool {
        self.board.pieces(self.turn()).any()
    }

    /// Whether it has just one.
    pub(crate) fn has_lone_piece(&self) -> bool {
        self.board.pieces(self.turn()).single_square().is_some()
    }

    /// The position after a legal move.
    pub(crate) fn after(&self, step: Step) -> Self {
        let mut next = Self { board: self.board.after(step), ..*self };
        next.checkers = next.board.checkers();
        step.each_change(self.turn(), |change, role, color, square| {
            next.kept.count(change, role.of(color), square);
        });
        next
    }

    /// The position if the side to move, which is not in check, passed.
    pub(crate) fn passed(&self) -> Option<Self> {
        Some(Self { board: self.board.passed()?, ..*self })
    }
}

impl From<&Position> for State {
    fn from(position: &Position) -> Self {
        let board = Board::from(position);
        Self { board, checkers: board.checkers(), kept: Kept::of(&board) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{fen, random_games};

    #[test]
    fn what_is_kept_up_to_date_equals_what_is_worked_out() {
        random_games::each_position(20, 9, |position, mv| {
            let Some(mv) = mv else { return };
            let state = State::from(position);
            let step = state.board().find_move(mv).unwrap();
            assert_eq!(state.after(step), State::from(&position.after(mv)), "{} {mv}", fen::format(position));
        });
    }
}
