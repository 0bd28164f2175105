//! Cache prefetch and huge pages. The only `unsafe` code of the engine.

use std::mem::MaybeUninit;

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

/// Requests huge pages for memory that is not in use yet, which makes random access cheaper (fewer page table
/// walks). Does nothing on systems without such a request.
pub(crate) fn advise_huge_pages<T>(room: &mut [MaybeUninit<T>]) {
    #[cfg(target_os = "linux")]
    {
        use rustix::mm::{Advice, madvise};
        /// The size of a small page, to which a request must be aligned.
        const PAGE: usize = 4096;
        let (size, start) = (size_of_val(room), room.as_mut_ptr().cast::<u8>());
        let skipped = start.align_offset(PAGE);
        let length = size.saturating_sub(skipped) / PAGE * PAGE;
        if length > 0 {
            #[expect(unsafe_code, reason = "there is no safe way to advise the system about memory")]
            // SAFETY: the range lies within memory that is ours alone, and the advice leaves its content
            // as it is. A refusal changes nothing.
            let _ = unsafe { madvise(start.wrapping_add(skipped).cast(), length, Advice::LinuxHugepage) };
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = room;
}
