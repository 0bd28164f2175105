//! Games split into files: those of one event, one year or one player into a file each.

use std::collections::{BTreeMap, HashMap};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chess::StopToken;

use super::found_game::FoundGame;
use crate::disk::{self, FileKind};
use crate::io_error::FileError;
use crate::library::{self, LibraryError};
use crate::output::{self, OutputError, OverwriteConsent};
use crate::portable_names::portable_names;

/// The games by what those of one file have in common. Of each game only its place is kept.
#[derive(Default, Debug)]
pub struct GameSplit {
    values: BTreeMap<String, Vec<SplitGame>>,
    files: HashMap<PathBuf, Arc<Path>>,
}

/// Where a game is.
#[derive(Clone, Debug)]
struct SplitGame {
    file: Arc<Path>,
    offset: u64,
    length: u32,
}

/// A file that is to be written.
#[derive(Debug)]
pub struct SplitFile {
    /// What its games have in common.
    pub value: String,
    /// Its path.
    pub file: PathBuf,
    games: Vec<SplitGame>,
}

impl GameSplit {
    /// Adds a game to those with a value, behind them.
    pub fn add(&mut self, value: &str, game: &FoundGame) {
        let file = match self.files.get(&game.file) {
            Some(file) => Arc::clone(file),
            None => {
                Arc::clone(self.files.entry(game.file.clone()).or_insert_with(|| game.file.as_path().into()))
            }
        };
        let place = SplitGame { file, offset: game.offset, length: game.length };
        match self.values.get_mut(value) {
            Some(games) => games.push(place),
            None => drop(self.values.insert(value.to_owned(), vec![place])),
        }
    }

    /// Number of files.
    #[must_use]
    pub fn file_count(&self) -> usize {
        self.values.len()
    }

    /// The files in a folder, by their values. The folder is made where it is missing.
    ///
    /// # Errors
    /// When one of the files is there already, or the folder cannot be made: then nothing has been written.
    pub fn into_files(self, folder: &Path) -> Result<Vec<SplitFile>, OutputError> {
        let names = portable_names(self.values.keys().map(String::as_str));
        let files: Vec<SplitFile> = self
            .values
            .into_iter()
            .zip(names)
            .map(|((value, games), name)| SplitFile { value, file: folder.join(name + ".pgn"), games })
            .collect();
        check_folder(folder)?;
        // Not `check_target`: a pipe or a device of the name must not be written to either.
        for SplitFile { file, .. } in &files {
            if disk::stat(file).is_ok() {
                return Err(OutputError::Exists(file.clone()));
            }
        }
        disk::make_folder(folder).map_err(FileError::of(folder))?;
        Ok(files)
    }
}

/// Looks whether files can be written in a folder, which may be missing in one that is there.
fn check_folder(folder: &Path) -> Result<(), OutputError> {
    let kind = |path: &Path| disk::stat(path).map(|stat| stat.kind).ok();
    let is_not_folder = || FileError::of(folder)(io::ErrorKind::NotADirectory.into());
    match kind(folder) {
        Some(FileKind::Folder) => return Ok(()),
        Some(_) => return Err(is_not_folder().into()),
        None => {}
    }
    let parent = folder.parent().filter(|parent| !parent.as_os_str().is_empty());
    match parent {
        Some(parent) if kind(parent) != Some(FileKind::Folder) => {
            Err(OutputError::NoFolder(parent.to_owned()))
        }
        _ => Ok(()),
    }
}

impl SplitFile {
    /// Number of its games.
    #[must_use]
    pub const fn game_count(&self) -> usize {
        self.games.len()
    }

    /// Writes the file, whole or not at all: the games as their files have them. `on_game` is called before each.
    ///
    /// # Errors
    /// When the file is there by now, when something cannot be read or written, and [`LibraryError::Canceled`].
    pub fn write(&self, stop: &StopToken, mut on_game: impl FnMut()) -> Result<(), LibraryError> {
        let mut failure = None;
        let written = output::write(&self.file, OverwriteConsent::NewFile, |draft| {
            for SplitGame { file, offset, length } in &self.games {
                on_game();
                let bytes = if stop.is_stopped() {
                    Err(LibraryError::Canceled)
                } else {
                    library::read_place(file, *offset, (*length).into())
                };
                let bytes = bytes.map_err(|error| {
                    failure = Some(error);
                    io::Error::from(io::ErrorKind::InvalidData)
                })?;
                library::write_game(&bytes, draft)?;
            }
            Ok(())
        });
        match failure {
            Some(error) => Err(error),
            None => Ok(written?),
        }
    }
}
