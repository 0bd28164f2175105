//! Opening books, and the files of games that they are made of.

use std::io::{self, BufRead};
use std::path::Path;

use crate::compressed::PgnInput;
use crate::disk::{self, SizeLimit};
use crate::io_error::FileError;

/// Reads a book.
///
/// # Errors
/// When it cannot be read, or is longer than any book.
pub fn read(file: &Path) -> Result<Vec<u8>, FileError> {
    disk::read(file, SizeLimit::Games).map_err(FileError::of(file))
}

/// Calls a function with each text of a file of games, compressed or not: one, or as many as an archive has.
///
/// # Errors
/// When the file cannot be read, and what the function returns.
pub fn each_text(
    file: &Path,
    mut visit: impl FnMut(&mut dyn BufRead) -> io::Result<()>,
) -> Result<(), FileError> {
    let input = PgnInput::open(file).map_err(FileError::of(file))?;
    for index in 0..input.text_count() {
        let mut text = input.open_text(index).map_err(FileError::of(file))?;
        visit(&mut *text).map_err(FileError::of(file))?;
    }
    Ok(())
}
