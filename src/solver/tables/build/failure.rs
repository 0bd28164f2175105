//! Why the build of a table ended early.

use crate::chess::Stopped;

/// Why the build of an ending ended early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum TableBuildFailure {
    /// The token stopped the build.
    Stopped,
    /// A mate is too long for a byte.
    MateTooLong,
    /// A finished table cannot be read any more.
    Unreadable,
}

impl From<Stopped> for TableBuildFailure {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}
