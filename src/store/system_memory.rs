//! Available memory of the machine, from the system's files.

use std::fs;

/// All memory of the machine, in mebibytes; None where the system doesn't say.
#[must_use]
pub fn total_mb() -> Option<u64> {
    parse_total(&fs::read_to_string("/proc/meminfo").ok()?)
}

/// Memory that can be taken now without pushing anything else out, in mebibytes; None where the system
/// doesn't say. A container's own limit counts too.
#[must_use]
pub fn available_mb() -> Option<usize> {
    let free = parse_line(&fs::read_to_string("/proc/meminfo").ok()?, "MemAvailable:")?;
    let limit = fs::read_to_string("/sys/fs/cgroup/memory.max").ok();
    let limit = limit.and_then(|text| text.trim().parse::<u64>().ok()).map(|bytes| bytes >> 20);
    usize::try_from(limit.map_or(free, |limit| limit.min(free))).ok()
}

/// Reads the line `MemTotal:  16384 kB`.
fn parse_total(text: &str) -> Option<u64> {
    parse_line(text, "MemTotal:")
}

/// The mebibytes of the line that begins with `name`.
fn parse_line(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes / 1_024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_total_is_read_in_mebibytes() {
        assert_eq!(parse_total("MemFree: 3 kB\nMemTotal:       16384000 kB\nBuffers: 1 kB\n"), Some(16_000));
        assert_eq!(parse_total("MemTotal: many"), None);
        assert_eq!(parse_total(""), None);
    }
}
