//! Draws a quiz.

use crate::tui::model::{ActiveQuiz, PracticeTab, QuizRun};
use crate::tui::quiz::{result_view, trap_view};
use crate::tui::scene::{BoardScene, ViewContext};

/// What the screen shows.
pub(crate) fn scene(view: &ViewContext, tab: &PracticeTab, active: &ActiveQuiz) -> BoardScene {
    match &active.run {
        QuizRun::Traps(quiz) => trap_view::scene(view, tab, active, quiz),
        QuizRun::Results(quiz) => result_view::scene(view, tab, active, quiz),
    }
}
