//! A worked example of a lesson, to step through.

use crate::chess::MoveCost;
use crate::chess::names::move_number;
use crate::tui::board;
use crate::tui::board::move_list;
use crate::tui::board::move_list::MoveListEntry;
use crate::tui::keymap::PracticeAction;
use crate::tui::model::{Distances, LessonExampleState, PaneId, PracticeTab};
use crate::tui::navigation::TreeStep;
use crate::tui::scene::{BoardScene, SceneMarks, ViewContext, key_for_footer, keys_note};
use crate::tui::theme::Role;
use crate::tui::widget::eval_bar::EvalBarValue;
use crate::tui::widget::pane::Pane;
use crate::tui::widget::text::sanitized_line;
use crate::tui::widget::{distances, moves};

/// What the screen shows.
#[must_use]
pub(crate) fn scene(view: &ViewContext, tab: &PracticeTab, example: &LessonExampleState) -> BoardScene {
    let (id, goal, idea) =
        match (tab.course.lessons.get(example.row), tab.course.puzzle_lesson_at(example.row)) {
            (Some(lesson), _) => {
                (&lesson.exercise.id, lesson.exercise.goal_text(), lesson.exercise.idea.as_slice())
            }
            (None, Some(lesson)) => (&lesson.id, lesson.goal_text().to_owned(), lesson.idea.as_slice()),
            (None, None) => return BoardScene::default(),
        };
    let theme = view.theme;
    let tree = example.walk.tree();
    let mut body = Vec::new();
    if example.walk.node_id() == tree.start() {
        body.push(view.span(Role::Strong, goal).into());
        for sentence in idea {
            body.extend(view.prose(Role::Ground, sentence));
        }
    }
    // The last comment stays while the other side replies.
    let line = tree.line_to(example.walk.node_id());
    let last_comment = line.iter().rposition(|&id| !tree.node(id).notes.after.is_empty());
    for &id in &line[last_comment.unwrap_or(line.len().saturating_sub(1))..] {
        let node = tree.node(id);
        let before = node.parent().map(|parent| tree.node(parent).position());
        let number = before.map_or_else(String::new, |of| move_number(of.fullmoves().get(), of.turn()));
        body.push(view.span(Role::Strong, format!("{number}{}", node.san())).into());
        body.extend(view.prose(Role::Ground, &sanitized_line(&node.notes.after.join(" "))));
    }
    if let Some(ending) = example.walk.termination() {
        body.extend(view.prose(Role::Success, &ending.reason()));
    }
    let next = keys_note(view, [TreeStep::Back, TreeStep::Forward].map(PracticeAction::ExampleStep), "step");
    let mut panes = vec![Pane::new(PaneId::Example, "Example", body).with_min_rows(6).with_note(next)];
    if let Some(ranking) = example.ranking.as_ref().filter(|ranking| !ranking.moves.is_empty()) {
        panes.push(distances::pane(ranking, distances::DistancesOrder::Cost, theme, view.width));
    }
    let bare = |_: &MoveListEntry| -> Option<MoveCost> { None };
    let mut items = board::view::move_list_items(&move_list::shown(&example.walk), example.walk.tree(), bare);
    for item in &mut items {
        // The comment on the move is above it.
        item.before.clear();
        item.after.clear();
    }
    panes.push(moves::move_list_pane(&items, theme, view.width));
    let ranking = example.ranking.as_ref().filter(|_| view.shared.distances == Distances::Shown);
    BoardScene {
        score_text: None,
        bar_facts: vec![format!("{id} {} example", theme.glyphs().dot)],
        panes,
        lines_below: Vec::new(),
        eval_bar: EvalBarValue::Hidden,
        prompt_note: Some((Role::Faint, step_help(view, tab, example))),
        marks: SceneMarks { ranking: ranking.cloned(), ..SceneMarks::default() },
    }
}

/// How to go on.
fn step_help(view: &ViewContext, tab: &PracticeTab, example: &LessonExampleState) -> String {
    let key = |action| key_for_footer(view, action).unwrap_or_default();
    let (on, begin) = (key(PracticeAction::ExampleStep(TreeStep::Forward)), key(PracticeAction::Begin));
    let is_of_puzzles = tab.course.puzzle_lesson_at(example.row).is_some();
    let what = if is_of_puzzles { "starts the puzzles" } else { "begins a guided round" };
    format!("{on} steps on; {begin} {what}")
}
