//! Puts a puzzle on the board.

use crate::tui::app::{App, Tab};
use crate::tui::message::{Effect, Effects};
use crate::tui::practice::state::PracticePage;
use crate::tui::practice_board::PracticeBoard;
use crate::tui::puzzle::state::ActivePuzzle;

/// Puts a puzzle on the board. Back from it goes to the page of puzzles, or to the list of lessons.
pub(super) fn begin(app: &mut App, active: ActivePuzzle, effects: &mut Effects) {
    app.tab = Tab::Practice;
    app.practice.page = if active.lesson.is_some() { PracticePage::Lessons } else { PracticePage::Puzzles };
    app.clear_practice_board();
    app.board.bottom = active.attempt.puzzle().solver();
    app.practice_board = PracticeBoard::Puzzle(Box::new(active));
    effects.extend([Effect::StopAnalysis, Effect::StopSideQuery]);
}
