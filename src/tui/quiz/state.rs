//! State of the stalemate trap quiz.

use crate::game::TreeCursor;
use crate::practice::Quiz;
use crate::practice::quiz::QuizMistake;
use std::time::Instant;

/// A run of the quiz, with what the screen adds to it.
#[derive(Clone, Debug)]
pub struct ActiveQuiz {
    /// The judge.
    pub quiz: Quiz,
    /// The position on the board; nothing is played in it.
    pub walk: TreeCursor,
    /// The missed position that is looked at after the end, an index of the result's.
    pub viewed_miss: Option<usize>,
    /// Whether the run has gone into the record.
    pub is_recorded: bool,
}

impl ActiveQuiz {
    /// A run with its first position on the board.
    #[must_use]
    pub fn new(quiz: Quiz) -> Self {
        let start = quiz.trap().map(|trap| trap.position.clone()).unwrap_or_default();
        Self { quiz, walk: TreeCursor::new(start), viewed_miss: None, is_recorded: false }
    }

    /// Whether moves are taken.
    #[must_use]
    pub fn is_running(&self, now: Instant) -> bool {
        !self.quiz.is_over(now)
    }

    /// The missed position that is looked at.
    #[must_use]
    pub fn viewed_missed(&self) -> Option<QuizMistake> {
        let index = self.viewed_miss?;
        self.quiz.result().mistakes.into_iter().nth(index)
    }
}
