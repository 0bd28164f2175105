//! What the file system says in the system's own ways.

use std::fs::{self, File, Metadata};
use std::io;
use std::os::windows::ffi::OsStrExt as _;
use std::os::windows::fs::FileExt as _;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use winapi_util::{Handle, file};
use windows_sys::Win32::Foundation::{
    ERROR_CRC, ERROR_IO_DEVICE, ERROR_PIPE_NOT_CONNECTED, ERROR_SHARING_VIOLATION,
};
use windows_sys::Win32::Storage::FileSystem::GetDiskFreeSpaceExW;

/// How often, and after which time each, a file is renamed again that another program has open.
const RENAME_RETRIES: (usize, Duration) = (50, Duration::from_millis(10));

/// Volume and number of the file at a path; None where it cannot be opened.
#[must_use]
pub fn identity_at(path: &Path, _: &Metadata) -> Option<(u64, u64)> {
    let about = file::information(Handle::from_path_any(path).ok()?).ok()?;
    Some((about.volume_serial_number(), about.file_index()))
}

/// Volume and number of an open file; None where the system does not say.
#[must_use]
pub fn identity_of(file: &File, _: &Metadata) -> Option<(u64, u64)> {
    let about = file::information(file).ok()?;
    Some((about.volume_serial_number(), about.file_index()))
}

/// Fills the buffer with the bytes of a file from `offset` on. Whoever reads on from the file's own place reads on from
/// there.
///
/// # Errors
/// When the system cannot read them, or there are not so many.
pub fn read_exact_at(file: &File, mut buffer: &mut [u8], mut offset: u64) -> io::Result<()> {
    while !buffer.is_empty() {
        match file.seek_read(buffer, offset) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(count) => {
                buffer = &mut buffer[count..];
                offset += count as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Free space for this user on the disk of a path, in bytes. Where nothing is at the path yet, the next folder
/// above it counts; None where the system doesn't say.
#[must_use]
pub fn free_bytes(path: &Path) -> Option<u64> {
    let there = path.ancestors().find(|folder| folder.exists())?;
    let name: Vec<u16> = there.as_os_str().encode_wide().chain([0]).collect();
    let mut free = 0;
    #[expect(unsafe_code, reason = "no safe crate without a dozen others asks the system for it")]
    // SAFETY: the name ends with a zero, and the number outlives the call; the other two are not asked for.
    let found = unsafe {
        GetDiskFreeSpaceExW(name.as_ptr(), &raw mut free, std::ptr::null_mut(), std::ptr::null_mut())
    };
    (found != 0).then_some(free)
}

/// Whether a file can be run: its name ends with `.exe`.
#[must_use]
pub fn is_program(path: &Path) -> bool {
    path.extension().is_some_and(|end| end.eq_ignore_ascii_case("exe")) && path.is_file()
}

/// Whether a path is the system's empty file.
#[must_use]
pub fn is_null_device(path: &Path) -> bool {
    path.as_os_str().eq_ignore_ascii_case("nul")
}

/// Whether these are data of a device. They cannot be opened as files here.
#[must_use]
pub const fn is_device(_: &Metadata) -> bool {
    false
}

/// Makes a symbolic link to a file.
///
/// # Errors
/// When something bears its name already, or the system or the disk has no such links: Windows wants its developer
/// mode for them.
pub fn symlink_file(target: &Path, link: &Path) -> io::Result<()> {
    std::os::windows::fs::symlink_file(target, link)
}

/// Gives a file another name, in place of what bears that name. A reader, an index or a scanner may have one of the
/// two open for a moment, which is waited for.
///
/// # Errors
/// When the system refuses; both files are as they were then.
pub fn rename(from: &Path, to: &Path) -> io::Result<()> {
    let (retries, pause) = RENAME_RETRIES;
    for _ in 0..retries {
        match fs::rename(from, to) {
            Err(error) if is_in_use(&error) => thread::park_timeout(pause),
            done => return done,
        }
    }
    fs::rename(from, to)
}

/// Whether another program may have the file open.
fn is_in_use(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::PermissionDenied
        || error.raw_os_error().map(i32::cast_unsigned) == Some(ERROR_SHARING_VIOLATION)
}

/// Whether a write failed because whoever read has closed the pipe. The standard library knows one of the two errors
/// that the system has for it.
#[must_use]
pub fn is_closed_pipe(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::BrokenPipe
        || error.raw_os_error().map(i32::cast_unsigned) == Some(ERROR_PIPE_NOT_CONNECTED)
}

/// Whether the disk itself has failed. The standard library has no name for it.
#[must_use]
pub fn is_disk_failure(error: &io::Error) -> bool {
    let code = error.raw_os_error().map(i32::cast_unsigned);
    matches!(code, Some(ERROR_IO_DEVICE | ERROR_CRC))
}

/// Folders where programs are, besides those of `PATH`: those of Scoop, `WinGet` and Chocolatey, and one for each
/// program below `Program Files`.
#[must_use]
pub fn program_folders() -> Vec<PathBuf> {
    let below =
        |variable: &str, folder: &str| std::env::var_os(variable).map(|at| PathBuf::from(at).join(folder));
    let own = [
        below("USERPROFILE", r"scoop\shims"),
        below("LOCALAPPDATA", r"Microsoft\WinGet\Links"),
        below("ProgramData", r"chocolatey\bin"),
    ];
    let parents = [below("ProgramFiles", ""), below("LOCALAPPDATA", "Programs")];
    let installed = parents.into_iter().flatten().filter_map(|parent| parent.read_dir().ok()).flatten();
    own.into_iter().flatten().chain(installed.flatten().map(|entry| entry.path())).collect()
}
