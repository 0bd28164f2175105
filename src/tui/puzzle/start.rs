//! Puts a puzzle on the board.

use crate::tui::context::PracticeContext;
use crate::tui::message::Effect;
use crate::tui::model::practice_board::PracticeBoard;
use crate::tui::model::{ActivePuzzle, PracticePage};
use crate::tui::navigation::Tab;

/// Puts a puzzle on the board. Back from it goes to the page of puzzles, or to the list of lessons.
pub(super) fn begin(cx: &mut PracticeContext, active: ActivePuzzle) {
    cx.shared.tab = Tab::Practice;
    cx.tab.page = if active.lesson.is_some() { PracticePage::Lessons } else { PracticePage::Puzzles };
    cx.tab.clear_board(cx.shared);
    cx.shared.board.bottom = active.attempt.puzzle().solver();
    cx.tab.board = PracticeBoard::Puzzle(Box::new(active));
    cx.effects.extend([Effect::StopAnalysis, Effect::StopSideQuery]);
}
