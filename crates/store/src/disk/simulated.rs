//! A disk in memory that fails where a test wants it: the n-th call fails, or the program dies there, or the
//! power goes. For tests and for fuzzing alone.
//!
//! What a power loss leaves is as bad as the system's manual allows: bytes that were not synced are lost, and
//! names come back as they were when their folder was synced last, or as they were at the end, whatever is
//! worse.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::stat::{FileKind, FileStat};

thread_local! {
    static CURRENT: RefCell<Option<SimulatedDisk>> = const { RefCell::new(None) };
}

/// The disk of this thread, where one was put in place.
pub(crate) fn current() -> Option<SimulatedDisk> {
    CURRENT.with_borrow(Clone::clone)
}

/// A disk in memory. Clones are the same disk.
#[derive(Clone, Debug, Default)]
pub struct SimulatedDisk(Arc<Mutex<SimulatedDiskState>>);

/// What goes wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SimulatedFault {
    /// The call fails; a write has written half. The next call works.
    Error,
    /// The program is killed: neither this call nor any after it does anything.
    Killed,
    /// The power goes, and no name lasts that was not synced.
    PowerLostOldNames,
    /// The power goes, and every name lasts, whatever became of the bytes.
    PowerLostNewNames,
}

impl SimulatedFault {
    /// Every way to fail.
    pub const ALL: [Self; 4] = [Self::Error, Self::Killed, Self::PowerLostOldNames, Self::PowerLostNewNames];
}

#[derive(Debug, Default)]
struct SimulatedDiskState {
    files: Vec<SimulatedFileState>,
    /// The names as programs see them.
    names: BTreeMap<PathBuf, usize>,
    /// The names that a power loss leaves.
    lasting: BTreeMap<PathBuf, usize>,
    /// Changes of names since then, in their order.
    pending: Vec<NameChange>,
    folders: BTreeSet<PathBuf>,
    calls: u64,
    fault: Option<(u64, SimulatedFault)>,
    is_dead: bool,
}

#[derive(Clone, Debug, Default)]
struct SimulatedFileState {
    bytes: Vec<u8>,
    synced: Vec<u8>,
    is_unreadable: bool,
}

#[derive(Clone, Debug)]
enum NameChange {
    Created(PathBuf, usize),
    Renamed(PathBuf, PathBuf),
    Removed(PathBuf),
}

impl NameChange {
    fn touches(&self, folder: &Path) -> bool {
        let is_in = |path: &Path| path.parent() == Some(folder);
        match self {
            Self::Created(path, _) | Self::Removed(path) => is_in(path),
            Self::Renamed(from, to) => is_in(from) || is_in(to),
        }
    }

    fn apply(&self, names: &mut BTreeMap<PathBuf, usize>) {
        match self {
            Self::Created(path, file) => _ = names.insert(path.clone(), *file),
            Self::Renamed(from, to) => {
                if let Some(file) = names.remove(from) {
                    names.insert(to.clone(), file);
                }
            }
            Self::Removed(path) => _ = names.remove(path),
        }
    }
}

impl SimulatedDiskState {
    /// Counts a call; says whether it fails.
    fn count_call(&mut self) -> io::Result<()> {
        if self.is_dead {
            return Err(io::Error::other("the program is dead"));
        }
        self.calls += 1;
        match self.fault {
            Some((at, SimulatedFault::Error)) if at == self.calls => Err(ErrorKind::StorageFull.into()),
            Some((at, fault)) if at == self.calls && fault != SimulatedFault::Error => {
                self.is_dead = true;
                Err(io::Error::other("the program is dead"))
            }
            _ => Ok(()),
        }
    }

    fn find(&self, path: &Path) -> io::Result<usize> {
        self.names.get(path).copied().ok_or_else(|| ErrorKind::NotFound.into())
    }

    fn change(&mut self, change: NameChange) {
        change.apply(&mut self.names);
        self.pending.push(change);
    }

    fn require_folder(&self, path: &Path) -> io::Result<()> {
        let parent = path.parent().unwrap_or(Path::new(""));
        if self.folders.contains(parent) { Ok(()) } else { Err(ErrorKind::NotFound.into()) }
    }
}

impl SimulatedDisk {
    fn state(&self) -> MutexGuard<'_, SimulatedDiskState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does something with this disk in the place of the machine's.
    pub fn with<T>(&self, work: impl FnOnce() -> T) -> T {
        CURRENT.set(Some(self.clone()));
        let done = work();
        CURRENT.set(None);
        done
    }

    /// Lets the call with this number fail, counted from now, from 1.
    pub fn fail_at(&self, call: u64, fault: SimulatedFault) {
        let mut state = self.state();
        state.calls = 0;
        state.fault = Some((call, fault));
    }

    /// How many calls were made since the disk was made or [`fail_at`](Self::fail_at) was called.
    #[must_use]
    pub fn calls(&self) -> u64 {
        self.state().calls
    }

    /// The machine starts again: what the fault has left is there, and nothing fails any more.
    pub fn restart(&self) {
        let mut state = self.state();
        let SimulatedDiskState { files, names, lasting, pending, is_dead, fault, .. } = &mut *state;
        match fault.take().map(|(_, fault)| fault).filter(|_| *is_dead) {
            Some(SimulatedFault::PowerLostOldNames) => names.clone_from(lasting),
            Some(SimulatedFault::PowerLostNewNames) => lasting.clone_from(names),
            _ => {
                *is_dead = false;
                return;
            }
        }
        pending.clear();
        for file in files {
            file.bytes.clone_from(&file.synced);
        }
        *is_dead = false;
    }

    /// The power goes now.
    pub fn lose_power(&self, fault: SimulatedFault) {
        let mut state = self.state();
        state.is_dead = true;
        state.fault = Some((0, fault));
        drop(state);
        self.restart();
    }

    /// Puts a file there that lasts, with its folders.
    pub fn add_file(&self, path: &Path, bytes: &[u8]) {
        let mut state = self.state();
        state.folders.extend(path.ancestors().skip(1).map(Path::to_owned));
        let file = state.files.len();
        state.files.push(SimulatedFileState {
            bytes: bytes.to_vec(),
            synced: bytes.to_vec(),
            is_unreadable: false,
        });
        state.names.insert(path.to_owned(), file);
        state.lasting.insert(path.to_owned(), file);
    }

    /// Takes the permission to read a file away.
    pub fn make_unreadable(&self, path: &Path) {
        let mut state = self.state();
        if let Some(&file) = state.names.get(path) {
            state.files[file].is_unreadable = true;
        }
    }

    /// Every file with its bytes.
    #[must_use]
    pub fn files(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let state = self.state();
        state.names.iter().map(|(path, &file)| (path.clone(), state.files[file].bytes.clone())).collect()
    }

    pub(super) fn stat(&self, path: &Path) -> io::Result<FileStat> {
        let mut state = self.state();
        state.count_call()?;
        if state.folders.contains(path) {
            return Ok(FileStat { kind: FileKind::Folder, length: 0, modified: 0, identity: None });
        }
        let file = state.find(path)?;
        Ok(stat_of(&state, file))
    }

    pub(super) fn open(&self, path: &Path) -> io::Result<SimulatedFile> {
        let mut state = self.state();
        state.count_call()?;
        let file = state.find(path)?;
        if state.files[file].is_unreadable {
            return Err(ErrorKind::PermissionDenied.into());
        }
        Ok(SimulatedFile { disk: self.clone(), file, at: 0, appends: false })
    }

    pub(super) fn create_new(&self, path: &Path) -> io::Result<SimulatedFile> {
        let mut state = self.state();
        state.count_call()?;
        if state.names.contains_key(path) || state.folders.contains(path) {
            return Err(ErrorKind::AlreadyExists.into());
        }
        state.require_folder(path)?;
        let file = state.files.len();
        state.files.push(SimulatedFileState::default());
        state.change(NameChange::Created(path.to_owned(), file));
        Ok(SimulatedFile { disk: self.clone(), file, at: 0, appends: false })
    }

    pub(super) fn append(&self, path: &Path) -> io::Result<SimulatedFile> {
        let known = self.state().find(path);
        match known {
            Ok(_) => self.open(path).map(|handle| SimulatedFile { appends: true, ..handle }),
            Err(_) => self.create_new(path).map(|handle| SimulatedFile { appends: true, ..handle }),
        }
    }

    pub(super) fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        let mut state = self.state();
        state.count_call()?;
        state.find(from)?;
        state.require_folder(to)?;
        state.change(NameChange::Renamed(from.to_owned(), to.to_owned()));
        Ok(())
    }

    pub(super) fn link(&self, from: &Path, to: &Path) -> io::Result<()> {
        let mut state = self.state();
        state.count_call()?;
        let file = state.find(from)?;
        if state.names.contains_key(to) {
            return Err(ErrorKind::AlreadyExists.into());
        }
        state.require_folder(to)?;
        state.change(NameChange::Created(to.to_owned(), file));
        Ok(())
    }

    pub(super) fn remove(&self, path: &Path) -> io::Result<()> {
        let mut state = self.state();
        state.count_call()?;
        state.find(path)?;
        state.change(NameChange::Removed(path.to_owned()));
        Ok(())
    }

    pub(super) fn make_folder(&self, path: &Path) -> io::Result<()> {
        let mut state = self.state();
        state.count_call()?;
        if path.ancestors().any(|path| state.names.contains_key(path)) {
            return Err(ErrorKind::NotADirectory.into());
        }
        state.folders.extend(path.ancestors().map(Path::to_owned));
        Ok(())
    }

    pub(super) fn list(&self, folder: &Path) -> io::Result<Vec<OsString>> {
        let mut state = self.state();
        state.count_call()?;
        if !state.folders.contains(folder) {
            return Err(ErrorKind::NotFound.into());
        }
        let inside = state.names.keys().chain(&state.folders).filter(|path| path.parent() == Some(folder));
        Ok(inside.filter_map(|path| path.file_name()).map(ToOwned::to_owned).collect())
    }

    pub(super) fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        let mut state = self.state();
        state.count_call()?;
        // A journal keeps the order: what came before the last change of this folder lasts with it.
        let last = state.pending.iter().rposition(|change| change.touches(folder));
        let done: Vec<NameChange> = state.pending.drain(..last.map_or(0, |last| last + 1)).collect();
        for change in done {
            change.apply(&mut state.lasting);
        }
        Ok(())
    }

    #[expect(clippy::unused_self, reason = "like the others")]
    pub(super) fn make_link(&self) -> io::Result<()> {
        Err(ErrorKind::Unsupported.into())
    }

    #[expect(clippy::unused_self, reason = "like the others")]
    pub(super) fn link_target(&self) -> io::Result<PathBuf> {
        Err(ErrorKind::InvalidInput.into())
    }
}

fn stat_of(state: &SimulatedDiskState, file: usize) -> FileStat {
    let length = state.files[file].bytes.len() as u64;
    FileStat { kind: FileKind::File, length, modified: 0, identity: Some((0, file as u64)) }
}

/// An open file of the disk.
#[derive(Debug)]
pub(crate) struct SimulatedFile {
    disk: SimulatedDisk,
    file: usize,
    at: usize,
    appends: bool,
}

impl SimulatedFile {
    pub(super) fn sync(&self) -> io::Result<()> {
        let mut state = self.disk.state();
        state.count_call()?;
        let file = &mut state.files[self.file];
        file.synced.clone_from(&file.bytes);
        Ok(())
    }

    pub(super) fn truncate(&self, length: u64) -> io::Result<()> {
        let mut state = self.disk.state();
        state.count_call()?;
        state.files[self.file].bytes.truncate(usize::try_from(length).unwrap_or(usize::MAX));
        Ok(())
    }

    pub(super) fn stat(&self) -> io::Result<FileStat> {
        let mut state = self.disk.state();
        state.count_call()?;
        Ok(stat_of(&state, self.file))
    }

    pub(super) fn read_exact_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        let mut state = self.disk.state();
        state.count_call()?;
        let start = usize::try_from(offset).unwrap_or(usize::MAX);
        state.files[self.file].bytes.get(start..).unwrap_or_default().read_exact(buffer)
    }
}

impl Read for SimulatedFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut state = self.disk.state();
        state.count_call()?;
        let count = state.files[self.file].bytes.get(self.at..).unwrap_or_default().read(buffer)?;
        self.at += count;
        Ok(count)
    }
}

impl Write for SimulatedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut state = self.disk.state();
        let was_dead = state.is_dead;
        let called = state.count_call();
        // What fails has written something.
        let count = if called.is_ok() { bytes.len() } else { bytes.len() / 2 };
        if !was_dead {
            let file = &mut state.files[self.file].bytes;
            let at = if self.appends { file.len() } else { self.at };
            file.resize(file.len().max(at + count), 0);
            file[at..at + count].copy_from_slice(&bytes[..count]);
            self.at = at + count;
        }
        called.map(|()| count)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for SimulatedFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let length = self.disk.state().files[self.file].bytes.len();
        let (base, offset) = match to {
            SeekFrom::Start(at) => (0, i64::try_from(at).unwrap_or(i64::MAX)),
            SeekFrom::End(offset) => (length, offset),
            SeekFrom::Current(offset) => (self.at, offset),
        };
        let wanted = i64::try_from(base).ok().and_then(|base| base.checked_add(offset));
        let wanted = wanted.and_then(|at| usize::try_from(at).ok());
        self.at = wanted.ok_or_else(|| io::Error::from(ErrorKind::InvalidInput))?;
        Ok(self.at as u64)
    }
}
