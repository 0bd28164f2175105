//! Why a command of the tuner ends early. It is printed in one place, where the command was run.

use std::io;
use std::path::{Path, PathBuf};

/// Why a command ends early.
pub(crate) enum TunerFailure {
    /// A file cannot be used, and why.
    BadFile(PathBuf, String),
    /// The output or a file cannot be written.
    Output(io::Error),
}

impl TunerFailure {
    /// Says of which file an error is.
    pub(crate) fn of(file: &Path) -> impl Fn(String) -> Self {
        |reason| Self::BadFile(file.to_owned(), reason)
    }
}

impl From<io::Error> for TunerFailure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}
