//! What has been worked out about pawn structures, by their keys: they change on few moves.

/// A small memory of pawn structures, one for each thread.
#[derive(Clone, Debug, Default)]
pub(crate) struct PawnTable {}

impl PawnTable {
    /// An empty one.
    pub(crate) fn new() -> Self {
        Self::default()
    }
}
