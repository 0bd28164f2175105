//! Short notes that go away by themselves.

use super::Moment;

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
}

/// How a note is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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
        Self { text: text.into(), tone, until: now + std::time::Duration::from_millis(STAYS_MS) }
    }
}
