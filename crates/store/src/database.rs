//! The database of the library: an index of all its games in segments, which lies beside the PGN files in a folder of its
//! own. It is derived from them: what is missing, damaged or out of date is made again from the files, and never believed.
//! Where it cannot be written it is kept in memory.
//!
//! Reading order: `catalog` (which segment is of which part of which file), `update` (what is out of date, and indexing),
//! `segment_store` (segments in memory), `collection` (what is asked of the games),
//! `library_games` (all games of the library), `import` (games that come into the library), `link` (files that are listed where
//! they lie), `duplicates` (games with several texts), `split` (games in files by what they have in common).

mod catalog;
mod collection;
mod duplicates;
mod error;
mod found_game;
mod import;
mod library_games;
mod link;
mod segment_store;
mod split;
mod update;

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ::database::DefaultOrder;
use catalog::Catalog;
pub use collection::{GameCollection, GameSearch};
pub use duplicates::DuplicateGame;
pub use error::DatabaseError;
use error::file_error;
pub use found_game::{FoundGame, FoundGames, GameDeparture};
pub use library_games::{identity_of, index_file, list_file};
use segment_store::SegmentStore;
pub use split::{GameSplit, SplitFile};
pub use update::{DatabaseProgress, DatabaseUpdate};
use update::{IndexUpdate, SegmentSizes};

use super::{Library, disk};
use crate::library::{PgnFile, pgn_files};

/// The folder of the index in that of the library.
const FOLDER_NAME: &str = ".database";

/// The index of earlier versions of the program, in the folder of the library.
const OLD_INDEX_NAME: &str = ".index.json";

/// The games of PGN files, with an index.
#[derive(Debug)]
pub struct GameDatabase {
    /// The folder of the PGN files.
    folder: PathBuf,
    /// The folder of the index; None where it is in memory alone.
    index_folder: Option<PathBuf>,
    catalog: Catalog,
    sizes: SegmentSizes,
    store: Arc<SegmentStore>,
    games: Arc<GameCollection>,
}

impl GameDatabase {
    /// The database of a library, with as much of the index as is there.
    #[must_use]
    pub fn open(library: &Library) -> Self {
        let folder = library.folder().to_owned();
        let index_folder = folder.join(FOLDER_NAME);
        // What cannot be read is made again.
        let catalog = Catalog::read(&index_folder).unwrap_or_default();
        Self::new(folder, Some(index_folder), catalog)
    }

    /// An empty database in memory, whose games are listed as they are written.
    fn in_memory(folder: &Path) -> Self {
        Self::new(folder.to_owned(), None, Catalog::default())
    }

    fn new(folder: PathBuf, index_folder: Option<PathBuf>, catalog: Catalog) -> Self {
        let store = Arc::new(SegmentStore::new(index_folder.clone().unwrap_or_default()));
        let entries = catalog.entries().to_vec();
        let games = GameCollection::new(folder.clone(), entries, Arc::clone(&store));
        let sizes = SegmentSizes::DEFAULT;
        Self { folder, index_folder, catalog, sizes, store, games: Arc::new(games) }
    }

    /// The games as they were when the index was brought up to date the last time.
    #[must_use]
    pub const fn games(&self) -> &Arc<GameCollection> {
        &self.games
    }

    /// Brings the index up to date with the files of the library. A canceled update goes on another time where it ended. What
    /// cannot be written, and what another program is about to write, is kept in memory.
    ///
    /// # Errors
    /// When the folder of the library cannot be read, and [`DatabaseError::Canceled`].
    pub fn update(&mut self, on_progress: DatabaseProgress<'_>) -> Result<DatabaseUpdate, DatabaseError> {
        let files = pgn_files(&self.folder).map_err(file_error(&self.folder))?;
        if self.catalog.entries().is_empty() {
            // It was derived from the games, and nothing reads it any more.
            let _ = disk::remove(&self.folder.join(OLD_INDEX_NAME));
        }
        self.update_with(&files, on_progress)
    }

    /// Brings the index up to date with these files.
    fn update_with(
        &mut self,
        files: &[PgnFile],
        on_progress: DatabaseProgress<'_>,
    ) -> Result<DatabaseUpdate, DatabaseError> {
        let Self { index_folder, catalog, sizes, store, .. } = self;
        let folder = index_folder.as_deref();
        let updated = IndexUpdate { folder, catalog, store, sizes: *sizes }.run(files, on_progress);
        let known: HashSet<&str> =
            self.catalog.entries().iter().map(|entry| entry.segment.as_str()).collect();
        self.store.retain(&known);
        let unreadable = updated.as_ref().map_or_else(|_| Vec::new(), |updated| updated.unreadable.clone());
        let paths = files.iter().map(|file| (file.name.clone(), file.path.clone())).collect();
        let entries = self.catalog.entries().to_vec();
        let games = GameCollection::new(self.folder.clone(), entries, Arc::clone(&self.store));
        let order =
            if self.index_folder.is_some() { DefaultOrder::NewestFirst } else { DefaultOrder::AsWritten };
        let games = games.with_files(paths, unreadable).in_order(order);
        // What is known of the same games, such as their order, stays known.
        if !games.has_games_of(&self.games) {
            self.games = Arc::new(games);
        }
        updated
    }
}

#[cfg(test)]
mod tests;
