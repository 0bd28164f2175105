//! Lists the table folder and the program folders on threads of their own: a disk may be slow.

use crate::tui::shell::Message;
use std::sync::mpsc::Sender;

use crate::chess::thread::ThreadBuilder;
use crate::store::tables::TableFileKind;
use crate::store::{TableFolder, UserPaths, known_engines};
use crate::tui::event::TuiEvent;

/// The table folder, and the channel for what is found.
pub(crate) struct TableListWorker {
    folder: Option<TableFolder>,
    events: Sender<TuiEvent>,
}

impl TableListWorker {
    pub(crate) fn new(places: Option<&UserPaths>, events: Sender<TuiEvent>) -> Self {
        Self { folder: places.map(|places| TableFolder::new(places.tables_folder())), events }
    }

    /// Looks for known engines on this machine; the result comes as [`Message::EnginesFound`].
    pub(crate) fn find_engines(&self) {
        let events = self.events.clone();
        // The receiver is closed once the program ends.
        let look = move || _ = events.send(TuiEvent::Message(Message::EnginesFound(known_engines::find())));
        // Without a thread none is offered: each can still be added by its command.
        let _ = ThreadBuilder::new("find-engines").spawn(look);
    }

    /// Lists the saved tables; the result comes as [`Message::SavedTables`]. A folder that cannot be read
    /// has none.
    pub(crate) fn list_tables(&self) {
        let Some(folder) = self.folder.clone() else { return };
        let events = self.events.clone();
        let look = move || {
            let all = folder.list().unwrap_or_default();
            let tables = all.into_iter().filter(|kept| kept.kind == TableFileKind::Table);
            // The receiver is closed once the program ends.
            let _ = events.send(TuiEvent::Message(Message::SavedTables(
                tables.map(|kept| (kept.material, kept.size)).collect(),
            )));
        };
        // Without a thread nothing is known of the folder: tables are then read or made as they are wanted.
        let _ = ThreadBuilder::new("list-tables").spawn(look);
    }
}
