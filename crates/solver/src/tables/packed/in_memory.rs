//! The values of a packed array in memory, unpacked, while they are read often.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use arc_swap::ArcSwapOption;

use chess::allocation::prefetch;

/// A read that decodes takes some two hundred times as long as unpacking a value among all others. So unpacking them all
/// is worth it after one read for so many values (ski rental: rent until the rents add up to the price, then buy).
const VALUES_PER_READ: usize = 256;

/// Values in memory, or none so far, and how often they are read. Reading takes no lock.
#[derive(Debug, Default)]
pub(super) struct ValuesInMemory {
    values: ArcSwapOption<Vec<u8>>,
    /// The reads that had to decode.
    decoding_reads: AtomicUsize,
    /// Whether the values were asked for and have not been given up since.
    are_wanted: AtomicBool,
    /// Whether a value was read since the last [`ValuesInMemory::take_used`].
    are_used: AtomicBool,
}

impl ValuesInMemory {
    /// The value at a place, if they are there.
    #[inline]
    pub(super) fn get(&self, place: usize) -> Option<u8> {
        let values = self.values.load();
        let value = values.as_ref()?.get(place).copied()?;
        // The flag is written once: threads that only read it do not wait for each other.
        if !self.are_used.load(Ordering::Relaxed) {
            self.are_used.store(true, Ordering::Relaxed);
        }
        Some(value)
    }

    /// Prefetches the value at a place into the cache, if it is there.
    #[inline]
    pub(super) fn prefetch(&self, place: usize) {
        if let Some(value) = self.values.load().as_ref().and_then(|values| values.get(place)) {
            prefetch(value);
        }
    }

    /// Counts a read that had to decode.
    pub(super) fn count_decoding_read(&self) {
        self.decoding_reads.fetch_add(1, Ordering::Relaxed);
    }

    /// Whether it is time to unpack so many values: true once, until they are given up.
    pub(super) fn become_wanted(&self, count: usize) -> bool {
        self.decoding_reads.load(Ordering::Relaxed) > count / VALUES_PER_READ
            && !self.are_wanted.load(Ordering::Relaxed)
            && !self.are_wanted.swap(true, Ordering::Relaxed)
    }

    /// Sets the values.
    pub(super) fn set(&self, values: Vec<u8>) {
        self.are_used.store(true, Ordering::Relaxed);
        self.values.store(Some(Arc::new(values)));
    }

    /// Gives the values up, and counts from the beginning. Their memory is free when the last read has ended.
    pub(super) fn give_up(&self) {
        self.values.store(None);
        self.decoding_reads.store(0, Ordering::Relaxed);
        self.are_wanted.store(false, Ordering::Relaxed);
    }

    /// The bytes in memory.
    pub(super) fn byte_count(&self) -> usize {
        self.values.load().as_ref().map_or(0, |values| values.len())
    }

    /// Whether a value was read since the last time.
    pub(super) fn take_used(&self) -> bool {
        self.are_used.swap(false, Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_wanted_once_after_enough_reads_until_they_are_given_up() {
        let values = ValuesInMemory::default();
        for _ in 0..2 {
            for _ in 0..3 {
                assert!(!values.become_wanted(600));
                values.count_decoding_read();
            }
            assert!(values.become_wanted(600) && !values.become_wanted(600));
            assert_eq!((values.get(1), values.byte_count()), (None, 0));
            values.set(vec![3; 600]);
            assert_eq!((values.get(599), values.get(600), values.byte_count()), (Some(3), None, 600));
            assert!(values.take_used() && !values.take_used());
            assert_eq!(values.get(0), Some(3));
            assert!(values.take_used());
            values.give_up();
            assert_eq!((values.get(1), values.byte_count()), (None, 0));
        }
    }
}
