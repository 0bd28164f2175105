//! State of a long text that is parsed in the background: the progress, the result, and its purpose.

use std::sync::Arc;
use std::time::Instant;

use crate::chess::names::byte_size;
use crate::game::{PastedText, game_list};
use crate::tui::model::{Toast, ToastLevel};

/// Identifies a reading.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct TextReadingId(pub u32);

/// The purpose of reading a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TextReadPurpose {
    /// It was pasted: it opens on the analysis board, or in the game list.
    Board,
    /// It was pasted into the position editor.
    Editor,
    /// It came through a pipe: its games are listed.
    Games,
}

/// A text that is being read, or was read and waits until the user has finished typing.
#[derive(Clone, Debug)]
pub struct TextReading {
    /// Which reading it is.
    pub id: TextReadingId,
    /// Its purpose.
    pub purpose: TextReadPurpose,
    /// Length of the text, in bytes.
    pub bytes: usize,
    /// What is shown of it to the user.
    pub progress_toast: Toast,
    /// The result, with the sanitized text.
    pub result: Option<(Arc<str>, Box<PastedText>)>,
}

impl TextReading {
    /// A reading that begins now.
    pub(crate) fn new(id: TextReadingId, purpose: TextReadPurpose, bytes: usize, now: Instant) -> Self {
        let mut reading =
            Self { id, purpose, bytes, progress_toast: Toast::new(ToastLevel::Note, "", now), result: None };
        reading.set_progress(0);
        reading
    }

    /// Stores the progress, in thousandths.
    pub(crate) fn set_progress(&mut self, thousandths: u16) {
        let percent = thousandths / 10;
        self.progress_toast.text =
            format!("Reading {} of text: {percent} %. Esc cancels", byte_size(self.bytes as u64));
    }

    /// Keeps the result until the user has finished typing.
    pub(crate) fn finish(&mut self, text: Arc<str>, result: Box<PastedText>) {
        let description = match &*result {
            PastedText::Games(games) => game_list::entries_text(games),
            _ => "The text".to_owned(),
        };
        self.progress_toast.text =
            format!("{description} read: shown as soon as nothing is typed. Esc cancels");
        self.result = Some((text, result));
    }
}
