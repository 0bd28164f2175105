//! Short notes that go away by themselves.

use super::{App, Moment};

/// How long a note stays, in milliseconds.
const STAYS_MS: u64 = 4_000;

/// A note of one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Toast {
    /// The text, free of control characters.
    pub text: String,
    /// How it is meant.
    pub tone: Tone,
    /// When it goes away.
    pub until: Moment,
    /// Whether it answers what the person did: it goes when the person does something else.
    pub answers: bool,
}

/// How a note is meant, the gravest last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Tone {
    /// Something was done.
    Note,
    /// Something is to be known.
    Warning,
    /// Something went wrong.
    Fault,
}

impl Toast {
    /// A note that is raised now.
    #[must_use]
    pub fn new(tone: Tone, text: impl Into<String>, now: Moment) -> Self {
        let until = now + std::time::Duration::from_millis(STAYS_MS);
        Self { text: text.into(), tone, until, answers: false }
    }
}

impl App {
    /// The note that is shown: the gravest answer, of equals the newest; else the progress of a long reading; else what
    /// has waited longest.
    #[must_use]
    pub fn shown_toast(&self) -> Option<&Toast> {
        self.toasts
            .iter()
            .filter(|toast| toast.answers)
            .max_by_key(|toast| toast.tone)
            .or(self.reading.as_ref().map(|reading| &reading.note))
            .or(self.toasts.first())
    }
}
