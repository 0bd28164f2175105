//! What the library worker does with the opening repertoires: it reads them when their files have changed, and changes them.

use std::path::PathBuf;

use crate::chess::Color;
use crate::game::repertoire::RepertoireEdit;
use crate::store::repertoires::{LoadedRepertoires, RepertoireFolder};
use crate::tui::model::{LibraryEvent, RepertoireEvent};

/// The files of the repertoires, and what was read of them last.
pub(super) struct RepertoireReader {
    folder: RepertoireFolder,
    loaded: Option<LoadedRepertoires>,
}

impl RepertoireReader {
    pub(super) const fn new(folder: PathBuf) -> Self {
        Self { folder: RepertoireFolder::new(folder), loaded: None }
    }

    /// Reads the repertoires; nothing where their files are as they were.
    pub(super) fn read(&mut self) -> Option<LibraryEvent> {
        if self.loaded.as_ref().is_some_and(|loaded| self.folder.is_current(loaded)) {
            return None;
        }
        match self.folder.load() {
            Ok(loaded) => Some(self.keep(loaded)),
            Err(error) => {
                Some(LibraryEvent::KeepingFailed(format!("The repertoires cannot be read: {error}")))
            }
        }
    }

    /// Changes the repertoire of a side: what has become of it, after the repertoires as they are then.
    pub(super) fn edit(
        &mut self,
        side: Color,
        edit: &RepertoireEdit,
        send_event: &dyn Fn(LibraryEvent),
    ) -> LibraryEvent {
        match self.folder.edit(side, edit) {
            Ok((moves, loaded)) => {
                send_event(self.keep(loaded));
                let is_removal = matches!(edit, RepertoireEdit::RemoveMove { .. });
                LibraryEvent::Repertoire(RepertoireEvent::Edited(side, moves, is_removal))
            }
            Err(error) => LibraryEvent::KeepingFailed(format!("The repertoire is as it was: {error}")),
        }
    }

    /// Keeps what was read, and tells the screens.
    fn keep(&mut self, loaded: LoadedRepertoires) -> LibraryEvent {
        let (repertoires, problems) = (Box::new(loaded.repertoires.clone()), loaded.problems.clone());
        self.loaded = Some(loaded);
        LibraryEvent::Repertoire(RepertoireEvent::Read(repertoires, problems))
    }
}
