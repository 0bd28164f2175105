//! Storage of finished tables between two runs. The solver does no file access: it passes bytes to a
//! [`TableStore`] and reads them through a [`ByteSource`]; the store guarantees their integrity.

use std::any::Any;
use std::sync::Arc;
use std::{fmt, io};

use super::packed::ByteSource;
use chess::{Material, StopToken, Stopped};

/// The format version of a table's bytes: index and values. It is increased whenever one of them changes, and
/// tables of another version are built again.
pub const TABLE_FORMAT_VERSION: u16 = 5;

/// A store of tables, by material, with either color as the stronger side.
///
/// The store is only a cache: a table that is not in it is built.
pub trait TableStore: fmt::Debug + Send + Sync {
    /// The bytes stored for this material, complete and unchanged, or None. What is missing, damaged,
    /// truncated or of another version is None. They stay the same when the table is replaced or deleted.
    ///
    /// # Errors
    /// When a file exists but cannot be read.
    fn open(&self, material: &Material) -> io::Result<Option<Arc<dyn ByteSource>>>;

    /// Whether what is written can be read again.
    fn keeps_tables(&self) -> bool {
        true
    }

    /// Stores the bytes, replacing what was stored before, atomically.
    ///
    /// # Errors
    /// When they cannot be stored. The table can be used all the same.
    fn write(&self, material: &Material, bytes: &[u8]) -> io::Result<()>;

    /// Waits for the exclusive right to build this ending, in this process or any other one, and holds it
    /// until the lock is dropped. After waiting, check first whether the table has been built. The lock ends
    /// with its process. To avoid deadlocks, lock an ending only while holding no locks, or only locks of
    /// larger endings.
    ///
    /// # Errors
    /// When the token stopped the wait.
    fn lock_build(&self, material: &Material, stop: &StopToken) -> Result<TableBuildLock, Stopped>;

    /// A finished part of a long build; None if it is missing or damaged.
    ///
    /// # Errors
    /// When a file exists but cannot be read.
    fn read_part(&self, material: &Material, part: u16) -> io::Result<Option<Vec<u8>>>;

    /// Stores a finished part of a long build, atomically.
    ///
    /// # Errors
    /// When it cannot be stored.
    fn write_part(&self, material: &Material, part: u16, bytes: &[u8]) -> io::Result<()>;

    /// The statistics that were kept of an ending; None if they are missing, damaged or of another version.
    ///
    /// # Errors
    /// When a file exists but cannot be read.
    fn read_stats(&self, _: &Material) -> io::Result<Option<Vec<u8>>> {
        Ok(None)
    }

    /// Keeps the statistics of an ending, atomically.
    ///
    /// # Errors
    /// When they cannot be kept.
    fn write_stats(&self, _: &Material, _: &[u8]) -> io::Result<()> {
        Ok(())
    }

    /// Deletes all parts of an ending, once it is finished.
    ///
    /// # Errors
    /// When they cannot be deleted.
    fn delete_parts(&self, material: &Material) -> io::Result<()>;
}

/// A build lock: the exclusive right to build an ending, until it is dropped.
pub struct TableBuildLock {
    guard: Option<Box<dyn Any + Send>>,
}

impl TableBuildLock {
    /// A lock that lasts as long as `guard`.
    #[must_use]
    pub fn holding(held: impl Any + Send) -> Self {
        Self { guard: Some(Box::new(held)) }
    }

    /// A lock without effect, for stores that cannot be shared.
    #[must_use]
    pub const fn unlocked() -> Self {
        Self { guard: None }
    }
}

impl fmt::Debug for TableBuildLock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.guard.is_some() { "TableBuildLock(held)" } else { "TableBuildLock(unlocked)" })
    }
}

/// A store that stores nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NoStore;

impl TableStore for NoStore {
    fn keeps_tables(&self) -> bool {
        false
    }

    fn open(&self, _: &Material) -> io::Result<Option<Arc<dyn ByteSource>>> {
        Ok(None)
    }

    fn write(&self, _: &Material, _: &[u8]) -> io::Result<()> {
        Ok(())
    }

    fn lock_build(&self, _: &Material, stop: &StopToken) -> Result<TableBuildLock, Stopped> {
        stop.check().map(|()| TableBuildLock::unlocked())
    }

    fn read_part(&self, _: &Material, _: u16) -> io::Result<Option<Vec<u8>>> {
        Ok(None)
    }

    fn write_part(&self, _: &Material, _: u16, _: &[u8]) -> io::Result<()> {
        Ok(())
    }

    fn delete_parts(&self, _: &Material) -> io::Result<()> {
        Ok(())
    }
}
