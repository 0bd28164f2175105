//! What is asked of the processor: cache prefetch and wide vectors.

/// Prefetches a value into the cache. Does nothing on processors without such an instruction.
pub fn prefetch<T>(value: &T) {
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

/// Runs `work`, compiled for vectors of 32 bytes (AVX2) where the processor has them; the program is compiled for 16
/// bytes. Only what is inlined into `work` gains by it. The result is the same.
#[inline]
pub fn with_wide_vectors<T>(work: impl FnOnce() -> T) -> T {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        #[expect(unsafe_code, reason = "the compiler cannot know what was asked of the processor")]
        // SAFETY: the processor has AVX2, which is all that the function asks for.
        return unsafe { with_avx2(work) };
    }
    work()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn with_avx2<T>(work: impl FnOnce() -> T) -> T {
    work()
}
