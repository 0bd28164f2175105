//! Long texts: parsed in the background, and shown once the user is not typing.

use std::sync::Arc;

use crate::chess::Position;
use crate::game::PastedText;
use crate::tui::context::UpdateContext;
use crate::tui::message::{Effect, Request};
use crate::tui::model::{Shared, TextReadPurpose, TextReading, TextReadingId};

/// The longest text, in bytes, that is read at once, while the screen waits: some milliseconds.
pub(crate) const MAX_SYNC_BYTES: usize = 1 << 14;

/// Starts to read a text in the background; moves start from `here`. The screen stays as it is meanwhile.
pub(crate) fn begin(cx: &mut UpdateContext, text: String, here: Position, purpose: TextReadPurpose) {
    if cx.shared.text_reading.is_some() {
        return cx.shared.show_warning("Another text is still being read: Esc cancels it, then paste again");
    }
    cx.shared.last_reading_id = TextReadingId(cx.shared.last_reading_id.0.wrapping_add(1));
    let reading = TextReading::new(cx.shared.last_reading_id, purpose, text.len(), cx.shared.now);
    cx.shared.text_reading = Some(Box::new(reading));
    cx.effects.push(Effect::ReadText(cx.shared.last_reading_id, text, Box::new(here), purpose));
}

/// Stores the progress, in thousandths.
pub(crate) fn progress(shared: &mut Shared, id: TextReadingId, thousandths: u16) {
    if let Some(reading) =
        shared.text_reading.as_mut().filter(|reading| reading.id == id && reading.result.is_none())
    {
        reading.set_progress(thousandths);
    }
}

/// Stores the result. It is shown by [`show_when_idle`].
pub(crate) fn finish(shared: &mut Shared, id: TextReadingId, text: Arc<str>, result: Box<PastedText>) {
    if let Some(reading) = shared.text_reading.as_mut().filter(|reading| reading.id == id) {
        reading.finish(text, result);
    }
}

/// Cancels the reading. False where none is under way.
pub(crate) fn cancel(cx: &mut UpdateContext) -> bool {
    let Some(reading) = cx.shared.text_reading.take() else { return false };
    cx.effects.push(Effect::CancelReading);
    cx.shared.show_note("The text is not read; nothing has changed");
    if reading.purpose == TextReadPurpose::Games {
        cx.effects.request(Request::ListLibrary);
    }
    true
}

/// The beginning of a text, as much of it as is read at once.
pub(crate) fn beginning(text: &str) -> &str {
    &text[..text.floor_char_boundary(MAX_SYNC_BYTES)]
}
