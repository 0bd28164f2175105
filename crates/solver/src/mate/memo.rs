//! The hash table of the exhaustive mate search; it grows with the search and may be shared by threads.
//!
//! An entry is two relaxed atomic words, the key combined with the data by XOR (Hyatt and Mann, "A lock-less
//! transposition table implementation"): a torn entry does not match. All 64 bits of the key are compared.

use std::sync::atomic::{AtomicU64, Ordering};

use chess::allocation;

/// Entries per bucket.
const ENTRIES_PER_BUCKET: usize = 4;
/// The smallest table, as a power of two of entries.
const MIN_SIZE_LOG2: u32 = 12;
/// The largest table, as a power of two of entries of 16 bytes.
const MAX_SIZE_LOG2: u32 = 22;

/// The results for a position with the attacker or the defender to move. Lengths are moves of the attacker.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct MemoData {
    /// No mate can be forced in this number of moves or fewer.
    pub(super) none_within: u8,
    /// Mate can be forced in this number of moves; 0 if unknown.
    pub(super) mate_within: u8,
    /// The move that proved it, as [`BoardMove::packed`](chess::board::BoardMove::packed) gives it, or
    /// 0.
    pub(super) best: u16,
}

/// The hash table.
pub(super) struct MateMemo {
    entries: Vec<MemoEntry>,
}

/// The key combined with the data by XOR, and the packed [`MemoData`]; an empty entry is two zeros.
#[derive(Default)]
struct MemoEntry {
    seal: AtomicU64,
    data: AtomicU64,
}

impl Default for MateMemo {
    fn default() -> Self {
        Self::new()
    }
}

impl MateMemo {
    pub(super) fn new() -> Self {
        let count = 1 << MIN_SIZE_LOG2;
        Self { entries: filled(Vec::new(), count) }
    }

    /// Grows the table for a search of this many moves, as far as memory goes, and keeps its entries.
    pub(super) fn grow(&mut self, moves: u16) {
        let size = (MIN_SIZE_LOG2 + 2 * u32::from(moves.saturating_sub(2))).min(MAX_SIZE_LOG2);
        self.grow_to(size, allocation::reserve_with_spare);
    }

    /// Grows the table to this power of two of entries, or to the largest below it that `reserve` gives memory for.
    fn grow_to(&mut self, size: u32, reserve: impl Fn(usize) -> Option<Vec<MemoEntry>>) {
        let mut larger =
            (0..=size).rev().map(|size| 1 << size).take_while(|&count| count > self.entries.len());
        let Some(entries) = larger.find_map(|count| Some(filled(reserve(count)?, count))) else { return };
        let grown = Self { entries };
        for entry in &self.entries {
            if let (key @ 1.., data) = entry.load() {
                grown.store(key, MemoData::unpack(data));
            }
        }
        *self = grown;
    }

    /// The entry of a key; the default if there is none.
    pub(super) fn probe(&self, key: u64) -> MemoData {
        let found = self.bucket(key).iter().map(MemoEntry::load).find(|&(known, _)| known == key);
        found.map_or_else(MemoData::default, |(_, data)| MemoData::unpack(data))
    }

    /// Stores an entry in place of the one that is cheapest to compute again.
    pub(super) fn store(&self, key: u64, known: MemoData) {
        let cost = |entry: &&MemoEntry| {
            let (other, data) = entry.load();
            if other == key { 0 } else { MemoData::unpack(data).replacement_cost() + 1 }
        };
        if let Some(entry) = self.bucket(key).iter().min_by_key(cost) {
            let data = known.pack();
            entry.data.store(data, Ordering::Relaxed);
            entry.seal.store(key ^ data, Ordering::Relaxed);
        }
    }

    fn bucket(&self, key: u64) -> &[MemoEntry] {
        let mask = self.entries.len() - ENTRIES_PER_BUCKET;
        let start = usize::try_from(key >> 32).unwrap_or_default().wrapping_mul(ENTRIES_PER_BUCKET) & mask;
        &self.entries[start..start + ENTRIES_PER_BUCKET]
    }
}

impl MemoEntry {
    /// The key and the data; a torn entry gives a key that matches no position.
    fn load(&self) -> (u64, u64) {
        let data = self.data.load(Ordering::Relaxed);
        (self.seal.load(Ordering::Relaxed) ^ data, data)
    }
}

/// So many empty entries, in this memory.
fn filled(mut memory: Vec<MemoEntry>, count: usize) -> Vec<MemoEntry> {
    memory.resize_with(count, MemoEntry::default);
    memory
}

impl MemoData {
    /// The replacement value: how expensive the entry is to compute again.
    const fn replacement_cost(self) -> u8 {
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
    use proptest::prelude::*;

    use super::*;
    use chess::board::{Board, BoardMove};
    use chess::fen;

    #[test]
    fn packed_moves_differ_where_moves_do() {
        let position = fen::parse("r3k2r/1P6/8/8/8/8/6p1/R3K2R w KQkq - 0 1").unwrap();
        let mut moves = Vec::new();
        Board::from(&position).legal_moves(&mut moves);
        let mut all: Vec<_> = moves.into_iter().map(BoardMove::packed).collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }

    #[test]
    fn a_table_grows_as_far_as_memory_goes() {
        let grown = |most: usize| {
            let mut memo = MateMemo::new();
            let known = MemoData { none_within: 3, ..MemoData::default() };
            memo.store(9, known);
            memo.grow_to(20, |count| (count <= most).then(Vec::new));
            assert_eq!(memo.probe(9), known);
            memo.entries.len()
        };
        assert_eq!(grown(1 << 22), 1 << 20);
        assert_eq!(grown((1 << 15) + 7), 1 << 15);
        assert_eq!(grown(0), 1 << MIN_SIZE_LOG2);
    }

    proptest! {
        #[test]
        fn what_is_put_is_found(key in 1u64.., none_within: u8, mate_within: u8, best: u16) {
            let mut memo = MateMemo::new();
            let known = MemoData { none_within, mate_within, best };
            memo.store(key, known);
            prop_assert_eq!(memo.probe(key), known);
            memo.grow(3);
            prop_assert_eq!(memo.probe(key), known);
            // Whichever bit differs: another position.
            for bit in 0..64 {
                prop_assert_eq!(memo.probe(key ^ 1 << bit), MemoData::default());
            }
        }

        #[test]
        fn a_torn_entry_is_a_miss(key in 1u64.., none_within: u8, mate_within: u8, best in 1u16.., bit in 0..64) {
            let memo = MateMemo::new();
            memo.store(key, MemoData { none_within, mate_within, best });
            let entry = memo.bucket(key).iter().find(|entry| entry.load().0 == key).unwrap();
            entry.data.fetch_xor(1_u64 << bit, Ordering::Relaxed);
            prop_assert_eq!(memo.probe(key), MemoData::default());
        }
    }
}
