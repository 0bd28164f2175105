//! What is asked of the processor: cache prefetch.

/// Prefetches a value into the cache. Does nothing on processors without such an instruction.
pub(crate) fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        #[expect(unsafe_code, reason = "there is no safe way to ask for a cache line")]
        // SAFETY: a prefetch of any address is a hint that changes nothing; this one is even valid.
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast());
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
