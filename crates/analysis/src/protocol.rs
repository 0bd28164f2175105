//! The messages of the analysis threads: jobs and commands to them, events and snapshots from them.
//!
//! Every job has an id that its results carry, so that results of an earlier job are recognized as stale.

use std::path::PathBuf;
use std::time::Duration;

use super::external::status::ExternalEngineStatus;
use chess::mistake_search::MistakeSearch;
use chess::{
    Color, DistanceToMate, KnownResult, Line, Material, Move, PositionEvaluation, Ranking, Root, StopToken,
};
use engine::{Limits, Report};
use solver::mate::tree::{ProofDefense, ProofNodeId, ProofTree};
use solver::tables::{EndingStats, StatsStep};
use solver::{SyzygyResult, SyzygyRootMoves};

/// The number of a job of its kind: an analysis, a [side query](super::side_query), a
/// [proof explorer](super::proof_explorer) or a [game analysis](super::game_analysis). A later job has a larger
/// one; results of an earlier job are stale.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct JobId(u64);

impl JobId {
    /// The number of the next job.
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0 + 1)
    }
}

/// A position to analyze, and how.
#[derive(Clone, PartialEq, Debug)]
pub struct AnalysisJob {
    /// The position with its repetition history.
    pub root: Root,
    /// Limits of the search.
    pub limits: Limits,
    /// Which sources are used, and how nodes are divided between search and mate prover.
    pub purpose: AnalysisPurpose,
}

/// What an analysis is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AnalysisPurpose {
    /// Analysis of any position: the tables where they cover it, draws included, else the search with the
    /// mate prover beside it.
    Analyze,
    /// A move in a game, with the playing strength in the limits. The mate prover gets few nodes while the
    /// position is balanced.
    Play,
    /// A problem that the user set up: the mate prover gets most nodes.
    Solve,
    /// A position of a game under review, or a hint: the tables where they cover it, else the search; the
    /// mate prover gets few nodes while the position is balanced. Runs on one thread, so that the same job
    /// has the same result each time.
    Review,
}

/// What the built-in engine may use of the machine, and its other settings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnalysisResources {
    /// Size of the transposition table in mebibytes, 1 or more; less is taken where memory is short.
    pub hash_mb: usize,
    /// Search threads (Lazy SMP), 1 or more.
    pub threads: usize,
    /// Contempt in centipawns: how much worse than equality a draw is scored.
    pub contempt: i16,
    /// A folder with Syzygy tables for larger endings.
    pub syzygy: Option<PathBuf>,
}

impl Default for AnalysisResources {
    fn default() -> Self {
        Self { hash_mb: 64, threads: 1, contempt: 0, syzygy: None }
    }
}

/// A command to the worker thread.
#[derive(Debug)]
pub(super) enum AnalysisCommand {
    /// Start a job. The previous one has been stopped.
    Start(JobId, Box<AnalysisJob>, StopToken),
    /// Use these resources from the next job on.
    Configure(AnalysisResources),
    /// Clear the hash and history tables before a new game.
    NewGame,
}

/// Which source the first line of an analysis comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnalysisSource {
    /// A table of exact distances for this ending.
    Table(Material),
    /// The search.
    Search,
    /// A proof that the mate exists and that no shorter one does.
    Proof,
    /// An external UCI engine: its moves are checked to be legal, its scores are not verified.
    ExternalEngine,
}

/// Progress of the mate prover. The mate itself, if one is known, is the snapshot's first line, with
/// certainty "proven" once no shorter mate is possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ProofProgress {
    /// No mate in this many moves or fewer exists; 0 means that nothing is known.
    pub none_within: u16,
    /// The mate length in moves that is being checked; None when the prover has finished or waits.
    pub checking: Option<u16>,
    /// Nodes of the prover, those that found the mate included.
    pub nodes: u64,
    /// Time since the job began until the prover finished.
    pub time: Duration,
}

/// Progress of a table build.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableBuildState {
    /// The ending that is being built: the requested one or one that it can convert to.
    pub material: Material,
    /// The requested ending.
    pub requested: Material,
    /// Progress of the whole build, its sub-endings included, from 0 to 1000.
    pub permille: u16,
}

/// The result of a job so far.
#[derive(Clone, PartialEq, Debug)]
pub struct AnalysisSnapshot {
    /// The job whose result this is.
    pub generation: JobId,
    /// Where the first line comes from.
    pub source: AnalysisSource,
    /// Depth, nodes, time and lines. Nodes and depth are 0 where a table has the answer.
    pub report: Report,
    /// All legal moves with what each gives away, where the tables cover the position.
    pub ranking: Option<Ranking>,
    /// Progress of the mate prover.
    pub proof: ProofProgress,
    /// The result of each root move according to the user's Syzygy tables, where they cover the position.
    pub syzygy: Option<SyzygyRootMoves>,
    /// The `bestmove` of an external engine, which may differ from the first move of its first line.
    pub best_reported: Option<Move>,
    /// The `ponder` move of an external engine: the reply that it expects.
    pub ponder_move: Option<Move>,
}

impl AnalysisSnapshot {
    /// A snapshot of a search report, without results of tables and mate prover.
    #[must_use]
    pub fn new(generation: JobId, source: AnalysisSource, report: Report) -> Self {
        Self {
            generation,
            source,
            report,
            ranking: None,
            proof: ProofProgress::default(),
            syzygy: None,
            best_reported: None,
            ponder_move: None,
        }
    }

    /// The best line; None where the game is over or nothing is known yet.
    #[must_use]
    pub fn best_line(&self) -> Option<&Line> {
        self.report.lines.first()
    }

    /// The best move; None where the game is over or nothing is known yet.
    #[must_use]
    pub fn best_move(&self) -> Option<Move> {
        self.best_reported.or_else(|| self.report.best_move())
    }

    /// Time since the job began.
    #[must_use]
    pub const fn time(&self) -> Duration {
        self.report.time
    }

    /// The evaluation of the position with what is known for certain; None where there is no line.
    #[must_use]
    pub fn evaluation(&self) -> Option<PositionEvaluation> {
        let mut evaluation =
            PositionEvaluation::from_line(self.best_line()?.clone()).with_depth(self.report.depth);
        let result = self.syzygy.as_ref().map(|root_moves| root_moves.verdict.result);
        let syzygy_result = result.and_then(|result| match result {
            SyzygyResult::Win => Some(KnownResult::Win(DistanceToMate::Unknown)),
            SyzygyResult::Loss => Some(KnownResult::Loss(DistanceToMate::Unknown)),
            SyzygyResult::Draw | SyzygyResult::CursedWin | SyzygyResult::BlessedLoss => {
                Some(KnownResult::Draw)
            }
            _ => None,
        });
        evaluation.known_result = evaluation.known_result.or(syzygy_result);
        Some(evaluation)
    }
}

/// The result of a side query.
#[derive(Clone, PartialEq, Debug)]
pub enum SideQueryUpdate {
    /// The result so far.
    Progress(Box<AnalysisSnapshot>),
    /// The final result.
    Done(Box<AnalysisSnapshot>),
    /// The search panicked.
    Failed,
}

/// A forced mate whose proof is to be shown.
#[derive(Clone, PartialEq, Debug)]
pub struct MateClaim {
    /// The position with its repetition history.
    pub root: Root,
    /// The side that mates.
    pub winner: Color,
    /// Length of the mate in moves, 1 or more. A shorter one may exist.
    pub moves: u16,
    /// No mate in this many moves or fewer exists; 0 where nothing is known.
    pub none_within: u16,
}

/// A result of the proof explorer.
#[derive(Clone, PartialEq, Debug)]
pub enum ProofExplorerUpdate {
    /// The root of the tree, with the key move where the winner is to move.
    Opened(Box<ProofTree>),
    /// A defense below a node.
    Defense(ProofNodeId, Box<ProofDefense>),
    /// All defenses below a node have been sent.
    Expanded(ProofNodeId),
    /// The mate could not be proven.
    NotProven,
    /// The search panicked, with this message.
    Failed(String),
}

/// What a game analysis or a mistake search is for. There is one for each purpose: a new one ends the one before.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameAnalysisPurpose {
    /// The review of the game on the board.
    Review,
    /// A review that nobody waits for, on one thread.
    QueuedReview,
    /// The grade of a guessed move.
    Guess,
    /// The check of a mistake card.
    CardCheck,
}

/// The positions of a game to analyze.
#[derive(Clone, PartialEq, Debug)]
pub struct GameAnalysisRequest {
    /// The positions with their repetition history, in the order of the game, each with its ply in the game.
    pub roots: Vec<(usize, Root)>,
    /// Positions of the same game that were analyzed before, each with its evaluation: the moves between them
    /// and the others are compared, too.
    pub analyzed: Vec<(usize, Root, PositionEvaluation)>,
    /// Search nodes for each position on average, 1 or more.
    pub nodes: u64,
}

/// The mistakes whose better moves are searched for.
#[derive(Clone, PartialEq, Debug)]
pub struct MistakeSearchRequest {
    /// The positions with their repetition history, and the move that was played in each.
    pub mistakes: Vec<(Root, Move)>,
    /// Search nodes, 1 or more: a [mistake search](super::mistake_search) takes multiples of them.
    pub nodes: u64,
}

/// A result of a game analysis, or of a mistake search.
#[derive(Clone, PartialEq, Debug)]
pub enum GameAnalysisUpdate {
    /// The evaluation of the position at this ply. It replaces an earlier one of the same ply.
    Found(usize, Box<PositionEvaluation>),
    /// The quick and the deep search of the mistake with this index.
    MistakeSearched(usize, Box<[MistakeSearch; 2]>),
    /// The analysis is complete.
    Done,
    /// The search panicked, with this message, and the analysis ends.
    Failed(String),
}

/// An event from the analysis threads.
#[derive(Clone, PartialEq, Debug)]
pub enum AnalysisEvent {
    /// The job's result so far. Only the newest one is kept.
    Progress(Box<AnalysisSnapshot>),
    /// The job's final result: its limits are reached or it was stopped.
    Done(Box<AnalysisSnapshot>),
    /// The job panicked. The next one starts with a new engine.
    Failed {
        /// The job that failed.
        generation: JobId,
        /// The reason, as text for the user.
        reason: String,
    },
    /// Memory was too small for the settings: what the engine uses instead, as text for the user.
    ReducedResources(String),
    /// A hash table is prepared that takes seconds, as text for the user.
    PreparingHash(String),
    /// The state of an external engine. Only the newest one is kept.
    EngineStatus(Box<ExternalEngineStatus>),
    /// A result of the proof explorer.
    ProofExplorer(JobId, ProofExplorerUpdate),
    /// A result of a game analysis or a mistake search.
    GameAnalysis(GameAnalysisPurpose, JobId, GameAnalysisUpdate),
    /// The result of the side query. Only the newest one is kept.
    SideQuery(JobId, SideQueryUpdate),
    /// The tables of the 3-piece endings are ready.
    TablesReady,
    /// Progress of a table build. Only the newest one is kept.
    TableBuilding(TableBuildState),
    /// The table of this ending has been built or loaded and can be probed.
    TableBuilt(Material),
    /// The table of this ending could not be built.
    TableBuildFailed {
        /// The requested ending.
        material: Material,
        /// The reason, as text for the user.
        reason: String,
    },
    /// The statistics of a table are being counted: the step that begins.
    TableCounting(Material, StatsStep),
    /// The statistics of a table; None where there is no table.
    TableStats(Material, Option<Box<EndingStats>>),
}

impl AnalysisEvent {
    /// The job that this event belongs to, if any.
    #[must_use]
    pub fn generation(&self) -> Option<JobId> {
        match self {
            Self::Progress(snapshot) | Self::Done(snapshot) => Some(snapshot.generation),
            Self::Failed { generation, .. } => Some(*generation),
            Self::ProofExplorer(..)
            | Self::GameAnalysis(..)
            | Self::SideQuery(..)
            | Self::ReducedResources(_)
            | Self::PreparingHash(_)
            | Self::EngineStatus(_)
            | Self::TablesReady
            | Self::TableBuilding(_)
            | Self::TableBuilt(_)
            | Self::TableBuildFailed { .. }
            | Self::TableCounting(..)
            | Self::TableStats(..) => None,
        }
    }
}
