//! Keeps finished tables in the folder of what can be made again. A file says what it holds and carries a
//! checksum of all of it: one that is damaged, cut short or of another version is told in the diary and
//! built anew, never believed.

use std::fmt;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use twox_hash::XxHash3_64;

use super::disk::{self, DiskFile, Locked};
use super::{Places, atomic, trouble};
use crate::chess::{Material, StopToken, Stopped};
use crate::solver::tables::keeping::{Claim, MEANING, NoStore, TableStore};

/// What every file begins with.
const MAGIC: [u8; 8] = *b"MSCTABLE";
/// The form of the header.
const FORM: u16 = 1;
/// Magic, form, meaning, four spare bytes, name, length of what follows, checksum of everything else.
const HEADER: usize = 64;
/// Where the name stands, filled up with zeros.
const NAME: std::ops::Range<usize> = 16..48;
/// Where the length stands.
const LENGTH: std::ops::Range<usize> = 48..56;
/// Where the checksum stands.
const CHECKSUM: std::ops::Range<usize> = 56..64;

/// How long a claim waits before it looks again.
const PATIENCE: Duration = Duration::from_millis(50);

/// A folder with tables. It does not have to exist: it is made with the first table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableFolder {
    folder: PathBuf,
}

/// A file of the folder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kept {
    /// The ending.
    pub material: Material,
    /// The file.
    pub file: PathBuf,
    /// What it is.
    pub kind: Kind,
    /// Its size in bytes.
    pub size: u64,
}

/// What a file of the folder holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// A finished table.
    Table,
    /// A finished part of a build that was interrupted or is under way.
    Part(u16),
}

/// Why a file is not believed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    /// It ends too soon, or goes on for too long.
    #[error("it has {found} bytes where {wanted} are wanted")]
    Length {
        /// How many there are.
        found: u64,
        /// How many there should be.
        wanted: u64,
    },
    /// It is something else.
    #[error("it is no table of this program")]
    Foreign,
    /// Another version of the program has made it.
    #[error("it was made by another version of the program")]
    Version,
    /// It holds another ending.
    #[error("it holds {0}")]
    Name(String),
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
    pub fn or_none(places: Option<&Places>) -> Arc<dyn TableStore> {
        match places {
            Some(places) => Arc::new(Self::new(places.tables())),
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
    pub fn make(&self) -> io::Result<()> {
        disk::make_folder(&self.folder).map_err(|error| at(&self.folder, &error))
    }

    /// All tables and parts, by name. What is no file of ours is passed over.
    ///
    /// # Errors
    /// When the folder is there and cannot be read.
    pub fn list(&self) -> io::Result<Vec<Kept>> {
        let entries = match fs::read_dir(&self.folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(at(&self.folder, &error)),
        };
        let mut all = Vec::new();
        for entry in entries {
            let entry = entry.map_err(|error| at(&self.folder, &error))?;
            let name = entry.file_name();
            let Some((material, kind)) = name.to_str().and_then(known) else { continue };
            // A file that has just gone is not there.
            let Ok(metadata) = entry.metadata() else { continue };
            all.push(Kept { material, file: entry.path(), kind, size: metadata.len() });
        }
        all.sort_by_cached_key(|kept| (kept.material.men(), kept.material.to_string(), kept.kind));
        Ok(all)
    }

    /// Reads a file of the list, and says why it is not believed.
    ///
    /// # Errors
    /// When it cannot be read at all.
    pub fn examine(&self, kept: &Kept) -> io::Result<Result<Vec<u8>, Fault>> {
        open(&kept.file, &Label::new(&kept.material, kept.kind)).map(|found| match found {
            Found::Whole(bytes) => Ok(bytes),
            Found::Nothing => Err(Fault::Length { found: 0, wanted: HEADER as u64 }),
            Found::Damaged(fault) => Err(fault),
        })
    }

    fn file(&self, material: &Material, kind: Kind) -> PathBuf {
        self.folder.join(match kind {
            Kind::Table => format!("{material}.table"),
            Kind::Part(part) => format!("{material}.part-{part}"),
        })
    }

    fn read_kind(&self, material: &Material, kind: Kind) -> io::Result<Option<Vec<u8>>> {
        let file = self.file(material, kind);
        match open(&file, &Label::new(material, kind))? {
            Found::Whole(bytes) => Ok(Some(bytes)),
            Found::Nothing => Ok(None),
            Found::Damaged(fault) => {
                tracing::warn!("{}: {fault}; it is rebuilt", file.display());
                Ok(None)
            }
        }
    }

    fn write_kind(&self, material: &Material, kind: Kind, bytes: &[u8]) -> io::Result<()> {
        let file = self.file(material, kind);
        let header = header(&Label::new(material, kind), bytes);
        atomic::write_pieces(&file, &[&header, bytes]).map_err(|error| at(&file, &error))
    }

    /// Removes files of this ending that start with one of these words.
    fn remove(&self, is_meant: impl Fn(&str) -> bool) -> io::Result<()> {
        let Ok(entries) = fs::read_dir(&self.folder) else { return Ok(()) };
        for entry in entries.flatten() {
            if entry.file_name().to_str().is_some_and(&is_meant) {
                match fs::remove_file(entry.path()) {
                    Err(error) if error.kind() != io::ErrorKind::NotFound => {
                        return Err(at(&entry.path(), &error));
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }
}

impl TableStore for TableFolder {
    fn read(&self, material: &Material) -> io::Result<Option<Vec<u8>>> {
        self.read_kind(material, Kind::Table)
    }

    fn write(&self, material: &Material, bytes: &[u8]) -> io::Result<()> {
        self.write_kind(material, Kind::Table, bytes)
    }

    fn claim(&self, material: &Material, stop: &StopToken) -> Result<Claim, Stopped> {
        let file = self.folder.join(format!(".{material}.lock"));
        // The file stays when the claim ends: what counts is the lock on it, and that ends with its process.
        let lock = match disk::make_folder(&self.folder).and_then(|()| disk::append(&file)) {
            Ok(lock) => lock,
            Err(error) => {
                tracing::warn!("{}: {error}; {material} may be built twice", file.display());
                return stop.check().map(|()| Claim::unshared());
            }
        };
        loop {
            stop.check()?;
            match lock.try_lock() {
                Ok(Locked::Yes) => break,
                Ok(Locked::No) => thread::park_timeout(PATIENCE),
                Ok(Locked::Unknown) => return Ok(Claim::unshared()),
                Err(error) => {
                    tracing::warn!("{}: {error}; {material} may be built twice", file.display());
                    return Ok(Claim::unshared());
                }
            }
        }
        // Nobody else writes this ending now: what was begun to be written was left by a program that died.
        let draft = format!(".{material}.");
        let _ = self.remove(|name| name.starts_with(&draft) && has_extension(name, "new"));
        Ok(Claim::on(lock))
    }

    fn read_part(&self, material: &Material, part: u16) -> io::Result<Option<Vec<u8>>> {
        self.read_kind(material, Kind::Part(part))
    }

    fn write_part(&self, material: &Material, part: u16, bytes: &[u8]) -> io::Result<()> {
        self.write_kind(material, Kind::Part(part), bytes)
    }

    fn forget_parts(&self, material: &Material) -> io::Result<()> {
        let part = format!("{material}.part-");
        self.remove(|name| name.starts_with(&part))
    }
}

/// The ending and the kind that a file's name tells.
fn known(name: &str) -> Option<(Material, Kind)> {
    let (stem, rest) = name.split_once('.')?;
    let material: Material = stem.parse().ok()?;
    let kind = match rest.strip_prefix("part-") {
        Some(part) => Kind::Part(part.parse().ok()?),
        None if rest == "table" => Kind::Table,
        None => return None,
    };
    // Only the names that we give: no second spelling of the same ending.
    (material.to_string() == stem).then_some((material, kind))
}

fn has_extension(name: &str, extension: &str) -> bool {
    Path::new(name).extension().is_some_and(|found| found == extension)
}

/// What a file says that it holds: `KRPvKR`, or `KRPvKR part 3`.
struct Label(String);

impl Label {
    fn new(material: &Material, kind: Kind) -> Self {
        Self(match kind {
            Kind::Table => material.to_string(),
            Kind::Part(part) => format!("{material} part {part}"),
        })
    }

    /// Filled up with zeros. No ending that is ever built has a longer name.
    fn bytes(&self) -> [u8; NAME.end - NAME.start] {
        let mut bytes = [0; NAME.end - NAME.start];
        for (byte, letter) in bytes.iter_mut().zip(self.0.bytes()) {
            *byte = letter;
        }
        bytes
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What was found in the place of a file.
enum Found {
    Nothing,
    Whole(Vec<u8>),
    Damaged(Fault),
}

fn open(path: &Path, label: &Label) -> io::Result<Found> {
    let mut file = match disk::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Found::Nothing),
        Err(error) => return Err(at(path, &error)),
    };
    read(&mut file, label).map_err(|error| at(path, &error))
}

fn read(file: &mut DiskFile, label: &Label) -> io::Result<Found> {
    let found = file.stat()?.length;
    let wanted = HEADER as u64;
    let mut header = [0; HEADER];
    if found < wanted {
        return Ok(Found::Damaged(Fault::Length { found, wanted }));
    }
    file.read_exact(&mut header)?;
    if header[..8] != MAGIC {
        return Ok(Found::Damaged(Fault::Foreign));
    }
    if header[8..10] != FORM.to_le_bytes() || header[10..12] != MEANING.to_le_bytes() {
        return Ok(Found::Damaged(Fault::Version));
    }
    if header[NAME] != label.bytes() {
        let name = header[NAME].iter().take_while(|byte| byte.is_ascii_graphic() || **byte == b' ');
        return Ok(Found::Damaged(Fault::Name(name.map(|&byte| char::from(byte)).collect())));
    }
    let length = header[LENGTH].first_chunk().map_or(0, |eight| u64::from_le_bytes(*eight));
    if found - wanted != length {
        return Ok(Found::Damaged(Fault::Length { found, wanted: wanted.saturating_add(length) }));
    }
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(usize::try_from(length).unwrap_or(usize::MAX))?;
    file.take(length).read_to_end(&mut bytes)?;
    if bytes.len() as u64 != length {
        return Ok(Found::Damaged(Fault::Length { found: wanted + bytes.len() as u64, wanted: found }));
    }
    if header[CHECKSUM] != checksum(&header, &bytes).to_le_bytes() {
        return Ok(Found::Damaged(Fault::Checksum));
    }
    Ok(Found::Whole(bytes))
}

fn header(label: &Label, bytes: &[u8]) -> [u8; HEADER] {
    let mut header = [0; HEADER];
    header[..8].copy_from_slice(&MAGIC);
    header[8..10].copy_from_slice(&FORM.to_le_bytes());
    header[10..12].copy_from_slice(&MEANING.to_le_bytes());
    header[NAME].copy_from_slice(&label.bytes());
    header[LENGTH].copy_from_slice(&(bytes.len() as u64).to_le_bytes());
    let checksum = checksum(&header, bytes);
    header[CHECKSUM].copy_from_slice(&checksum.to_le_bytes());
    header
}

/// Of the header up to the checksum and of all that follows it.
fn checksum(header: &[u8; HEADER], bytes: &[u8]) -> u64 {
    XxHash3_64::oneshot_with_seed(XxHash3_64::oneshot(&header[..CHECKSUM.start]), bytes)
}

/// The same error, with the place.
fn at(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {}", path.display(), trouble::in_words(error)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::StopSource;
    use crate::store::scratch::Scratch;

    fn material(name: &str) -> Material {
        name.parse().unwrap()
    }

    /// Checks that a file with these bytes is not believed, and why.
    fn check_fault(change: impl Fn(&mut Vec<u8>), fault: &Fault) {
        let scratch = Scratch::new();
        let folder = TableFolder::new(scratch.path().to_owned());
        let ending = material("KQvKR");
        folder.write(&ending, b"what is kept").unwrap();
        let kept = folder.list().unwrap().remove(0);
        let mut bytes = fs::read(&kept.file).unwrap();
        change(&mut bytes);
        fs::write(&kept.file, bytes).unwrap();
        assert_eq!(folder.read(&ending).unwrap(), None, "{fault}");
        assert_eq!(folder.examine(&kept).unwrap().as_ref(), Err(fault));
        // What is not believed is replaced.
        folder.write(&ending, b"made anew").unwrap();
        assert_eq!(folder.read(&ending).unwrap().as_deref(), Some(&b"made anew"[..]));
    }

    #[test]
    fn what_was_kept_comes_back() {
        let scratch = Scratch::new();
        let folder = TableFolder::new(scratch.path().join("not/there/yet"));
        assert_eq!(folder.list().unwrap(), []);
        assert_eq!(folder.read(&material("KQvK")).unwrap(), None);
        folder.write(&material("KvKQ"), b"queen").unwrap();
        folder.write(&material("KRPvKR"), b"").unwrap();
        folder.write_part(&material("KRPvKR"), 11, b"eleven").unwrap();
        folder.write_part(&material("KRPvKR"), 2, b"two").unwrap();
        assert_eq!(folder.read(&material("KQvK")).unwrap().as_deref(), Some(&b"queen"[..]));
        assert_eq!(folder.read(&material("KRvKRP")).unwrap().as_deref(), Some(&b""[..]));
        assert_eq!(folder.read_part(&material("KRPvKR"), 2).unwrap().as_deref(), Some(&b"two"[..]));
        assert_eq!(folder.read_part(&material("KRPvKR"), 3).unwrap(), None);
        fs::write(folder.path().join("notes.txt"), "mine").unwrap();
        let list: Vec<_> =
            folder.list().unwrap().iter().map(|kept| (kept.material.to_string(), kept.kind)).collect();
        let name = |name: &str| name.to_owned();
        let wanted = [
            (name("KQvK"), Kind::Table),
            (name("KRPvKR"), Kind::Table),
            (name("KRPvKR"), Kind::Part(2)),
            (name("KRPvKR"), Kind::Part(11)),
        ];
        assert_eq!(list, wanted);
        folder.forget_parts(&material("KRPvKR")).unwrap();
        assert_eq!(folder.list().unwrap().len(), 2);
        assert_eq!(fs::read(folder.path().join("notes.txt")).unwrap(), b"mine");
    }

    #[test]
    fn a_damaged_file_is_never_believed() {
        check_fault(Vec::clear, &Fault::Length { found: 0, wanted: 64 });
        check_fault(|bytes| bytes.truncate(63), &Fault::Length { found: 63, wanted: 64 });
        check_fault(|bytes| bytes.truncate(70), &Fault::Length { found: 70, wanted: 76 });
        check_fault(|bytes| bytes.push(0), &Fault::Length { found: 77, wanted: 76 });
        check_fault(|bytes| bytes[0] = b'X', &Fault::Foreign);
        check_fault(|bytes| bytes[8] += 1, &Fault::Version);
        check_fault(|bytes| bytes[10] += 1, &Fault::Version);
        check_fault(|bytes| bytes[20] = b'B', &Fault::Name("KQvKB".to_owned()));
        check_fault(|bytes| bytes[13] = 1, &Fault::Checksum);
        for at in 56..76 {
            check_fault(|bytes| bytes[at] ^= 0x10, &Fault::Checksum);
        }
    }

    #[test]
    fn a_length_that_cannot_be_is_refused_before_memory_is_asked_for() {
        check_fault(|bytes| bytes[55] = 0xFF, &Fault::Length { found: 76, wanted: (0xFF << 56) + 76 });
    }

    #[test]
    fn another_ending_in_its_place_is_not_believed() {
        let scratch = Scratch::new();
        let folder = TableFolder::new(scratch.path().to_owned());
        folder.write(&material("KQvK"), b"queen").unwrap();
        fs::rename(scratch.path().join("KQvK.table"), scratch.path().join("KRvK.table")).unwrap();
        assert_eq!(folder.read(&material("KRvK")).unwrap(), None);
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
        for error in [
            folder.write(&material("KQvK"), b"queen").unwrap_err(),
            folder.read(&material("KQvK")).unwrap_err(),
            folder.list().unwrap_err(),
        ] {
            assert!(error.to_string().contains("taken"), "{error}");
        }
        assert!(folder.claim(&material("KQvK"), &StopToken::never()).is_ok(), "it can be built all the same");
    }

    #[test]
    fn a_claim_keeps_others_waiting_until_it_ends() {
        let scratch = Scratch::new();
        let folder = TableFolder::new(scratch.path().to_owned());
        let ending = material("KQvKR");
        let claim = folder.claim(&ending, &StopToken::never()).unwrap();
        let other = folder.claim(&material("KRvKB"), &StopToken::never());
        assert!(other.is_ok(), "another ending is free");
        let stopped = StopSource::new().token();
        assert_eq!(folder.claim(&ending, &stopped).unwrap_err(), Stopped);
        thread::scope(|scope| {
            let waiting = scope.spawn(|| {
                let claim = folder.claim(&ending, &StopToken::never()).unwrap();
                let found = folder.read(&ending).unwrap();
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
        drop(folder.claim(&material("KQvK"), &StopToken::never()).unwrap());
        assert!(!left.exists());
        assert!(other.exists());
    }
}
