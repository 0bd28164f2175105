//! The few file operations that the store is made of. Everything that is kept goes through them, so that a
//! test can put a disk in their place that fails at any call: `simulated`.
//!
//! A file that is kept is a regular file. A pipe, a device or a socket in its place is refused before it is
//! opened: reading one could wait for ever, and replacing one would take it away from others.

#[cfg(any(test, fuzzing))]
pub mod simulated;
mod size_limit;
mod stat;

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

pub(crate) use size_limit::SizeLimit;
pub(crate) use stat::{FileKind, FileStat};

use platform::files;

/// Does an operation on the simulated disk, where a test has put one in place.
macro_rules! on_simulated {
    ($disk:ident => $operation:expr) => {
        #[cfg(any(test, fuzzing))]
        if let Some($disk) = simulated::current() {
            return $operation;
        }
    };
}

/// An open file.
#[derive(Debug)]
pub(crate) struct DiskFile(DiskFileInner);

#[derive(Debug)]
enum DiskFileInner {
    Real(File),
    #[cfg(any(test, fuzzing))]
    Simulated(simulated::SimulatedFile),
}

/// The result of an attempt to lock a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FileLockResult {
    /// The lock is held until the file is closed.
    Acquired,
    /// Another process holds it.
    HeldElsewhere,
    /// The file system has no locks.
    Unsupported,
}

/// What lies at a path, links followed.
///
/// # Errors
/// When nothing does, or the system does not say.
pub(crate) fn stat(path: &Path) -> io::Result<FileStat> {
    on_simulated!(disk => disk.stat(path));
    fs::metadata(path).map(|data| FileStat::of(&data, files::identity_at(path, &data)))
}

/// Whether a path exists.
///
/// # Errors
/// When the system does not say: a path must not be taken for a free one then.
pub(crate) fn exists(path: &Path) -> io::Result<bool> {
    match stat(path) {
        Ok(_) => Ok(true),
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Refuses what is there and is no regular file, without opening it.
///
/// # Errors
/// When it is a folder, a pipe, a device or a socket. That nothing is there is fine.
pub(crate) fn ensure_regular_file(path: &Path) -> io::Result<()> {
    match stat(path) {
        Ok(FileStat { kind: FileKind::Folder, .. }) => Err(ErrorKind::IsADirectory.into()),
        Ok(FileStat { kind: FileKind::Special, .. }) => {
            Err(io::Error::new(ErrorKind::InvalidInput, "this is a pipe or a device, not a regular file"))
        }
        _ => Ok(()),
    }
}

/// Opens a regular file for reading.
///
/// # Errors
/// When there is none, or it cannot be read.
pub(crate) fn open(path: &Path) -> io::Result<DiskFile> {
    ensure_regular_file(path)?;
    on_simulated!(disk => disk.open(path).map(|handle| DiskFile(DiskFileInner::Simulated(handle))));
    File::open(path).map(|file| DiskFile(DiskFileInner::Real(file)))
}

/// The bytes of a regular file, up to the limit of its kind.
///
/// # Errors
/// When there is none, it cannot be read, or it is longer: [`ErrorKind::FileTooLarge`].
pub(crate) fn read(path: &Path, limit: SizeLimit) -> io::Result<Vec<u8>> {
    let file = open(path)?;
    limit.check(file.stat()?.length)?;
    let mut bytes = Vec::new();
    // It may grow meanwhile.
    file.take(limit.bytes() + 1).read_to_end(&mut bytes)?;
    limit.check(bytes.len() as u64)?;
    Ok(bytes)
}

/// The text of a regular file, up to the limit of its kind.
///
/// # Errors
/// Those of [`read`], and when it is no UTF-8: [`ErrorKind::InvalidData`].
pub(crate) fn read_to_string(path: &Path, limit: SizeLimit) -> io::Result<String> {
    String::from_utf8(read(path, limit)?).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = valid.split(|&byte| byte == b'\n').count();
        io::Error::new(ErrorKind::InvalidData, format!("line {line} is not UTF-8 text"))
    })
}

/// Makes a file that is not there yet, for writing.
///
/// # Errors
/// When something is there, or the folder cannot be written.
pub(crate) fn create_new(path: &Path) -> io::Result<DiskFile> {
    on_simulated!(disk => disk.create_new(path).map(|handle| DiskFile(DiskFileInner::Simulated(handle))));
    File::create_new(path).map(|file| DiskFile(DiskFileInner::Real(file)))
}

/// Opens a regular file for reading and for adding to its end; makes it where it is missing.
///
/// # Errors
/// When it cannot be read and written.
pub(crate) fn append(path: &Path) -> io::Result<DiskFile> {
    ensure_regular_file(path)?;
    on_simulated!(disk => disk.append(path).map(|handle| DiskFile(DiskFileInner::Simulated(handle))));
    OpenOptions::new()
        .create(true)
        .read(true)
        .append(true)
        .open(path)
        .map(|file| DiskFile(DiskFileInner::Real(file)))
}

/// Gives a file another name, in place of what bears that name.
///
/// # Errors
/// When the system refuses; both files are as they were then.
pub(crate) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    on_simulated!(disk => disk.rename(from, to));
    files::rename(from, to)
}

/// Gives a file a second name that nothing bears yet.
///
/// # Errors
/// When something bears it: [`ErrorKind::AlreadyExists`]. When the disk knows no second names.
pub(crate) fn link(from: &Path, to: &Path) -> io::Result<()> {
    on_simulated!(disk => disk.link(from, to));
    fs::hard_link(from, to)
}

/// Removes a file.
///
/// # Errors
/// When it is not there, or the system refuses.
pub(crate) fn remove(path: &Path) -> io::Result<()> {
    on_simulated!(disk => disk.remove(path));
    fs::remove_file(path)
}

/// Makes a folder, with those that it lies in.
///
/// # Errors
/// When the system refuses, or a file is in the way.
pub(crate) fn make_folder(path: &Path) -> io::Result<()> {
    on_simulated!(disk => disk.make_folder(path));
    fs::create_dir_all(path)
}

/// The names in a folder, in no order.
///
/// # Errors
/// When it is not there, or cannot be read.
pub(crate) fn list(folder: &Path) -> io::Result<Vec<OsString>> {
    on_simulated!(disk => disk.list(folder));
    fs::read_dir(folder)?.map(|entry| Ok(entry?.file_name())).collect()
}

/// Sees to it that the names in a folder last. Not every system can do it, and then it is not needed.
///
/// # Errors
/// When the disk fails.
pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
    on_simulated!(disk => disk.sync_folder(folder));
    match File::open(folder).and_then(|folder| folder.sync_all()) {
        Err(error) if matches!(error.kind(), ErrorKind::StorageFull | ErrorKind::QuotaExceeded) => Err(error),
        Err(error) if files::is_disk_failure(&error) => Err(error),
        _ => Ok(()),
    }
}

/// Makes a symbolic link to a file.
///
/// # Errors
/// When something bears its name already, or the system or the disk has no such links.
pub(crate) fn make_link(target: &Path, link: &Path) -> io::Result<()> {
    on_simulated!(disk => disk.make_link());
    files::symlink_file(target, link)
}

/// The path that a link holds.
///
/// # Errors
/// When there is no link.
pub(crate) fn link_target(path: &Path) -> io::Result<PathBuf> {
    on_simulated!(disk => disk.link_target());
    fs::read_link(path)
}

impl DiskFile {
    /// Syncs the file to the disk.
    ///
    /// # Errors
    /// When it does not.
    pub(crate) fn sync(&mut self) -> io::Result<()> {
        match &mut self.0 {
            DiskFileInner::Real(file) => file.sync_all(),
            #[cfg(any(test, fuzzing))]
            DiskFileInner::Simulated(handle) => handle.sync(),
        }
    }

    /// Truncates the file.
    ///
    /// # Errors
    /// When the system refuses.
    pub(crate) fn truncate(&mut self, length: u64) -> io::Result<()> {
        match &mut self.0 {
            DiskFileInner::Real(file) => file.set_len(length),
            #[cfg(any(test, fuzzing))]
            DiskFileInner::Simulated(handle) => handle.truncate(length),
        }
    }

    /// The file's metadata.
    ///
    /// # Errors
    /// When it does not say.
    pub(crate) fn stat(&self) -> io::Result<FileStat> {
        match &self.0 {
            DiskFileInner::Real(file) => {
                file.metadata().map(|data| FileStat::of(&data, files::identity_of(file, &data)))
            }
            #[cfg(any(test, fuzzing))]
            DiskFileInner::Simulated(handle) => handle.stat(),
        }
    }

    /// Fills the buffer with the bytes from `offset` on. What was read before does not matter.
    ///
    /// # Errors
    /// When it cannot be read, or has not so many.
    pub(crate) fn read_exact_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        match &self.0 {
            DiskFileInner::Real(file) => files::read_exact_at(file, buffer, offset),
            #[cfg(any(test, fuzzing))]
            DiskFileInner::Simulated(handle) => handle.read_exact_at(buffer, offset),
        }
    }

    /// Gives it the permissions of another file, as far as that one is there.
    ///
    /// # Errors
    /// When the system refuses.
    pub(crate) fn copy_permissions_from(&mut self, other: &Path) -> io::Result<()> {
        match &mut self.0 {
            DiskFileInner::Real(file) => match fs::metadata(other) {
                Ok(data) => file.set_permissions(data.permissions()),
                Err(_) => Ok(()),
            },
            #[cfg(any(test, fuzzing))]
            DiskFileInner::Simulated(_) => Ok(()),
        }
    }

    /// Takes the file's lock if it is free. It ends when the file is closed, at the latest with the
    /// process.
    ///
    /// # Errors
    /// When the system fails.
    pub(crate) fn try_lock(&self) -> io::Result<FileLockResult> {
        match &self.0 {
            DiskFileInner::Real(file) => match file.try_lock() {
                Ok(()) => Ok(FileLockResult::Acquired),
                Err(TryLockError::WouldBlock) => Ok(FileLockResult::HeldElsewhere),
                // Some network file systems have no locks.
                Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {
                    Ok(FileLockResult::Unsupported)
                }
                Err(TryLockError::Error(error)) => Err(error),
            },
            #[cfg(any(test, fuzzing))]
            DiskFileInner::Simulated(_) => Ok(FileLockResult::Acquired),
        }
    }
}

impl Read for DiskFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match &mut self.0 {
            DiskFileInner::Real(file) => file.read(buffer),
            #[cfg(any(test, fuzzing))]
            DiskFileInner::Simulated(handle) => handle.read(buffer),
        }
    }
}

impl Write for DiskFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.0 {
            DiskFileInner::Real(file) => file.write(bytes),
            #[cfg(any(test, fuzzing))]
            DiskFileInner::Simulated(handle) => handle.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for DiskFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        match &mut self.0 {
            DiskFileInner::Real(file) => file.seek(to),
            #[cfg(any(test, fuzzing))]
            DiskFileInner::Simulated(handle) => handle.seek(to),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;

    /// Creates a named pipe without a writer.
    #[cfg(unix)]
    fn pipe(path: &Path) {
        let made = std::process::Command::new("mkfifo").arg(path).status().unwrap();
        assert!(made.success());
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_or_a_device_is_refused_at_once_and_stays() {
        let scratch = Scratch::new();
        let fifo = scratch.path().join("config.toml");
        pipe(&fifo);
        for path in [fifo.as_path(), Path::new("/dev/zero")] {
            for refused in [read(path, SizeLimit::Lines).map(drop), append(path).map(drop)] {
                let error = refused.unwrap_err();
                assert_eq!(error.to_string(), "this is a pipe or a device, not a regular file");
            }
        }
        assert_eq!(read(scratch.path(), SizeLimit::Lines).unwrap_err().kind(), ErrorKind::IsADirectory);
        let refused = crate::atomic::write(&fifo, b"x").unwrap_err();
        assert_eq!(refused.to_string(), "this is a pipe or a device, not a regular file");
        assert_eq!(stat(&fifo).unwrap().kind, FileKind::Special);
    }

    #[cfg(unix)]
    #[test]
    fn a_time_before_1970_is_a_time() {
        let scratch = Scratch::new();
        let path = scratch.path().join("old");
        let before = std::time::SystemTime::UNIX_EPOCH - std::time::Duration::from_secs(3);
        File::create(&path).unwrap().set_modified(before).unwrap();
        assert_eq!(stat(&path).unwrap().modified, -3_000_000_000);
    }

    #[test]
    fn what_is_longer_than_its_kind_may_be_is_refused_without_reading_it() {
        let scratch = Scratch::new();
        let path = scratch.path().join("file");
        for (limit, reason) in [
            (SizeLimit::Settings, "it is longer than 256 KB"),
            (SizeLimit::Theme, "it is longer than 64 KB"),
            (SizeLimit::Lessons, "it is longer than 1 MB"),
            (SizeLimit::Board, "it is longer than 128 MB"),
            (SizeLimit::OwnGame, "it is longer than 32 MB"),
            (SizeLimit::Games, "it is longer than 512 MB"),
            (SizeLimit::Lines, "it is longer than 256 MB"),
            (SizeLimit::Puzzles, "it is longer than 256 MB"),
            (SizeLimit::Review, "it is longer than 16 MB"),
            (SizeLimit::Segment, "it is longer than 256 MB"),
        ] {
            // A file of holes takes no room.
            File::create(&path).unwrap().set_len(limit.bytes() + 1).unwrap();
            let error = read(&path, limit).unwrap_err();
            assert_eq!((error.kind(), error.to_string().as_str()), (ErrorKind::FileTooLarge, reason));
        }
        File::create(&path).unwrap().set_len(SizeLimit::Settings.bytes()).unwrap();
        assert_eq!(read(&path, SizeLimit::Settings).unwrap().len() as u64, SizeLimit::Settings.bytes());
    }

    #[test]
    fn a_text_that_is_none_is_reported_with_its_line() {
        let scratch = Scratch::new();
        let path = scratch.path().join("text");
        fs::write(&path, b"one\ntwo \xff\n").unwrap();
        assert_eq!(
            read_to_string(&path, SizeLimit::Settings).unwrap_err().to_string(),
            "line 2 is not UTF-8 text"
        );
    }
}
