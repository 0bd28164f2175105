//! Replaces a file so that a reader finds the old one or the new one, whenever the program or the machine
//! dies. The file keeps its mode, and a link stays a link.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// Numbers the files that are being written, so that two threads never share one.
static WRITES: AtomicU32 = AtomicU32::new(0);

/// Writes `bytes` to `file`, making its folder where it is missing.
///
/// # Errors
/// When the folder or the file cannot be written; the old file is whole then.
pub fn write(file: &Path, bytes: &[u8]) -> io::Result<()> {
    write_pieces(file, &[bytes])
}

/// Writes all `pieces`, one after the other, to `file`, making its folder where it is missing.
///
/// # Errors
/// When the folder or the file cannot be written; the old file is whole then.
pub fn write_pieces(file: &Path, pieces: &[&[u8]]) -> io::Result<()> {
    replace(file, |draft| pieces.iter().try_for_each(|bytes| draft.write_all(bytes)))
}

/// Replaces `file` by what `write` gives, making its folder where it is missing.
///
/// # Errors
/// When `write` fails, or the folder or the file cannot be written; the old file is whole then.
pub fn replace(file: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let target = followed(file)?;
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let draft = folder.join(draft_name(&target));
    let written = write_draft(&draft, &target, write).and_then(|()| fs::rename(&draft, &target));
    if written.is_err() {
        let _ = fs::remove_file(&draft);
    }
    written?;
    sync_folder(folder);
    Ok(())
}

fn write_draft(
    draft: &Path,
    target: &Path,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(draft)?;
    if let Ok(metadata) = fs::metadata(target) {
        file.set_permissions(metadata.permissions())?;
    }
    write(&mut file)?;
    file.sync_all()
}

/// A name beside the target that is nobody else's.
fn draft_name(target: &Path) -> OsString {
    let mut name = OsString::from(".");
    name.push(target.file_name().unwrap_or_default());
    name.push(format!(".{:016x}-{}.new", fastrand::u64(..), WRITES.fetch_add(1, Ordering::Relaxed)));
    name
}

/// The file that a link leads to, even where that file does not exist yet.
fn followed(file: &Path) -> io::Result<PathBuf> {
    /// A chain of links longer than this goes in circles.
    const MOST: usize = 40;
    let mut at = file.to_owned();
    for _ in 0..MOST {
        match fs::read_link(&at) {
            Ok(next) => at = at.parent().unwrap_or(Path::new("")).join(next),
            Err(_) => return Ok(at),
        }
    }
    Err(io::Error::new(io::ErrorKind::InvalidInput, "too many links, one after the other"))
}

/// The rename itself has to last. Not every system can do it for a folder, and then it is not needed.
fn sync_folder(folder: &Path) {
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::scratch::Scratch;

    #[test]
    fn a_file_is_made_with_its_folder_and_replaced_whole() {
        let scratch = Scratch::new();
        let file = scratch.path().join("a/b/file");
        write(&file, b"old").unwrap();
        write(&file, b"new").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"new");
        assert_eq!(fs::read_dir(file.parent().unwrap()).unwrap().count(), 1, "a draft was left behind");
    }

    #[test]
    fn a_file_that_cannot_be_replaced_leaves_no_draft() {
        let scratch = Scratch::new();
        let folder = scratch.path().join("taken");
        fs::create_dir(&folder).unwrap();
        assert!(write(&folder, b"x").is_err());
        assert_eq!(fs::read_dir(scratch.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn mode_and_links_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let scratch = Scratch::new();
        let (real, link) = (scratch.path().join("real"), scratch.path().join("link"));
        symlink("real", &link).unwrap();
        write(&link, b"first").unwrap();
        fs::set_permissions(&real, fs::Permissions::from_mode(0o600)).unwrap();
        write(&link, b"second").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&real).unwrap(), b"second");
        assert_eq!(fs::metadata(&real).unwrap().permissions().mode() & 0o777, 0o600);
        symlink("circle", scratch.path().join("circle")).unwrap();
        assert!(write(&scratch.path().join("circle"), b"x").is_err());
    }
}
