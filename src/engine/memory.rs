//! What one thread of the search remembers from one search to the next.

use super::eval::PawnTable;
use super::order::history::Histories;

/// One thread's memory. What all threads share is the transposition table.
#[derive(Clone)]
pub(crate) struct Memory {
    /// What has worked.
    pub(crate) histories: Histories,
    /// What pawn structures are worth.
    pub(crate) pawns: PawnTable,
}

impl Memory {
    /// A memory of nothing.
    pub(crate) fn new() -> Self {
        Self { histories: Histories::new(), pawns: PawnTable::new() }
    }
}
