//! Memory of the machine.

use windows_sys::Win32::System::SystemInformation::{GlobalMemoryStatusEx, MEMORYSTATUSEX};

/// All memory of the machine, in mebibytes; None where the system doesn't say.
#[must_use]
pub fn total_mb() -> Option<u64> {
    Some(status()?.ullTotalPhys >> 20)
}

/// Memory that can be taken now without pushing anything else out, in mebibytes; None where the system
/// doesn't say.
#[must_use]
pub fn available_mb() -> Option<usize> {
    usize::try_from(status()?.ullAvailPhys >> 20).ok()
}

/// Memory that the limits of the program leave it, in mebibytes; None where it has none.
#[must_use]
pub const fn free_within_limits_mb() -> Option<u64> {
    None
}

/// The address space that a limit leaves the program, in mebibytes; None where it has no limit.
#[must_use]
pub const fn free_address_space_mb() -> Option<u64> {
    None
}

/// Does nothing: all threads share one heap.
pub const fn share_heap_within_limits() {}

fn status() -> Option<MEMORYSTATUSEX> {
    #[expect(clippy::cast_possible_truncation, reason = "the structure has 64 bytes")]
    let length = size_of::<MEMORYSTATUSEX>() as u32;
    let mut status = MEMORYSTATUSEX { dwLength: length, ..MEMORYSTATUSEX::default() };
    #[expect(unsafe_code, reason = "no safe crate without a dozen others asks the system for it")]
    // SAFETY: the structure tells its own size.
    let found = unsafe { GlobalMemoryStatusEx(&raw mut status) };
    (found != 0).then_some(status)
}

/// Requests huge pages for memory that nothing was written to yet. Here they need a right that hardly anybody has: it
/// does nothing.
pub const fn advise_huge_pages<T>(room: &mut [T]) {
    let _ = room;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_machine_has_memory() {
        let total = total_mb().unwrap();
        assert!(total > 64, "{total}");
        assert!(available_mb().is_some_and(|free| free as u64 <= total));
    }
}
