//! What the background analysis knows about the position on the board.

use std::fmt;
use std::sync::Arc;

use crate::analysis::{AnalysisPurpose, AnalysisSnapshot};
use crate::chess::{CountedVerdict, NoOracle, Oracle, Position, Verdict};

/// Whether what is shown was just found, or is remembered from an earlier visit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SnapshotFreshness {
    /// By the job under way, or the last one here.
    #[default]
    Fresh,
    /// On an earlier visit; nothing firmer has come since.
    Cached,
}

/// The newest result for the newest request. Results of older requests are dropped before.
#[derive(Clone, Debug, Default)]
pub struct CurrentAnalysis {
    /// The last request, while its result is still of use.
    pub task: Option<AnalysisPurpose>,
    /// The result so far; None until the first one.
    pub snapshot: Option<Box<AnalysisSnapshot>>,
    /// Whether a search still runs.
    pub status: CurrentAnalysisStatus,
    /// Whether `snapshot` is new or from the cache.
    pub freshness: SnapshotFreshness,
    /// Why the last search failed, if it did.
    pub failure: Option<String>,
}

/// Whether a search runs in the background.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CurrentAnalysisStatus {
    /// Nothing was requested, or the search was stopped.
    #[default]
    Idle,
    /// A search is running.
    Working,
    /// The request is complete.
    Done,
}

/// The tables, for probes by the screens: a look-up, no search. They answer nothing until they are ready.
#[derive(Clone)]
pub struct OracleHandle {
    oracle: Arc<dyn Oracle>,
    /// Whether the tables of the three-piece endings are there.
    pub three_piece_tables: ThreePieceTables,
}

/// Whether the tables of the three-piece endings are there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ThreePieceTables {
    /// They are being built.
    Building,
    /// They are ready.
    Ready,
}

impl OracleHandle {
    /// An oracle whose tables are still being built.
    #[must_use]
    pub fn new(oracle: Arc<dyn Oracle>) -> Self {
        Self { oracle, three_piece_tables: ThreePieceTables::Building }
    }

    /// The tables to probe.
    pub(crate) fn oracle(&self) -> &dyn Oracle {
        &*self.oracle
    }

    /// The exact result of a position under the fifty-move rule, where the tables cover it.
    pub(crate) fn probe(&self, position: &Position) -> Option<CountedVerdict> {
        CountedVerdict::probe(position, &*self.oracle)
    }

    /// The same without a search, for what is drawn many times: only what counter and material decide.
    pub(crate) fn probe_at_sight(&self, position: &Position) -> Option<CountedVerdict> {
        Some(CountedVerdict::at_sight(position, self.oracle.probe(position)?))
    }

    /// The result alone of [`OracleHandle::probe_at_sight`].
    pub(crate) fn verdict(&self, position: &Position) -> Option<Verdict> {
        self.probe_at_sight(position).map(|counted| counted.verdict)
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
