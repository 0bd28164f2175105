//! Large arrays of zeros that the system may refuse. The standard library has no safe way to get memory that is zeroed by
//! the system, page by page when it is used, without aborting where there is none.

use std::alloc::{Layout, alloc_zeroed};

/// So many zeros; None where the system gives no memory for them.
#[must_use]
pub fn zeroed_bytes(count: usize) -> Option<Vec<u8>> {
    if count == 0 {
        return Some(Vec::new());
    }
    let layout = Layout::array::<u8>(count).ok()?;
    #[expect(
        unsafe_code,
        clippy::same_length_and_capacity,
        reason = "there is no safe way to get zeroed memory that may be refused"
    )]
    // SAFETY: the size is not 0, and memory that is given has this layout, which is that of a vector of so many bytes.
    unsafe {
        let start = alloc_zeroed(layout);
        (!start.is_null()).then(|| Vec::from_raw_parts(start, count, count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_zero_or_refused() {
        assert_eq!(zeroed_bytes(0), Some(Vec::new()));
        let bytes = zeroed_bytes(3 << 20).unwrap();
        assert!(bytes.len() == 3 << 20 && bytes.iter().all(|&byte| byte == 0));
        assert_eq!((zeroed_bytes(usize::MAX), zeroed_bytes(1 << 50)), (None, None));
    }
}
