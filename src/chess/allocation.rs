//! Allocation of large tables of a size that the user has chosen: as much as there is room for, without
//! aborting.

/// Memory that a large table leaves free, in bytes, for thread stacks, small tables and move lists.
const SPARE: usize = 256 << 20;

/// Whether this many bytes can be allocated. The memory is released again.
#[must_use]
pub fn has_room(bytes: usize) -> bool {
    Vec::<u8>::new().try_reserve_exact(bytes).is_ok()
}

/// An empty vector with capacity for `wanted` elements; if memory is short, for half as many, a quarter, and
/// so on down to `least`.
#[must_use]
pub fn reserve_up_to<T>(wanted: usize, least: usize) -> Vec<T> {
    let mut count = wanted;
    while count > least {
        let mut list = Vec::new();
        let spare = SPARE.min(count.saturating_mul(size_of::<T>()));
        if list.try_reserve_exact(count).is_ok() && has_room(spare) {
            return list;
        }
        count /= 2;
    }
    Vec::with_capacity(least)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_larger_than_any_memory_becomes_a_smaller_one() {
        // More than an address space has.
        let list = reserve_up_to::<u64>(usize::MAX / 16, 100);
        assert!(list.capacity() >= 100 && list.capacity() < usize::MAX / 16, "{}", list.capacity());
        assert!(!has_room(usize::MAX / 2));
    }

    #[test]
    fn what_there_is_room_for_is_given() {
        assert_eq!(reserve_up_to::<u64>(1_000, 10).capacity(), 1_000);
        assert_eq!(reserve_up_to::<u64>(1, 10).capacity(), 10);
    }
}
