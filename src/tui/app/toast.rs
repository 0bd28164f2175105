//! Short notes that go away by themselves.

use crate::tui::app::{App, Moment};

/// How long a note stays, in milliseconds.
const DURATION_MS: u64 = 4_000;

/// A note of one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Toast {
    /// The text, free of control characters.
    pub text: String,
    /// How it is meant.
    pub level: ToastLevel,
    /// When it goes away.
    pub until: Moment,
    /// Whether it answers what the person did: it goes when the person does something else.
    pub is_response: bool,
}

/// How a note is meant, the gravest last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ToastLevel {
    /// Something was done.
    Note,
    /// Something is to be known.
    Warning,
    /// Something went wrong.
    Error,
}

impl Toast {
    /// A note that is raised now.
    #[must_use]
    pub fn new(level: ToastLevel, text: impl Into<String>, now: Moment) -> Self {
        let until = now + std::time::Duration::from_millis(DURATION_MS);
        Self { text: text.into(), level, until, is_response: false }
    }
}

impl App {
    /// The note that is shown: the gravest answer, of equals the newest; else the progress of a long reading; else what
    /// has waited longest.
    #[must_use]
    pub fn shown_toast(&self) -> Option<&Toast> {
        self.toasts
            .iter()
            .filter(|toast| toast.is_response)
            .max_by_key(|toast| toast.level)
            .or(self.text_reading.as_ref().map(|reading| &reading.progress_toast))
            .or(self.toasts.first())
    }
}
