//! Toasts: short notes that disappear by themselves.

use std::time::Instant;

/// How long a note stays, in milliseconds.
const DURATION_MS: u64 = 4_000;

/// A note of one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Toast {
    /// The text, free of control characters.
    pub text: String,
    /// Its severity.
    pub level: ToastLevel,
    /// When it disappears.
    pub until: Instant,
    /// Whether it is a reply to the user's last input: the next input removes it.
    pub is_response: bool,
}

/// Severity of a note, the most severe last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ToastLevel {
    /// Success.
    Note,
    /// Information.
    Warning,
    /// Error.
    Error,
}

impl Toast {
    /// A note that is shown from now on.
    pub(crate) fn new(level: ToastLevel, text: impl Into<String>, now: Instant) -> Self {
        let until = now + std::time::Duration::from_millis(DURATION_MS);
        Self { text: text.into(), level, until, is_response: false }
    }
}
