//! Memory of one search thread: histories, correction history and pawn hash table, kept from one search to the next.

use super::eval::PawnTable;
use super::order::history::Histories;
use super::search::correction_history::CorrectionHistory;

/// The memory of one thread; the threads share only the transposition table.
#[derive(Clone)]
pub(crate) struct SearchThreadMemory {
    /// Move ordering histories.
    pub(crate) histories: Histories,
    /// Corrections of the static evaluation.
    pub(crate) corrections: CorrectionHistory,
    /// Pawn hash table.
    pub(crate) pawn_table: PawnTable,
}

impl SearchThreadMemory {
    /// Empty memory.
    pub(crate) fn new() -> Self {
        Self {
            histories: Histories::new(),
            corrections: CorrectionHistory::new(),
            pawn_table: PawnTable::new(),
        }
    }
}
