//! What the machine has for the built-in engine, and the settings that it leaves room for.

use crate::analysis::BuildCost;
use crate::config::{ConfigNumber, HashMb, ThreadsConfig};

/// Hardware threads and memory of the machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MachineLimits {
    /// Hardware threads.
    pub cores: u16,
    /// Available memory, in mebibytes.
    pub memory_mb: u16,
    /// Free space on the disk with the user's tables, in bytes; the largest number where it is not known.
    pub free_disk_bytes: u64,
}

impl Default for MachineLimits {
    fn default() -> Self {
        Self { cores: 1, memory_mb: HashMb::MAX, free_disk_bytes: u64::MAX }
    }
}

/// A table that nobody asked for may take this part of the available memory (one half), and this part of the free
/// disk space (one quarter).
const SPARE_SHARES: (u64, u64) = (2, 4);

impl MachineLimits {
    /// The threads that search.
    pub(crate) fn search_threads(self, threads: ThreadsConfig) -> u16 {
        match threads {
            ThreadsConfig::Auto => self.cores.saturating_sub(1).max(1),
            ThreadsConfig::Count(count) => count.get(),
        }
    }

    /// Whether there is room to spare for a table that nobody asked for.
    pub(crate) fn has_room_for(self, cost: &BuildCost) -> bool {
        let memory = u64::from(self.memory_mb) << 20;
        cost.memory <= memory / SPARE_SHARES.0 && cost.disk <= self.free_disk_bytes / SPARE_SHARES.1
    }

    /// One thread more or less, cycling through the default (one less than the machine has).
    pub(crate) fn step_threads(self, threads: ThreadsConfig, up: isize) -> ThreadsConfig {
        let count = |count| ThreadsConfig::Count(ConfigNumber::new(count));
        match (threads, up > 0) {
            (ThreadsConfig::Auto, true) => count(1),
            (ThreadsConfig::Auto, false) => count(self.cores),
            (ThreadsConfig::Count(now), true) if now.get() >= self.cores => ThreadsConfig::Auto,
            (ThreadsConfig::Count(now), true) => count(now.get() + 1),
            (ThreadsConfig::Count(now), false) if now.get() == 1 => ThreadsConfig::Auto,
            (ThreadsConfig::Count(now), false) => count(now.get() - 1),
        }
    }

    /// A hash table twice as large or half as large, within the machine's memory.
    pub(crate) fn step_hash(self, hash_mb: HashMb, up: isize) -> HashMb {
        let now = hash_mb.get();
        let most = self.memory_mb.min(HashMb::MAX).max(now);
        let next = if up > 0 { now.saturating_mul(2) } else { now / 2 };
        if (1..=most).contains(&next) { HashMb::new(next) } else { hash_mb }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_go_round_from_one_to_all_and_to_the_choice_by_itself() {
        let machine = MachineLimits { cores: 3, ..MachineLimits::default() };
        assert_eq!(machine.search_threads(ThreadsConfig::Auto), 2);
        let count = |count| ThreadsConfig::Count(ConfigNumber::new(count));
        let mut threads = ThreadsConfig::Auto;
        for wanted in [count(1), count(2), count(3), ThreadsConfig::Auto] {
            threads = machine.step_threads(threads, 1);
            assert_eq!(threads, wanted);
        }
        assert_eq!(machine.step_threads(threads, -1), count(3));
        assert_eq!(machine.step_threads(count(1), -1), ThreadsConfig::Auto);
        assert_eq!(MachineLimits::default().search_threads(ThreadsConfig::Auto), 1);
    }

    #[test]
    fn a_table_grows_as_far_as_memory_goes() {
        let machine = MachineLimits { memory_mb: 300, ..MachineLimits::default() };
        let mut hash_mb = HashMb::new(64);
        for _ in 0..9 {
            hash_mb = machine.step_hash(hash_mb, 1);
        }
        assert_eq!(hash_mb.get(), 256);
        for _ in 0..20 {
            hash_mb = machine.step_hash(hash_mb, -1);
        }
        assert_eq!(hash_mb.get(), 1);
    }

    #[test]
    fn a_table_is_built_unasked_where_half_the_memory_and_a_quarter_of_the_disk_suffice() {
        let machine = MachineLimits { cores: 1, memory_mb: 1024, free_disk_bytes: 400 };
        let cost = BuildCost { seconds: 10, memory: 512 << 20, disk: 100 };
        assert!(machine.has_room_for(&cost));
        assert!(!machine.has_room_for(&BuildCost { memory: (512 << 20) + 1, ..cost }));
        assert!(!machine.has_room_for(&BuildCost { disk: 101, ..cost }));
    }
}
