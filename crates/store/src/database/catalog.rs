//! The catalog of the index: of which parts of which files each segment is. It is a file of lines with checksums; a line that
//! is damaged or was cut is forgotten with its segment.

use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::disk::FileStat;
use crate::{atomic, checked_lines};

/// The name of the file.
const NAME: &str = "catalog";

/// The version of the catalog and of what segments mean; entries of another one are forgotten.
const VERSION: u32 = 2;

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

    /// The modification time of the file in Unix seconds.
    pub(super) fn modified_seconds(&self) -> u64 {
        u64::try_from(self.changed / 1_000_000_000).unwrap_or(0)
    }

    pub(super) fn game_range(&self) -> Range<usize> {
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

    /// The part that a game is of, if it counts.
    pub(super) fn part_of(&self, game: usize) -> Option<&IndexedPart> {
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
    pub(super) fn read(folder: &Path) -> io::Result<Self> {
        let bytes = checked_lines::read_bytes(&file_in(folder))?;
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

    /// Replaces the segments, and the file in a folder, if there is one. What cannot be written is made again another time.
    pub(super) fn replace(&mut self, folder: Option<&Path>, entries: Vec<CatalogEntry>) {
        self.entries = entries;
        if let Some(folder) = folder {
            let lines: Result<Vec<String>, _> = self.entries.iter().map(checked_lines::to_line).collect();
            let _ = lines.and_then(|lines| atomic::write(&file_in(folder), lines.concat().as_bytes()));
        }
    }

    /// Adds a segment, to the file in a folder, too, if there is one.
    pub(super) fn add(&mut self, folder: Option<&Path>, entry: CatalogEntry) {
        if let Some(folder) = folder {
            let line = checked_lines::to_line(&entry);
            let _ = line.and_then(|line| checked_lines::append(&file_in(folder), &[line]));
        }
        let at = self.entries.partition_point(|known| known.segment < entry.segment);
        self.entries.insert(at, entry);
    }
}

fn file_in(folder: &Path) -> PathBuf {
    folder.join(NAME)
}
