//! How much memory the machine has, as far as its system tells in a file.

use std::fs;

/// All memory of the machine, in mebibytes; None where the system doesn't say.
#[must_use]
pub fn memory_mb() -> Option<u64> {
    total(&fs::read_to_string("/proc/meminfo").ok()?)
}

/// Reads the line `MemTotal:  16384 kB`.
fn total(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes / 1_024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_total_is_read_in_mebibytes() {
        assert_eq!(total("MemFree: 3 kB\nMemTotal:       16384000 kB\nBuffers: 1 kB\n"), Some(16_000));
        assert_eq!(total("MemTotal: many"), None);
        assert_eq!(total(""), None);
    }
}
