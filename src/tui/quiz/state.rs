//! State of the stalemate trap quiz.

use std::time::Instant;

use crate::game::TreeCursor;
use crate::practice::Quiz;
use crate::practice::quiz::QuizMistake;

/// A run of the quiz, with the state of its screen.
#[derive(Clone, Debug)]
pub struct ActiveQuiz {
    /// The quiz itself, which judges the answers.
    pub quiz: Quiz,
    /// The position on the board; no moves are played in it.
    pub walk: TreeCursor,
    /// The missed position that is shown after the end, an index of the result's.
    pub viewed_miss: Option<usize>,
    /// Whether the run is in the record.
    pub is_recorded: bool,
}

impl ActiveQuiz {
    /// A run with its first position on the board.
    #[must_use]
    pub fn new(quiz: Quiz) -> Self {
        let start = quiz.trap().map(|trap| trap.position.clone()).unwrap_or_default();
        Self { quiz, walk: TreeCursor::new(start), viewed_miss: None, is_recorded: false }
    }

    /// Whether answers are accepted.
    #[must_use]
    pub fn is_running(&self, now: Instant) -> bool {
        !self.quiz.is_over(now)
    }

    /// The missed position that is shown.
    #[must_use]
    pub fn viewed_missed(&self) -> Option<QuizMistake> {
        let index = self.viewed_miss?;
        self.quiz.result().mistakes.into_iter().nth(index)
    }
}
