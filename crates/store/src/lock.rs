//! File lock between processes: an empty lock file beside the data, locked during a change.

use std::io::{self, ErrorKind};
use std::path::Path;
use std::thread;
use std::time::Duration;

use super::disk::{self, DiskFile, FileLockResult};

/// Default timeout for a lock that another process holds: far longer than any change takes.
pub(crate) const LOCK_TIMEOUT: Duration = Duration::from_secs(2);

/// The least time that a lock is waited for: a process that is just being started holds a copy of every lock of ours until it
/// runs its own program.
const MIN_TIMEOUT: Duration = Duration::from_millis(250);

/// Time between two attempts to lock.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// A lock that is held until it is dropped. On a file system without locks it is always granted.
#[derive(Debug)]
pub(crate) struct FileLock {
    _file: DiskFile,
}

impl FileLock {
    /// Acquires the lock of a lock file, which is created with its folder where it is missing. None after
    /// `timeout`, and not before a quarter of a second.
    ///
    /// # Errors
    /// When the file cannot be created or locked.
    pub(crate) fn acquire(path: &Path, timeout: Duration) -> io::Result<Option<Self>> {
        if let Some(folder) = path.parent() {
            disk::make_folder(folder)?;
        }
        let file = disk::append(path)?;
        Ok(wait_for_lock(&file, timeout)?.then_some(Self { _file: file }))
    }
}

/// Locks an open file; false after `timeout`, and not before a quarter of a second.
///
/// # Errors
/// When the system call fails.
pub(crate) fn wait_for_lock(file: &DiskFile, timeout: Duration) -> io::Result<bool> {
    let mut left = timeout.max(MIN_TIMEOUT);
    loop {
        match file.try_lock() {
            Ok(FileLockResult::Acquired | FileLockResult::Unsupported) => return Ok(true),
            Ok(FileLockResult::HeldElsewhere) if left.is_zero() => return Ok(false),
            Ok(FileLockResult::HeldElsewhere) => {
                thread::park_timeout(POLL_INTERVAL);
                left = left.saturating_sub(POLL_INTERVAL);
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}
