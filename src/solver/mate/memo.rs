//! What the proof search has found out about positions: a table of fixed size that forgets the cheapest.

use super::board::Step;

/// Entries; each takes 16 bytes, and memory is only touched where entries are written.
const ENTRIES: usize = 1 << 21;
/// Entries that a position may be kept in.
const BUCKET: usize = 4;

/// What is known about a position with the attacker or the defender to move. Counts are moves of the
/// attacker.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Known {
    /// Mate cannot be forced in so many moves or fewer.
    pub(super) none_within: u8,
    /// Mate can be forced in so many moves; nought where that is not known.
    pub(super) mate_within: u8,
    /// The move that did it, as [`Step::packed`] gives it, or nought.
    pub(super) best: u16,
}

/// The table. An entry is a key and the packed [`Known`]; an empty one is two noughts.
pub(super) struct Memo {
    entries: Vec<[u64; 2]>,
}

impl Memo {
    pub(super) fn new() -> Self {
        Self { entries: vec![[0; 2]; ENTRIES] }
    }

    /// What is known under a key; the default where nothing is.
    pub(super) fn get(&self, key: u64) -> Known {
        let found = self.entries[bucket(key)].iter().find(|entry| entry[0] == key);
        found.map_or_else(Known::default, |entry| Known::unpack(entry[1]))
    }

    /// Keeps what is known. The entry whose loss costs the least work makes room.
    pub(super) fn put(&mut self, key: u64, known: Known) {
        let entries = &mut self.entries[bucket(key)];
        let cost = |entry: &[u64; 2]| if entry[0] == key { 0 } else { Known::unpack(entry[1]).work() + 1 };
        if let Some(entry) = entries.iter_mut().min_by_key(|entry| cost(entry)) {
            *entry = [key, known.pack()];
        }
    }
}

fn bucket(key: u64) -> std::ops::Range<usize> {
    let mask = ENTRIES - BUCKET;
    let start = usize::try_from(key >> 32).unwrap_or_default().wrapping_mul(BUCKET) & mask;
    start..start + BUCKET
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

impl Step {
    /// The move in 16 bits: enough to find it again among the legal ones. Never nought.
    pub(super) fn packed(self) -> u16 {
        let promotion = self.promotion.map_or(0, |role| role as u16);
        self.from as u16 | (self.to as u16) << 6 | promotion << 12 | 1 << 15
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::fen;
    use crate::solver::mate::board::Board;
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
            prop_assert_eq!(memo.get(key ^ 1), Known::default());
        }
    }
}
