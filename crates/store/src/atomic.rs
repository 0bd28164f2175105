//! Replaces a file so that a reader finds the old one or the new one, whenever the program or the machine
//! dies. The file keeps its mode, and a link stays a link.
//!
//! The new file is written beside the old one as a draft (a temporary file), synced and renamed. A draft is
//! locked while it is written; what a killed program has left is swept away when the folder is written to
//! again.

use std::collections::HashSet;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use super::disk::{self, DiskFile, FileLockResult};

/// Numbers the files that are being written, so that two threads never share one.
static WRITE_COUNTER: AtomicU32 = AtomicU32::new(0);

/// The folders that this process has swept.
static SWEPT_FOLDERS: Mutex<Option<HashSet<PathBuf>>> = Mutex::new(None);

/// A younger draft may belong to a program that has not locked it yet.
const MIN_DRAFT_AGE: Duration = Duration::from_mins(1);

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
/// When `write` fails, the folder or the file cannot be written, or a folder, a pipe or a device is in its
/// place; what was there is whole then. Where only the last step fails, the new file is there and may not
/// last.
pub(crate) fn replace(file: &Path, write: impl FnOnce(&mut DiskFile) -> io::Result<()>) -> io::Result<()> {
    let target = resolve_links(file)?;
    disk::ensure_regular_file(&target)?;
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    disk::make_folder(folder)?;
    sweep_once(folder);
    let draft = folder.join(draft_name(&target));
    let written = write_draft(&draft, &target, write).and_then(|()| disk::rename(&draft, &target));
    if written.is_err() {
        let _ = disk::remove(&draft);
    }
    written?;
    disk::sync_folder(folder)
}

/// Makes a draft in a folder, which is made where it is missing: an open file for the time of some work, with its path. It
/// is locked; whoever makes it removes it.
///
/// # Errors
/// When the folder or the file cannot be made.
pub(crate) fn create_draft(folder: &Path, name: &str) -> io::Result<(DiskFile, PathBuf)> {
    disk::make_folder(folder)?;
    sweep_once(folder);
    let path = folder.join(draft_name(Path::new(name)));
    let file = disk::create_new(&path)?;
    // Without a lock its age alone protects it.
    let _ = file.try_lock();
    Ok((file, path))
}

fn write_draft(
    draft: &Path,
    target: &Path,
    write: impl FnOnce(&mut DiskFile) -> io::Result<()>,
) -> io::Result<()> {
    let mut file = disk::create_new(draft)?;
    // Without a lock its age alone protects it.
    let _ = file.try_lock();
    file.copy_permissions_from(target)?;
    write(&mut file)?;
    file.sync()
}

/// A unique name in the folder of the target. Of a long name only the start is taken: systems have names of 255 bytes,
/// and some of 143.
fn draft_name(target: &Path) -> OsString {
    const MAX_TARGET_BYTES: usize = 100;
    let target = target.file_name().unwrap_or_default();
    let mut name = OsString::from(".");
    if target.len() <= MAX_TARGET_BYTES {
        name.push(target);
    } else {
        name.push(start_of_name(&target.to_string_lossy(), MAX_TARGET_BYTES));
    }
    name.push(format!(".{:016x}-{}.new", fastrand::u64(..), WRITE_COUNTER.fetch_add(1, Ordering::Relaxed)));
    name
}

/// The start of a name with at most so many bytes, ending with a whole character.
pub(crate) fn start_of_name(name: &str, max_bytes: usize) -> &str {
    &name[..name.floor_char_boundary(max_bytes)]
}

/// Whether a name is one that [`draft_name`] gives.
fn is_draft(name: &str) -> bool {
    let parts = name.strip_prefix('.').and_then(|name| name.strip_suffix(".new"));
    let Some((target, tag)) = parts.and_then(|name| name.rsplit_once('.')) else { return false };
    let Some((random, number)) = tag.split_once('-') else { return false };
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    let is_random = random.len() == 16 && random.bytes().all(|byte| byte.is_ascii_hexdigit());
    !target.is_empty() && is_random && is_number
}

/// Sweeps a folder when this process writes to it for the first time.
fn sweep_once(folder: &Path) {
    let mut swept = SWEPT_FOLDERS.lock().unwrap_or_else(PoisonError::into_inner);
    if swept.get_or_insert_default().insert(folder.to_owned()) {
        drop(swept);
        remove_old_drafts(folder, SystemTime::now());
    }
}

/// Removes the drafts that killed programs have left in a folder.
fn remove_old_drafts(folder: &Path, now: SystemTime) {
    let Ok(names) = disk::list(folder) else { return };
    let now = now.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    let oldest = i128::try_from(now.saturating_sub(MIN_DRAFT_AGE).as_nanos()).unwrap_or(i128::MAX);
    for name in names.iter().filter(|name| name.to_str().is_some_and(is_draft)) {
        let draft = folder.join(name);
        let is_old = disk::stat(&draft).is_ok_and(|stat| stat.modified < oldest);
        let is_free = is_old
            && disk::open(&draft).is_ok_and(|file| {
                matches!(file.try_lock(), Ok(FileLockResult::Acquired | FileLockResult::Unsupported))
            });
        if is_free {
            // A draft that cannot be removed does no harm.
            let _ = disk::remove(&draft);
        }
    }
}

/// The file that a link leads to, even where that file does not exist yet.
fn resolve_links(file: &Path) -> io::Result<PathBuf> {
    /// A chain of links longer than this goes in circles.
    const MAX_LINKS: usize = 40;
    let mut at = file.to_owned();
    for _ in 0..MAX_LINKS {
        match disk::link_target(&at) {
            Ok(next) => at = at.parent().unwrap_or(Path::new("")).join(next),
            Err(_) => return Ok(at),
        }
    }
    Err(io::Error::new(io::ErrorKind::InvalidInput, "too many links, one after the other"))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::scratch::Scratch;

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
    fn a_name_may_be_as_long_as_the_system_takes() {
        let scratch = Scratch::new();
        for length in [230, 244, 255] {
            for letter in ["a", "\u{e4}"] {
                let name = letter.repeat(length / letter.len());
                let file = scratch.path().join(name);
                for text in ["old", "new"] {
                    write(&file, text.as_bytes()).unwrap();
                    assert_eq!(fs::read_to_string(&file).unwrap(), text);
                }
            }
        }
        assert_eq!(fs::read_dir(scratch.path()).unwrap().count(), 6, "a draft was left behind");
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

    #[test]
    fn the_drafts_of_killed_programs_are_swept_and_no_other_file_is() {
        let scratch = Scratch::new();
        let at = |name: &str| scratch.path().join(name);
        let [left, young, locked] = [1, 2, 3].map(|n| at(&format!(".config.toml.0123456789abcdef-{n}.new")));
        let others = [".config.toml.new", "config.toml.0123456789abcdef-1.new", ".a.0123-1.new", ".notes"];
        let hour_ago = SystemTime::now() - Duration::from_hours(1);
        for file in others.map(at).iter().chain([&left, &young, &locked]) {
            fs::File::create(file).unwrap().set_modified(hour_ago).unwrap();
        }
        fs::write(&young, "half").unwrap();
        let writer = fs::File::open(&locked).unwrap();
        writer.try_lock().unwrap();
        write(&at("games.pgn"), b"1. e4 *").unwrap();
        assert!(!left.exists() && young.exists() && locked.exists());
        assert!(others.map(at).iter().all(|file| file.exists()));
    }

    #[test]
    fn the_names_of_drafts_are_known() {
        let long = "\u{e4}".repeat(127);
        for target in ["config.toml", "game", ".index.json", "a b.pgn", long.as_str()] {
            let name = draft_name(Path::new(target));
            assert!(is_draft(name.to_str().unwrap()), "{name:?}");
        }
    }
}
