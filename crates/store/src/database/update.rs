//! Brings the index up to date with the PGN files: what is out of date is forgotten, and what is not indexed is indexed.
//!
//! A file that has only grown keeps its index up to the last part, and so does one that was changed further behind; bytes
//! that were indexed are known by their digest. Each finished segment is in the catalog at once, so that whatever ends the
//! program costs the segments that were not finished.

use std::collections::{BTreeMap, HashSet};
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use chess::thread::{ThreadBuilder, core_count, work_in_order};
use database::SegmentBuilder;
use game::pgn::split::{PgnGameText, PgnSplitter};
use twox_hash::XxHash3_64;

use super::catalog::{Catalog, CatalogEntry, IndexedPart};
use super::error::{DatabaseError, file_error};
use super::segment_store::SegmentStore;
use crate::atomic;
use crate::disk::{self, FileStat};
use crate::io_error::{FileError, describe_io_error};
use crate::library::PgnFile;
use crate::lock::{FileLock, LOCK_TIMEOUT};

/// How a segment's file ends.
const SEGMENT_ENDING: &str = ".segment";

/// How large segments are.
#[derive(Clone, Copy, Debug)]
pub(super) struct SegmentSizes {
    /// The most text of the games of one, in bytes, unless one game has more.
    pub(super) text_bytes: usize,
    /// The most games.
    pub(super) games: usize,
    /// One with fewer games is small.
    pub(super) small_games: usize,
    /// The most small ones; more of them are made into one.
    pub(super) small_segments: usize,
}

impl SegmentSizes {
    pub(super) const DEFAULT: Self =
        Self { text_bytes: 16 << 20, games: 1 << 16, small_games: 2_048, small_segments: 16 };
}

/// Bytes that are read at once.
const BUFFER_BYTES: usize = 1 << 18;

/// Progress callback: receives the number of bytes indexed and of all that have to be; returning `false` cancels.
pub type DatabaseProgress<'a> = &'a dyn Fn(u64, u64) -> bool;

/// What an update did.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct DatabaseUpdate {
    /// Number of games that were indexed.
    pub indexed: usize,
    /// The files that cannot be read, with the reasons.
    pub unreadable: Vec<(PathBuf, String)>,
}

/// A file of which something has to be indexed.
struct Unindexed {
    name: String,
    path: PathBuf,
    stat: FileStat,
    /// Where the part begins that is not indexed.
    from: u64,
}

/// Games for a segment, with the parts of files that they are of.
#[derive(Default)]
struct Batch {
    /// The number with which the name of its segment begins.
    number: u64,
    games: Vec<PgnGameText>,
    text_bytes: usize,
    parts: Vec<(IndexedPart, PathBuf)>,
}

/// The index while it is brought up to date.
pub(super) struct IndexUpdate<'i> {
    /// The folder of the index, if it is on a disk.
    pub(super) folder: Option<&'i Path>,
    pub(super) catalog: &'i mut Catalog,
    pub(super) store: &'i SegmentStore,
    pub(super) sizes: SegmentSizes,
}

impl IndexUpdate<'_> {
    /// Brings the index up to date with files.
    pub(super) fn run(
        &mut self,
        files: &[PgnFile],
        on_progress: DatabaseProgress<'_>,
    ) -> Result<DatabaseUpdate, DatabaseError> {
        if files.is_empty() && self.catalog.entries().is_empty() {
            return Ok(DatabaseUpdate::default());
        }
        // Where nothing can be written, and while another program writes there, all goes on in memory.
        let lock =
            self.folder.and_then(|folder| FileLock::acquire(&folder.join("lock"), LOCK_TIMEOUT).ok()?);
        // Another program may have written it since.
        let written = self.folder.filter(|_| lock.is_some()).map(Catalog::read);
        match written {
            Some(Ok(catalog)) => *self.catalog = catalog,
            Some(Err(_)) | None => self.folder = None,
        }
        let mut update = DatabaseUpdate::default();
        let unindexed = self.forget_outdated(files, &mut update);
        if !unindexed.is_empty() {
            self.index(&unindexed, on_progress, &mut update)?;
        }
        Ok(update)
    }

    /// Forgets the parts that are not in the files any more, and what they leave of segments: what has to be indexed.
    fn forget_outdated(&mut self, files: &[PgnFile], update: &mut DatabaseUpdate) -> Vec<Unindexed> {
        let mut stats = BTreeMap::new();
        for file in files {
            match &file.stat {
                Ok(stat) => drop(stats.insert(file.name.as_str(), (&file.path, stat))),
                Err(error) => {
                    update.unreadable.push((file.path.clone(), describe_io_error(error)));
                }
            }
        }
        let mut entries = self.catalog.entries().to_vec();
        entries.retain(|entry| self.store.contains(&entry.segment));
        let mut ends = keep_live_parts(&mut entries, &stats);
        let is_small = |entry: &CatalogEntry| entry.live_games() < self.sizes.small_games;
        let has_many_small =
            entries.iter().filter(|entry| is_small(entry)).count() > self.sizes.small_segments;
        let before = entries.len();
        entries.retain(|entry| {
            let is_mostly_dead = 2 * entry.live_games() < entry.games || entry.parts.is_empty();
            !(is_mostly_dead || (has_many_small && is_small(entry)))
        });
        if entries.len() < before {
            ends = keep_live_parts(&mut entries, &stats);
            entries.retain(|entry| !entry.parts.is_empty());
        }
        if entries != self.catalog.entries() {
            self.catalog.replace(self.folder, entries);
        }
        self.remove_orphans();
        let unindexed = stats.into_iter().filter_map(|(name, (path, stat))| {
            let from = ends.get(name).copied();
            (from != Some(stat.length)).then(|| Unindexed {
                name: name.to_owned(),
                path: path.clone(),
                stat: stat.clone(),
                from: from.unwrap_or(0),
            })
        });
        unindexed.collect()
    }

    /// Removes segments that are not in the catalog. What cannot be removed only takes room.
    fn remove_orphans(&self) {
        let Some(folder) = self.folder else { return };
        let known: HashSet<&str> =
            self.catalog.entries().iter().map(|entry| entry.segment.as_str()).collect();
        for name in disk::list(folder).unwrap_or_default() {
            let name = name.to_string_lossy();
            if name.ends_with(SEGMENT_ENDING) && !known.contains(&*name) {
                let _ = disk::remove(&folder.join(&*name));
            }
        }
    }

    /// Indexes what is not indexed. Games are read here, and segments made on as many threads as there are cores.
    fn index(
        &mut self,
        unindexed: &[Unindexed],
        on_progress: DatabaseProgress<'_>,
        update: &mut DatabaseUpdate,
    ) -> Result<(), DatabaseError> {
        let mut reader = BatchReader {
            on_progress,
            total: unindexed.iter().map(|file| file.stat.length.saturating_sub(file.from)).sum(),
            done: 0,
            next_segment: next_segment_number(self.catalog.entries().last()),
            sizes: self.sizes,
            batch: Batch::default(),
            unreadable: Vec::new(),
        };
        let Self { folder, catalog, store, sizes } = self;
        let write = |batch: Batch| write_segment(*folder, store, batch);
        let keep = |entry: Option<CatalogEntry>| {
            if let Some(entry) = entry {
                update.indexed += entry.live_games();
                catalog.add(*folder, entry);
            }
            Ok(())
        };
        let threads = if reader.total <= sizes.text_bytes as u64 { 0 } else { core_count() };
        let new_thread = || ThreadBuilder::new("index");
        let read = work_in_order(threads, new_thread, write, keep, |send| reader.read(unindexed, send));
        update.unreadable.append(&mut reader.unreadable);
        read
    }
}

/// Keeps the parts whose bytes are in the files as they were indexed, each file from its start without a gap. Returns where
/// the last of each file ends.
fn keep_live_parts(
    entries: &mut [CatalogEntry],
    stats: &BTreeMap<&str, (&PathBuf, &FileStat)>,
) -> BTreeMap<String, u64> {
    let mut by_file: BTreeMap<String, Vec<(u64, usize)>> = BTreeMap::new();
    for (number, entry) in entries.iter().enumerate() {
        for part in &entry.parts {
            by_file.entry(part.file.clone()).or_default().push((part.from, number));
        }
    }
    let mut ends = BTreeMap::new();
    for (file, mut places) in by_file {
        places.sort_unstable();
        let mut kept = Vec::new();
        if let Some(&(path, stat)) = stats.get(file.as_str()) {
            let (mut end, mut is_changed) = (0, false);
            for &(from, number) in &places {
                let parts = entries[number].parts.iter_mut();
                let Some(part) = parts.into_iter().find(|part| part.file == file && part.from == from) else {
                    break;
                };
                if from != end || !is_in_file(part, path, stat) {
                    break;
                }
                end = part.to;
                is_changed |= !part.is_seen_in(stat);
                (part.size, part.changed) = (stat.length, stat.modified_nanoseconds());
                kept.push((from, number, end));
            }
            // Where the text behind the last part is another one, its last game may go on there.
            if is_changed && end != stat.length {
                kept.pop();
            }
        }
        if let Some(&(_, _, end)) = kept.last() {
            ends.insert(file.clone(), end);
        }
        for entry_number in places.iter().map(|&(_, number)| number).collect::<HashSet<_>>() {
            entries[entry_number].parts.retain(|part| {
                part.file != file
                    || kept.iter().any(|&(from, number, _)| (from, number) == (part.from, entry_number))
            });
        }
    }
    ends
}

/// Whether a part's bytes are in its file.
fn is_in_file(part: &IndexedPart, path: &Path, stat: &FileStat) -> bool {
    let is_same = |digest: io::Result<u64>| digest.is_ok_and(|digest| digest == part.digest);
    part.is_seen_in(stat) || (part.to <= stat.length && is_same(digest_range(path, part.from, part.to)))
}

/// The XXH3 digest of a range of a file's bytes.
fn digest_range(path: &Path, from: u64, to: u64) -> io::Result<u64> {
    let mut file = disk::open(path)?;
    file.seek(SeekFrom::Start(from))?;
    let mut left = file.take(to - from);
    let mut hash = XxHash3_64::new();
    let mut buffer = vec![0; BUFFER_BYTES];
    loop {
        match left.read(&mut buffer) {
            Ok(0) => return Ok(std::hash::Hasher::finish(&hash)),
            Ok(length) => std::hash::Hasher::write(&mut hash, &buffer[..length]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// Makes the segment of a batch, and writes it or keeps it in memory. None where none of its files stayed as it was.
fn write_segment(folder: Option<&Path>, store: &SegmentStore, batch: Batch) -> Option<CatalogEntry> {
    let mut builder = SegmentBuilder::new();
    for game in &batch.games {
        builder.add(game);
    }
    let segment = builder.finish();
    drop(batch.games);
    let mut parts = Vec::new();
    for (mut part, path) in batch.parts {
        // A file that has changed meanwhile is read again another time.
        let digest = digest_range(&path, part.from, part.to);
        let is_unchanged = disk::stat(&path).is_ok_and(|stat| part.is_seen_in(&stat));
        if let (Ok(digest), true) = (digest, is_unchanged) {
            part.digest = digest;
            parts.push(part);
        }
    }
    if parts.is_empty() {
        return None;
    }
    let bytes = segment.to_bytes();
    let entry = CatalogEntry::new(segment_name(batch.number, &bytes), segment.len(), parts);
    let written = folder.map(|folder| atomic::write(&folder.join(&entry.segment), &bytes));
    if !matches!(written, Some(Ok(()))) {
        store.keep_unwritten(&entry.segment, segment);
    }
    Some(entry)
}

/// Keeps other programs from writing the index in a folder. None where that cannot be.
pub(super) fn lock_index(folder: &Path) -> Option<FileLock> {
    FileLock::acquire(&folder.join("lock"), LOCK_TIMEOUT).ok()?
}

/// The number of the segment behind the last one.
pub(super) fn next_segment_number(last: Option<&CatalogEntry>) -> u64 {
    let last = last.and_then(|entry| entry.segment.split_once('-')?.0.parse::<u64>().ok());
    last.map_or(0, |last| last + 1)
}

/// The name of a segment's file. With one of its own for all that it can hold, a segment is never taken for another one that
/// is still in memory.
pub(super) fn segment_name(number: u64, bytes: &[u8]) -> String {
    format!("{number:08}-{:016x}{SEGMENT_ENDING}", XxHash3_64::oneshot(bytes))
}

/// Reads games into batches.
struct BatchReader<'p> {
    on_progress: DatabaseProgress<'p>,
    /// Bytes to read, and those that were.
    total: u64,
    done: u64,
    next_segment: u64,
    sizes: SegmentSizes,
    batch: Batch,
    unreadable: Vec<(PathBuf, String)>,
}

type SendBatch<'s> = &'s mut dyn FnMut(Batch) -> Result<(), DatabaseError>;

impl BatchReader<'_> {
    /// Reads files, and sends each batch that is full, and the last one.
    fn read(&mut self, files: &[Unindexed], send: SendBatch<'_>) -> Result<(), DatabaseError> {
        for file in files {
            let before = self.done;
            match self.read_file(file, send) {
                Ok(()) => {}
                Err(DatabaseError::File(FileError { file: path, error })) if path == file.path => {
                    self.unreadable.push((path, describe_io_error(&error)));
                    self.drop_last_part(&file.name);
                }
                Err(error) => return Err(error),
            }
            self.done = before + file.stat.length.saturating_sub(file.from);
        }
        self.send_batch(send)
    }

    fn read_file(&mut self, file: &Unindexed, send: SendBatch<'_>) -> Result<(), DatabaseError> {
        let mut source = disk::open(&file.path).map_err(file_error(&file.path))?;
        source.seek(SeekFrom::Start(file.from)).map_err(file_error(&file.path))?;
        self.begin_part(file, file.from);
        let before = self.done;
        for game in PgnSplitter::new(BufReader::with_capacity(BUFFER_BYTES, source)) {
            let mut game = game.map_err(file_error(&file.path))?;
            self.done = before + game.offset;
            if !(self.on_progress)(self.done, self.total) {
                return Err(DatabaseError::Canceled);
            }
            game.offset += file.from;
            let is_full = self.batch.text_bytes + game.bytes.len() > self.sizes.text_bytes
                || self.batch.games.len() >= self.sizes.games;
            if is_full && !self.batch.games.is_empty() {
                self.end_part(game.offset);
                self.send_batch(send)?;
                self.begin_part(file, game.offset);
            }
            if game.is_game() {
                self.batch.text_bytes += game.bytes.len();
                self.batch.games.push(game);
            }
        }
        self.end_part(file.stat.length);
        Ok(())
    }

    fn begin_part(&mut self, file: &Unindexed, from: u64) {
        let part = IndexedPart {
            file: file.name.clone(),
            from,
            to: from,
            digest: 0,
            size: file.stat.length,
            changed: file.stat.modified_nanoseconds(),
            first_game: self.batch.games.len(),
            games: 0,
        };
        self.batch.parts.push((part, file.path.clone()));
    }

    fn end_part(&mut self, to: u64) {
        let count = self.batch.games.len();
        if let Some((part, _)) = self.batch.parts.last_mut() {
            part.to = to;
            part.games = count - part.first_game;
        }
    }

    /// Takes the games of a file that cannot be read to its end out of the batch.
    fn drop_last_part(&mut self, file: &str) {
        if let Some((part, _)) = self.batch.parts.pop_if(|(part, _)| part.file == file) {
            self.batch.games.truncate(part.first_game);
        }
    }

    fn send_batch(&mut self, send: SendBatch<'_>) -> Result<(), DatabaseError> {
        let batch = std::mem::take(&mut self.batch);
        if batch.parts.is_empty() {
            return Ok(());
        }
        let number = self.next_segment;
        self.next_segment += 1;
        send(Batch { number, ..batch })
    }
}
