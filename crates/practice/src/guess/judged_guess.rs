//! The grade of a guess: its loss of winning chances beside that of the move that was played.

use crate::review::MoveReview;
use chess::Move;

/// Difference of winning chances, 0.0 to 1.0, up to which two moves are as good as each other.
const AS_GOOD_MARGIN: f64 = 0.01;

/// A guess with its grade.
#[derive(Clone, PartialEq, Debug)]
pub struct JudgedGuess {
    /// The half-moves of the game before it.
    pub ply: usize,
    /// The guessed move; None where the game's move was shown without a guess.
    pub guess: Option<Move>,
    /// The review of the guessed move; that of the game's move where none was guessed.
    pub guess_review: MoveReview,
    /// The move that was played.
    pub game_move: Move,
    /// The review of the move that was played.
    pub game_review: MoveReview,
    /// The engine's choice; None where the position has no line.
    pub best: Option<Move>,
}

/// A guess compared with the move that was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GuessVerdict {
    /// The same move.
    Same,
    /// Another move that loses less.
    Better,
    /// Another move that loses as little.
    AsGood,
    /// Another move that loses more.
    Worse,
    /// No move was guessed: the game's move was shown.
    Shown,
}

impl JudgedGuess {
    /// The guess compared with the move that was played. Where both lose as much, a certain result still decides: a
    /// guess that gives a win or a draw away is worse than one that keeps it.
    #[must_use]
    pub fn verdict(&self) -> GuessVerdict {
        if self.guess.is_none() {
            return GuessVerdict::Shown;
        }
        if self.guess == Some(self.game_move) {
            return GuessVerdict::Same;
        }
        let (guess, game) = (&self.guess_review, &self.game_review);
        match (guess.result_change.is_some(), game.result_change.is_some()) {
            (true, false) => return GuessVerdict::Worse,
            (false, true) => return GuessVerdict::Better,
            _ => {}
        }
        let gain = game.winning_chances_loss - guess.winning_chances_loss;
        if gain > AS_GOOD_MARGIN {
            GuessVerdict::Better
        } else if gain < -AS_GOOD_MARGIN {
            GuessVerdict::Worse
        } else {
            GuessVerdict::AsGood
        }
    }

    /// Whether the guess is the engine's choice.
    #[must_use]
    pub fn is_best(&self) -> bool {
        self.guess.is_some() && self.guess == self.best
    }
}
