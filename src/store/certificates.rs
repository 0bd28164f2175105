//! Certificates of mates on the disk.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The most that is read of one certificate, in bytes. Proofs that people look at are far smaller.
pub const MAX_BYTES: u64 = 512 << 20;

/// Reads a certificate as it is; whether it proves anything is for others to say.
///
/// # Errors
/// When the file cannot be read, or is larger than [`MAX_BYTES`].
pub fn read(file: &Path) -> io::Result<Vec<u8>> {
    read_from(File::open(file)?)
}

/// Reads a certificate that is being sent.
///
/// # Errors
/// When the source fails, or gives more than [`MAX_BYTES`].
pub fn read_from(source: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    if u64::try_from(bytes.len()).is_ok_and(|length| length > MAX_BYTES) {
        let reason = format!("more than {} MiB is no certificate", MAX_BYTES >> 20);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, reason));
    }
    Ok(bytes)
}
