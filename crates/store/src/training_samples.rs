//! Files of positions that an evaluation learns from: long, and written piece by piece.

use std::fs::{self, OpenOptions};
use std::io::{self, BufRead, BufReader, ErrorKind, Write};
use std::path::Path;

use super::atomic;

/// Reads a file of positions.
///
/// # Errors
/// When it cannot be read, or is no text.
pub fn read(file: &Path) -> io::Result<String> {
    fs::read_to_string(file)
}

/// Reads a file of positions line by line: it may be larger than memory.
///
/// # Errors
/// When it cannot be opened; each line is an error of its own.
pub fn lines(file: &Path) -> io::Result<impl Iterator<Item = io::Result<String>>> {
    Ok(BufReader::with_capacity(1 << 20, fs::File::open(file)?).lines())
}

/// Reads it whole, where a file that is missing holds nothing.
///
/// # Errors
/// When it is there and cannot be read.
pub fn read_if_there(file: &Path) -> io::Result<String> {
    match read(file) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(String::new()),
        other => other,
    }
}

/// Reads the file of a network.
///
/// # Errors
/// When it cannot be read.
pub fn read_network(file: &Path) -> io::Result<Vec<u8>> {
    fs::read(file)
}

/// Cuts a file after so many bytes; a missing one is made.
///
/// # Errors
/// When it cannot be written.
pub fn truncate(file: &Path, bytes: u64) -> io::Result<()> {
    OpenOptions::new().create(true).write(true).truncate(false).open(file)?.set_len(bytes)
}

/// Adds a piece to the end of a file; a missing one is made.
///
/// # Errors
/// When it cannot be written.
pub fn append(file: &Path, piece: &str) -> io::Result<()> {
    OpenOptions::new().create(true).append(true).open(file)?.write_all(piece.as_bytes())
}

/// Replaces a file of weights, puzzles or a tuning run; a reader finds the old file or the new one, whole.
///
/// # Errors
/// When the folder or the file cannot be written.
pub fn replace(file: &Path, content: &[u8]) -> io::Result<()> {
    atomic::write(file, content)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;

    #[test]
    fn a_file_grows_and_is_cut() {
        let scratch = Scratch::new();
        let file = scratch.path().join("positions");
        assert_eq!(read_if_there(&file).unwrap(), "");
        truncate(&file, 0).unwrap();
        append(&file, "one\ntw").unwrap();
        truncate(&file, 4).unwrap();
        append(&file, "two\n").unwrap();
        assert_eq!(read(&file).unwrap(), "one\ntwo\n");
    }
}
