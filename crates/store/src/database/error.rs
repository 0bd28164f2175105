//! Why the database does not answer.

use std::io;
use std::path::{Path, PathBuf};

use crate::io_error::FileError;

/// Why the database does not answer.
#[derive(Debug, thiserror::Error)]
pub enum DatabaseError {
    /// The work was canceled.
    #[error("canceled")]
    Canceled,
    /// A part of the index was damaged or missing. It is removed, and the next update makes it again.
    #[error("{} cannot be used: {reason}", file.display())]
    Damaged {
        /// The part.
        file: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// What the system says of a file.
    #[error(transparent)]
    File(#[from] FileError),
}

/// Says of which file an error is.
pub(super) fn file_error(file: &Path) -> impl FnOnce(io::Error) -> DatabaseError {
    let file = file.to_owned();
    |error| match error.kind() {
        io::ErrorKind::Interrupted => DatabaseError::Canceled,
        _ => FileError { file, error }.into(),
    }
}
