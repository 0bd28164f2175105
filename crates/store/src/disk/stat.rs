//! Metadata of a file.

use std::fs;
use std::time::SystemTime;

/// Type of a file, symbolic links followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FileKind {
    /// A regular file.
    File,
    /// A directory.
    Folder,
    /// A pipe, a device or a socket.
    Special,
}

/// Metadata of a file, symbolic links followed.
#[derive(Clone, Debug)]
pub(crate) struct FileStat {
    /// Its type.
    pub(crate) kind: FileKind,
    /// Its length in bytes.
    pub(crate) length: u64,
    /// Modification time in nanoseconds since 1970; negative before that.
    pub(crate) modified: i128,
    /// The numbers of its device (volume) and of the file on it, where the system tells them.
    pub(crate) identity: Option<(u64, u64)>,
}

impl FileStat {
    /// The modification time as an index keeps it: in 64 bits, far beyond any file.
    pub(crate) fn modified_nanoseconds(&self) -> i64 {
        i64::try_from(self.modified).unwrap_or(i64::MAX)
    }

    pub(super) fn of(data: &fs::Metadata, identity: Option<(u64, u64)>) -> Self {
        let kind = match data {
            data if data.is_file() => FileKind::File,
            data if data.is_dir() => FileKind::Folder,
            _ => FileKind::Special,
        };
        let nanoseconds = |time: SystemTime| match time.duration_since(SystemTime::UNIX_EPOCH) {
            Ok(since) => i128::try_from(since.as_nanos()).unwrap_or(i128::MAX),
            Err(before) => i128::try_from(before.duration().as_nanos()).map_or(i128::MIN, |before| -before),
        };
        let modified = data.modified().map_or(0, nanoseconds);
        Self { kind, length: data.len(), modified, identity }
    }
}
