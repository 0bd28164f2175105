//! Where the bytes of a packed array are read from: memory, or a file that stays open.

use std::hash::Hasher as _;
use std::{fmt, io};

use twox_hash::XxHash3_64;

/// How many bytes are hashed at once.
const HASHED_BYTES: usize = 1 << 18;

/// Bytes that are read piece by piece, in any order and by many threads at once.
pub trait ByteSource: fmt::Debug + Send + Sync {
    /// The number of bytes.
    fn byte_count(&self) -> u64;

    /// Fills the buffer with the bytes from `offset` on.
    ///
    /// # Errors
    /// When they cannot be read, or there are not so many: [`io::ErrorKind::UnexpectedEof`].
    fn read_exact_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()>;
}

impl ByteSource for Vec<u8> {
    fn byte_count(&self) -> u64 {
        self.len() as u64
    }

    fn read_exact_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        let start = usize::try_from(offset).unwrap_or(usize::MAX);
        let bytes = self.get(start..).and_then(|rest| rest.get(..buffer.len()));
        buffer.copy_from_slice(bytes.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }
}

/// Reads some of the bytes.
///
/// # Errors
/// When they cannot be read, or there are not so many.
pub fn read_bytes(source: &dyn ByteSource, offset: u64, count: usize) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; count];
    source.read_exact_at(&mut bytes, offset)?;
    Ok(bytes)
}

/// The hash (XXH3) of `count` bytes that `read` gives, like [`ByteSource::read_exact_at`], from offset 0 on.
///
/// # Errors
/// When they cannot be read.
pub fn hash_bytes(
    count: u64,
    seed: u64,
    mut read: impl FnMut(&mut [u8], u64) -> io::Result<()>,
) -> io::Result<u64> {
    let mut hasher = XxHash3_64::with_seed(seed);
    let mut buffer = vec![0; HASHED_BYTES];
    let mut offset = 0;
    while offset < count {
        let left = usize::try_from(count - offset).unwrap_or(usize::MAX);
        let part = &mut buffer[..left.min(HASHED_BYTES)];
        read(part, offset)?;
        hasher.write(part);
        offset += part.len() as u64;
    }
    Ok(hasher.finish())
}
