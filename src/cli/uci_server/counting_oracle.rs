//! Counts what an oracle answers, for the interface's `tbhits`.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::chess::{Material, Oracle, Position, Verdict};

/// An oracle whose answers are counted.
pub(super) struct CountingOracle {
    oracle: Arc<dyn Oracle>,
    hits: AtomicU64,
}

impl CountingOracle {
    /// An oracle that has answered nothing yet.
    pub(super) fn new(oracle: Arc<dyn Oracle>) -> Self {
        Self { oracle, hits: AtomicU64::new(0) }
    }

    /// Positions that were answered since the last [`reset`](Self::reset).
    pub(super) fn hits(&self) -> u64 {
        self.hits.load(Ordering::Relaxed)
    }

    /// Begins to count anew, before a search.
    pub(super) fn reset(&self) {
        self.hits.store(0, Ordering::Relaxed);
    }
}

impl Oracle for CountingOracle {
    fn probe(&self, position: &Position) -> Option<Verdict> {
        let verdict = self.oracle.probe(position)?;
        self.hits.fetch_add(1, Ordering::Relaxed);
        Some(verdict)
    }

    fn covers(&self, material: &Material) -> bool {
        self.oracle.covers(material)
    }
}
