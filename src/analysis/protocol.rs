//! What goes down to the worker and what comes up: commands, snapshots, and a generation on both.

use std::path::PathBuf;
use std::time::Duration;

use crate::chess::{Line, Material, Move, Ranking, Root, StopToken};
use crate::engine::{Limits, Report};
use crate::solver::Advice;
use crate::solver::tables::Stats;

use super::aside::{Answer, AsideId};
use super::external::Standing;
use super::inquiry::{InquiryId, Insight};
use super::sweep::{SweepId, Swept};

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
pub struct Job {
    /// The position and its past.
    pub root: Root,
    /// What may be spent.
    pub limits: Limits,
    /// What it is for.
    pub task: Task,
}

/// What a job is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Task {
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
pub struct Resources {
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

impl Default for Resources {
    fn default() -> Self {
        Self { hash_mb: 64, memory_mb: usize::MAX, threads: 1, contempt: 0, syzygy: None }
    }
}

/// A word to the worker.
#[derive(Debug)]
pub(super) enum Command {
    /// Take up a job; the one before is already stopped.
    Begin(Generation, Box<Job>, StopToken),
    /// Change what the engine may use, before the next job.
    Configure(Resources),
    /// Forget what was learned, before a new game.
    NewGame,
}

/// Where the first line comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// A table of exact distances for this ending.
    Table(Material),
    /// The search.
    Search,
    /// A proof that the mate exists and no shorter one does.
    Proof,
    /// An engine outside: its moves are legal, all else is its word.
    External,
}

/// How far the proof of the shortest mate has come. The mate itself, if one is known, is the snapshot's
/// first line: proven once nothing shorter is possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ProofState {
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
pub struct Building {
    /// The ending that is being made, which may be one that the wanted ending leads to.
    pub material: Material,
    /// The ending that was asked for.
    pub wanted: Material,
    /// Thousandths of the whole that are done, what leads to it included: 0 to 1000.
    pub permille: u16,
}

/// All that is known about a job's position at one moment.
#[derive(Clone, PartialEq, Debug)]
pub struct Snapshot {
    /// The job that this belongs to.
    pub generation: Generation,
    /// Who vouches for the first line.
    pub source: Source,
    /// Depth, nodes, time and lines. Where a table answers, nodes and depth are nought.
    pub report: Report,
    /// Every legal move by what it costs, where the tables cover the position.
    pub ranking: Option<Ranking>,
    /// The proof beside the search.
    pub proof: ProofState,
    /// What the user's tables for larger endings say, where they cover the position.
    pub syzygy: Option<Advice>,
    /// The move that an engine outside has decided for; the lines may say otherwise.
    pub played: Option<Move>,
    /// The reply that it expects to that move, where it says so.
    pub expects: Option<Move>,
}

impl Snapshot {
    /// The best line, if the game goes on.
    #[must_use]
    pub fn best_line(&self) -> Option<&Line> {
        self.report.lines.first()
    }

    /// The best move, if the game goes on.
    #[must_use]
    pub fn best_move(&self) -> Option<Move> {
        self.played.or_else(|| self.report.best_move())
    }

    /// Time since the job began.
    #[must_use]
    pub const fn time(&self) -> Duration {
        self.report.time
    }
}

/// A word from the worker.
#[derive(Clone, PartialEq, Debug)]
pub enum Update {
    /// More is known. Only the newest one is kept.
    Progress(Box<Snapshot>),
    /// The job has come to its end by its own limits.
    Done(Box<Snapshot>),
    /// The job failed; the next one starts afresh.
    Failed {
        /// The job that failed.
        generation: Generation,
        /// Why, for the player.
        reason: String,
    },
    /// The machine had no room for all of the resources: what the engine uses in their place, in words.
    Shortfall(String),
    /// How it stands with an engine outside. Only the newest one is kept.
    Standing(Box<Standing>),
    /// More is known of why a mate is one.
    Why(InquiryId, Insight),
    /// More is known of the positions of a game.
    Swept(SweepId, Swept),
    /// More is known of the question aside. Only the newest answer is kept.
    Aside(AsideId, Answer),
    /// The tables of the three-man endings are ready.
    TablesReady,
    /// A table is being made in the background. Only the newest one is kept.
    Building(Building),
    /// The table of this ending has been made or read: positions with these men are answered now.
    Built(Material),
    /// The table of this ending could not be made.
    NotBuilt {
        /// The ending that was asked for.
        material: Material,
        /// Why, for the player.
        reason: String,
    },
    /// What the table of this ending holds; None where there is no table to count.
    Counted(Material, Option<Box<Stats>>),
}

impl Update {
    /// The job that this belongs to; None where it belongs to none.
    #[must_use]
    pub fn generation(&self) -> Option<Generation> {
        match self {
            Self::Progress(snapshot) | Self::Done(snapshot) => Some(snapshot.generation),
            Self::Failed { generation, .. } => Some(*generation),
            Self::Why(..)
            | Self::Swept(..)
            | Self::Aside(..)
            | Self::Shortfall(_)
            | Self::Standing(_)
            | Self::TablesReady
            | Self::Building(_)
            | Self::Built(_)
            | Self::NotBuilt { .. }
            | Self::Counted(..) => None,
        }
    }
}
