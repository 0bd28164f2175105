//! Why the build of a table ended early.

use std::io::{self, ErrorKind};

use chess::Stopped;

/// Why the build of an ending ended early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum TableBuildFailure {
    /// The token stopped the build.
    Stopped,
    /// A mate is too long for a byte.
    MateTooLong,
    /// A finished table cannot be read any more.
    Unreadable,
    /// The system has refused memory.
    NoMemory,
}

impl From<Stopped> for TableBuildFailure {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

impl TableBuildFailure {
    /// Why a finished table cannot be unpacked.
    pub(in super::super) fn of_unpacking(error: &io::Error) -> Self {
        if error.kind() == ErrorKind::OutOfMemory { Self::NoMemory } else { Self::Unreadable }
    }
}
