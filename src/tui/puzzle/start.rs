//! Puts a puzzle on the board.

use crate::tui::message::{Effect, Effects};
use crate::tui::model::practice_board::{PracticeBoard, PracticePage};
use crate::tui::model::practice_tab::PracticeTab;
use crate::tui::model::puzzle::ActivePuzzle;
use crate::tui::model::shared::Shared;
use crate::tui::navigation::Tab;

/// Puts a puzzle on the board. Back from it goes to the page of puzzles, or to the list of lessons.
pub(super) fn begin(tab: &mut PracticeTab, shared: &mut Shared, active: ActivePuzzle, effects: &mut Effects) {
    shared.tab = Tab::Practice;
    tab.page = if active.lesson.is_some() { PracticePage::Lessons } else { PracticePage::Puzzles };
    tab.clear_board(shared);
    shared.board.bottom = active.attempt.puzzle().solver();
    tab.board = PracticeBoard::Puzzle(Box::new(active));
    effects.extend([Effect::StopAnalysis, Effect::StopSideQuery]);
}
