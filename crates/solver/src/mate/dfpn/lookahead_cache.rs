//! A cache of initial proof numbers, most of them from the look-ahead: of checks, of replies, and what the threat of a quiet
//! move adds.
//!
//! The search comes back to a node many times and generates its children again. Those that were never searched are not
//! in the hash table; their initial proof numbers are taken from here instead of being computed again.

use chess::allocation;

/// The binary logarithm of the number of slots: 2 MiB of memory.
const SLOT_BITS: u32 = 18;

/// Proof numbers by the key of the position after the move, the latest in each slot.
pub(super) struct LookaheadCache {
    /// The first bits of a key are the slot's number. A slot holds the key's other bits and, in the room of the first
    /// ones, the proof number; 0 if it is empty.
    slots: Vec<u64>,
}

impl LookaheadCache {
    pub(super) fn new() -> Self {
        Self { slots: vec![0; 1 << SLOT_BITS] }
    }

    pub(super) fn clear(&mut self) {
        self.slots.fill(0);
    }

    fn slot(key: u64) -> usize {
        usize::try_from(key >> (u64::BITS - SLOT_BITS)).unwrap_or_default()
    }

    /// Prefetches the slot of a position.
    pub(super) fn prefetch(&self, key: u64) {
        allocation::prefetch(&self.slots[Self::slot(key)]);
    }

    /// The proof number of a position, if it is there.
    pub(super) fn get(&self, key: u64) -> Option<u32> {
        let packed = self.slots[Self::slot(key)];
        let proof = packed & ((1 << SLOT_BITS) - 1);
        (packed != 0 && packed - proof == key << SLOT_BITS).then(|| u32::try_from(proof).unwrap_or_default())
    }

    /// Stores the proof number of a position; a very large one is not stored.
    pub(super) fn put(&mut self, key: u64, proof: u32) {
        if proof < 1 << SLOT_BITS {
            self.slots[Self::slot(key)] = key << SLOT_BITS | u64::from(proof);
        }
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
        cache.put(same_slot(2), 1 << SLOT_BITS);
        assert_eq!(cache.get(same_slot(1)), Some(40), "what is too large is not stored");
        cache.clear();
        assert_eq!(cache.get(same_slot(1)), None);
    }
}
