//! Draws a quiz.

use crate::tui::app::App;
use crate::tui::quiz::state::{ActiveQuiz, QuizRun};
use crate::tui::quiz::{result_view, trap_view};
use crate::tui::scene::BoardScene;

/// What the screen shows.
#[must_use]
pub fn scene(app: &App, active: &ActiveQuiz, width: usize) -> BoardScene {
    match &active.run {
        QuizRun::Traps(quiz) => trap_view::scene(app, active, quiz, width),
        QuizRun::Results(quiz) => result_view::scene(app, active, quiz, width),
    }
}
