//! The trap quiz on the practice screen.

use crate::game::Walk;
use crate::practice::Quiz;
use crate::practice::quiz::Missed;

use super::drill::Counted;
use super::{App, Moment, Tab};

/// A run of the quiz, with what the screen adds to it.
#[derive(Clone, Debug)]
pub struct Quizzing {
    /// The judge.
    pub quiz: Quiz,
    /// The position on the board; nothing is played in it.
    pub walk: Walk,
    /// The missed position that is looked at after the end, an index of the result's.
    pub looked_at: Option<usize>,
    /// Whether the run has gone into the record.
    pub counted: Counted,
}

impl Quizzing {
    /// A run with its first position on the board.
    #[must_use]
    pub fn new(quiz: Quiz) -> Self {
        let start = quiz.trap().map(|trap| trap.position.clone()).unwrap_or_default();
        Self { quiz, walk: Walk::new(start), looked_at: None, counted: Counted::No }
    }

    /// Whether moves are taken.
    #[must_use]
    pub fn is_running(&self, now: Moment) -> bool {
        !self.quiz.is_over(now)
    }

    /// The missed position that is looked at.
    #[must_use]
    pub fn missed(&self) -> Option<Missed> {
        let index = self.looked_at?;
        self.quiz.result().missed.into_iter().nth(index)
    }
}

impl App {
    /// The quiz, where it is on the screen.
    #[must_use]
    pub fn quizzing(&self) -> Option<&Quizzing> {
        let shown = self.tab == Tab::Practice && self.practice.round.is_none();
        self.practice.quiz.as_deref().filter(|_| shown)
    }
}
