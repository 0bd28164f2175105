//! What a typed line asks for.

use crate::tui::message::Message;

/// What comes of a line.
pub(crate) enum LinearInput {
    /// These things happen.
    Messages(Vec<Message>),
    /// Nothing does; this is the answer.
    Answer(Vec<String>),
}
