//! Memory of large tables: allocation of a size that the user has chosen, as much as there is room for, without
//! aborting; huge pages; prefetch.

use std::hint::black_box;

use platform::memory;
pub use platform::processor::prefetch;
use platform::zeroed_memory;

/// Memory that a large table leaves free, in bytes, for thread stacks, small tables and move lists.
const SPARE: usize = 256 << 20;

/// Memory that a large table leaves free at least where the program has a limit, in bytes.
const MIN_SPARE: usize = 48 << 20;

/// Memory that the hash table leaves the rest of the program, in mebibytes: the tables of 3-piece endings, a table build, the
/// mate prover, and what a search takes beside its hash table.
const HASH_SPARE_MB: usize = 96;

/// Where there is hardly more than that, the hash table takes this part of what is free (an eighth).
const LEAST_HASH_SHARE: usize = 8;

/// Smaller memory is taken without a question, in bytes: to ask the system takes longer than to fill it.
const SMALL: usize = 2 << 20;

/// Memory that large work needs, and what is free of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemoryShortage {
    /// In mebibytes.
    pub needed_mb: u64,
    /// In mebibytes, without what the rest of the program needs.
    pub free_mb: u64,
}

/// Memory that a table build leaves free, in bytes, for thread stacks and for what the rest of the program does meanwhile.
const SPARE_BESIDE_BUILD: u64 = 48 << 20;

/// Checks that work can take so many bytes now.
///
/// # Errors
/// When less is free, by the machine or by the limits of the program.
pub fn check_free(bytes: u64) -> Result<(), MemoryShortage> {
    let needed_mb = bytes.div_ceil(1 << 20);
    let spare_mb = SPARE_BESIDE_BUILD >> 20;
    let free_mb = memory::available_mb().map_or(u64::MAX, |free| (free as u64).saturating_sub(spare_mb));
    if free_mb < needed_mb {
        return Err(MemoryShortage { needed_mb, free_mb });
    }
    // The system may refuse what it calls free: memory promised to others counts there.
    let is_given = |megabytes: u64| usize::try_from((megabytes + spare_mb) << 20).is_ok_and(has_room);
    if is_given(needed_mb) {
        return Ok(());
    }
    let less = (0..16).rev().map(|sixteenths| needed_mb * sixteenths / 16);
    Err(MemoryShortage { needed_mb, free_mb: less.into_iter().find(|&less| is_given(less)).unwrap_or(0) })
}

/// The largest hash table that leaves enough memory for the rest of the program, in mebibytes, at least 1; the largest number
/// where the system doesn't say what is free.
#[must_use]
pub fn hash_room_mb() -> usize {
    hash_room_within(memory::available_mb())
}

fn hash_room_within(available_mb: Option<usize>) -> usize {
    available_mb
        .map_or(usize::MAX, |free| free.saturating_sub(HASH_SPARE_MB).max(free / LEAST_HASH_SHARE).max(1))
}

/// Whether this many bytes can be allocated. The memory is released again.
#[must_use]
pub fn has_room(bytes: usize) -> bool {
    fits_into_memory(bytes) && Vec::<u8>::new().try_reserve_exact(bytes).is_ok()
}

/// Whether this many bytes can be taken now without pushing anything else out of memory. The memory is released again.
#[must_use]
pub fn is_available(bytes: usize) -> bool {
    let wanted = bytes.saturating_add(SPARE);
    memory::available_mb().is_none_or(|available| wanted >> 20 <= available) && has_room(wanted)
}

/// One part in `parts` of the memory that the limits of the program leave it, in bytes; None where it has none.
#[must_use]
pub fn share_of_limits(parts: usize) -> Option<usize> {
    let free = usize::try_from(memory::free_within_limits_mb()? << 20).unwrap_or(usize::MAX);
    Some(free / parts.max(1))
}

/// The memory of the machine in bytes; None where the system doesn't say.
#[must_use]
pub fn machine_bytes() -> Option<u64> {
    memory::total_mb().map(|total| total << 20)
}

/// Whether the machine has so much memory, free or not, and the limits of the program leave it so much. Some systems
/// promise any size, and end a program that uses what it was promised.
fn fits_into_memory(bytes: usize) -> bool {
    let megabytes = (bytes >> 20) as u64;
    memory::total_mb().is_none_or(|total| megabytes <= total)
        && memory::free_within_limits_mb().is_none_or(|free| megabytes <= free)
}

/// An empty vector with capacity for `wanted` elements; if memory is short, for half as many, a quarter, and
/// so on down to `least`.
#[must_use]
pub fn reserve_up_to<T>(wanted: usize, least: usize) -> Vec<T> {
    let mut count = wanted;
    while count > least {
        if let Some(list) = reserve_with_spare(count) {
            return list;
        }
        count /= 2;
    }
    Vec::with_capacity(least)
}

/// An empty vector with capacity for `count` elements, where the rest of the program is left enough memory beside it.
#[must_use]
pub fn reserve_with_spare<T>(count: usize) -> Option<Vec<T>> {
    let bytes = count.saturating_mul(size_of::<T>());
    let mut list = Vec::new();
    let with_spare = bytes.saturating_add(SPARE.min(bytes).max(MIN_SPARE));
    let fits = bytes < SMALL
        || (fits_into_memory(bytes)
            && memory::free_within_limits_mb().is_none_or(|free| (with_spare >> 20) as u64 <= free));
    (fits && list.try_reserve_exact(count).is_ok() && has_room(SPARE.min(bytes))).then_some(list)
}

/// So many zeros; None where there is no memory for them. Within limits they are [committed](commit), and half of
/// `MIN_SPARE` is left free: [`check_free`] has found before that a large table fits.
#[must_use]
pub fn zeroed_bytes(count: usize) -> Option<Vec<u8>> {
    let with_spare = count.saturating_add(MIN_SPARE / 2);
    if count >= SMALL && memory::free_within_limits_mb().is_some_and(|free| free < (with_spare >> 20) as u64)
    {
        return None;
    }
    let mut bytes = zeroed_memory::zeroed_bytes(count)?;
    commit(&mut bytes, 0);
    Some(bytes)
}

/// Takes the memory of a large table that is full of `value` now, where the program has a limit, and not at the first write:
/// what was promised and not yet taken counts as free, and would be promised twice. The kernel ends a program that takes more
/// than its limit.
pub fn commit<T: Copy>(table: &mut [T], value: T) {
    let is_limited = || {
        let free = memory::free_within_limits_mb();
        free.is_some_and(|free| memory::total_mb().is_none_or(|total| free < total))
    };
    if size_of_val(table) >= SMALL && is_limited() {
        // The compiler knows that fresh memory is zero, and leaves out what writes zeros to it.
        black_box(table).fill(value);
    }
}

/// Requests huge pages for a large table that nothing was written to since it was allocated: they make random access
/// cheaper. The values stay as they are.
#[must_use]
pub fn with_huge_pages<T>(mut table: Vec<T>) -> Vec<T> {
    memory::advise_huge_pages(&mut table);
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_larger_than_any_memory_becomes_a_smaller_one() {
        // More than an address space has, and less than that.
        for wanted in [usize::MAX / 16, 1 << 42] {
            let list = reserve_up_to::<u64>(wanted, 100);
            assert!(list.capacity() >= 100 && list.capacity() < wanted, "{}", list.capacity());
            let total = memory::total_mb().unwrap_or(u64::MAX);
            let megabytes = (list.capacity() * size_of::<u64>()) >> 20;
            assert!(megabytes as u64 <= total, "{megabytes}");
        }
        assert!(!has_room(usize::MAX / 2) && !has_room(1 << 45));
    }

    #[test]
    fn a_hash_table_leaves_the_rest_of_the_program_its_memory() {
        let check = |available, room| assert_eq!(hash_room_within(available), room, "{available:?}");
        check(None, usize::MAX);
        check(Some(24_000), 23_904);
        check(Some(160), 64);
        check(Some(112), 16);
        check(Some(100), 12);
        check(Some(50), 6);
        check(Some(5), 1);
        check(Some(0), 1);
    }

    #[test]
    fn what_is_committed_keeps_its_value() {
        let mut table = vec![[7_u64; 2]; 1 << 18];
        commit(&mut table, [7; 2]);
        assert!(table == vec![[7; 2]; 1 << 18]);
        let zeros = zeroed_bytes(5 << 20).unwrap();
        assert!(zeros == vec![0; 5 << 20]);
        assert_eq!((zeroed_bytes(usize::MAX), zeroed_bytes(1 << 50)), (None, None));
    }

    #[test]
    fn what_is_not_free_is_refused_with_both_numbers() {
        assert_eq!(check_free(1 << 20), Ok(()));
        let shortage = check_free(1 << 60).unwrap_err();
        assert_eq!(shortage.needed_mb, 1 << 40);
        let available = memory::available_mb().unwrap_or(usize::MAX) as u64;
        assert!(shortage.free_mb > 0 && shortage.free_mb <= available, "{shortage:?}");
    }

    #[test]
    fn huge_pages_leave_the_values_as_they_are() {
        let table: Vec<u64> = (0..1 << 20).collect();
        assert!(with_huge_pages(table.clone()) == table);
        assert!(with_huge_pages(Vec::<u64>::new()).is_empty());
    }

    #[test]
    fn what_there_is_room_for_is_given() {
        assert_eq!(reserve_up_to::<u64>(1_000, 10).capacity(), 1_000);
        assert_eq!(reserve_up_to::<u64>(1, 10).capacity(), 10);
    }
}
