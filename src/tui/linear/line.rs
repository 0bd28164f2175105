//! The request that a typed line stands for.

use crate::tui::message::Message;

/// What comes of a line.
pub(crate) enum LinearInput {
    /// These things happen.
    Messages(Vec<Message>),
    /// Nothing does; this is the answer.
    Answer(Vec<String>),
}
