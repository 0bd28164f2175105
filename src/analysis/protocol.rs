//! What goes down to the worker and what comes up: commands, snapshots, and a generation on both.

use std::path::PathBuf;
use std::time::Duration;

use crate::chess::{Line, Material, Move, Ranking, Root, StopToken};
use crate::engine::{Limits, Report};
use crate::solver::SyzygyRootMoves;
use crate::solver::tables::EndingStats;

use super::external::ExternalEngineStatus;
use super::game_analysis::{GameAnalysisId, GameAnalysisUpdate};
use super::proof_explorer::{ProofExplorerId, ProofExplorerUpdate};
use super::side_query::{SideQueryId, SideQueryUpdate};

/// The number of a job. A later job has a larger one; results of an earlier job are stale.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Generation(u64);

impl Generation {
    /// The generation of the next job.
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0 + 1)
    }
}

/// What the worker is asked to do.
#[derive(Clone, PartialEq, Debug)]
pub struct AnalysisJob {
    /// The position and its past.
    pub root: Root,
    /// What may be spent.
    pub limits: Limits,
    /// What it is for.
    pub purpose: AnalysisPurpose,
}

/// What a job is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AnalysisPurpose {
    /// The truth as far as it can be had: tables at once, draws too, else the search with a mate proof
    /// beside it.
    Analyze,
    /// A move in a game; its level is in the limits. The proof takes little while the game is open.
    Play,
    /// A position that somebody set up and asks about: the proof takes most.
    Solve,
    /// A position of a game, in a review or for a hint: tables at once, else the search, and little of the proof
    /// while the game is open. All of it on one thread, so that the answer depends on nothing but the question.
    Review,
}

/// How large and how many: what the engine may use of the machine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnalysisResources {
    /// Size of the transposition table in mebibytes, 1 or more.
    pub hash_mb: usize,
    /// The most that the table may take of the machine's memory, in mebibytes, whatever is wanted.
    pub memory_mb: usize,
    /// Threads that search together, 1 or more.
    pub threads: usize,
    /// What a draw is worth less than level, in centipawns.
    pub contempt: i16,
    /// A folder with Syzygy tables for larger endings.
    pub syzygy: Option<PathBuf>,
}

impl Default for AnalysisResources {
    fn default() -> Self {
        Self { hash_mb: 64, memory_mb: usize::MAX, threads: 1, contempt: 0, syzygy: None }
    }
}

/// A word to the worker.
#[derive(Debug)]
pub(super) enum AnalysisCommand {
    /// Take up a job; the one before is already stopped.
    Start(Generation, Box<AnalysisJob>, StopToken),
    /// Change what the engine may use, before the next job.
    Configure(AnalysisResources),
    /// Forget what was learned, before a new game.
    NewGame,
}

/// Where the first line comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnalysisSource {
    /// A table of exact distances for this ending.
    Table(Material),
    /// The search.
    Search,
    /// A proof that the mate exists and no shorter one does.
    Proof,
    /// An engine outside: its moves are legal, all else is its word.
    ExternalEngine,
}

/// How far the proof of the shortest mate has come. The mate itself, if one is known, is the snapshot's
/// first line: proven once nothing shorter is possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ProofProgress {
    /// No mate in so many moves or fewer exists; 0 says nothing.
    pub none_within: u16,
    /// The number of moves that is being looked at; None when the proof has ended or rests.
    pub checking: Option<u16>,
    /// Positions made by the proof, those that found the mate among them.
    pub nodes: u64,
    /// Time that the proof has worked. It stands still once the proof has ended.
    pub time: Duration,
}

/// How far a table that is being made has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableBuildState {
    /// The ending that is being made, which may be one that the wanted ending leads to.
    pub material: Material,
    /// The ending that was asked for.
    pub requested: Material,
    /// Thousandths of the whole that are done, what leads to it included: 0 to 1000.
    pub permille: u16,
}

/// All that is known about a job's position at one moment.
#[derive(Clone, PartialEq, Debug)]
pub struct AnalysisSnapshot {
    /// The job that this belongs to.
    pub generation: Generation,
    /// Who vouches for the first line.
    pub source: AnalysisSource,
    /// Depth, nodes, time and lines. Where a table answers, nodes and depth are nought.
    pub report: Report,
    /// Every legal move by what it costs, where the tables cover the position.
    pub ranking: Option<Ranking>,
    /// The proof beside the search.
    pub proof: ProofProgress,
    /// What the user's tables for larger endings say, where they cover the position.
    pub syzygy: Option<SyzygyRootMoves>,
    /// The move that an engine outside has decided for; the lines may say otherwise.
    pub best_reported: Option<Move>,
    /// The reply that it expects to that move, where it says so.
    pub ponder_move: Option<Move>,
}

impl AnalysisSnapshot {
    /// The best line, if the game goes on.
    #[must_use]
    pub fn best_line(&self) -> Option<&Line> {
        self.report.lines.first()
    }

    /// The best move, if the game goes on.
    #[must_use]
    pub fn best_move(&self) -> Option<Move> {
        self.best_reported.or_else(|| self.report.best_move())
    }

    /// Time since the job began.
    #[must_use]
    pub const fn time(&self) -> Duration {
        self.report.time
    }
}

/// A word from the worker.
#[derive(Clone, PartialEq, Debug)]
pub enum AnalysisEvent {
    /// More is known. Only the newest one is kept.
    Progress(Box<AnalysisSnapshot>),
    /// The job has come to its end by its own limits.
    Done(Box<AnalysisSnapshot>),
    /// The job failed; the next one starts afresh.
    Failed {
        /// The job that failed.
        generation: Generation,
        /// Why, for the player.
        reason: String,
    },
    /// The machine had no room for all of the resources: what the engine uses in their place, in words.
    ReducedResources(String),
    /// How it stands with an engine outside. Only the newest one is kept.
    EngineStatus(Box<ExternalEngineStatus>),
    /// More is known of why a mate is one.
    ProofExplorer(ProofExplorerId, ProofExplorerUpdate),
    /// More is known of the positions of a game.
    GameAnalysis(GameAnalysisId, GameAnalysisUpdate),
    /// More is known of the question aside. Only the newest answer is kept.
    SideQuery(SideQueryId, SideQueryUpdate),
    /// The tables of the three-man endings are ready.
    TablesReady,
    /// A table is being made in the background. Only the newest one is kept.
    TableBuilding(TableBuildState),
    /// The table of this ending has been made or read: positions with these men are answered now.
    TableBuilt(Material),
    /// The table of this ending could not be made.
    TableBuildFailed {
        /// The ending that was asked for.
        material: Material,
        /// Why, for the player.
        reason: String,
    },
    /// What the table of this ending holds; None where there is no table to count.
    TableStats(Material, Option<Box<EndingStats>>),
}

impl AnalysisEvent {
    /// The job that this belongs to; None where it belongs to none.
    #[must_use]
    pub fn generation(&self) -> Option<Generation> {
        match self {
            Self::Progress(snapshot) | Self::Done(snapshot) => Some(snapshot.generation),
            Self::Failed { generation, .. } => Some(*generation),
            Self::ProofExplorer(..)
            | Self::GameAnalysis(..)
            | Self::SideQuery(..)
            | Self::ReducedResources(_)
            | Self::EngineStatus(_)
            | Self::TablesReady
            | Self::TableBuilding(_)
            | Self::TableBuilt(_)
            | Self::TableBuildFailed { .. }
            | Self::TableStats(..) => None,
        }
    }
}
