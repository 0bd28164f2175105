//! The catalog of the index: of which parts of which files each segment is. It is a file of lines with checksums; a line that
//! is damaged or was cut is forgotten with its segment.

use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::error::{DatabaseError, file_error};
use crate::disk::FileStat;
use crate::{atomic, checked_lines};

/// The name of the file.
const NAME: &str = "catalog";

/// The version of the catalog and of what segments mean; entries of another one are forgotten.
const VERSION: u32 = 1;

/// The segments of an index.
#[derive(Default, Debug)]
pub(super) struct Catalog {
    entries: Vec<CatalogEntry>,
}

/// A segment, and what it is of.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub(super) struct CatalogEntry {
    version: u32,
    /// The name of its file.
    pub(super) segment: String,
    /// Number of games in it, with those that do not count any more.
    pub(super) games: usize,
    /// The parts whose games count, in the order of their games.
    pub(super) parts: Vec<IndexedPart>,
}

/// A part of a PGN file: the games that begin in a range of its bytes.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub(super) struct IndexedPart {
    /// The name of the file in the folder of the library.
    pub(super) file: String,
    /// The range of bytes.
    pub(super) from: u64,
    pub(super) to: u64,
    /// The XXH3 digest of these bytes.
    pub(super) digest: u64,
    /// Length and modification time of the file when these bytes were last seen to be in it.
    pub(super) size: u64,
    pub(super) changed: i64,
    /// The first game in the segment, and the number of games.
    pub(super) first_game: usize,
    pub(super) games: usize,
}

impl IndexedPart {
    /// Whether the file is in the state in which these bytes were seen in it.
    pub(super) fn is_seen_in(&self, stat: &FileStat) -> bool {
        (self.size, self.changed) == (stat.length, stat.modified_nanoseconds())
    }

    fn game_range(&self) -> Range<usize> {
        self.first_game..self.first_game + self.games
    }
}

impl CatalogEntry {
    pub(super) const fn new(segment: String, games: usize, parts: Vec<IndexedPart>) -> Self {
        Self { version: VERSION, segment, games, parts }
    }

    /// Whether a game of the segment counts.
    pub(super) fn has_game(&self, game: usize) -> bool {
        self.part_of(game).is_some()
    }

    /// The name of the file of a game; empty for one that does not count.
    pub(super) fn file_of(&self, game: usize) -> &str {
        self.part_of(game).map_or("", |part| &part.file)
    }

    fn part_of(&self, game: usize) -> Option<&IndexedPart> {
        let after = self.parts.partition_point(|part| part.first_game <= game);
        self.parts[..after].last().filter(|part| part.game_range().contains(&game))
    }

    /// The number behind that of the last game that counts.
    pub(super) fn end(&self) -> usize {
        self.parts.last().map_or(0, |part| part.game_range().end)
    }

    /// Number of games that count.
    pub(super) fn live_games(&self) -> usize {
        self.parts.iter().map(|part| part.games).sum()
    }
}

impl Catalog {
    /// The catalog of a folder, which need not exist.
    ///
    /// # Errors
    /// When it is there and cannot be read.
    pub(super) fn read(folder: &Path) -> Result<Self, DatabaseError> {
        let file = file_in(folder);
        let bytes = checked_lines::read_bytes(&file).map_err(file_error(&file))?;
        let entries = checked_lines::lines(&bytes).filter_map(checked_lines::read_line::<CatalogEntry>);
        let mut entries: Vec<CatalogEntry> = entries.filter(|entry| entry.version == VERSION).collect();
        entries.sort_by(|a, b| a.segment.cmp(&b.segment));
        entries.dedup_by(|a, b| a.segment == b.segment);
        Ok(Self { entries })
    }

    /// The segments, in the order of their names.
    pub(super) fn entries(&self) -> &[CatalogEntry] {
        &self.entries
    }

    /// Number of games that count.
    pub(super) fn game_count(&self) -> usize {
        self.entries.iter().map(CatalogEntry::live_games).sum()
    }

    /// Replaces the segments, and the file.
    ///
    /// # Errors
    /// When the file cannot be written; it is the old one then.
    pub(super) fn replace(&mut self, folder: &Path, entries: Vec<CatalogEntry>) -> Result<(), DatabaseError> {
        let file = file_in(folder);
        let lines: Result<Vec<String>, _> = entries.iter().map(checked_lines::to_line).collect();
        let text = lines.map_err(file_error(&file))?.concat();
        atomic::write(&file, text.as_bytes()).map_err(file_error(&file))?;
        self.entries = entries;
        Ok(())
    }

    /// Adds a segment.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub(super) fn add(&mut self, folder: &Path, entry: CatalogEntry) -> Result<(), DatabaseError> {
        let file = file_in(folder);
        let line = checked_lines::to_line(&entry).map_err(file_error(&file))?;
        checked_lines::append(&file, &[line]).map_err(file_error(&file))?;
        let at = self.entries.partition_point(|known| known.segment < entry.segment);
        self.entries.insert(at, entry);
        Ok(())
    }
}

fn file_in(folder: &Path) -> PathBuf {
    folder.join(NAME)
}
