//! What the background analysis knows about the position on the board.

use std::fmt;
use std::sync::Arc;

use crate::analysis::{AnalysisPurpose, AnalysisSnapshot};
use crate::chess::{NoOracle, Oracle, Position, Verdict};
use crate::tui::analyze::cache::SnapshotFreshness;

/// The newest answer to the newest question. An answer to an older one never gets here.
#[derive(Clone, Debug, Default)]
pub struct CurrentAnalysis {
    /// What was asked last, while the answer is still of use.
    pub task: Option<AnalysisPurpose>,
    /// All that is known so far; None until the first answer.
    pub snapshot: Option<Box<AnalysisSnapshot>>,
    /// Whether a search still runs.
    pub status: CurrentAnalysisStatus,
    /// Whether `snapshot` was just found or is remembered.
    pub freshness: SnapshotFreshness,
    /// Why the last search failed, if it did.
    pub failure: Option<String>,
}

/// Whether the background works.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CurrentAnalysisStatus {
    /// Nothing was requested, or the search was stopped.
    #[default]
    Idle,
    /// A search is running.
    Working,
    /// All is known that was asked.
    Done,
}

/// The tables, as the screens ask them: a look-up, no work. They answer nothing until they are ready.
#[derive(Clone)]
pub struct OracleHandle {
    oracle: Arc<dyn Oracle>,
    /// Whether the tables of the three-piece endings are there.
    pub three_piece_tables: ThreePieceTables,
}

/// Whether the tables of the three-piece endings are there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ThreePieceTables {
    /// They are being made.
    Building,
    /// They answer.
    Ready,
}

impl OracleHandle {
    /// Asks an oracle whose tables are still being made.
    #[must_use]
    pub fn new(oracle: Arc<dyn Oracle>) -> Self {
        Self { oracle, three_piece_tables: ThreePieceTables::Building }
    }

    /// Whom to ask.
    #[must_use]
    pub fn oracle(&self) -> &dyn Oracle {
        &*self.oracle
    }

    /// The truth about a position, where it is covered.
    #[must_use]
    pub fn probe(&self, position: &Position) -> Option<Verdict> {
        self.oracle.probe(position)
    }
}

impl Default for OracleHandle {
    fn default() -> Self {
        Self::new(Arc::new(NoOracle))
    }
}

impl fmt::Debug for OracleHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Truth").field("tables", &self.three_piece_tables).finish_non_exhaustive()
    }
}
