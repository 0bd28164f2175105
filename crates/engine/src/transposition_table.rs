//! Transposition table, shared by all search threads.
//!
//! It uses no locks: an entry is two relaxed atomic words, and the key is combined with the data by XOR (Hyatt
//! and Mann, "A lock-less transposition table implementation"), so a torn read does not match its key and
//! counts as a miss. Mates are stored as [`TtScore`], counted from the stored position.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::thread;

use chess::board::BoardMove;
use chess::thread::{ThreadBuilder, core_count};
use chess::{Bound, Depth, TtScore, allocation};
use platform::{memory, processor};

/// Entries that share one cache line.
const BUCKET_SIZE: usize = 4;
/// Buckets in one mebibyte.
const BUCKETS_IN_MEBIBYTE: usize = (1 << 20) / size_of::<TtBucket>();
/// Ages wrap around here.
const AGES: u8 = 32;

/// A transposition table.
#[derive(Debug)]
pub(crate) struct TranspositionTable {
    buckets: Vec<TtBucket>,
    age: AtomicU8,
}

/// A table entry: the result of the search of one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TtEntry {
    /// The best move or the move that caused the cutoff, if any.
    pub(crate) mv: PackedMove,
    /// The score, mates counted from this position.
    pub(crate) score: TtScore,
    /// The static evaluation in centipawns, without corrections; [`TtEntry::NO_EVAL`] in check.
    pub(crate) eval: i16,
    /// The depth of the search.
    pub(crate) depth: Depth,
    /// Whether the score is exact, a lower or an upper bound.
    pub(crate) bound: Bound,
    /// Whether the position was once searched as a PV node.
    pub(crate) was_pv: bool,
}

/// A move in 16 bits, as [`BoardMove::packed`] gives it; 0 is no move. It is valid only in a position where
/// it is legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct PackedMove(u16);

#[derive(Debug, Default)]
#[repr(align(64))]
struct TtBucket {
    slots: [TtSlot; BUCKET_SIZE],
}

#[derive(Debug, Default)]
struct TtSlot {
    sealed_key: AtomicU64,
    data: AtomicU64,
}

impl TtEntry {
    /// The static evaluation of a position in check.
    pub(crate) const NO_EVAL: i16 = i16::MIN;

    fn pack(self, age: u8) -> u64 {
        let [mv_low, mv_high] = self.mv.0.to_le_bytes();
        let [score_low, score_high] = self.score.raw().to_le_bytes();
        let [eval_low, eval_high] = self.eval.to_le_bytes();
        let depth = u8::try_from(self.depth.get().clamp(0, 255)).unwrap_or_default();
        let bound = match self.bound {
            Bound::AtMost => 1,
            Bound::AtLeast => 2,
            Bound::Exact => 3,
        };
        u64::from_le_bytes([
            mv_low,
            mv_high,
            score_low,
            score_high,
            eval_low,
            eval_high,
            depth,
            bound | (u8::from(self.was_pv) << 2) | (age << 3),
        ])
    }

    fn unpack(data: u64) -> Option<Self> {
        let [mv_low, mv_high, score_low, score_high, eval_low, eval_high, depth, tail] = data.to_le_bytes();
        let bound = match tail & 3 {
            1 => Bound::AtMost,
            2 => Bound::AtLeast,
            3 => Bound::Exact,
            _ => return None,
        };
        Some(Self {
            mv: PackedMove(u16::from_le_bytes([mv_low, mv_high])),
            score: TtScore::from_raw(i16::from_le_bytes([score_low, score_high])),
            eval: i16::from_le_bytes([eval_low, eval_high]),
            depth: Depth::new(i16::from(depth)),
            bound,
            was_pv: tail & 4 != 0,
        })
    }
}

impl PackedMove {
    /// No move.
    pub(crate) const NONE: Self = Self(0);

    /// Packs a move.
    pub(crate) fn of(mv: BoardMove) -> Self {
        Self(mv.packed())
    }

    /// The bits, for [`Board::unpack_move`](chess::board::Board::unpack_move).
    pub(crate) const fn bits(self) -> u16 {
        self.0
    }
}

impl TtBucket {
    fn clear(&self) {
        for slot in &self.slots {
            slot.sealed_key.store(0, Ordering::Relaxed);
            slot.data.store(0, Ordering::Relaxed);
        }
    }
}

/// Threads to use for work on this number of buckets: all cores, or one where the work is small.
fn threads_for(buckets: usize) -> usize {
    /// The smallest share of a thread, in buckets: 16 MiB take about as long as starting ten threads.
    const BUCKETS_PER_THREAD: usize = 16 * BUCKETS_IN_MEBIBYTE;
    let all = core_count();
    (buckets / BUCKETS_PER_THREAD).clamp(1, all)
}

/// Runs `work` on every element, on all cores where there are many.
fn for_each_parallel<T: Send>(elements: &mut [T], work: impl Fn(&mut T) + Sync) {
    let threads = threads_for(elements.len());
    if threads == 1 {
        return;
    }
    let size = elements.len().div_ceil(threads);
    thread::scope(|scope| {
        for part in elements.chunks_mut(size) {
            let work = &work;
            // Elements that no thread could initialize are initialized by the caller.
            let _ = ThreadBuilder::new("hash").spawn_scoped(scope, move || part.iter_mut().for_each(work));
        }
    });
}

impl TranspositionTable {
    /// A table of this size in mebibytes, at least 1; smaller where memory is short.
    pub(crate) fn new(megabytes: usize) -> Self {
        let megabytes = if megabytes > 1 { megabytes.min(allocation::hash_room_mb()) } else { 1 };
        let count = megabytes.saturating_mul(BUCKETS_IN_MEBIBYTE);
        let mut buckets: Vec<TtBucket> = allocation::reserve_up_to(count, BUCKETS_IN_MEBIBYTE);
        let count = count.min(buckets.capacity());
        memory::advise_huge_pages(buckets.spare_capacity_mut());
        // The system commits memory at the first write, which takes far longer than the write itself: all
        // threads share that work.
        let room = &mut buckets.spare_capacity_mut()[..count];
        for_each_parallel(room, |slot| _ = slot.write(TtBucket::default()));
        buckets.resize_with(count, TtBucket::default);
        Self { buckets, age: AtomicU8::new(0) }
    }

    /// Its size in mebibytes.
    pub(crate) fn megabytes(&self) -> usize {
        self.buckets.len() / BUCKETS_IN_MEBIBYTE
    }

    /// Clears the table.
    pub(crate) fn clear(&self) {
        let threads = threads_for(self.buckets.len());
        thread::scope(|scope| {
            for part in self.buckets.chunks(self.buckets.len().div_ceil(threads).max(1)) {
                let clear = || part.iter().for_each(TtBucket::clear);
                // Without a thread the work is done here.
                if threads == 1 || ThreadBuilder::new("hash").spawn_scoped(scope, clear).is_err() {
                    clear();
                }
            }
        });
        self.age.store(0, Ordering::Relaxed);
    }

    /// Starts a new search: entries of earlier searches are replaced first.
    pub(crate) fn new_search(&self) {
        let age = self.age.load(Ordering::Relaxed);
        self.age.store((age + 1) % AGES, Ordering::Relaxed);
    }

    /// Prefetches the bucket of a key into the cache.
    pub(crate) fn prefetch(&self, key: u64) {
        processor::prefetch(self.bucket(key));
    }

    /// The entry of a position, by its key.
    pub(crate) fn probe(&self, key: u64) -> Option<TtEntry> {
        self.bucket(key).slots.iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            (slot.sealed_key.load(Ordering::Relaxed) ^ data == key).then(|| TtEntry::unpack(data)).flatten()
        })
    }

    /// Stores an entry. It replaces an old entry of the same key, or the entry in the bucket that is
    /// shallowest and oldest.
    pub(crate) fn store(&self, key: u64, mut entry: TtEntry) {
        let age = self.age.load(Ordering::Relaxed);
        let mut victim = None;
        for slot in &self.bucket(key).slots {
            let data = slot.data.load(Ordering::Relaxed);
            let Some(old) = TtEntry::unpack(data) else {
                victim = Some((slot, i32::MIN));
                break;
            };
            if slot.sealed_key.load(Ordering::Relaxed) ^ data == key {
                if entry.mv == PackedMove::NONE {
                    entry.mv = old.mv;
                }
                let fresh = age_of(data) == age;
                if fresh && entry.bound != Bound::Exact && entry.depth + 4 < old.depth {
                    return;
                }
                victim = Some((slot, i32::MIN));
                break;
            }
            let relative_age = i32::from((age + AGES - age_of(data)) % AGES);
            let value = i32::from(old.depth.get()) - 4 * relative_age;
            if victim.is_none_or(|(_, least)| value < least) {
                victim = Some((slot, value));
            }
        }
        if let Some((slot, _)) = victim {
            let data = entry.pack(age);
            slot.data.store(data, Ordering::Relaxed);
            slot.sealed_key.store(key ^ data, Ordering::Relaxed);
        }
    }

    /// How full the table is with entries of this search, in thousandths, from a sample.
    pub(crate) fn hashfull(&self) -> u16 {
        let age = self.age.load(Ordering::Relaxed);
        let sample = self.buckets.len().min(250);
        let used = self.buckets[..sample]
            .iter()
            .flat_map(|bucket| &bucket.slots)
            .map(|slot| slot.data.load(Ordering::Relaxed))
            .filter(|&data| TtEntry::unpack(data).is_some() && age_of(data) == age)
            .count();
        u16::try_from(used * 1000 / (sample * BUCKET_SIZE)).unwrap_or(1000)
    }

    fn bucket(&self, key: u64) -> &TtBucket {
        let place = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[usize::try_from(place).unwrap_or_default()]
    }
}

/// The age in a packed entry.
const fn age_of(data: u64) -> u8 {
    data.to_le_bytes()[7] >> 3
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use chess::{Ply, Score};

    fn bounds() -> impl Strategy<Value = Bound> {
        prop_oneof![Just(Bound::AtMost), Just(Bound::AtLeast), Just(Bound::Exact)]
    }

    proptest! {
        #[test]
        fn an_entry_comes_back_as_it_was(
            mv in 0u16.., raw in -32_000i16..=32_000, eval in -30_000i16..=30_000, depth in 0i16..=245,
            bound in bounds(), was_pv: bool, key in 0u64..,
        ) {
            let entry = TtEntry {
                mv: PackedMove(mv),
                score: TtScore::from_raw(raw),
                eval,
                depth: Depth::new(depth),
                bound,
                was_pv,
            };
            let table = TranspositionTable::new(1);
            table.store(key, entry);
            prop_assert_eq!(table.probe(key), Some(entry));
            prop_assert_eq!(table.probe(!key), None);
        }
    }

    #[test]
    fn a_large_table_is_empty_at_first_and_after_it_was_cleared() {
        // Several threads' shares, where the machine has several.
        let table = TranspositionTable::new(40);
        assert_eq!(table.megabytes(), 40);
        let entry = TtEntry {
            mv: PackedMove(7),
            score: TtScore::from_raw(0),
            eval: 0,
            depth: Depth::ONE,
            bound: Bound::Exact,
            was_pv: true,
        };
        let keys: Vec<u64> = (0..64).map(|n| n << 58 | 1).collect();
        assert!(keys.iter().all(|&key| table.probe(key).is_none()));
        for &key in &keys {
            table.store(key, entry);
        }
        assert!(keys.iter().all(|&key| table.probe(key) == Some(entry)));
        table.clear();
        assert!(keys.iter().all(|&key| table.probe(key).is_none()));
    }

    #[test]
    fn a_torn_entry_is_a_miss() {
        let table = TranspositionTable::new(1);
        let score = Score::mates_in(Ply::new(5)).to_tt(Ply::ZERO);
        let entry = TtEntry {
            mv: PackedMove::NONE,
            score,
            eval: 0,
            depth: Depth::ONE,
            bound: Bound::Exact,
            was_pv: false,
        };
        table.store(7, entry);
        let slot = table.bucket(7).slots.iter().find(|slot| slot.data.load(Ordering::Relaxed) != 0).unwrap();
        slot.data.fetch_xor(1 << 20, Ordering::Relaxed);
        assert_eq!(table.probe(7), None);
    }
}
