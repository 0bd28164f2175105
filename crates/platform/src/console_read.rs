//! What one wait for console input gives.

/// The result of one wait for input.
#[derive(Debug)]
pub enum ConsoleRead<'a> {
    /// Bytes as the terminal sent them. `more` where the rest of them is likely to follow at once.
    Bytes {
        /// The bytes; never empty.
        bytes: &'a [u8],
        /// Whether the read filled what the terminal delivers at once.
        more: bool,
    },
    /// An event that the system has parsed itself.
    Parsed(termina::Event),
    /// The window has another size.
    Resized,
    /// Nothing came in time.
    Timeout,
    /// The reader was asked to stop.
    Stopped,
    /// The terminal has gone away.
    Closed,
}
