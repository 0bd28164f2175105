//! The keys of the positions since the last irreversible move: what a repetition is counted from.

use super::position::Position;

/// The positions that could still come back, oldest first, without the current one's future.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RepetitionHistory {
    keys: Vec<u64>,
}

impl RepetitionHistory {
    /// The trail of a game that begins at `position`.
    #[must_use]
    pub fn starting_at(position: &Position) -> Self {
        Self { keys: vec![position.key()] }
    }

    /// Adds the position that a move led to. A capture or pawn move forgets all that came before, for
    /// nothing from before it can come back.
    pub fn push(&mut self, position: &Position) {
        if position.halfmoves() == 0 {
            self.keys.clear();
        }
        self.keys.push(position.key());
    }

    /// The keys, oldest first; the last one is the current position's.
    #[must_use]
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// How often the current position has stood on the board, now included.
    #[must_use]
    pub fn times_seen(&self) -> usize {
        self.keys.last().map_or(0, |last| self.occurrences(*last))
    }

    /// The keys of the positions that have stood on the board twice or more: once again is a draw. Each is
    /// named once, in rising order.
    #[must_use]
    pub fn repeated_keys(&self) -> Vec<u64> {
        let mut twice: Vec<u64> =
            self.keys.iter().copied().filter(|&key| self.occurrences(key) >= 2).collect();
        twice.sort_unstable();
        twice.dedup();
        twice
    }

    /// How often the position with this key has stood on the board.
    #[must_use]
    pub fn occurrences(&self, key: u64) -> usize {
        self.keys.iter().filter(|&&seen| seen == key).count()
    }
}
