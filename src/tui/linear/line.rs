//! The request that a typed line stands for.

use crate::tui::message::Message;

/// The result of a line.
pub(crate) enum LinearInput {
    /// Messages for `update`.
    Messages(Vec<Message>),
    /// No message, but a reply.
    Answer(Vec<String>),
}
