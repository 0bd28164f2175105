//! Input that can be read only once, kept in a file while it is worked on: a pipe may deliver an archive, whose directory
//! stands at its end, and may take minutes, for which nobody should have to wait.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use crate::disk::DiskFile;
use crate::{atomic, disk};

/// Bytes that are read at once.
const CHUNK_BYTES: usize = 1 << 16;

/// A file with all that a source has given. Its draft is removed when this is dropped.
#[derive(Debug)]
pub(crate) struct SpooledInput {
    path: PathBuf,
}

/// Why a source could not be kept.
#[derive(Debug)]
pub(crate) enum SpoolError {
    /// The source cannot be read.
    Source(io::Error),
    /// The file cannot be written.
    Draft(io::Error),
    /// The work was canceled.
    Canceled,
}

impl SpooledInput {
    /// Keeps all that a source gives in a draft in a folder. `on_progress` receives the number of bytes so far; returning
    /// `false` cancels. The file is to be closed before this value is dropped.
    pub(crate) fn read(
        folder: &Path,
        source: &mut dyn Read,
        on_progress: &dyn Fn(u64) -> bool,
    ) -> Result<(Self, DiskFile), SpoolError> {
        let (mut file, path) = atomic::create_draft(folder, "input").map_err(SpoolError::Draft)?;
        let spooled = Self { path };
        let mut chunk = vec![0; CHUNK_BYTES];
        let mut total = 0;
        loop {
            let count = match source.read(&mut chunk) {
                Ok(0) => return Ok((spooled, file)),
                Ok(count) => count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(SpoolError::Source(error)),
            };
            file.write_all(&chunk[..count]).map_err(SpoolError::Draft)?;
            total += count as u64;
            if !on_progress(total) {
                return Err(SpoolError::Canceled);
            }
        }
    }
}

impl Drop for SpooledInput {
    fn drop(&mut self) {
        // What cannot be removed now is swept away later.
        let _ = disk::remove(&self.path);
    }
}
