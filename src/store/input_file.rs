//! Files that a user names for a command: certificates, lists of positions.

use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::path::Path;

/// The most that is read of one certificate, in bytes. Proofs that people look at are far smaller.
pub const MAX_CERTIFICATE_BYTES: u64 = 512 << 20;

/// The most that is read of one list of positions, in bytes: about two million positions.
pub const MAX_POSITION_LIST_BYTES: u64 = 256 << 20;

/// Reads a file as it is; `-` is standard input. What it says is for others to judge.
///
/// # Errors
/// When the file cannot be read, or is larger than `max_bytes`.
pub fn read(file: &Path, max_bytes: u64) -> io::Result<Vec<u8>> {
    if file.as_os_str() == "-" {
        read_from(io::stdin().lock(), max_bytes)
    } else {
        read_from(File::open(file)?, max_bytes)
    }
}

/// Opens a file to be read piece by piece; `-` is standard input.
///
/// # Errors
/// When the file cannot be opened.
pub fn open(file: &Path) -> io::Result<Box<dyn BufRead>> {
    if file.as_os_str() == "-" {
        return Ok(Box::new(io::stdin().lock()));
    }
    let opened = File::open(file)?;
    if opened.metadata()?.is_dir() {
        return Err(ErrorKind::IsADirectory.into());
    }
    Ok(Box::new(BufReader::new(opened)))
}

/// Reads a source to its end.
fn read_from(source: impl Read, max_bytes: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(max_bytes + 1).read_to_end(&mut bytes)?;
    if u64::try_from(bytes.len()).is_ok_and(|length| length > max_bytes) {
        let reason = format!("it has more than {} MiB", max_bytes >> 20);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, reason));
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
    }
}
