//! All games of the library, of a file or of a text.

use std::path::Path;
use std::sync::Arc;

use database::{GameListing, ListQuestion, ListedGames};
use game::pgn::split::PgnSplitter;
use game::{GameIdentity, GameListEntry, GameLocation};

use super::{DatabaseError, DatabaseProgress, GameCollection, GameDatabase};
use crate::disk;
use crate::library::{self, Library, LibraryError, PgnFile, file_error, folder_error};

impl Library {
    /// Every game, the newest first.
    ///
    /// # Errors
    /// When the folder is there and cannot be read. A file that cannot be read has a row that says why.
    pub fn list(&self) -> Result<Vec<GameListEntry>, LibraryError> {
        let listed = GameDatabase::open(self).list(&|_, _| true).map_err(|error| self.index_error(error))?;
        Ok(GameListing::new(&listed, &ListQuestion::default()).entries().collect())
    }

    /// Why the games of the library cannot be listed.
    #[must_use]
    pub fn index_error(&self, error: DatabaseError) -> LibraryError {
        match error {
            DatabaseError::Canceled => LibraryError::Canceled,
            DatabaseError::File(error) if error.file == self.folder() => {
                folder_error(self.folder())(error.error)
            }
            DatabaseError::File(error) => LibraryError::File(error),
            damaged @ DatabaseError::Damaged { .. } => {
                folder_error(self.folder())(std::io::Error::other(damaged.to_string()))
            }
        }
    }
}

impl GameDatabase {
    /// Brings the index up to date: the games for lists. What is damaged is made again.
    ///
    /// # Errors
    /// As those of [`update`](Self::update).
    pub fn list(&mut self, on_progress: DatabaseProgress<'_>) -> Result<Arc<ListedGames>, DatabaseError> {
        self.update(on_progress)?;
        match self.games.listed() {
            Err(DatabaseError::Damaged { .. }) => {
                self.update(on_progress)?;
                self.games.listed()
            }
            listed => listed,
        }
    }
}

/// The games of any file, with an index in memory, and their list in the order of the file. `on_progress` receives the number of
/// bytes read and the size of the file; returning `false` cancels.
///
/// # Errors
/// When the file cannot be read or holds no game, and [`LibraryError::Canceled`].
pub fn index_file(
    file: &Path,
    on_progress: DatabaseProgress<'_>,
) -> Result<(Arc<GameCollection>, Arc<ListedGames>), LibraryError> {
    let stat = disk::stat(file).map_err(file_error(file))?;
    let folder = file.parent().unwrap_or_else(|| Path::new(""));
    let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut database = GameDatabase::in_memory(folder);
    let pgn_file = PgnFile { name, path: file.to_owned(), stat: Ok(stat) };
    let updated = database.update_with(&[pgn_file], on_progress);
    let library = Library::new(folder.to_owned());
    let updated = updated.map_err(|error| library.index_error(error))?;
    if let Some((_, error)) = updated.unreadable.into_iter().next() {
        return Err(file_error(file)(std::io::Error::other(error)));
    }
    let games = Arc::clone(database.games());
    let listed = games.listed().map_err(|error| library.index_error(error))?;
    if listed.is_empty() { Err(LibraryError::NoGames(file.to_owned())) } else { Ok((games, listed)) }
}

/// The games of any file in their order.
///
/// # Errors
/// As those of [`index_file`].
pub fn list_file(file: &Path) -> Result<Arc<ListedGames>, LibraryError> {
    index_file(file, &|_, _| true).map(|(_, listed)| listed)
}

/// What tells a game of the library from others with its fingerprint. None where its text cannot be read any more.
#[must_use]
pub fn identity_of(place: &GameLocation) -> Option<GameIdentity> {
    let bytes = library::read_place(&place.file, place.offset, place.length).ok()?;
    let text = PgnSplitter::new(&bytes[..]).next()?.ok()?;
    Some(GameListEntry::with_identity(place.file.clone(), &text, 0).1)
}
