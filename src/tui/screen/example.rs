//! A worked example of a lesson, to step through.

use crate::chess::Cost;
use crate::chess::names::numbered;
use crate::tui::app::drill::Example;
use crate::tui::app::{App, Entry};
use crate::tui::keymap::Action;
use crate::tui::theme::Role;
use crate::tui::widget::eval_bar::Shows;
use crate::tui::widget::pane::Pane;
use crate::tui::widget::text::{harmless, prose, span};
use crate::tui::widget::{distances, moves};

use super::{Scene, board, key_of, keys_note};

/// What the screen shows.
#[must_use]
pub(super) fn scene(app: &App, example: &Example, width: usize) -> Scene {
    let Some(lesson) = app.practice.lessons.get(example.lesson) else { return Scene::default() };
    let theme = app.theme;
    let tree = example.walk.tree();
    let mut body = Vec::new();
    if example.walk.at() == tree.start() {
        body.push(span(theme, Role::Strong, lesson.drill.goal_text()).into());
        for sentence in &lesson.drill.idea {
            body.extend(prose(theme, Role::Ground, sentence, width));
        }
    }
    // What was said last stays while the other side answers.
    let line = tree.line_to(example.walk.at());
    let said = line.iter().rposition(|&id| !tree.node(id).notes.after.is_empty());
    for &id in &line[said.unwrap_or(line.len().saturating_sub(1))..] {
        let node = tree.node(id);
        let before = node.parent().map(|parent| tree.node(parent).position());
        let number = before.map_or_else(String::new, |of| numbered(of.fullmoves().get(), of.turn()));
        body.push(span(theme, Role::Strong, format!("{number}{}", node.san())).into());
        body.extend(prose(theme, Role::Ground, &harmless(&node.notes.after.join(" ")), width));
    }
    if let Some(ending) = example.walk.ending() {
        body.extend(prose(theme, Role::Good, &ending.reason(), width));
    }
    let next = keys_note(app, &[Action::ExampleBack, Action::ExampleForward], "step");
    let mut panes = vec![Pane::new(EXAMPLE, body).at_least(6).noted(next)];
    if let Some(ranking) = example.ranking.as_ref().filter(|ranking| !ranking.moves.is_empty()) {
        panes.push(distances::pane(ranking, distances::Order::Cost, theme, width));
    }
    let bare = |_: &Entry| -> Option<Cost> { None };
    let mut items = board::items(&app.sheet(), example.walk.tree(), bare);
    for item in &mut items {
        // What is said of the move stands above.
        item.before.clear();
        item.after.clear();
    }
    panes.push(moves::pane("Moves", &items, theme, width));
    Scene {
        figures: None,
        facts: vec![format!("{} {} example", lesson.drill.id, theme.glyphs().dot)],
        panes,
        under: Vec::new(),
        bar: Shows::Nothing,
        note: Some((Role::Faint, steps(app))),
    }
}

/// The title of the pane that explains.
const EXAMPLE: &str = "Example";

/// How to go on.
fn steps(app: &App) -> String {
    let key = |action| key_of(app, action).unwrap_or_default();
    let (on, begin) = (key(Action::ExampleForward), key(Action::DrillStart));
    format!("{on} steps on; {begin} begins a round of your own")
}
