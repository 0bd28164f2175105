//! Keeps finished tables in the folder of what can be made again. A file says what it holds and carries a
//! checksum of all of it: one that is damaged, cut short or of another version is reported in the log and
//! built anew, never believed.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use std::{fmt, fs, thread};

use twox_hash::XxHash3_64;

use super::disk::{self, DiskFile, FileLockResult};
use super::{UserPaths, atomic, io_error};
use chess::{Material, StopToken, Stopped};
use solver::tables::packed::{ByteSource, hash_bytes, read_bytes};
use solver::tables::table_store::{NoStore, TABLE_FORMAT_VERSION, TableBuildLock, TableStore};

/// What every file begins with.
const MAGIC: [u8; 8] = *b"MSCTABLE";
/// The form of the header.
const FORMAT_VERSION: u16 = 1;
/// Magic, form, meaning, four spare bytes, name, length of what follows, checksum of everything else.
const HEADER_BYTES: usize = 64;
/// Byte range of the name, padded with zeros.
const NAME_RANGE: std::ops::Range<usize> = 16..48;
/// Byte range of the length.
const LENGTH_RANGE: std::ops::Range<usize> = 48..56;
/// Byte range of the checksum.
const CHECKSUM_RANGE: std::ops::Range<usize> = 56..64;

/// How long a claim waits before it looks again.
const CLAIM_POLL_INTERVAL: Duration = Duration::from_millis(50);

/// A folder with tables. It does not have to exist: it is made with the first table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableFolder {
    folder: PathBuf,
}

/// A file of the folder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableFile {
    /// The ending.
    pub material: Material,
    /// The file.
    pub file: PathBuf,
    /// What it is.
    pub kind: TableFileKind,
    /// Its size in bytes.
    pub size: u64,
}

/// What a file of the folder holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum TableFileKind {
    /// A finished table.
    Table,
    /// A finished part of a build that was interrupted or is under way.
    Part(u16),
    /// What was counted of a finished table.
    Stats,
}

/// Why a file is not believed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TableFileFault {
    /// It ends too soon, or goes on for too long.
    #[error("it has {found} bytes where {wanted} are wanted")]
    Length {
        /// How many there are.
        found: u64,
        /// How many there should be.
        wanted: u64,
    },
    /// It is something else.
    #[error("it is not a table of this program")]
    NotATable,
    /// Another version of the program has made it.
    #[error("it was made by another version of the program")]
    Version,
    /// It holds another ending.
    #[error("it holds {0}")]
    OtherEnding(String),
    /// Something in it was changed.
    #[error("its checksum is wrong")]
    Checksum,
}

impl TableFolder {
    /// The tables in this folder.
    #[must_use]
    pub const fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// The folder of a user's tables; where there is none, nothing is kept.
    #[must_use]
    pub fn store_for(places: Option<&UserPaths>) -> Arc<dyn TableStore> {
        match places {
            Some(places) => Arc::new(Self::new(places.tables_folder())),
            None => Arc::new(NoStore),
        }
    }

    /// The folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.folder
    }

    /// Makes the folder, where it is missing.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn create(&self) -> io::Result<()> {
        disk::make_folder(&self.folder).map_err(|error| with_path(&self.folder, &error))
    }

    /// All tables and parts, by name. What is no file of ours is passed over.
    ///
    /// # Errors
    /// When the folder is there and cannot be read.
    pub fn list(&self) -> io::Result<Vec<TableFile>> {
        let entries = match fs::read_dir(&self.folder) {
            Ok(entries) => entries,
            // Windows says of a folder below a file, too, that it is missing.
            Err(error) if error.kind() == io::ErrorKind::NotFound && self.is_below_file() => {
                return Err(with_path(&self.folder, &io::ErrorKind::NotADirectory.into()));
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(with_path(&self.folder, &error)),
        };
        let mut all = Vec::new();
        for entry in entries {
            let entry = entry.map_err(|error| with_path(&self.folder, &error))?;
            let name = entry.file_name();
            let Some((material, kind)) = name.to_str().and_then(parse_file_name) else { continue };
            // A file that has just gone is not there.
            let Ok(metadata) = entry.metadata() else { continue };
            all.push(TableFile { material, file: entry.path(), kind, size: metadata.len() });
        }
        all.sort_by_cached_key(|table_file| {
            (table_file.material.piece_count(), table_file.material.to_string(), table_file.kind)
        });
        Ok(all)
    }

    /// Whether a file stands where a folder of its path should be.
    fn is_below_file(&self) -> bool {
        self.folder.ancestors().find(|path| path.exists()).is_some_and(Path::is_file)
    }

    /// Reads a file of the list, and says why it is not believed.
    ///
    /// # Errors
    /// When it cannot be read at all.
    pub fn verify(&self, table_file: &TableFile) -> io::Result<Result<StoredBytes, TableFileFault>> {
        open(&table_file.file, &TableFileLabel::new(&table_file.material, table_file.kind)).map(|found| {
            match found {
                TableFileContents::Whole(bytes) => Ok(bytes),
                TableFileContents::Missing => {
                    Err(TableFileFault::Length { found: 0, wanted: HEADER_BYTES as u64 })
                }
                TableFileContents::Damaged(fault) => Err(fault),
            }
        })
    }

    fn file(&self, material: &Material, kind: TableFileKind) -> PathBuf {
        self.folder.join(match kind {
            TableFileKind::Table => format!("{material}.table"),
            TableFileKind::Part(part) => format!("{material}.part-{part}"),
            TableFileKind::Stats => format!("{material}.stats"),
        })
    }

    fn open_kind(&self, material: &Material, kind: TableFileKind) -> io::Result<Option<StoredBytes>> {
        let file = self.file(material, kind);
        match open(&file, &TableFileLabel::new(material, kind))? {
            TableFileContents::Whole(bytes) => Ok(Some(bytes)),
            TableFileContents::Missing => Ok(None),
            TableFileContents::Damaged(fault) => {
                tracing::warn!("{}: {fault}; it is rebuilt", file.display());
                Ok(None)
            }
        }
    }

    fn read_kind(&self, material: &Material, kind: TableFileKind) -> io::Result<Option<Vec<u8>>> {
        let Some(found) = self.open_kind(material, kind)? else { return Ok(None) };
        let length = usize::try_from(found.length).map_err(|_| io::ErrorKind::OutOfMemory)?;
        read_bytes(&found, 0, length).map(Some)
    }

    fn write_kind(&self, material: &Material, kind: TableFileKind, bytes: &[u8]) -> io::Result<()> {
        let file = self.file(material, kind);
        let header = header(&TableFileLabel::new(material, kind), bytes);
        atomic::write_pieces(&file, &[&header, bytes]).map_err(|error| with_path(&file, &error))
    }

    /// Removes files of this ending that start with one of these words.
    fn remove_files(&self, is_meant: impl Fn(&str) -> bool) -> io::Result<()> {
        let Ok(entries) = fs::read_dir(&self.folder) else { return Ok(()) };
        for entry in entries.flatten() {
            if entry.file_name().to_str().is_some_and(&is_meant) {
                match fs::remove_file(entry.path()) {
                    Err(error) if error.kind() != io::ErrorKind::NotFound => {
                        return Err(with_path(&entry.path(), &error));
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }
}

impl TableStore for TableFolder {
    fn open(&self, material: &Material) -> io::Result<Option<Arc<dyn ByteSource>>> {
        let found = self.open_kind(material, TableFileKind::Table)?;
        Ok(found.map(|bytes| Arc::new(bytes) as Arc<dyn ByteSource>))
    }

    fn write(&self, material: &Material, bytes: &[u8]) -> io::Result<()> {
        self.write_kind(material, TableFileKind::Table, bytes)
    }

    fn lock_build(&self, material: &Material, stop: &StopToken) -> Result<TableBuildLock, Stopped> {
        let file = self.folder.join(format!(".{material}.lock"));
        // The file stays when the claim ends: what counts is the lock on it, and that ends with its process.
        let lock = match disk::make_folder(&self.folder).and_then(|()| disk::append(&file)) {
            Ok(lock) => lock,
            Err(error) => {
                tracing::warn!("{}: {error}; {material} may be built twice", file.display());
                return stop.check().map(|()| TableBuildLock::unlocked());
            }
        };
        loop {
            stop.check()?;
            match lock.try_lock() {
                Ok(FileLockResult::Acquired) => break,
                Ok(FileLockResult::HeldElsewhere) => thread::park_timeout(CLAIM_POLL_INTERVAL),
                Ok(FileLockResult::Unsupported) => return Ok(TableBuildLock::unlocked()),
                Err(error) => {
                    tracing::warn!("{}: {error}; {material} may be built twice", file.display());
                    return Ok(TableBuildLock::unlocked());
                }
            }
        }
        // No other program writes this ending now: an unfinished file was left by a program that was killed.
        let draft = format!(".{material}.");
        let _ = self.remove_files(|name| name.starts_with(&draft) && has_extension(name, "new"));
        Ok(TableBuildLock::holding(lock))
    }

    fn read_part(&self, material: &Material, part: u16) -> io::Result<Option<Vec<u8>>> {
        self.read_kind(material, TableFileKind::Part(part))
    }

    fn read_stats(&self, material: &Material) -> io::Result<Option<Vec<u8>>> {
        self.read_kind(material, TableFileKind::Stats)
    }

    fn write_stats(&self, material: &Material, bytes: &[u8]) -> io::Result<()> {
        self.write_kind(material, TableFileKind::Stats, bytes)
    }

    fn write_part(&self, material: &Material, part: u16, bytes: &[u8]) -> io::Result<()> {
        self.write_kind(material, TableFileKind::Part(part), bytes)
    }

    fn delete_parts(&self, material: &Material) -> io::Result<()> {
        let part = format!("{material}.part-");
        self.remove_files(|name| name.starts_with(&part))
    }
}

/// The ending and the kind of a file, from its name.
fn parse_file_name(name: &str) -> Option<(Material, TableFileKind)> {
    let (stem, rest) = name.split_once('.')?;
    let material: Material = stem.parse().ok()?;
    let kind = match rest.strip_prefix("part-") {
        Some(part) => TableFileKind::Part(part.parse().ok()?),
        None if rest == "table" => TableFileKind::Table,
        None => return None,
    };
    // Only the names that we give: no second spelling of the same ending.
    (material.to_string() == stem).then_some((material, kind))
}

fn has_extension(name: &str, extension: &str) -> bool {
    Path::new(name).extension().is_some_and(|found| found == extension)
}

/// What a file says that it holds: `KRPvKR`, or `KRPvKR part 3`.
struct TableFileLabel(String);

impl TableFileLabel {
    fn new(material: &Material, kind: TableFileKind) -> Self {
        Self(match kind {
            TableFileKind::Table => material.to_string(),
            TableFileKind::Part(part) => format!("{material} part {part}"),
            TableFileKind::Stats => format!("{material} statistics"),
        })
    }

    /// Filled up with zeros. No ending that is ever built has a longer name.
    fn bytes(&self) -> [u8; NAME_RANGE.end - NAME_RANGE.start] {
        let mut bytes = [0; NAME_RANGE.end - NAME_RANGE.start];
        for (byte, letter) in bytes.iter_mut().zip(self.0.bytes()) {
            *byte = letter;
        }
        bytes
    }
}

impl fmt::Display for TableFileLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The bytes of a table or of a part of one, in a file that stays open. They were read once and are undamaged; the
/// system's cache decides how many of them are in memory.
#[derive(Debug)]
pub struct StoredBytes {
    path: PathBuf,
    file: DiskFile,
    length: u64,
    /// Whether the log says already that the file cannot be read any more.
    is_failure_logged: AtomicBool,
}

impl ByteSource for StoredBytes {
    fn byte_count(&self) -> u64 {
        self.length
    }

    fn read_exact_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        let read = self.file.read_exact_at(buffer, HEADER_BYTES as u64 + offset);
        if let Err(error) = &read
            && !self.is_failure_logged.swap(true, Ordering::Relaxed)
        {
            tracing::warn!("{}; the table is not used", with_path(&self.path, error));
        }
        read
    }
}

/// What was found in the place of a file.
enum TableFileContents {
    Missing,
    Whole(StoredBytes),
    Damaged(TableFileFault),
}

fn open(path: &Path, label: &TableFileLabel) -> io::Result<TableFileContents> {
    let file = match disk::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(TableFileContents::Missing),
        Err(error) => return Err(with_path(path, &error)),
    };
    verify(path, file, label).map_err(|error| with_path(path, &error))
}

fn verify(path: &Path, file: DiskFile, label: &TableFileLabel) -> io::Result<TableFileContents> {
    let found = file.stat()?.length;
    let wanted = HEADER_BYTES as u64;
    let mut header = [0; HEADER_BYTES];
    if found < wanted {
        return Ok(TableFileContents::Damaged(TableFileFault::Length { found, wanted }));
    }
    file.read_exact_at(&mut header, 0)?;
    if header[..8] != MAGIC {
        return Ok(TableFileContents::Damaged(TableFileFault::NotATable));
    }
    if header[8..10] != FORMAT_VERSION.to_le_bytes() || header[10..12] != TABLE_FORMAT_VERSION.to_le_bytes() {
        return Ok(TableFileContents::Damaged(TableFileFault::Version));
    }
    if header[NAME_RANGE] != label.bytes() {
        let name = header[NAME_RANGE].iter().take_while(|byte| byte.is_ascii_graphic() || **byte == b' ');
        return Ok(TableFileContents::Damaged(TableFileFault::OtherEnding(
            name.map(|&byte| char::from(byte)).collect(),
        )));
    }
    let length = header[LENGTH_RANGE].first_chunk().map_or(0, |eight| u64::from_le_bytes(*eight));
    if found - wanted != length {
        return Ok(TableFileContents::Damaged(TableFileFault::Length {
            found,
            wanted: wanted.saturating_add(length),
        }));
    }
    let bytes =
        StoredBytes { path: path.to_owned(), file, length, is_failure_logged: AtomicBool::new(false) };
    if header[CHECKSUM_RANGE] != checksum(&header, &bytes)?.to_le_bytes() {
        return Ok(TableFileContents::Damaged(TableFileFault::Checksum));
    }
    Ok(TableFileContents::Whole(bytes))
}

fn header(label: &TableFileLabel, bytes: &[u8]) -> [u8; HEADER_BYTES] {
    let mut header = [0; HEADER_BYTES];
    header[..8].copy_from_slice(&MAGIC);
    header[8..10].copy_from_slice(&FORMAT_VERSION.to_le_bytes());
    header[10..12].copy_from_slice(&TABLE_FORMAT_VERSION.to_le_bytes());
    header[NAME_RANGE].copy_from_slice(&label.bytes());
    header[LENGTH_RANGE].copy_from_slice(&(bytes.len() as u64).to_le_bytes());
    let checksum = XxHash3_64::oneshot_with_seed(checksum_seed(&header), bytes);
    header[CHECKSUM_RANGE].copy_from_slice(&checksum.to_le_bytes());
    header
}

/// Of the header up to the checksum and of all that follows it.
fn checksum(header: &[u8; HEADER_BYTES], bytes: &StoredBytes) -> io::Result<u64> {
    hash_bytes(bytes.length, checksum_seed(header), |part, offset| {
        bytes.file.read_exact_at(part, HEADER_BYTES as u64 + offset)
    })
}

/// The header's share of the checksum.
fn checksum_seed(header: &[u8; HEADER_BYTES]) -> u64 {
    XxHash3_64::oneshot(&header[..CHECKSUM_RANGE.start])
}

/// The same error, with the place.
fn with_path(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {}", path.display(), io_error::describe_io_error(error)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;
    use chess::StopSource;

    fn material(name: &str) -> Material {
        name.parse().unwrap()
    }

    /// The bytes of a stored table.
    fn read(folder: &TableFolder, material: &Material) -> io::Result<Option<Vec<u8>>> {
        let Some(found) = folder.open(material)? else { return Ok(None) };
        read_bytes(&*found, 0, usize::try_from(found.byte_count()).unwrap()).map(Some)
    }

    /// Checks that a file with these bytes is not believed, and why.
    fn check_fault(change: impl Fn(&mut Vec<u8>), fault: &TableFileFault) {
        let scratch = Scratch::new();
        let folder = TableFolder::new(scratch.path().to_owned());
        let ending = material("KQvKR");
        folder.write(&ending, b"what is kept").unwrap();
        let table_file = folder.list().unwrap().remove(0);
        let mut bytes = fs::read(&table_file.file).unwrap();
        change(&mut bytes);
        fs::write(&table_file.file, bytes).unwrap();
        assert_eq!(read(&folder, &ending).unwrap(), None, "{fault}");
        assert_eq!(folder.verify(&table_file).unwrap().err().as_ref(), Some(fault));
        // What is not believed is replaced.
        folder.write(&ending, b"made anew").unwrap();
        assert_eq!(read(&folder, &ending).unwrap().as_deref(), Some(&b"made anew"[..]));
    }

    #[test]
    fn what_was_kept_comes_back() {
        let scratch = Scratch::new();
        let folder = TableFolder::new(scratch.path().join("not/there/yet"));
        assert_eq!(folder.list().unwrap(), []);
        assert_eq!(read(&folder, &material("KQvK")).unwrap(), None);
        folder.write(&material("KvKQ"), b"queen").unwrap();
        folder.write(&material("KRPvKR"), b"").unwrap();
        folder.write_part(&material("KRPvKR"), 11, b"eleven").unwrap();
        folder.write_part(&material("KRPvKR"), 2, b"two").unwrap();
        assert_eq!(read(&folder, &material("KQvK")).unwrap().as_deref(), Some(&b"queen"[..]));
        assert_eq!(read(&folder, &material("KRvKRP")).unwrap().as_deref(), Some(&b""[..]));
        assert_eq!(folder.read_part(&material("KRPvKR"), 2).unwrap().as_deref(), Some(&b"two"[..]));
        assert_eq!(folder.read_part(&material("KRPvKR"), 3).unwrap(), None);
        fs::write(folder.path().join("notes.txt"), "mine").unwrap();
        let list: Vec<_> = folder
            .list()
            .unwrap()
            .iter()
            .map(|table_file| (table_file.material.to_string(), table_file.kind))
            .collect();
        let name = |name: &str| name.to_owned();
        let wanted = [
            (name("KQvK"), TableFileKind::Table),
            (name("KRPvKR"), TableFileKind::Table),
            (name("KRPvKR"), TableFileKind::Part(2)),
            (name("KRPvKR"), TableFileKind::Part(11)),
        ];
        assert_eq!(list, wanted);
        folder.delete_parts(&material("KRPvKR")).unwrap();
        assert_eq!(folder.list().unwrap().len(), 2);
        assert_eq!(fs::read(folder.path().join("notes.txt")).unwrap(), b"mine");
    }

    #[test]
    fn a_damaged_file_is_never_believed() {
        check_fault(Vec::clear, &TableFileFault::Length { found: 0, wanted: 64 });
        check_fault(|bytes| bytes.truncate(63), &TableFileFault::Length { found: 63, wanted: 64 });
        check_fault(|bytes| bytes.truncate(70), &TableFileFault::Length { found: 70, wanted: 76 });
        check_fault(|bytes| bytes.push(0), &TableFileFault::Length { found: 77, wanted: 76 });
        check_fault(|bytes| bytes[0] = b'X', &TableFileFault::NotATable);
        check_fault(|bytes| bytes[8] += 1, &TableFileFault::Version);
        check_fault(|bytes| bytes[10] += 1, &TableFileFault::Version);
        check_fault(|bytes| bytes[20] = b'B', &TableFileFault::OtherEnding("KQvKB".to_owned()));
        check_fault(|bytes| bytes[13] = 1, &TableFileFault::Checksum);
        for at in 56..76 {
            check_fault(|bytes| bytes[at] ^= 0x10, &TableFileFault::Checksum);
        }
    }

    #[test]
    fn a_length_that_cannot_be_is_refused_before_memory_is_asked_for() {
        check_fault(
            |bytes| bytes[55] = 0xFF,
            &TableFileFault::Length { found: 76, wanted: (0xFF << 56) + 76 },
        );
    }

    #[test]
    fn an_open_table_stays_the_same_when_it_is_replaced() {
        let scratch = Scratch::new();
        let folder = TableFolder::new(scratch.path().to_owned());
        let ending = material("KQvKR");
        folder.write(&ending, b"what was kept").unwrap();
        let before = folder.open(&ending).unwrap().unwrap();
        folder.write(&ending, b"made anew").unwrap();
        let mut bytes = [0; 4];
        before.read_exact_at(&mut bytes, 9).unwrap();
        assert_eq!(&bytes, b"kept");
        let beyond = before.read_exact_at(&mut bytes, 10).unwrap_err();
        assert_eq!(beyond.kind(), io::ErrorKind::UnexpectedEof);
        assert_eq!(read(&folder, &ending).unwrap().as_deref(), Some(&b"made anew"[..]));
    }

    #[test]
    fn another_ending_in_its_place_is_not_believed() {
        let scratch = Scratch::new();
        let folder = TableFolder::new(scratch.path().to_owned());
        folder.write(&material("KQvK"), b"queen").unwrap();
        fs::rename(scratch.path().join("KQvK.table"), scratch.path().join("KRvK.table")).unwrap();
        assert_eq!(read(&folder, &material("KRvK")).unwrap(), None);
        folder.write_part(&material("KQvK"), 1, b"one").unwrap();
        fs::rename(scratch.path().join("KQvK.part-1"), scratch.path().join("KQvK.part-2")).unwrap();
        assert_eq!(folder.read_part(&material("KQvK"), 2).unwrap(), None);
    }

    #[test]
    fn a_place_that_cannot_be_used_is_an_error_with_the_place() {
        let scratch = Scratch::new();
        let taken = scratch.path().join("taken");
        fs::write(&taken, "a file").unwrap();
        let folder = TableFolder::new(taken);
        let mut errors = vec![folder.write(&material("KQvK"), b"queen").unwrap_err()];
        // For Windows nothing is there, whatever the reason.
        if cfg!(unix) {
            errors.extend([read(&folder, &material("KQvK")).unwrap_err(), folder.list().unwrap_err()]);
        }
        for error in errors {
            assert!(error.to_string().contains("taken"), "{error}");
        }
        assert!(
            folder.lock_build(&material("KQvK"), &StopToken::never()).is_ok(),
            "it can be built all the same"
        );
    }

    #[test]
    fn a_claim_keeps_others_waiting_until_it_ends() {
        let scratch = Scratch::new();
        let folder = TableFolder::new(scratch.path().to_owned());
        let ending = material("KQvKR");
        let claim = folder.lock_build(&ending, &StopToken::never()).unwrap();
        let other = folder.lock_build(&material("KRvKB"), &StopToken::never());
        assert!(other.is_ok(), "another ending is free");
        let stopped = StopSource::new().token();
        assert_eq!(folder.lock_build(&ending, &stopped).unwrap_err(), Stopped);
        thread::scope(|scope| {
            let waiting = scope.spawn(|| {
                let claim = folder.lock_build(&ending, &StopToken::never()).unwrap();
                let found = read(&folder, &ending).unwrap();
                drop(claim);
                found
            });
            folder.write(&ending, b"built").unwrap();
            drop(claim);
            assert_eq!(waiting.join().unwrap().as_deref(), Some(&b"built"[..]));
        });
    }

    #[test]
    fn what_a_dead_program_began_is_swept_away() {
        let scratch = Scratch::new();
        let folder = TableFolder::new(scratch.path().to_owned());
        let [left, other] =
            [".KQvK.table.0123-1.new", ".KRvK.table.0123-1.new"].map(|name| scratch.path().join(name));
        fs::write(&left, "half").unwrap();
        fs::write(&other, "half").unwrap();
        drop(folder.lock_build(&material("KQvK"), &StopToken::never()).unwrap());
        assert!(!left.exists());
        assert!(other.exists());
    }
}
