//! Endgame tables for the commands: our own tables and the user's Syzygy tables.

use std::io::{self, Write};
use std::sync::Arc;

use crate::chess::table_policy::TablePolicy;
use crate::chess::{NoOracle, Oracle, Position, StopToken};
use crate::solver::tables::table_store::{NoStore, TableStore};
use crate::solver::{Syzygy, Tables};
use crate::store::config::LoadedConfig;
use crate::store::{TableFolder, UserPaths};

/// The folder of the user's saved tables.
pub(super) fn table_store() -> Arc<dyn TableStore> {
    // Tests must not depend on tables of the user or change them.
    if cfg!(test) { Arc::new(NoStore) } else { TableFolder::store_for(UserPaths::find().as_ref()) }
}

/// Builds the tables of 3-piece endings and loads the saved tables of 4-piece endings.
pub(super) fn load_tables() -> Arc<Tables> {
    let tables = Arc::new(Tables::with_store(table_store()));
    // It fails only where it is stopped.
    let _ = tables.build_three_piece_endings(&StopToken::never(), &mut |_| {});
    for ending in Tables::four_piece_endings() {
        let _ = tables.load(&ending);
    }
    tables
}

/// The tables for the analysis of a position, with the saved tables of its own ending. None are loaded for a
/// position with many pieces, where they would hardly be probed.
pub(super) fn tables_for(position: &Position) -> Arc<dyn Oracle> {
    if !TablePolicy::of(&position.material()).is_near_tables() {
        return Arc::new(NoOracle);
    }
    let tables = load_tables();
    for ending in tables.missing_endings(&position.material()) {
        let _ = tables.load(&ending);
    }
    tables
}

/// The user's Syzygy tables, where a folder is set. Prints a warning where it cannot be used.
pub(super) fn open_syzygy(errors: &mut dyn Write) -> io::Result<Option<Syzygy>> {
    // Tests must not depend on the user's settings.
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
