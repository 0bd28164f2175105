//! Adds text to the end of a file that grows: games, one after the other.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::Path;

/// Adds `text` to a file, which is made where it is missing.
///
/// # Errors
/// When the file cannot be written.
pub fn append(file: &Path, text: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().create(true).append(true).open(file)?;
    file.write_all(text.as_bytes())?;
    file.sync_data()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::scratch::Scratch;

    #[test]
    fn text_is_added_at_the_end() {
        let scratch = Scratch::new();
        let file = scratch.path().join("games.pgn");
        append(&file, "one\n").unwrap();
        append(&file, "two\n").unwrap();
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "one\ntwo\n");
        assert!(append(&scratch.path().join("no/such/folder"), "x").is_err());
    }
}
