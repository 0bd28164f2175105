//! The database of the library, which two threads use: the library worker for lists, the explorer worker for trees. One of them at a
//! time brings the index up to date.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::chess::StopToken;
use crate::database::ListedGames;
use crate::game::game_list::GamePlaces;
use crate::game::repertoire::ReplyCounts;
use crate::game::{GameQuery, Repertoire};
use crate::store::database::{DatabaseError, DatabaseProgress, GameCollection, index_file};
use crate::store::library::LibraryError;
use crate::store::{GameDatabase, Library};

/// A file and its games.
type IndexedFile = (PathBuf, Arc<GameCollection>);

/// A handle of the database; each worker has one.
#[derive(Clone)]
pub(super) struct SharedDatabase {
    /// The folder of the library, if there is a home folder.
    folder: Option<PathBuf>,
    /// Opened when it is used first.
    database: Arc<Mutex<Option<GameDatabase>>>,
    /// The games of the file that is listed in place of the library.
    file: Arc<Mutex<Option<IndexedFile>>>,
}

impl SharedDatabase {
    pub(super) fn new(folder: Option<PathBuf>) -> Self {
        Self { folder, database: Arc::default(), file: Arc::default() }
    }

    /// The library, if there is a home folder.
    pub(super) fn library(&self) -> Option<Library> {
        self.folder.clone().map(Library::new)
    }

    /// Brings the index up to date, after another thread that does: the games.
    ///
    /// # Errors
    /// When the folder of the library cannot be read, and [`DatabaseError::Canceled`].
    pub(super) fn update(
        &self,
        library: &Library,
        on_progress: DatabaseProgress<'_>,
    ) -> Result<Arc<GameCollection>, DatabaseError> {
        let mut database = self.database.lock().unwrap_or_else(PoisonError::into_inner);
        let database = database.get_or_insert_with(|| GameDatabase::open(library));
        database.update(on_progress)?;
        Ok(Arc::clone(database.games()))
    }

    /// Brings the index up to date: the games for lists. Those of a file are forgotten.
    ///
    /// # Errors
    /// As those of [`update`](Self::update).
    pub(super) fn list(
        &self,
        library: &Library,
        on_progress: DatabaseProgress<'_>,
    ) -> Result<Arc<ListedGames>, DatabaseError> {
        *self.file.lock().unwrap_or_else(PoisonError::into_inner) = None;
        let mut database = self.database.lock().unwrap_or_else(PoisonError::into_inner);
        database.get_or_insert_with(|| GameDatabase::open(library)).list(on_progress)
    }

    /// Indexes a file in memory: its games for lists.
    ///
    /// # Errors
    /// When the file cannot be read or holds no game, and [`LibraryError::Canceled`].
    pub(super) fn list_file(
        &self,
        file: &Path,
        on_progress: DatabaseProgress<'_>,
    ) -> Result<Arc<ListedGames>, LibraryError> {
        let (games, listed) = index_file(file, on_progress)?;
        *self.file.lock().unwrap_or_else(PoisonError::into_inner) = Some((file.to_owned(), games));
        Ok(listed)
    }

    /// The games of the file that is listed, if it is this one.
    pub(super) fn games_of_file(&self, file: &Path) -> Option<Arc<GameCollection>> {
        let listed = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        listed.as_ref().filter(|(path, _)| path == file).map(|(_, games)| Arc::clone(games))
    }

    /// How often opponents played the replies in a repertoire, in the games of the library. What is damaged is made again.
    ///
    /// # Errors
    /// As those of [`update`](Self::update).
    pub(super) fn reply_counts(
        &self,
        library: &Library,
        repertoire: &Arc<Repertoire>,
        stop: &StopToken,
    ) -> Result<ReplyCounts, DatabaseError> {
        self.ask(library, stop, |games| games.reply_counts(repertoire, &GameQuery::default(), stop))
    }

    /// Where the games of the library are that fit a query. What is damaged is made again.
    ///
    /// # Errors
    /// As those of [`update`](Self::update).
    pub(super) fn places(
        &self,
        library: &Library,
        query: &GameQuery,
        stop: &StopToken,
    ) -> Result<GamePlaces, DatabaseError> {
        self.ask(library, stop, |games| games.places(query, None, stop))
    }

    /// Asks the games of the library, and once more after what is damaged was made again.
    fn ask<T>(
        &self,
        library: &Library,
        stop: &StopToken,
        question: impl Fn(&GameCollection) -> Result<T, DatabaseError>,
    ) -> Result<T, DatabaseError> {
        let go_on = |_, _| !stop.is_stopped();
        match question(&*self.update(library, &go_on)?) {
            Err(DatabaseError::Damaged { .. }) => question(&*self.update(library, &go_on)?),
            answer => answer,
        }
    }
}
