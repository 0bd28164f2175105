//! What the file system says in the system's own ways.

use std::fs::{self, File, Metadata};
use std::io;
use std::os::unix::fs::{FileExt, FileTypeExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

/// Folders of programs and games that are not in everybody's `PATH`.
const PROGRAM_FOLDERS: [&str; 8] = [
    "/usr/games",
    "/usr/local/games",
    "/usr/local/bin",
    "/usr/bin",
    "/opt/homebrew/bin",
    "/opt/local/bin",
    "/snap/bin",
    "/var/lib/flatpak/exports/bin",
];

/// Device and inode number of the file at a path whose metadata these are.
#[must_use]
pub fn identity_at(_: &Path, data: &Metadata) -> Option<(u64, u64)> {
    Some((data.dev(), data.ino()))
}

/// Device and inode number of an open file whose metadata these are.
#[must_use]
pub fn identity_of(_: &File, data: &Metadata) -> Option<(u64, u64)> {
    Some((data.dev(), data.ino()))
}

/// Fills the buffer with the bytes of a file from `offset` on, wherever the file is being read.
///
/// # Errors
/// When the system cannot read them, or there are not so many.
pub fn read_exact_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<()> {
    file.read_exact_at(buffer, offset)
}

/// Free space for this user on the disk of a path, in bytes. Where nothing is at the path yet, the next folder
/// above it counts; None where the system doesn't say.
#[must_use]
pub fn free_bytes(path: &Path) -> Option<u64> {
    let there = path.ancestors().find(|folder| folder.exists())?;
    let about = rustix::fs::statvfs(there).ok()?;
    Some(about.f_bavail.saturating_mul(about.f_frsize))
}

/// Whether a file can be run.
#[must_use]
pub fn is_program(path: &Path) -> bool {
    path.metadata().is_ok_and(|about| about.is_file() && about.permissions().mode() & 0o111 != 0)
}

/// Whether a path is the system's empty file.
#[must_use]
pub fn is_null_device(path: &Path) -> bool {
    path == Path::new("/dev/null")
}

/// Whether these are data of a device.
#[must_use]
pub fn is_device(data: &Metadata) -> bool {
    let kind = data.file_type();
    kind.is_char_device() || kind.is_block_device()
}

/// Makes a symbolic link to a file.
///
/// # Errors
/// When something bears its name already, or the system or the disk has no such links.
pub fn symlink_file(target: &Path, link: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(target, link)
}

/// Gives a file another name, in place of what bears that name.
///
/// # Errors
/// When the system refuses; both files are as they were then.
pub fn rename(from: &Path, to: &Path) -> io::Result<()> {
    fs::rename(from, to)
}

/// Whether a write failed because whoever read has closed the pipe.
#[must_use]
pub fn is_closed_pipe(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::BrokenPipe
}

/// Whether the disk itself has failed. The standard library has no name for it.
#[must_use]
pub fn is_disk_failure(error: &io::Error) -> bool {
    /// Input or output error.
    const EIO: i32 = 5;
    error.raw_os_error() == Some(EIO)
}

/// Folders where programs are, besides those of `PATH`.
#[must_use]
pub fn program_folders() -> Vec<PathBuf> {
    let home = std::env::home_dir().into_iter().flat_map(|home| [home.join("bin"), home.join(".local/bin")]);
    home.chain(PROGRAM_FOLDERS.map(PathBuf::from)).collect()
}
