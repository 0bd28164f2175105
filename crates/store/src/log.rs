//! The program's diary, in a file only: a line on the terminal would tear the screen.

use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use tracing::Level;

use super::disk;

/// The diary starts anew when it is larger than this, in bytes; the last one is kept beside it.
const MAX_BYTES: u64 = 1 << 20;

/// The log file in the folder of what is kept.
#[must_use]
pub fn file(folder: &Path) -> PathBuf {
    folder.join("matescope.log")
}

/// Writes what happens from now on to `matescope.log` in `folder`. Later calls in one process change
/// nothing.
///
/// # Errors
/// When the file cannot be written.
pub fn start(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let file = file(folder);
    if fs::metadata(&file).is_ok_and(|metadata| metadata.len() > MAX_BYTES) {
        fs::rename(&file, folder.join("matescope.log.old"))?;
    }
    disk::ensure_regular_file(&file)?;
    let file = OpenOptions::new().create(true).append(true).open(file)?;
    let subscriber = tracing_subscriber::fmt()
        .with_writer(Mutex::new(file))
        .with_ansi(false)
        .with_max_level(Level::INFO)
        .finish();
    let _ = tracing::subscriber::set_global_default(subscriber);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;

    #[test]
    fn a_large_diary_starts_anew() {
        let scratch = Scratch::new();
        let file = scratch.path().join("matescope.log");
        fs::File::create(&file).unwrap().set_len(MAX_BYTES + 1).unwrap();
        start(scratch.path()).unwrap();
        assert_eq!(fs::metadata(scratch.path().join("matescope.log.old")).unwrap().len(), MAX_BYTES + 1);
        assert!(fs::metadata(&file).unwrap().len() < MAX_BYTES);
    }
}
