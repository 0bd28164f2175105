//! The texts of games that were found, from their files.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::PathBuf;

use super::FoundGame;
use super::error::{DatabaseError, file_error};

/// Reads games from their files, and keeps the last file open.
#[derive(Default, Debug)]
pub struct GameTextReader {
    file: Option<(PathBuf, File)>,
}

impl GameTextReader {
    /// The bytes of a game.
    ///
    /// # Errors
    /// When its file cannot be read, or has become shorter.
    pub fn read(&mut self, game: &FoundGame) -> Result<Vec<u8>, DatabaseError> {
        self.bytes_of(game).map_err(file_error(&game.file))
    }

    fn bytes_of(&mut self, game: &FoundGame) -> io::Result<Vec<u8>> {
        let file = match self.file.take() {
            Some((path, file)) if path == game.file => file,
            _ => File::open(&game.file)?,
        };
        let (_, file) = self.file.insert((game.file.clone(), file));
        file.seek(SeekFrom::Start(game.offset))?;
        let mut bytes = vec![0; game.length as usize];
        file.read_exact(&mut bytes)?;
        Ok(bytes)
    }
}
