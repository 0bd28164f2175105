//! Reads games from standard input.

use std::io::{self, Read};

use crate::game::pgn;

/// Reads PGN games from standard input to its end. A pipe cannot be read twice, so the games must fit into
/// memory.
///
/// # Errors
/// When standard input cannot be read or has more than 256 MiB.
pub fn read_piped_games() -> io::Result<String> {
    read_games(io::stdin().lock())
}

/// The most that is read of a pipe, in bytes.
pub(super) const MAX_BYTES: u64 = 1 << 28;

/// Reads PGN games to the end of their source.
pub(super) fn read_games(source: impl Read) -> io::Result<String> {
    let mut bytes = Vec::new();
    source.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(io::Error::other("more than 256 MiB of games: give the name of a file instead"));
    }
    Ok(pgn::decode(&bytes).into_owned())
}
