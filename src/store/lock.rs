//! Keeps two programs from changing one thing at a time: an empty file beside it, locked for as long as it takes.

use std::io::{self, ErrorKind};
use std::path::Path;
use std::thread;
use std::time::Duration;

use super::disk::{self, DiskFile, Locked};

/// How long a lock that another program has is waited for: far longer than any change takes.
pub(in crate::store) const PATIENCE: Duration = Duration::from_secs(2);

/// How long is waited before another look.
const GLANCE: Duration = Duration::from_millis(5);

/// A lock that lasts until it is dropped. A disk that knows no locks gives it to everybody.
#[derive(Debug)]
pub(in crate::store) struct Lock {
    _file: DiskFile,
}

impl Lock {
    /// Takes the lock that a file stands for; it is made, with its folder, where it is missing. None where another
    /// program has it all the while.
    ///
    /// # Errors
    /// When the file cannot be made or locked.
    pub(in crate::store) fn take(path: &Path, patience: Duration) -> io::Result<Option<Self>> {
        if let Some(folder) = path.parent() {
            disk::make_folder(folder)?;
        }
        let file = disk::append(path)?;
        Ok(wait(&file, patience)?.then_some(Self { _file: file }))
    }
}

/// Locks an open file; false where another program has it all the while.
///
/// # Errors
/// When the system fails.
pub(in crate::store) fn wait(file: &DiskFile, patience: Duration) -> io::Result<bool> {
    let mut left = patience;
    loop {
        match file.try_lock() {
            Ok(Locked::Yes | Locked::Unknown) => return Ok(true),
            Ok(Locked::No) if left.is_zero() => return Ok(false),
            Ok(Locked::No) => {
                thread::park_timeout(GLANCE);
                left = left.saturating_sub(GLANCE);
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}
