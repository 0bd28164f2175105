//! The df-pn hash table, of fixed size: proof and disproof numbers by position and moves left.

use std::ops::Range;

use chess::allocation;

/// Entries per bucket, which is one cache line.
const ENTRIES_PER_BUCKET: usize = 4;
/// Size of an entry in bytes.
const ENTRY_BYTES: usize = 16;
/// Size of a bucket in bytes.
const BUCKET_BYTES: usize = ENTRIES_PER_BUCKET * ENTRY_BYTES;

/// The smallest number of entries, a power of two.
const MIN_ENTRIES: usize = 1024;

/// An entry: the numbers of a position for one mate length.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct DfpnEntry {
    /// Moves left to the attacker. If proven: mate within this number; if disproven: none within it.
    pub(super) moves: u8,
    /// Proof number; 0 is proven.
    pub(super) proof: u32,
    /// Disproof number; 0 is disproven.
    pub(super) disproof: u32,
    /// The binary logarithm of the work that went into it.
    pub(super) work: u8,
}

/// The hash table: a key and a packed entry each. Entries of an earlier generation count as empty.
pub(super) struct DfpnTable {
    /// Those of the buckets, and a few more, so that a bucket can begin where a cache line does.
    entries: Vec<[u64; 2]>,
    /// The first entry of the first bucket.
    first: usize,
    /// The number of buckets, a power of two.
    buckets: usize,
    /// 1 or more.
    generation: u16,
}

impl DfpnTable {
    /// A table of about this size in bytes.
    pub(super) fn new(bytes: usize) -> Self {
        let entries = (bytes / ENTRY_BYTES).max(MIN_ENTRIES);
        let entries = if entries.is_power_of_two() { entries } else { entries.next_power_of_two() / 2 };
        // Without limits zeroed memory is not committed until it is used, so what was reserved is released and
        // allocated again.
        let room = allocation::reserve_up_to::<[u64; 2]>(entries, MIN_ENTRIES).capacity();
        let entries = if entries <= room { entries } else { MIN_ENTRIES.max(1 << room.ilog2()) };
        let buckets = entries / ENTRIES_PER_BUCKET;
        let mut entries = allocation::with_huge_pages(vec![[0; 2]; entries + ENTRIES_PER_BUCKET]);
        allocation::commit(&mut entries, [0; 2]);
        let first = entries.as_ptr().align_offset(BUCKET_BYTES).min(ENTRIES_PER_BUCKET);
        Self { entries, first, buckets, generation: 1 }
    }

    /// Empties the table, at no cost in nearly every case: the next generation begins.
    pub(super) fn clear(&mut self) {
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.entries.fill([0; 2]);
            self.generation = 1;
        }
    }

    fn bucket(&self, key: u64) -> Range<usize> {
        let number = usize::try_from(key >> 20).unwrap_or_default() & (self.buckets - 1);
        let start = self.first + number * ENTRIES_PER_BUCKET;
        start..start + ENTRIES_PER_BUCKET
    }

    /// Prefetches the bucket of a position.
    pub(super) fn prefetch(&self, key: u64) {
        allocation::prefetch(&self.entries[self.bucket(key).start]);
    }

    /// The entries of a position, for all mate lengths.
    pub(super) fn probe(&self, key: u64) -> impl Iterator<Item = DfpnEntry> + '_ {
        self.entries[self.bucket(key)]
            .iter()
            .filter(move |entry| entry[0] == key && generation(entry[1]) == self.generation)
            .map(|entry| unpack(entry[1]))
    }

    /// Stores an entry: in place of one of the same position that it makes redundant, else of the one with
    /// the least work.
    pub(super) fn store(&mut self, key: u64, new: DfpnEntry) {
        let bucket = self.bucket(key);
        let entries = &mut self.entries[bucket];
        let mut place = None;
        let mut cheapest = (u32::MAX, 0);
        for (n, entry) in entries.iter_mut().enumerate() {
            let cost = if generation(entry[1]) == self.generation {
                let old = unpack(entry[1]);
                if entry[0] == key && new.replaces(&old) {
                    if place.is_none() {
                        place = Some(n);
                    } else {
                        *entry = [0; 2];
                    }
                    continue;
                }
                1 + u32::from(old.work) * 2 + u32::from(old.proof == 0) * 3
            } else {
                0
            };
            if cost < cheapest.0 {
                cheapest = (cost, n);
            }
        }
        entries[place.unwrap_or(cheapest.1)] = [key, pack(new, self.generation)];
    }
}

impl DfpnEntry {
    /// Whether this entry makes the other one redundant.
    const fn replaces(&self, old: &Self) -> bool {
        if self.proof == 0 {
            self.moves <= old.moves
        } else if self.disproof == 0 {
            self.moves >= old.moves && old.proof != 0
        } else {
            self.moves == old.moves && old.proof != 0 && old.disproof != 0
        }
    }
}

const fn pack(entry: DfpnEntry, generation: u16) -> u64 {
    entry.moves as u64
        | (entry.work as u64) << 8
        | (generation as u64) << 16
        | pack_number(entry.proof) << 32
        | pack_number(entry.disproof) << 48
}

/// The generation of an entry: 0 if nothing was ever stored there.
const fn generation(packed: u64) -> u16 {
    (packed >> 16 & 0xffff) as u16
}

fn unpack(packed: u64) -> DfpnEntry {
    let byte = |shift: u32| (packed >> shift & 0xff) as u8;
    let word = |shift: u32| (packed >> shift & 0xffff) as u16;
    DfpnEntry {
        moves: byte(0),
        proof: unpack_number(word(32)),
        disproof: unpack_number(word(48)),
        work: byte(8),
    }
}

/// A 16-bit floating-point number: eleven bits of mantissa and five of exponent.
const fn pack_number(number: u32) -> u64 {
    let digits = 32 - number.leading_zeros();
    if digits <= 11 {
        number as u64
    } else {
        let shift = digits - 11;
        ((shift as u64) << 11) | (number >> shift) as u64
    }
}

const fn unpack_number(short: u16) -> u32 {
    ((short & 0x7ff) as u32) << (short >> 11)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_settles_a_question_takes_the_place_of_what_it_settles() {
        let mut table = DfpnTable::new(1);
        let entry = |moves, proof, disproof| DfpnEntry { moves, proof, disproof, work: 1 };
        for moves in [5, 6] {
            table.store(7, entry(moves, 10, 20));
        }
        table.store(7, entry(3, 1 << 30, 0));
        assert_eq!(table.probe(7).count(), 3);
        table.store(7, entry(5, 0, 1 << 30));
        let mut left: Vec<_> = table.probe(7).map(|entry| (entry.moves, entry.proof)).collect();
        left.sort_unstable();
        assert_eq!(left, [(3, 1 << 30), (5, 0)], "mate in 5, none in 3: nothing else is open");
    }

    #[test]
    fn every_bucket_is_one_cache_line() {
        for bytes in [1, 1 << 20, 3 << 20] {
            let table = DfpnTable::new(bytes);
            let last = table.bucket(u64::MAX);
            assert!(last.end <= table.entries.len());
            for bucket in [table.bucket(0), table.bucket(1 << 20), last] {
                let entries = &table.entries[bucket];
                assert_eq!(size_of_val(entries), 64);
                assert_eq!(entries.as_ptr().align_offset(64), 0, "{bytes} bytes");
            }
        }
    }

    proptest! {
        #[test]
        fn small_numbers_are_kept_and_large_ones_nearly(number in 0u32..=1 << 30) {
            let kept = unpack_number(u16::try_from(pack_number(number)).unwrap());
            prop_assert!(kept <= number && number - kept <= number / 1024);
            prop_assert_eq!(kept == 0, number == 0);
        }

        #[test]
        fn what_is_put_is_found(key in 1u64.., moves: u8, proof in 0u32..2048, work: u8) {
            let mut table = DfpnTable::new(1);
            let entry = DfpnEntry { moves, proof, disproof: 1, work };
            table.store(key, entry);
            prop_assert_eq!(table.probe(key).collect::<Vec<_>>(), vec![entry]);
            prop_assert_eq!(table.probe(key ^ 1).count(), 0);
        }

        #[test]
        fn a_cleared_table_is_as_good_as_a_new_one(keys in prop::collection::vec(1u64..40, 1..60), clears in 1u32..4) {
            let entry = |moves| DfpnEntry { moves, proof: 3, disproof: 4, work: 5 };
            let (mut used, mut new) = (DfpnTable::new(1), DfpnTable::new(1));
            // Close to the last generation, so that it overflows.
            used.generation = u16::MAX - 1;
            for _ in 0..clears {
                for (moves, &key) in (0..).zip(&keys) {
                    used.store(key, entry(moves));
                }
                used.clear();
                prop_assert!(keys.iter().all(|&key| used.probe(key).count() == 0));
            }
            for (moves, &key) in (0..).zip(keys.iter().rev()) {
                used.store(key, entry(moves));
                new.store(key, entry(moves));
            }
            for &key in &keys {
                prop_assert!(used.probe(key).eq(new.probe(key)));
            }
        }
    }
}
