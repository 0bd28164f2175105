//! What the server's threads share: the queue of events for the main thread, and the output.

use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

/// An event for the main thread.
pub(super) enum ServerEvent {
    /// A line of input.
    Line(String),
    /// The input has ended.
    Disconnected,
    /// The work of this number has finished with this answer.
    Answer { number: u64, answer: String },
}

/// The output. The search thread writes `info` lines to it.
pub(super) type SharedOutput<W> = Arc<Mutex<W>>;

/// Writes one whole line at once, so that two threads never mix theirs.
pub(super) fn send_line<W: Write>(output: &SharedOutput<W>, line: &str) {
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    let _ = output.write_all(format!("{line}\n").as_bytes()).and_then(|()| output.flush());
}
