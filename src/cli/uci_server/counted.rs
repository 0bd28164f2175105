//! Counts what an oracle answers, for the interface's `tbhits`.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::chess::{Material, Oracle, Position, Verdict};

/// An oracle whose answers are counted.
pub(super) struct Counted {
    oracle: Arc<dyn Oracle>,
    answers: AtomicU64,
}

impl Counted {
    /// An oracle that has answered nothing yet.
    pub(super) fn new(oracle: Arc<dyn Oracle>) -> Self {
        Self { oracle, answers: AtomicU64::new(0) }
    }

    /// Positions that were answered since the last [`reset`](Self::reset).
    pub(super) fn answers(&self) -> u64 {
        self.answers.load(Ordering::Relaxed)
    }

    /// Begins to count anew, before a search.
    pub(super) fn reset(&self) {
        self.answers.store(0, Ordering::Relaxed);
    }
}

impl Oracle for Counted {
    fn probe(&self, position: &Position) -> Option<Verdict> {
        let verdict = self.oracle.probe(position)?;
        self.answers.fetch_add(1, Ordering::Relaxed);
        Some(verdict)
    }

    fn covers(&self, material: &Material) -> bool {
        self.oracle.covers(material)
    }
}
