//! Analysis on background threads. Commands go down, events come up, and the user interface never
//! blocks.
//!
//! Reading order: [`protocol`] (commands, snapshots and events), [`analyzer`] (tables, else search and mate
//! prover together), `merged_analysis` (combines their results), `mate_prover_task` and `budget_split` (the
//! prover's share of the nodes), `syzygy_root_filter` (root moves ranked by the user's Syzygy tables),
//! `background_job` (threads), `worker` (the analysis thread), [`game_analysis`] (all positions of a game), [`mistake_search`]
//! (the better moves in place of a mistake), [`mate_puzzle`] and [`puzzle_check`] (the proofs of puzzles), `game_tables` (the tables that both probe),
//! [`side_query`] (a second search beside the first), [`proof_explorer`] (the tree of a mate's proof),
//! `table_builder` (table builds in the background), `mailbox` (the way back, where a new snapshot replaces
//! an unread one), [`AnalysisSession`] (what the user interface holds), [`external`] (UCI engines) and
//! [`backend`] (the interface that both kinds of engine implement).

pub mod analyzer;
pub mod backend;
mod background_job;
mod budget_split;
pub mod exact_lines;
pub mod external;
pub mod game_analysis;
mod game_tables;
mod mailbox;
mod mate_prover_task;
pub mod mate_puzzle;
mod merged_analysis;
pub mod mistake_search;
pub mod proof_explorer;
pub mod protocol;
pub mod puzzle_check;
mod session;
pub mod side_query;
mod syzygy_root_filter;
mod table_builder;
mod worker;

pub use analyzer::Analyzer;
pub use backend::{AnalysisBackend, PositionHistory};
pub use external::{ExternalEngine, ExternalEngineLaunch, ExternalEngineStatus};
pub use mailbox::Waker;
pub use protocol::{
    AnalysisEvent, AnalysisJob, AnalysisPurpose, AnalysisResources, AnalysisSnapshot, AnalysisSource, JobId,
    ProofProgress, TableBuildState,
};
pub use session::AnalysisSession;
pub use table_builder::{BuildListener, TableBuilder};

pub use engine::wdl::Wdl;
pub use engine::{Elo, Limits, Report, SearchTime, StrengthLevel};
pub use solver::Tables;
pub use solver::tables::cost::BuildCost;
pub use solver::tables::{EndingResultCounts, EndingStats, StatsStep};
pub use uci::option::{UciOption, UciOptionKind, UciOptionValue};
pub use uci::session::{MANAGED_OPTIONS, UciEngineIdentity, UciTimeouts};
pub use uci::to_engine::UciClocks;
