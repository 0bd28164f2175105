//! What the server's threads share: the queue of events for the main thread, and the output.

use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

/// What the main thread waits for.
pub(super) enum ServerEvent {
    /// The interface said something.
    Line(String),
    /// The interface has gone.
    Disconnected,
    /// The work with this number is over, and this is the answer to it.
    Answer { number: u64, answer: String },
}

/// Where the answers go; shared, because progress comes from the searching thread.
pub(super) type SharedOutput<W> = Arc<Mutex<W>>;

/// Writes one whole line at once, so that two threads never mix theirs.
pub(super) fn send_line<W: Write>(output: &SharedOutput<W>, line: &str) {
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    let _ = output.write_all(format!("{line}\n").as_bytes()).and_then(|()| output.flush());
}
