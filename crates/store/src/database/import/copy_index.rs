//! The index of a copy while it is made: games are indexed as they are copied, and need not be read again.

use std::ops::Range;
use std::path::{Path, PathBuf};

use database::Segment;

use super::super::catalog::{Catalog, CatalogEntry, IndexedPart};
use super::super::update::{lock_index, next_segment_number, segment_name};
use crate::lock::FileLock;
use crate::{atomic, disk};

/// The index of a copy while it is made. What it is not of is indexed another time.
pub(super) struct CopyIndex {
    /// The folder of the index.
    folder: PathBuf,
    catalog: Catalog,
    _lock: FileLock,
    entries: Vec<CatalogEntry>,
    /// Whether all of the copy so far is indexed.
    goes_on: bool,
}

impl CopyIndex {
    /// The index of a new copy. None where nothing can be written, or another program writes there.
    pub(super) fn begin(folder: &Path) -> Option<Self> {
        let lock = lock_index(folder)?;
        let catalog = Catalog::read(folder).ok()?;
        Some(Self { folder: folder.to_owned(), catalog, _lock: lock, entries: Vec::new(), goes_on: true })
    }

    /// Writes the segment of the next range of the copy, which has a digest. False where that cannot be written, or where
    /// the index has ended before.
    pub(super) fn add(&mut self, segment: &Segment, range: Range<u64>, digest: u64) -> bool {
        if !self.goes_on {
            return false;
        }
        let bytes = segment.to_bytes();
        let number = next_segment_number(self.entries.last().or(self.catalog.entries().last()));
        let name = segment_name(number, &bytes);
        if atomic::write(&self.folder.join(&name), &bytes).is_err() {
            return false;
        }
        let part = IndexedPart {
            file: String::new(),
            from: range.start,
            to: range.end,
            digest,
            size: 0,
            changed: 0,
            first_game: 0,
            games: segment.len(),
        };
        self.entries.push(CatalogEntry::new(name, segment.len(), vec![part]));
        true
    }

    /// What comes now is not indexed, nor what follows it.
    pub(super) const fn end_here(&mut self) {
        self.goes_on = false;
    }

    /// The copy is done, and has this name.
    pub(super) fn finish(mut self, copy: &Path) {
        let Ok(stat) = disk::stat(copy) else { return };
        let Some(name) = copy.file_name().and_then(|name| name.to_str()) else { return };
        for mut entry in self.entries {
            for part in &mut entry.parts {
                name.clone_into(&mut part.file);
                (part.size, part.changed) = (stat.length, stat.modified_nanoseconds());
            }
            self.catalog.add(Some(&self.folder), entry);
        }
    }
}
