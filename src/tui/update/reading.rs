//! Long texts: they are read in the background, and what they turn out to be is shown once nobody is typing.

use std::sync::Arc;

use crate::chess::Position;
use crate::game::Pasted;
use crate::tui::app::{App, ReadFor, TextReading, TextReadingId, Tone};
use crate::tui::dialog::Dialog;

use super::{Effect, dialogs, editor, games};

/// The longest text, in bytes, that is read at once, while the screen waits: some milliseconds.
pub(super) const AT_ONCE: usize = 1 << 14;

/// Begins to read a text in the background; moves are taken from `here`. The screen stays as it is meanwhile.
pub(super) fn begin(
    app: &mut App,
    text: String,
    here: Position,
    purpose: ReadFor,
    effects: &mut Vec<Effect>,
) {
    if app.reading.is_some() {
        return app.say(Tone::Warning, "Another text is still being read: Esc cancels it, then paste again");
    }
    app.last_reading = TextReadingId(app.last_reading.0.wrapping_add(1));
    let reading = TextReading::new(app.last_reading, purpose, text.len(), app.now);
    app.reading = Some(Box::new(reading));
    effects.push(Effect::ReadText(app.last_reading, text, Box::new(here), purpose));
}

/// Notes how far the reading is, in thousandths.
pub(super) fn progress(app: &mut App, id: TextReadingId, thousandths: u16) {
    if let Some(reading) = app.reading.as_mut().filter(|reading| reading.id == id && reading.result.is_none())
    {
        reading.progress(thousandths);
    }
}

/// Takes in what a text turned out to be. It is shown by [`show_when_idle`].
pub(super) fn finish(app: &mut App, id: TextReadingId, text: Arc<str>, result: Box<Pasted>) {
    if let Some(reading) = app.reading.as_mut().filter(|reading| reading.id == id) {
        reading.finish(text, result);
    }
}

/// Cancels the reading. False where none is under way.
pub(super) fn cancel(app: &mut App, effects: &mut Vec<Effect>) -> bool {
    let Some(reading) = app.reading.take() else { return false };
    effects.push(Effect::CancelReading);
    app.say(Tone::Note, "The text is not read; nothing has changed");
    if reading.purpose == ReadFor::Games {
        games::enter(app, effects);
    }
    true
}

/// Shows what was read as soon as no dialog is open and no move is being typed: neither is lost.
pub(super) fn show_when_idle(app: &mut App, effects: &mut Vec<Effect>) {
    let is_typing = app.dialog.is_some() || app.prompt.is_open() || app.board.armed.is_some();
    if is_typing || app.reading.as_ref().is_none_or(|reading| reading.result.is_none()) {
        return;
    }
    let Some(reading) = app.reading.take() else { return };
    let Some((text, result)) = reading.result else { return };
    match (reading.purpose, *result) {
        (ReadFor::Editor, result) if app.editor.is_some() => editor::take_pasted(app, result),
        (ReadFor::Games, Pasted::Games(rows)) => games::open_rows(app, text, rows, effects),
        (_, result) => {
            if let Some(refused) = dialogs::take(app, &text, result, effects) {
                app.dialog = Some(Dialog::Paste(Box::new(refused)));
            }
        }
    }
}

/// The beginning of a text, as much of it as is read at once.
pub(super) fn beginning(text: &str) -> &str {
    &text[..text.floor_char_boundary(AT_ONCE)]
}
