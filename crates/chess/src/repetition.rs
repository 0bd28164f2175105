//! Position history for repetitions: the keys of the positions since the last irreversible move.

use super::position::Position;

/// The keys of the positions that can still repeat, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RepetitionHistory {
    keys: Vec<u64>,
}

impl RepetitionHistory {
    /// The history of a game that starts at `position`.
    #[must_use]
    pub fn starting_at(position: &Position) -> Self {
        Self { keys: vec![position.key()] }
    }

    /// The history of a position after earlier ones with these keys, oldest first, that can still repeat.
    #[must_use]
    pub fn after(before: Vec<u64>, position: &Position) -> Self {
        let mut keys = before;
        keys.push(position.key());
        Self { keys }
    }

    /// Adds the position after a move. A capture or pawn move clears the history, because no earlier position
    /// can repeat.
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

    /// How often the current position has occurred, now included.
    #[must_use]
    pub fn times_seen(&self) -> usize {
        self.keys.last().map_or(0, |last| self.occurrences(*last))
    }

    /// The keys of the positions that have occurred twice or more, each once, in ascending order: the next
    /// time is a draw.
    #[must_use]
    pub fn repeated_keys(&self) -> Vec<u64> {
        let mut twice: Vec<u64> =
            self.keys.iter().copied().filter(|&key| self.occurrences(key) >= 2).collect();
        twice.sort_unstable();
        twice.dedup();
        twice
    }

    /// How often the position with this key has occurred.
    #[must_use]
    pub fn occurrences(&self, key: u64) -> usize {
        self.keys.iter().filter(|&&seen| seen == key).count()
    }
}
