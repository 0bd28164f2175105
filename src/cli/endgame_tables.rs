//! Endgame tables for the commands: our own tables and the user's Syzygy tables.

use std::io::{self, Write};
use std::sync::Arc;

use crate::chess::{NoOracle, Oracle, Position, StopToken};
use crate::solver::tables::table_store::{NoStore, TableStore};
use crate::solver::{Syzygy, Tables};
use crate::store::config::LoadedConfig;
use crate::store::{TableFolder, UserPaths};

/// Where tables are kept: with the user's other files that can be made again.
pub(super) fn table_store() -> Arc<dyn TableStore> {
    // A test does not depend on what a user has built, nor change it.
    if cfg!(test) { Arc::new(NoStore) } else { TableFolder::store_for(UserPaths::find().as_ref()) }
}

/// The tables of all three-man endings, made in a moment, and those of four men that are kept.
pub(super) fn load_tables() -> Arc<Tables> {
    let tables = Arc::new(Tables::with_store(table_store()));
    // A token that nobody stops never does.
    let _ = tables.build_three_piece_endings(&StopToken::never(), &mut |_| {});
    for ending in Tables::four_piece_endings() {
        let _ = tables.load(&ending);
    }
    tables
}

/// The tables, where they can matter in the play from here on, with that of the position at hand where it is
/// kept; having them would cost more than it gives while the board is full.
pub(super) fn tables_for(position: &Position) -> Arc<dyn Oracle> {
    const MAX_PIECES: u8 = 8;
    if position.material().piece_count() > MAX_PIECES {
        return Arc::new(NoOracle);
    }
    let tables = load_tables();
    for ending in tables.missing_endings(&position.material()) {
        let _ = tables.load(&ending);
    }
    tables
}

/// The user's tables for larger endings, where a folder is set. One that cannot be used is told.
pub(super) fn open_syzygy(errors: &mut dyn Write) -> io::Result<Option<Syzygy>> {
    // A test does not depend on what a user has set.
    let Some(places) = UserPaths::find().filter(|_| !cfg!(test)) else { return Ok(None) };
    let settings = LoadedConfig::from_user_file(&places.config).config.engine;
    let Some(folder) = settings.syzygy_folder() else { return Ok(None) };
    match Syzygy::open(&folder) {
        Ok(tables) => Ok(Some(tables)),
        Err(error) => {
            writeln!(errors, "warning: {error}; engine.syzygy is set in {}", places.config.display())?;
            Ok(None)
        }
    }
}
