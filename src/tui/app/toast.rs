//! Toasts: short notes that disappear by themselves.

use std::time::Instant;

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
    pub until: Instant,
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
    pub fn new(level: ToastLevel, text: impl Into<String>, now: Instant) -> Self {
        let until = now + std::time::Duration::from_millis(DURATION_MS);
        Self { text: text.into(), level, until, is_response: false }
    }
}
