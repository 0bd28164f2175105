//! What both quizzes say when they are over.

use ratatui::text::Span;

use crate::tui::app::App;
use crate::tui::keymap::{BoardAction, QuizAction};
use crate::tui::navigation::MistakeDirection;
use crate::tui::scene::{key_for_footer, keys_note};

/// `The time is up; Ctrl-N starts again`, for the prompt line of a run that is over.
pub(super) fn over_note(app: &App, what: &str) -> String {
    let again = key_for_footer(app, QuizAction::Again)
        .map_or_else(String::new, |key| format!("; {key} starts again"));
    format!("{what}{again}")
}

/// The keys that go through the mistakes of a run that is over, if there are any.
pub(super) fn mistakes_note(app: &App, mistake_count: usize) -> Vec<Span<'static>> {
    let keys = [MistakeDirection::Previous, MistakeDirection::Next].map(BoardAction::Mistake);
    if mistake_count == 0 { Vec::new() } else { keys_note(app, keys, "look") }
}
