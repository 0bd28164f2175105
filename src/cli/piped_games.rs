//! Reads games from standard input.

use std::io::{self, Read};

use crate::game::pgn;

/// The games that come through standard input, to its end. A pipe cannot be read twice, so they have to fit
/// into memory.
///
/// # Errors
/// When standard input fails or brings more than 256 MiB.
pub fn read_piped_games() -> io::Result<String> {
    const MAX_BYTES: u64 = 1 << 28;
    let mut bytes = Vec::new();
    io::stdin().lock().take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(io::Error::other("it brings more than 256 MiB: give the file's name instead"));
    }
    Ok(pgn::decode(&bytes).into_owned())
}
