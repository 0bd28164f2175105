//! What the built-in engine may use of the machine, as the settings have it.

/// Threads, memory and tables of the built-in engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineResources {
    /// Size of the transposition table, in mebibytes.
    pub hash_mb: u16,
    /// Search threads; None for one less than the machine has.
    pub threads: Option<u16>,
    /// A folder with Syzygy tables, as it was written; empty for none.
    pub syzygy: String,
    /// Hardware threads of the machine.
    pub cores: u16,
    /// Available memory, in mebibytes.
    pub memory_mb: u16,
}

/// The largest hash table that can be chosen, in mebibytes.
const MAX_HASH_MB: u16 = 32_768;

impl Default for EngineResources {
    fn default() -> Self {
        Self { hash_mb: 64, threads: None, syzygy: String::new(), cores: 1, memory_mb: MAX_HASH_MB }
    }
}

impl EngineResources {
    /// The threads that search.
    #[must_use]
    pub fn threads_in_use(&self) -> u16 {
        self.threads.unwrap_or_else(|| self.cores.saturating_sub(1)).max(1)
    }

    /// One thread more or less, cycling through the default (one less than the machine has).
    pub fn step_threads(&mut self, up: isize) {
        let most = self.cores.max(self.threads.unwrap_or(1));
        self.threads = match (self.threads, up > 0) {
            (None, true) => Some(1),
            (None, false) => Some(most),
            (Some(count), true) if count >= most => None,
            (Some(count), true) => Some(count + 1),
            (Some(count), false) => Some(count - 1).filter(|&count| count > 0),
        };
    }

    /// A hash table twice as large or half as large, within the machine's memory.
    pub fn step_hash(&mut self, up: isize) {
        let most = self.memory_mb.min(MAX_HASH_MB).max(self.hash_mb);
        let next = if up > 0 { self.hash_mb.saturating_mul(2) } else { self.hash_mb / 2 };
        if (1..=most).contains(&next) {
            self.hash_mb = next;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_go_round_from_one_to_all_and_to_the_choice_by_itself() {
        let mut uses = EngineResources { cores: 3, ..EngineResources::default() };
        assert_eq!(uses.threads_in_use(), 2);
        let mut seen = Vec::new();
        for _ in 0..4 {
            uses.step_threads(1);
            seen.push(uses.threads);
        }
        assert_eq!(seen, [Some(1), Some(2), Some(3), None]);
        uses.step_threads(-1);
        assert_eq!(uses.threads, Some(3));
        assert_eq!(EngineResources { cores: 1, ..EngineResources::default() }.threads_in_use(), 1);
    }

    #[test]
    fn a_table_grows_as_far_as_memory_goes() {
        let mut uses = EngineResources { memory_mb: 300, ..EngineResources::default() };
        for _ in 0..9 {
            uses.step_hash(1);
        }
        assert_eq!(uses.hash_mb, 256);
        for _ in 0..20 {
            uses.step_hash(-1);
        }
        assert_eq!(uses.hash_mb, 1);
    }
}
