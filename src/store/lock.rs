//! Keeps two programs from changing one thing at a time: an empty file beside it, locked for as long as it takes.

use std::io::{self, ErrorKind};
use std::path::Path;
use std::thread;
use std::time::Duration;

use super::disk::{self, DiskFile, FileLockResult};

/// How long a lock that another program has is waited for: far longer than any change takes.
pub(in crate::store) const LOCK_TIMEOUT: Duration = Duration::from_secs(2);

/// How long is waited before another look.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// A lock that lasts until it is dropped. A disk that knows no locks gives it to everybody.
#[derive(Debug)]
pub(in crate::store) struct FileLock {
    _file: DiskFile,
}

impl FileLock {
    /// Takes the lock that a file stands for; it is made, with its folder, where it is missing. None where another
    /// program has it all the while.
    ///
    /// # Errors
    /// When the file cannot be made or locked.
    pub(in crate::store) fn acquire(path: &Path, timeout: Duration) -> io::Result<Option<Self>> {
        if let Some(folder) = path.parent() {
            disk::make_folder(folder)?;
        }
        let file = disk::append(path)?;
        Ok(wait_for_lock(&file, timeout)?.then_some(Self { _file: file }))
    }
}

/// Locks an open file; false where another program has it all the while.
///
/// # Errors
/// When the system fails.
pub(in crate::store) fn wait_for_lock(file: &DiskFile, timeout: Duration) -> io::Result<bool> {
    let mut left = timeout;
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
