//! What the proof search has found out about positions: a table that grows with the question, forgets the
//! cheapest, and may be shared by threads.
//!
//! An entry is two relaxed atomic words, the key sealed with the data by XOR (Hyatt and Mann, "A lock-less
//! transposition table implementation"): a torn entry does not open. All 64 bits of the key are compared.

use std::sync::atomic::{AtomicU64, Ordering};

/// Entries that a position may be kept in.
const BUCKET: usize = 4;
/// The size that no table stays under, as a power of two of entries.
const LEAST: u32 = 12;
/// The size that no table goes beyond of itself, as a power of two of entries of 16 bytes.
const MOST: u32 = 22;

/// What is known about a position with the attacker or the defender to move. Counts are moves of the
/// attacker.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Known {
    /// Mate cannot be forced in so many moves or fewer.
    pub(super) none_within: u8,
    /// Mate can be forced in so many moves; nought where that is not known.
    pub(super) mate_within: u8,
    /// The move that did it, as `Step::packed` gives it, or nought.
    pub(super) best: u16,
}

/// The table.
pub(super) struct Memo {
    entries: Vec<Entry>,
}

/// A sealed key and the packed [`Known`]; an empty entry is two noughts.
#[derive(Default)]
struct Entry {
    seal: AtomicU64,
    data: AtomicU64,
}

impl Default for Memo {
    fn default() -> Self {
        Self::new()
    }
}

impl Memo {
    pub(super) fn new() -> Self {
        Self { entries: empty(LEAST) }
    }

    /// Makes room for what a question about so many moves will find out, and keeps what is there.
    pub(super) fn grow(&mut self, moves: u16) {
        let size = (LEAST + 2 * u32::from(moves.saturating_sub(2))).min(MOST);
        if self.entries.len() >= 1 << size {
            return;
        }
        let grown = Self { entries: empty(size) };
        for entry in &self.entries {
            if let (key @ 1.., data) = entry.open() {
                grown.put(key, Known::unpack(data));
            }
        }
        *self = grown;
    }

    /// What is known under a key; the default where nothing is.
    pub(super) fn get(&self, key: u64) -> Known {
        let found = self.bucket(key).iter().map(Entry::open).find(|&(known, _)| known == key);
        found.map_or_else(Known::default, |(_, data)| Known::unpack(data))
    }

    /// Keeps what is known. The entry whose loss costs the least work makes room.
    pub(super) fn put(&self, key: u64, known: Known) {
        let cost = |entry: &&Entry| {
            let (other, data) = entry.open();
            if other == key { 0 } else { Known::unpack(data).work() + 1 }
        };
        if let Some(entry) = self.bucket(key).iter().min_by_key(cost) {
            let data = known.pack();
            entry.data.store(data, Ordering::Relaxed);
            entry.seal.store(key ^ data, Ordering::Relaxed);
        }
    }

    fn bucket(&self, key: u64) -> &[Entry] {
        let mask = self.entries.len() - BUCKET;
        let start = usize::try_from(key >> 32).unwrap_or_default().wrapping_mul(BUCKET) & mask;
        &self.entries[start..start + BUCKET]
    }
}

impl Entry {
    /// The key and the data; a torn entry gives a key that nobody asks for.
    fn open(&self) -> (u64, u64) {
        let data = self.data.load(Ordering::Relaxed);
        (self.seal.load(Ordering::Relaxed) ^ data, data)
    }
}

fn empty(size: u32) -> Vec<Entry> {
    let mut entries = Vec::new();
    entries.resize_with(1 << size, Entry::default);
    entries
}

impl Known {
    /// A measure of the work that it would take to find this out again.
    const fn work(self) -> u8 {
        if self.none_within > self.mate_within { self.none_within } else { self.mate_within }
    }

    fn pack(self) -> u64 {
        u64::from(self.none_within) | u64::from(self.mate_within) << 8 | u64::from(self.best) << 16
    }

    #[expect(clippy::cast_possible_truncation, reason = "takes the fields apart")]
    const fn unpack(bits: u64) -> Self {
        Self { none_within: bits as u8, mate_within: (bits >> 8) as u8, best: (bits >> 16) as u16 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::board::{Board, Step};
    use crate::chess::fen;
    use proptest::prelude::*;

    #[test]
    fn packed_moves_differ_where_moves_do() {
        let position = fen::parse("r3k2r/1P6/8/8/8/8/6p1/R3K2R w KQkq - 0 1").unwrap();
        let mut steps = Vec::new();
        Board::from(&position).steps(&mut steps);
        let mut all: Vec<_> = steps.into_iter().map(Step::packed).collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }

    proptest! {
        #[test]
        fn what_is_put_is_found(key in 1u64.., none_within: u8, mate_within: u8, best: u16) {
            let mut memo = Memo::new();
            let known = Known { none_within, mate_within, best };
            memo.put(key, known);
            prop_assert_eq!(memo.get(key), known);
            memo.grow(3);
            prop_assert_eq!(memo.get(key), known);
            // Whichever bit differs: another position.
            for bit in 0..64 {
                prop_assert_eq!(memo.get(key ^ 1 << bit), Known::default());
            }
        }

        #[test]
        fn a_torn_entry_is_a_miss(key in 1u64.., none_within: u8, mate_within: u8, best in 1u16.., bit in 0..64) {
            let memo = Memo::new();
            memo.put(key, Known { none_within, mate_within, best });
            let entry = memo.bucket(key).iter().find(|entry| entry.open().0 == key).unwrap();
            entry.data.fetch_xor(1_u64 << bit, Ordering::Relaxed);
            prop_assert_eq!(memo.get(key), Known::default());
        }
    }
}
