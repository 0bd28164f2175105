//! Files of lines that are only ever appended: each line is JSON with its checksum before it, so that a killed
//! program loses at most the line that it was writing, and damage costs the damaged lines alone.

use std::io::{self, ErrorKind, Write};
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;
use twox_hash::XxHash3_64;

use super::disk::{self, SizeLimit};
use super::lock;

/// A line with its checksum and its end.
pub(super) fn to_line(entry: &impl Serialize) -> io::Result<String> {
    let json = serde_json::to_string(entry).map_err(io::Error::other)?;
    Ok(format!("{} {json}\n", checksum(json.as_bytes())))
}

/// What a line holds; None where it is damaged.
pub(super) fn read_line<T: DeserializeOwned>(line: &[u8]) -> Option<T> {
    let (sum, json) = line.split_at_checked(16)?;
    let json = json.strip_prefix(b" ").filter(|json| sum == checksum(json).as_bytes())?;
    serde_json::from_slice(json).ok()
}

/// The bytes of a file; none where there is no file.
///
/// # Errors
/// When there is a file that cannot be read.
pub(super) fn read_bytes(file: &Path) -> io::Result<Vec<u8>> {
    match disk::read(file, SizeLimit::Lines) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Vec::new()),
        other => other,
    }
}

/// The lines in the bytes of a file, without empty ones.
pub(super) fn lines(bytes: &[u8]) -> impl DoubleEndedIterator<Item = &[u8]> {
    bytes.split(|&byte| byte == b'\n').filter(|line| !line.is_empty())
}

/// Adds lines to a file, all in one write, and sees to it that they last.
///
/// # Errors
/// When another program writes all the while, or the file cannot be written.
pub(super) fn append(file: &Path, lines: &[String]) -> io::Result<()> {
    if lines.is_empty() {
        return Ok(());
    }
    // A line that a crash has cut must not swallow the next.
    let text = format!("\n{}", lines.concat());
    let folder = file.parent().unwrap_or(Path::new("."));
    disk::make_folder(folder)?;
    let mut file = disk::append(file)?;
    if !lock::wait_for_lock(&file, lock::LOCK_TIMEOUT)? {
        return Err(io::Error::new(ErrorKind::WouldBlock, "another Matescope writes to it"));
    }
    file.write_all(text.as_bytes())?;
    file.sync()?;
    disk::sync_folder(folder)
}

fn checksum(json: &[u8]) -> String {
    format!("{:016x}", XxHash3_64::oneshot(json))
}
