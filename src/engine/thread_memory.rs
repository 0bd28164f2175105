//! What one thread of the search remembers from one search to the next.

use super::eval::PawnTable;
use super::order::history::Histories;

/// One thread's memory. What all threads share is the transposition table.
#[derive(Clone)]
pub(crate) struct SearchThreadMemory {
    /// What has worked.
    pub(crate) histories: Histories,
    /// What pawn structures are worth.
    pub(crate) pawn_table: PawnTable,
}

impl SearchThreadMemory {
    /// A memory of nothing.
    pub(crate) fn new() -> Self {
        Self { histories: Histories::new(), pawn_table: PawnTable::new() }
    }
}
