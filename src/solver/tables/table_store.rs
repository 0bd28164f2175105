//! Where finished tables are kept between two runs. The solver touches no file: it hands over bytes and gets
//! them back, and whoever keeps them answers for their being whole.

use std::any::Any;
use std::fmt;
use std::io;

use crate::chess::{Material, StopToken, Stopped};

/// What the bytes of a table mean: the numbering of placements and the values together. It goes up whenever
/// one of them changes, and tables kept under another number are built anew.
pub const TABLE_FORMAT_VERSION: u16 = 1;

/// A place that keeps tables. Tables are named by their material, either color being the stronger side.
///
/// Nothing here is needed for a right answer: a table that is not kept is built.
pub trait TableStore: fmt::Debug + Send + Sync {
    /// The bytes that were written for these men: all of them, as they were, or None. What is missing,
    /// damaged, cut short or of another version is None.
    ///
    /// # Errors
    /// When there is something that cannot be read.
    fn read(&self, material: &Material) -> io::Result<Option<Vec<u8>>>;

    /// Keeps the bytes in place of what was kept before, all or nothing.
    ///
    /// # Errors
    /// When they cannot be kept. The table can be used all the same.
    fn write(&self, material: &Material, bytes: &[u8]) -> io::Result<()>;

    /// Waits until nobody else builds this ending, in this process or in another one, and keeps others from
    /// it until the claim is dropped. Whoever has waited looks first whether the table is there by now.
    /// A claim ends with its process, however that ends. Claim an ending only while holding none, or none but
    /// larger ones: so nobody ever waits in a circle.
    ///
    /// # Errors
    /// When the token stopped the wait.
    fn lock_build(&self, material: &Material, stop: &StopToken) -> Result<TableBuildLock, Stopped>;

    /// One finished part of a build that takes long; None where it is missing or damaged.
    ///
    /// # Errors
    /// When there is something that cannot be read.
    fn read_part(&self, material: &Material, part: u16) -> io::Result<Option<Vec<u8>>>;

    /// Keeps one finished part of a build that takes long, all or nothing.
    ///
    /// # Errors
    /// When it cannot be kept.
    fn write_part(&self, material: &Material, part: u16, bytes: &[u8]) -> io::Result<()>;

    /// Forgets all parts of an ending: it is finished.
    ///
    /// # Errors
    /// When they cannot be removed.
    fn delete_parts(&self, material: &Material) -> io::Result<()>;
}

/// The right to build an ending while nobody else does. It ends when it is dropped.
pub struct TableBuildLock {
    guard: Option<Box<dyn Any + Send>>,
}

impl TableBuildLock {
    /// A claim that lasts as long as `guard` lives.
    #[must_use]
    pub fn holding(held: impl Any + Send) -> Self {
        Self { guard: Some(Box::new(held)) }
    }

    /// A claim that keeps nobody away, for where there is nothing to share or no way to say so.
    #[must_use]
    pub const fn unlocked() -> Self {
        Self { guard: None }
    }
}

impl fmt::Debug for TableBuildLock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.guard.is_some() { "Claim::on(..)" } else { "Claim::unshared()" })
    }
}

/// Keeps nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NoStore;

impl TableStore for NoStore {
    fn read(&self, _: &Material) -> io::Result<Option<Vec<u8>>> {
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
