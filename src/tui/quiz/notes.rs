//! What both quizzes show when they are over.

use ratatui::text::{Line, Span};

use crate::tui::keymap::{BoardAction, QuizAction};
use crate::tui::model::{ActiveQuiz, PaneId};
use crate::tui::navigation::MistakeDirection;
use crate::tui::scene::{ViewContext, key_for_footer, keys_note};
use crate::tui::theme::Role;
use crate::tui::widget::pane::Pane;

/// `The time is up; Ctrl-N starts again`, for the prompt line of a run that is over.
pub(super) fn over_note(view: &ViewContext, what: &str) -> String {
    let again = key_for_footer(view, QuizAction::Again)
        .map_or_else(String::new, |key| format!("; {key} starts again"));
    format!("{what}{again}")
}

/// The result of a run that is over: what it came to, and the rows of its mistakes, of which the viewed one stays in
/// sight. Each row begins with the sign that points at the viewed one.
pub(super) fn result_pane(
    view: &ViewContext,
    active: &ActiveQuiz,
    mut body: Vec<Line<'static>>,
    mistakes: impl ExactSizeIterator<Item = impl FnOnce(Span<'static>) -> Vec<Line<'static>>>,
) -> Pane {
    let keys = [MistakeDirection::Previous, MistakeDirection::Next].map(BoardAction::Mistake);
    let note = if mistakes.len() == 0 { Vec::new() } else { keys_note(view, keys, "look") };
    let mut in_sight = None;
    for (index, row) in mistakes.enumerate() {
        let is_viewed = active.viewed_mistake == Some(index);
        if is_viewed {
            in_sight = Some(body.len());
        }
        let sign = if is_viewed { view.theme.glyphs().current } else { " " };
        body.extend(row(view.span(Role::Key, format!("{sign} "))));
    }
    let pane = Pane::new(PaneId::QuizResult, "Result", body).with_min_rows(4).with_note(note);
    if in_sight.is_some() { pane.filling(in_sight) } else { pane }
}
