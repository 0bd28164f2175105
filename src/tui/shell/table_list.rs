//! The folder of tables and the folders of programs, looked through on threads of their own: a disk may be slow.

use std::sync::mpsc::Sender;

use crate::chess::thread::ThreadBuilder;
use crate::store::known_engines;
use crate::store::tables::TableFileKind;
use crate::store::{TableFolder, UserPaths};
use crate::tui::event::TuiEvent;

/// Where tables are kept, and who hears of them.
pub(crate) struct TableListWorker {
    folder: Option<TableFolder>,
    events: Sender<TuiEvent>,
}

impl TableListWorker {
    pub(crate) fn new(places: Option<&UserPaths>, events: Sender<TuiEvent>) -> Self {
        Self { folder: places.map(|places| TableFolder::new(places.tables_folder())), events }
    }

    /// Looks which known engines are on this machine; [`TuiEvent::EnginesFound`] comes.
    pub(crate) fn find_engines(&self) {
        let events = self.events.clone();
        // At the very end nobody listens any more.
        let look = move || _ = events.send(TuiEvent::EnginesFound(known_engines::find()));
        // Without a thread none is offered: each can still be added by its command.
        let _ = ThreadBuilder::new("find-engines").spawn(look);
    }

    /// Looks which tables are kept; [`TuiEvent::SavedTables`] comes. A folder that cannot be read holds none.
    pub(crate) fn list_tables(&self) {
        let Some(folder) = self.folder.clone() else { return };
        let events = self.events.clone();
        let look = move || {
            let all = folder.list().unwrap_or_default();
            let tables = all.into_iter().filter(|kept| kept.kind == TableFileKind::Table);
            // At the very end nobody listens any more.
            let _ =
                events.send(TuiEvent::SavedTables(tables.map(|kept| (kept.material, kept.size)).collect()));
        };
        // Without a thread nothing is known of the folder: tables are then read or made as they are wanted.
        let _ = ThreadBuilder::new("list-tables").spawn(look);
    }
}
