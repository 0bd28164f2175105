//! Why the build of a table ended early.

use crate::chess::Stopped;

/// Why an ending was not built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum TableBuildFailure {
    /// The token stopped the work.
    Stopped,
    /// A mate takes longer than a byte can say.
    MateTooLong,
}

impl From<Stopped> for TableBuildFailure {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}
