//! Memory of large tables: allocation of a size that the user has chosen, as much as there is room for, without
//! aborting; huge pages; prefetch.

use crate::platform::memory;
pub(crate) use crate::platform::processor::prefetch;

/// Memory that a large table leaves free, in bytes, for thread stacks, small tables and move lists.
const SPARE: usize = 256 << 20;

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

/// The memory of the machine in bytes; None where the system doesn't say.
#[must_use]
pub fn machine_bytes() -> Option<u64> {
    memory::total_mb().map(|total| total << 20)
}

/// Whether the machine has so much memory, free or not. Some systems promise any size, and end a program that
/// uses what it was promised.
fn fits_into_memory(bytes: usize) -> bool {
    memory::total_mb().is_none_or(|total| (bytes >> 20) as u64 <= total)
}

/// An empty vector with capacity for `wanted` elements; if memory is short, for half as many, a quarter, and
/// so on down to `least`.
#[must_use]
pub fn reserve_up_to<T>(wanted: usize, least: usize) -> Vec<T> {
    let mut count = wanted;
    while count > least {
        let mut list = Vec::new();
        let bytes = count.saturating_mul(size_of::<T>());
        if fits_into_memory(bytes) && list.try_reserve_exact(count).is_ok() && has_room(SPARE.min(bytes)) {
            return list;
        }
        count /= 2;
    }
    Vec::with_capacity(least)
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
