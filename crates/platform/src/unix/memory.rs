//! Memory of the machine, and what a limit leaves of it: from the system's files on Linux, from `sysconf` on other systems.

#[cfg(target_os = "linux")]
use super::cgroup;

/// All memory of the machine, in mebibytes; None where the system doesn't say.
#[must_use]
pub fn total_mb() -> Option<u64> {
    #[cfg(target_os = "linux")]
    return parse_line(&std::fs::read_to_string("/proc/meminfo").ok()?, "MemTotal:");
    #[cfg(not(target_os = "linux"))]
    return physical_mb();
}

/// Memory that can be taken now without pushing anything else out, in mebibytes; None where the system
/// doesn't say. On Linux the limits of the program count too: those of its control groups (containers, services) and
/// of its shell (`ulimit -v`, `ulimit -d`). Where only the size of the memory is known, it is all of it.
#[must_use]
pub fn available_mb() -> Option<usize> {
    #[cfg(target_os = "linux")]
    {
        let free = parse_line(&std::fs::read_to_string("/proc/meminfo").ok()?, "MemAvailable:")?;
        usize::try_from(free_within_limits_mb().map_or(free, |limit| limit.min(free))).ok()
    }
    #[cfg(not(target_os = "linux"))]
    return usize::try_from(physical_mb()?).ok();
}

/// Memory that the limits of the program leave it, in mebibytes; None where it has none. To take more ends it.
#[must_use]
pub fn free_within_limits_mb() -> Option<u64> {
    #[cfg(target_os = "linux")]
    return limits().map(|free| free >> 20).min();
    #[cfg(not(target_os = "linux"))]
    return None;
}

/// The address space that a limit (`ulimit -v`) leaves the program, in mebibytes; None where it has no limit. Stacks of
/// threads take it before they are used.
#[must_use]
pub fn free_address_space_mb() -> Option<u64> {
    #[cfg(target_os = "linux")]
    return shell_limit(rustix::process::Resource::As, 0).map(|free| free >> 20);
    #[cfg(not(target_os = "linux"))]
    return None;
}

/// Lets all threads take memory from one heap where the address space has a limit: each of their own heaps reserves 64 MiB
/// of it. Called before any thread is started.
pub fn share_heap_within_limits() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    if free_address_space_mb().is_some() {
        #[expect(unsafe_code, reason = "only the C library knows its heaps")]
        // SAFETY: the call sets a number of the allocator.
        unsafe {
            libc::mallopt(libc::M_ARENA_MAX, 1);
        }
    }
}

/// What the limits of the program leave it, in bytes: those of its control groups, of its address space and of its data.
#[cfg(target_os = "linux")]
fn limits() -> impl Iterator<Item = u64> {
    use rustix::process::Resource;
    let groups = cgroup::free_bytes(std::path::Path::new("/"));
    [groups, shell_limit(Resource::As, 0), shell_limit(Resource::Data, 5)].into_iter().flatten()
}

/// What a limit of the shell leaves, in bytes. Used is the field of `/proc/self/statm` with this number, `size resident
/// shared text lib data dt`, in pages.
#[cfg(target_os = "linux")]
fn shell_limit(resource: rustix::process::Resource, field: usize) -> Option<u64> {
    let most = rustix::process::getrlimit(resource).current?;
    let used = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages: u64 =
        used.split_whitespace().nth(field).and_then(|number| number.parse().ok()).unwrap_or_default();
    Some(most.saturating_sub(pages.saturating_mul(rustix::param::page_size() as u64)))
}

/// The mebibytes of the line that begins with `name`, such as `MemTotal:  16384 kB`.
#[cfg(target_os = "linux")]
fn parse_line(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes / 1_024)
}

/// Physical memory: the number of its pages by their size.
#[cfg(not(target_os = "linux"))]
fn physical_mb() -> Option<u64> {
    #[expect(unsafe_code, reason = "no safe crate without further dependencies asks the system for it")]
    // SAFETY: `sysconf` reads a value of the system and touches no memory of ours.
    let pages = unsafe { libc::sysconf(libc::_SC_PHYS_PAGES) };
    let page_bytes = u64::try_from(rustix::param::page_size()).ok()?;
    u64::try_from(pages).ok().filter(|&pages| pages > 0).map(|pages| pages.saturating_mul(page_bytes) >> 20)
}

/// Requests huge pages, which make random access cheaper (fewer page table walks), for memory that nothing was written
/// to yet. Does nothing on systems without such a request.
pub fn advise_huge_pages<T>(room: &mut [T]) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn a_line_is_read_in_mebibytes() {
        let parse_total = |text| parse_line(text, "MemTotal:");
        assert_eq!(parse_total("MemFree: 3 kB\nMemTotal:       16384000 kB\nBuffers: 1 kB\n"), Some(16_000));
        assert_eq!(parse_total("MemTotal: many"), None);
        assert_eq!(parse_total(""), None);
    }

    #[test]
    fn the_machine_has_memory() {
        let total = total_mb().unwrap();
        assert!(total > 64, "{total}");
        assert!(available_mb().is_some_and(|free| free as u64 <= total));
    }
}
