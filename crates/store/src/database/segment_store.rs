//! The segments of an index: on the disk or, where they could not be written, in memory. What was read stays in memory, moves as
//! far as there is room.

use std::collections::{HashMap, HashSet};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use database::segment::{self, FRONT_BYTES};
use database::{GameHeaders, Segment};

use super::catalog::CatalogEntry;
use super::error::DatabaseError;
use crate::disk::{self, SizeLimit};
use crate::io_error;

/// The most bytes of moves that stay in memory between two questions.
const MAX_CACHED_BYTES: u64 = 512 << 20;

/// The segments of an index, by their names.
#[derive(Default, Debug)]
pub(super) struct SegmentStore {
    folder: PathBuf,
    cached: Mutex<CachedSegments>,
}

#[derive(Default, Debug)]
struct CachedSegments {
    headers: HashMap<String, Arc<GameHeaders>>,
    segments: HashMap<String, Arc<Segment>>,
    /// Size of the files of `segments`.
    bytes: u64,
    /// Those that are on no disk.
    unwritten: HashMap<String, Arc<Segment>>,
}

impl SegmentStore {
    /// The segments of a folder, which need not exist.
    pub(super) fn new(folder: PathBuf) -> Self {
        Self { folder, cached: Mutex::default() }
    }

    fn cached(&self) -> MutexGuard<'_, CachedSegments> {
        self.cached.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps a segment in memory that could not be written.
    pub(super) fn keep_unwritten(&self, name: &str, segment: Segment) {
        self.cached().unwritten.insert(name.to_owned(), Arc::new(segment));
    }

    /// Whether there is a segment, in memory or on the disk.
    pub(super) fn contains(&self, name: &str) -> bool {
        self.cached().unwritten.contains_key(name) || disk::exists(&self.folder.join(name)).unwrap_or(false)
    }

    /// Forgets the moves that were read; the headers stay.
    pub(super) fn forget_moves(&self) {
        let mut cached = self.cached();
        cached.segments.clear();
        cached.bytes = 0;
    }

    /// Forgets all segments but these.
    pub(super) fn retain(&self, names: &HashSet<&str>) {
        let mut cached = self.cached();
        let CachedSegments { headers, segments, bytes, unwritten } = &mut *cached;
        headers.retain(|name, _| names.contains(name.as_str()));
        unwritten.retain(|name, _| names.contains(name.as_str()));
        if segments.keys().any(|name| !names.contains(name.as_str())) {
            segments.clear();
            *bytes = 0;
        }
    }

    /// The headers of a segment.
    pub(super) fn headers(&self, entry: &CatalogEntry) -> Result<Arc<GameHeaders>, DatabaseError> {
        let name = &entry.segment;
        {
            let cached = self.cached();
            let in_memory = cached.unwritten.get(name).map(|segment| segment.headers());
            if let Some(headers) = in_memory.or_else(|| cached.headers.get(name)) {
                return Ok(Arc::clone(headers));
            }
        }
        let bytes = self.read(entry, Extent::Headers)?;
        let headers = segment::read_headers(&bytes).map_err(|error| self.damaged(name, error.to_string()))?;
        if headers.len() < entry.end() {
            return Err(self.damaged(name, "it has fewer games than it should have".to_owned()));
        }
        let headers = Arc::new(headers);
        Ok(Arc::clone(self.cached().headers.entry(name.clone()).or_insert(headers)))
    }

    /// A segment with its moves.
    pub(super) fn segment(&self, entry: &CatalogEntry) -> Result<Arc<Segment>, DatabaseError> {
        let name = &entry.segment;
        {
            let cached = self.cached();
            if let Some(segment) = cached.unwritten.get(name).or_else(|| cached.segments.get(name)) {
                return Ok(Arc::clone(segment));
            }
        }
        let headers = self.headers(entry)?;
        let bytes = self.read(entry, Extent::All)?;
        let segment =
            Segment::with_headers(headers, &bytes).map_err(|error| self.damaged(name, error.to_string()))?;
        let segment = Arc::new(segment);
        let mut cached = self.cached();
        let length = bytes.len() as u64;
        if cached.bytes + length <= MAX_CACHED_BYTES {
            let before = cached.segments.insert(name.clone(), Arc::clone(&segment));
            cached.bytes += if before.is_none() { length } else { 0 };
        }
        Ok(segment)
    }

    /// The bytes of a segment's file, all or those up to the end of its headers.
    fn read(&self, entry: &CatalogEntry, extent: Extent) -> Result<Vec<u8>, DatabaseError> {
        let file = self.folder.join(&entry.segment);
        let bytes = match extent {
            Extent::All => disk::read(&file, SizeLimit::Segment),
            Extent::Headers => read_start(&file),
        };
        bytes.map_err(|error| self.damaged(&entry.segment, io_error::describe_io_error(&error)))
    }

    /// A segment that cannot be used. It is removed: what is not there is indexed again.
    fn damaged(&self, name: &str, reason: String) -> DatabaseError {
        let file = self.folder.join(name);
        let _ = disk::remove(&file);
        DatabaseError::Damaged { file, reason }
    }
}

/// How much of a segment is read.
#[derive(Clone, Copy)]
enum Extent {
    Headers,
    All,
}

/// The bytes of a file up to the end of its headers; those that say where that is, if they say it wrongly.
fn read_start(file: &Path) -> std::io::Result<Vec<u8>> {
    let mut source = disk::open(file)?;
    let size = source.stat().map_or(0, |stat| stat.length);
    let mut bytes = Vec::with_capacity(FRONT_BYTES);
    source.by_ref().take(FRONT_BYTES as u64).read_to_end(&mut bytes)?;
    let end = segment::headers_end(&bytes).ok().and_then(|end| u64::try_from(end).ok());
    if let Some(end) = end.filter(|&end| end <= size) {
        bytes.reserve_exact(usize::try_from(end).unwrap_or(0).saturating_sub(FRONT_BYTES));
        source.take(end - FRONT_BYTES as u64).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}
