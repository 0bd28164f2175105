//! Reads games that cannot be read twice at any place: from standard input, and from compressed files.

use std::io;
use std::path::Path;

use crate::game::pgn;
use crate::store::compressed;

/// The most that is read of a pipe, and the longest text of a compressed file, in bytes.
const MAX_BYTES: u64 = 1 << 28;

/// Reads the PGN games of standard input, compressed or not, to its end. A pipe cannot be read twice, so the games must fit
/// into memory.
///
/// # Errors
/// When standard input cannot be read, is damaged, or has more than 256 MiB.
pub fn read_piped_games() -> io::Result<String> {
    Ok(read_compressed_games(Path::new("-"))?.unwrap_or_default())
}

/// Reads the PGN games of a compressed file, or of the PGN files of an archive. None for a file that is not compressed.
///
/// # Errors
/// When it cannot be read, is damaged or has no PGN, or its text has more than 256 MiB.
pub fn read_compressed_games(file: &Path) -> io::Result<Option<String>> {
    let bytes = compressed::read_text(file, MAX_BYTES)?;
    Ok(bytes.map(|bytes| pgn::decode(&bytes).into_owned()))
}
