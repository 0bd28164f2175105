//! The critical moment of a lesson of holding: when it has come, and how near it is.

use shakmaty::Board;

use super::super::exercise::{CriticalMoment, Goal};
use super::{Round, RoundReply};
use chess::names::color_name;
use chess::{Piece, Role, Square, Verdict};

/// Moves of the trainee that answer the critical moment: after them the draw counts as held.
const MOVES_AFTER_MOMENT: usize = 4;

/// A distance that no piece has.
const FAR: u32 = 100;

impl CriticalMoment {
    /// Whether it has come: the pieces stand where the lesson says, on this wing or on the other one.
    #[must_use]
    pub fn has_come(&self, board: &Board) -> bool {
        self.squares.pieces().all(|piece| board.by_piece(piece).any()) && self.squares.matches(board)
    }

    /// How far the pieces are from it, in steps of a king or a pawn; a piece that can come from far counts one.
    pub(super) fn distance(&self, board: &Board) -> u32 {
        let mut mirrored = board.clone();
        mirrored.flip_horizontal();
        let on = |board: &Board| -> u32 {
            self.squares.pieces().map(|piece| self.piece_distance(piece, board)).sum()
        };
        on(board).min(on(&mirrored))
    }

    fn piece_distance(&self, piece: Piece, board: &Board) -> u32 {
        let wanted = self.squares.named_squares_of(piece, board);
        let steps = |from: Square, to: Square| match piece.role {
            Role::Pawn if from.file() != to.file() => FAR,
            Role::King | Role::Pawn => from.distance(to),
            _ => u32::from(from != to),
        };
        let from_each = board
            .by_piece(piece)
            .into_iter()
            .filter_map(|from| wanted.into_iter().map(|to| steps(from, to)).min());
        from_each.max().unwrap_or(FAR)
    }
}

impl Round {
    /// The number of moves that the trainee had played when the critical moment came; None where it has not.
    #[must_use]
    pub fn moment_came_at(&self) -> Option<usize> {
        let moment = self.exercise.moment.as_ref()?;
        let now = (self.position().turn() == self.trainee_color()).then(|| self.position());
        let mut positions = self.turns.iter().map(|turn| &turn.before.position).chain(now);
        positions.position(|position| moment.has_come(position.board()))
    }

    /// Whether the trainee has answered the critical moment.
    pub(super) fn has_passed_moment(&self) -> bool {
        self.moment_came_at().is_some_and(|at| self.turns.len() >= at + MOVES_AFTER_MOMENT)
    }

    /// Whether the draw needs no more proof: pieces have been exchanged or taken, and what the other side has left
    /// has no pawn and is worth no more than what the trainee has.
    pub(super) fn is_plain_draw(&self) -> bool {
        let material = self.position().material();
        let (own, other) = (self.trainee_color(), self.trainee_color().other());
        // Where a stalemate is to save the draw, the other side first looks for a way around it.
        let is_early = self.exercise.goal == Goal::Stalemate && self.turns.len() < MOVES_AFTER_MOMENT;
        !is_early
            && self.verdict == Verdict::Draw
            && material != self.start.position.material()
            && material.side(other).pawn == 0
            && material.points(other) <= material.points(own)
    }

    /// Why a draw counts as held before all moves are played, as a sentence without a full stop; None where it
    /// does not.
    pub(super) fn early_draw_reason(&self) -> Option<String> {
        if self.is_plain_draw() {
            let other = color_name(self.trainee_color().other());
            return Some(format!("{other} has nothing left to win with: a plain draw"));
        }
        let moment = self.exercise.moment.as_ref().filter(|_| self.has_passed_moment())?;
        Some(format!("{}, and you had the answer: the draw is held", moment.when))
    }

    /// The last reply, if it came already.
    pub(super) fn last_reply(&self) -> Option<&RoundReply> {
        self.turns.last()?.reply.as_ref()
    }
}
