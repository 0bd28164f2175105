//! What the system says of a file, in words for people.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

pub use platform::files::is_closed_pipe;

/// Why a file cannot be used, without the system's number.
#[must_use]
pub fn describe_io_error(error: &io::Error) -> String {
    let known = match error.kind() {
        ErrorKind::NotFound => "there is no such file",
        ErrorKind::PermissionDenied => "permission denied",
        ErrorKind::IsADirectory => "this is a folder",
        ErrorKind::AlreadyExists => "there is a file of this name already",
        ErrorKind::NotADirectory => "a part of its path is a file, not a folder",
        ErrorKind::StorageFull => "the disk is full",
        ErrorKind::QuotaExceeded => "the quota of this disk is used up",
        ErrorKind::ReadOnlyFilesystem => "this disk can only be read",
        ErrorKind::InvalidFilename => "the name is too long, or has characters that this disk does not allow",
        ErrorKind::InvalidData => "it is not UTF-8 text",
        ErrorKind::FileTooLarge => "it would be larger than the system allows (ulimit -f)",
        _ => "",
    };
    if error.raw_os_error().is_some() || error.get_ref().is_none() {
        if !known.is_empty() {
            return known.to_owned();
        }
        let text = error.to_string();
        // Windows has numbers without a text.
        if text.to_lowercase().starts_with("os error") {
            return "the system gives no reason".to_owned();
        }
        return text.split(" (os error").next().unwrap_or_default().to_lowercase();
    }
    error.to_string()
}

/// What the system says of a file.
#[derive(Debug, thiserror::Error)]
#[error("{}: {}", file.display(), describe_io_error(error))]
pub struct FileError {
    /// The file.
    pub file: PathBuf,
    /// Why it cannot be used.
    pub error: io::Error,
}

impl FileError {
    /// Says of which file an error is.
    pub fn of(file: &Path) -> impl Fn(io::Error) -> Self {
        |error| Self { file: file.to_owned(), error }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_number_of_the_system_is_shown() {
        for code in 1..120 {
            let text = describe_io_error(&io::Error::from_raw_os_error(code));
            assert!(!text.is_empty() && !text.contains("os error"), "{code}: {text}");
        }
        assert_eq!(describe_io_error(&io::Error::other("line 3 is damaged")), "line 3 is damaged");
        assert_eq!(describe_io_error(&ErrorKind::NotFound.into()), "there is no such file");
    }
}
