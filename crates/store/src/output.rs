//! Writes what a person asks for to the place that they name: a regular file whole or not at all, a pipe or a device
//! as it is. No file is replaced and no folder is made that was not agreed to.

use std::fs::OpenOptions;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::atomic;
use super::disk::{self, DiskFile, FileKind};
use super::io_error::FileError;

/// What a person has agreed to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OverwriteConsent {
    /// A new file in a folder that is there.
    NewFile,
    /// A file that is there may be replaced, and a folder may be made.
    Overwrite,
}

/// Why nothing was written.
#[derive(Debug, thiserror::Error)]
pub enum OutputError {
    /// A file is there that must not be replaced without consent.
    #[error("{} is there already", .0.display())]
    Exists(PathBuf),
    /// The folder of the file is not there.
    #[error("there is no folder {}", .0.display())]
    NoFolder(PathBuf),
    /// The name is a folder's.
    #[error("{} is a folder: name a file in it", .0.display())]
    IsFolder(PathBuf),
    /// What the system says of a file.
    #[error(transparent)]
    File(#[from] FileError),
}

impl OverwriteConsent {
    /// What `--force` agrees to.
    #[must_use]
    pub const fn from_force(force: bool) -> Self {
        if force { Self::Overwrite } else { Self::NewFile }
    }
}

/// Looks whether a file may be written, before the work for it is done.
///
/// # Errors
/// When consent is missing, or the name is a folder's.
pub fn check_target(file: &Path, consent: OverwriteConsent) -> Result<(), OutputError> {
    match disk::stat(file).map(|stat| stat.kind) {
        Ok(FileKind::Folder) => return Err(OutputError::IsFolder(file.to_owned())),
        Ok(FileKind::File) if consent == OverwriteConsent::NewFile => {
            return Err(OutputError::Exists(file.to_owned()));
        }
        _ => {}
    }
    let is_folder = |path: &Path| disk::stat(path).is_ok_and(|stat| stat.kind == FileKind::Folder);
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty() && !is_folder(folder));
    match folder {
        Some(folder) if consent == OverwriteConsent::NewFile => Err(OutputError::NoFolder(folder.to_owned())),
        _ => Ok(()),
    }
}

/// Writes to a file what `write` gives.
///
/// # Errors
/// When consent is missing, or something cannot be written: an old file is whole then.
pub fn write(
    file: &Path,
    consent: OverwriteConsent,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), OutputError> {
    let disk = |error| OutputError::File(FileError::of(file)(error));
    check_target(file, consent)?;
    if disk::stat(file).is_ok_and(|stat| stat.kind != FileKind::File) {
        // A pipe or a device is written to, never replaced.
        let mut target = BufWriter::new(OpenOptions::new().write(true).open(file).map_err(disk)?);
        return write(&mut target).and_then(|()| target.flush()).map_err(disk);
    }
    atomic::replace(file, |draft: &mut DiskFile| {
        let mut buffer = BufWriter::new(draft);
        write(&mut buffer)?;
        buffer.flush()
    })
    .map_err(disk)
}

/// Adds `text` to the end of a file, which is made where it is missing. A pipe or a device gets it as it is.
/// Where a file does not end with its line, as after a kill, the text begins two lines further down.
///
/// # Errors
/// When the file cannot be written.
pub fn append(file: &Path, text: &str) -> io::Result<()> {
    if disk::stat(file).is_ok_and(|stat| stat.kind == FileKind::Special) {
        // A pipe that is opened for nothing would tell its reader that all has come.
        if text.is_empty() {
            return Ok(());
        }
        return OpenOptions::new().write(true).open(file)?.write_all(text.as_bytes());
    }
    let mut file = OpenOptions::new().create(true).read(true).append(true).open(file)?;
    let mut last = [b'\n'];
    if file.seek(SeekFrom::End(0))? > 0 {
        file.seek(SeekFrom::End(-1))?;
        file.read_exact(&mut last)?;
    }
    let gap = if last == *b"\n" { "" } else { "\n\n" };
    file.write_all(format!("{gap}{text}").as_bytes())?;
    file.sync_data()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::scratch::Scratch;

    fn put(file: &Path, consent: OverwriteConsent, text: &str) -> Result<(), String> {
        write(file, consent, |out| out.write_all(text.as_bytes())).map_err(|error| error.to_string())
    }

    #[test]
    fn a_file_is_replaced_and_a_folder_made_with_consent_alone() {
        let scratch = Scratch::new();
        let file = scratch.path().join("new/games.pgn");
        let refused = put(&file, OverwriteConsent::NewFile, "one").unwrap_err();
        assert_eq!(refused, format!("there is no folder {}", scratch.path().join("new").display()));
        assert!(!scratch.path().join("new").exists());
        put(&file, OverwriteConsent::Overwrite, "one").unwrap();
        let refused = put(&file, OverwriteConsent::NewFile, "two").unwrap_err();
        assert_eq!(refused, format!("{} is there already", file.display()));
        assert_eq!(fs::read(&file).unwrap(), b"one");
        put(&file, OverwriteConsent::Overwrite, "two").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"two");
        assert!(put(scratch.path(), OverwriteConsent::Overwrite, "x").unwrap_err().contains("is a folder"));
    }

    #[cfg(unix)]
    #[test]
    fn a_device_and_a_pipe_are_written_to_and_stay() {
        use std::os::unix::fs::FileTypeExt;
        put(Path::new("/dev/null"), OverwriteConsent::NewFile, "x").unwrap();
        assert!(fs::symlink_metadata("/dev/null").unwrap().file_type().is_char_device());
        let scratch = Scratch::new();
        let link = scratch.path().join("link");
        std::os::unix::fs::symlink("/dev/null", &link).unwrap();
        put(&link, OverwriteConsent::Overwrite, "x").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    }

    #[test]
    fn what_fails_halfway_leaves_the_old_file() {
        let scratch = Scratch::new();
        let file = scratch.path().join("file");
        put(&file, OverwriteConsent::NewFile, "old").unwrap();
        let failed = write(&file, OverwriteConsent::Overwrite, |out| {
            out.write_all(b"half")?;
            Err(io::ErrorKind::StorageFull.into())
        });
        assert!(failed.unwrap_err().to_string().ends_with("the disk is full"));
        assert_eq!(fs::read(&file).unwrap(), b"old");
        assert_eq!(fs::read_dir(scratch.path()).unwrap().count(), 1);
    }

    #[test]
    fn text_is_added_at_the_end() {
        let scratch = Scratch::new();
        let file = scratch.path().join("games.pgn");
        append(&file, "one\n").unwrap();
        append(&file, "two").unwrap();
        append(&file, "three\n").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "one\ntwo\n\nthree\n");
        assert!(append(&scratch.path().join("no/such/folder"), "x").is_err());
        assert!(append(scratch.path(), "x").is_err());
    }

    #[cfg(unix)]
    #[test]
    fn a_device_takes_what_is_added() {
        append(Path::new("/dev/null"), "x").unwrap();
        assert!(append(Path::new("/dev/full"), "x").is_err());
    }
}
