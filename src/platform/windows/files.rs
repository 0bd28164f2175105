//! What the file system says in the system's own ways.

use std::fs::{File, Metadata};
use std::io;
use std::path::{Path, PathBuf};

use winapi_util::{Handle, file};
use windows_sys::Win32::Foundation::{ERROR_CRC, ERROR_IO_DEVICE};

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
