//! Memory of one search thread: histories and pawn hash table, kept from one search to the next.

use super::eval::PawnTable;
use super::order::history::Histories;

/// The memory of one thread; the threads share only the transposition table.
#[derive(Clone)]
pub(crate) struct SearchThreadMemory {
    /// Move ordering histories.
    pub(crate) histories: Histories,
    /// Pawn hash table.
    pub(crate) pawn_table: PawnTable,
}

impl SearchThreadMemory {
    /// Empty memory.
    pub(crate) fn new() -> Self {
        Self { histories: Histories::new(), pawn_table: PawnTable::new() }
    }
}
