//! Lessons of puzzles: their positions come one after the other, those first that are not solved yet.

use crate::chess::names::pluralized;
use crate::practice::puzzle::PuzzleLesson;
use crate::practice::puzzle::lesson::LessonPuzzle;
use crate::tui::context::PracticeContext;
use crate::tui::model::{ActivePuzzle, ActivePuzzleLesson, PracticeTab, PuzzleFeedback};
use crate::tui::puzzle::start;

/// Begins the chosen lesson.
pub(crate) fn begin(cx: &mut PracticeContext) {
    let Some(lesson) = cx.tab.course.puzzle_lesson() else { return };
    let order = lesson.next_positions(&cx.tab.progress.puzzles);
    let row = cx.tab.course.chosen;
    begin_position(cx, ActivePuzzleLesson { row, order, current: 0 });
}

/// The next position of a lesson; behind the last one the list, with a note on what was achieved.
pub(super) fn next(cx: &mut PracticeContext) {
    let Some(mut active) = cx.tab.board.puzzle_mut().and_then(|active| active.lesson.take()) else {
        return;
    };
    active.current += 1;
    if active.current < active.order.len() {
        return begin_position(cx, active);
    }
    cx.tab.clear_board(cx.shared);
    let Some(lesson) = cx.tab.course.puzzle_lesson_at(active.row) else { return };
    cx.shared.show_note(result_text(cx.tab, lesson));
}

fn result_text(tab: &PracticeTab, lesson: &PuzzleLesson) -> String {
    let (solved, all) = (lesson.solved_count(&tab.progress.puzzles), lesson.positions.len());
    if solved == all {
        return format!("Lesson passed: {} solved", pluralized(all, "position"));
    }
    format!("{solved} of {all} positions solved; the others come first next time")
}

/// Puts the current position of a lesson on the board.
fn begin_position(cx: &mut PracticeContext, lesson: ActivePuzzleLesson) {
    let Some(position) = lesson_puzzle(cx.tab, &lesson) else { return };
    let active = ActivePuzzle::of_lesson(position.puzzle.clone(), lesson);
    start::begin(cx, active);
}

/// The position of a lesson that is on the board.
#[must_use]
fn lesson_puzzle<'a>(tab: &'a PracticeTab, active: &ActivePuzzleLesson) -> Option<&'a LessonPuzzle> {
    let lesson = tab.course.puzzle_lesson_at(active.row)?;
    lesson.positions.get(*active.order.get(active.current)?)
}

/// What the lesson says of the move that was tried last, and once the puzzle is over of the last move on the board;
/// None where it says nothing, and outside of lessons.
#[must_use]
pub(super) fn comment(tab: &PracticeTab, active: &ActivePuzzle) -> Option<String> {
    let position = lesson_puzzle(tab, active.lesson.as_ref()?)?;
    let moves = active.attempt.moves();
    match &active.feedback {
        _ if !active.attempt.is_running() => {
            let (_, shown) = active.walk.tree().moves_since_null(active.walk.node_id());
            position.comment(&shown)
        }
        PuzzleFeedback::None | PuzzleFeedback::Judging(_) => None,
        // The defense has answered.
        PuzzleFeedback::Right(_) => position.comment(&moves[..moves.len().saturating_sub(1)]),
        PuzzleFeedback::Wrong(wrong) => position.refutation(moves, wrong.mv),
    }
}
