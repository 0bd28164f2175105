//! Files that a user names for a command: certificates, lists of positions.

use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, IsTerminal, Read};
use std::path::Path;

use platform::files;

/// The most that is read of one certificate, in bytes. Proofs that people look at are far smaller.
pub const MAX_CERTIFICATE_BYTES: u64 = 512 << 20;

/// The most that is read of one list of positions, in bytes: about two million positions.
pub const MAX_POSITION_LIST_BYTES: u64 = 256 << 20;

/// The most that is read of a file of puzzles, in bytes. Lichess' whole database has one gigabyte.
pub const MAX_PUZZLE_BYTES: u64 = 4 << 30;

/// Reads a file as it is; `-` is standard input. What it says is for others to judge.
///
/// # Errors
/// When the file cannot be read, is a device, or is larger than `max_bytes`.
pub fn read(file: &Path, max_bytes: u64) -> io::Result<Vec<u8>> {
    if file.as_os_str() == "-" {
        read_from(io::stdin().lock(), max_bytes)
    } else {
        read_from(open_named(file)?, max_bytes)
    }
}

/// Opens a file to be read piece by piece, up to `max_bytes`: more is an error of the reader. `-` is standard input.
///
/// # Errors
/// When the file cannot be opened, or is a device.
pub fn open(file: &Path, max_bytes: u64) -> io::Result<Box<dyn BufRead>> {
    if file.as_os_str() == "-" {
        return Ok(Box::new(LimitedInput::new(io::stdin().lock(), max_bytes)));
    }
    Ok(Box::new(LimitedInput::new(BufReader::new(open_named(file)?), max_bytes)))
}

/// Opens a file, or a pipe. A device has no end: `/dev/zero`.
fn open_named(file: &Path) -> io::Result<File> {
    let opened = File::open(file)?;
    let data = opened.metadata()?;
    if data.is_dir() {
        return Err(ErrorKind::IsADirectory.into());
    }
    if files::is_device(&data) && !files::is_null_device(file) && !opened.is_terminal() {
        return Err(io::Error::new(ErrorKind::InvalidInput, "this is a device, not a file"));
    }
    Ok(opened)
}

/// A source that ends with an error where it is longer than allowed.
struct LimitedInput<R> {
    source: R,
    max_bytes: u64,
    left: u64,
}

impl<R: BufRead> LimitedInput<R> {
    const fn new(source: R, max_bytes: u64) -> Self {
        Self { source, max_bytes, left: max_bytes }
    }
}

impl<R: BufRead> BufRead for LimitedInput<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let bytes = self.source.fill_buf()?;
        if self.left == 0 && !bytes.is_empty() {
            return Err(too_long(self.max_bytes));
        }
        let count = bytes.len().min(usize::try_from(self.left).unwrap_or(usize::MAX));
        Ok(&bytes[..count])
    }

    fn consume(&mut self, count: usize) {
        self.left = self.left.saturating_sub(count as u64);
        self.source.consume(count);
    }
}

impl<R: BufRead> Read for LimitedInput<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut bytes = self.fill_buf()?;
        let count = bytes.read(buffer)?;
        self.consume(count);
        Ok(count)
    }
}

fn too_long(max_bytes: u64) -> io::Error {
    io::Error::new(ErrorKind::FileTooLarge, format!("it has more than {} MiB", max_bytes >> 20))
}

/// Reads a source to its end.
fn read_from(source: impl Read, max_bytes: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(max_bytes + 1).read_to_end(&mut bytes)?;
    if u64::try_from(bytes.len()).is_ok_and(|length| length > max_bytes) {
        return Err(too_long(max_bytes));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_long_is_refused() {
        assert_eq!(read_from(&b"1234"[..], 4).unwrap(), b"1234");
        assert_eq!(read_from(&b"12345"[..], 4).unwrap_err().kind(), io::ErrorKind::FileTooLarge);
        let piece_by_piece = |text: &'static [u8]| {
            let mut all = String::new();
            LimitedInput::new(io::BufReader::with_capacity(3, text), 4).read_to_string(&mut all).map(|_| all)
        };
        assert_eq!(piece_by_piece(b"1234").unwrap(), "1234");
        assert_eq!(piece_by_piece(b"12345").unwrap_err().kind(), ErrorKind::FileTooLarge);
    }

    #[cfg(unix)]
    #[test]
    fn a_device_is_refused_and_the_empty_one_is_empty() {
        for refused in [open(Path::new("/dev/zero"), 9).err(), read(Path::new("/dev/zero"), 9).err()] {
            assert_eq!(refused.unwrap().to_string(), "this is a device, not a file");
        }
        assert_eq!(read(Path::new("/dev/null"), 9).unwrap(), b"");
    }
}
