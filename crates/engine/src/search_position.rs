//! The position of a search node: a board with its checkers and what the evaluation keeps, updated move by move.

use super::eval::EvalState;
use super::network::Accumulator;
use chess::board::{Board, BoardMove, CheckInfo};
use chess::{Bitboard, Color, Position};

/// A position in the search tree, made from a [`Position`] and then by legal moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SearchPosition {
    board: Board,
    checkers: Bitboard,
    eval_state: EvalState,
    accumulator: Accumulator,
}

impl SearchPosition {
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

    /// The incrementally updated part of the hand-crafted evaluation.
    pub(crate) const fn eval_state(&self) -> EvalState {
        self.eval_state
    }

    /// The first layer of the evaluation network.
    pub(crate) const fn accumulator(&self) -> &Accumulator {
        &self.accumulator
    }

    /// Checkers and pinned pieces of the side to move.
    pub(crate) fn check_info(&self) -> CheckInfo {
        self.board.check_info(self.checkers)
    }

    /// Whether the side to move has a legal move.
    pub(crate) fn can_move(&self) -> bool {
        self.board.can_move(self.checkers)
    }

    /// Whether the side to move has more than king and pawns, so that zugzwang is unlikely.
    pub(crate) fn has_non_pawn_pieces(&self) -> bool {
        self.board.non_pawn_pieces(self.turn()).any()
    }

    /// Whether the side to move has exactly one piece besides king and pawns.
    pub(crate) fn has_one_non_pawn_piece(&self) -> bool {
        self.board.non_pawn_pieces(self.turn()).single_square().is_some()
    }

    /// The position after a legal move.
    pub(crate) fn after(&self, mv: BoardMove) -> Self {
        self.after_on(mv, self.board.after(mv))
    }

    /// The position after a legal move, which leads to `board`.
    pub(crate) fn after_on(&self, mv: BoardMove, board: Board) -> Self {
        let mut child = Self { board, checkers: board.checkers(), ..*self };
        mv.each_piece_change(self.turn(), |change, role, color, square| {
            child.eval_state.update(change, role.of(color), square);
        });
        child.accumulator.update(mv, &self.board, &board);
        child
    }

    /// The position after a null move; None in check.
    pub(crate) fn after_null_move(&self) -> Option<Self> {
        Some(Self { board: self.board.after_null_move()?, ..*self })
    }
}

impl From<&Position> for SearchPosition {
    fn from(position: &Position) -> Self {
        let board = Board::from(position);
        Self {
            board,
            checkers: board.checkers(),
            eval_state: EvalState::of(&board),
            accumulator: Accumulator::of(&board),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::{fen, random_games};

    #[test]
    fn incremental_state_equals_computed_state() {
        random_games::each_position(20, 9, |position, mv| {
            let Some(mv) = mv else { return };
            let state = SearchPosition::from(position);
            let board_move = state.board().find_move(mv).unwrap();
            assert_eq!(
                state.after(board_move),
                SearchPosition::from(&position.after(mv)),
                "{} {mv}",
                fen::format(position)
            );
        });
    }
}
