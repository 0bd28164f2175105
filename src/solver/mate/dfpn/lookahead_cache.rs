//! A cache of the look-ahead's proof numbers: of checks, of replies, and what the threat of a quiet move adds.
//!
//! The search comes back to a node many times and generates its children again. Those that were never searched are not
//! in the hash table; their initial proof numbers are taken from here instead of being computed again.

/// The number of slots, a power of two: 512 kB of memory.
const SLOTS: usize = 1 << 15;

/// Proof numbers by the key of the position after the move, the latest in each slot.
pub(super) struct LookaheadCache {
    slots: Vec<CachedProofNumber>,
}

#[derive(Clone, Copy)]
struct CachedProofNumber {
    /// The key of the position; 0 in an empty slot.
    key: u64,
    proof: u32,
}

impl CachedProofNumber {
    const NONE: Self = Self { key: 0, proof: 0 };
}

impl LookaheadCache {
    pub(super) fn new() -> Self {
        Self { slots: vec![CachedProofNumber::NONE; SLOTS] }
    }

    pub(super) fn clear(&mut self) {
        self.slots.fill(CachedProofNumber::NONE);
    }

    fn slot(key: u64) -> usize {
        usize::try_from(key >> 40).unwrap_or_default() & (SLOTS - 1)
    }

    /// The proof number of a position, if it is there.
    pub(super) fn get(&self, key: u64) -> Option<u32> {
        let cached = self.slots[Self::slot(key)];
        (cached.key == key && key != 0).then_some(cached.proof)
    }

    /// Stores the proof number of a position.
    pub(super) fn put(&mut self, key: u64, proof: u32) {
        self.slots[Self::slot(key)] = CachedProofNumber { key, proof };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_stored_last_in_a_slot_is_found() {
        let mut cache = LookaheadCache::new();
        let same_slot = |n: u64| 0x1234_5600_0000_0007 ^ n;
        assert_eq!([0, 1, same_slot(0)].map(|key| cache.get(key)), [None; 3]);
        cache.put(same_slot(0), 0);
        assert_eq!((cache.get(same_slot(0)), cache.get(same_slot(1))), (Some(0), None));
        cache.put(same_slot(1), 40);
        assert_eq!((cache.get(same_slot(0)), cache.get(same_slot(1))), (None, Some(40)));
        cache.put(0, 0);
        assert_eq!(cache.get(0), None, "the key of an empty slot");
        cache.clear();
        assert_eq!(cache.get(same_slot(1)), None);
    }
}
