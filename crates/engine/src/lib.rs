//! The engine: alpha-beta search with a hand-crafted evaluation that a small network corrects. It never reports a false mate.
//!
//! The engine does no input or output, and no thread outlives a call: [`Engine::search`] takes a [`Root`],
//! [`Limits`] and a stop token, and calls back with a [`Report`] after every iteration. It has no endgame
//! tables of its own: it probes them through [`chess::Oracle`].
//!
//! Reading order: [`limits`] and [`report`] (input and output), `search` (the tree), `search_position` (a
//! node's position), `order` (move ordering), `static_eval` with `eval` and `network` (evaluation), `transposition_table`,
//! `thread_memory` and `lazy_smp` (memory and threads), `verified_line` and `announced_mate` (which mates may be reported),
//! [`strength`] (playing below full strength), [`wdl`] (win, draw and loss probabilities), [`signature`] (the
//! bench signature), [`selfplay`] and [`tuning`] (how the weights are made), `match_score` (what games say about strength).

mod announced_mate;
mod budget;
pub mod co_search;
mod eval;
mod lazy_smp;
pub mod limits;
pub mod match_score;
mod network;
mod order;
pub mod report;
mod root_oracle;
mod search;
mod search_position;
pub mod selfplay;
pub mod signature;
mod static_eval;
pub mod strength;
mod thread_memory;
mod transposition_table;
pub mod tuning;
mod verified_line;
pub mod wdl;

use std::cmp::Reverse;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use announced_mate::AnnouncedMates;
use budget::Budget;
pub use co_search::{CoSearch, ThreadMode};
use eval::PawnTable;
pub use eval::breakdown::{EvalBreakdown, EvalTerm};
use lazy_smp::{Helpers, SearchTask};
pub use limits::{Limits, MoveOverhead, PonderHit, SearchStart, SearchTime, Stopwatch};
pub use report::Report;
use search::{SearchFindings, SearchParameters, SharedSearch};
use search_position::SearchPosition;
pub use strength::{Elo, StrengthLevel};
use thread_memory::SearchThreadMemory;
use transposition_table::TranspositionTable;

use chess::{Line, Move, NoOracle, Oracle, Position, Root, Score, StopToken, allocation};

/// The settings of an engine; they can be changed between two searches.
#[derive(Clone)]
pub struct EngineSettings {
    /// Size of the transposition table in mebibytes, 1 or more; less is taken where memory is short.
    pub hash_mb: usize,
    /// Number of search threads, 1 or more.
    pub threads: usize,
    /// Contempt in centipawns: by how much a draw is worth less than an equal position to the side to move at
    /// the root.
    pub contempt: i16,
    /// Endgame tables.
    pub oracle: Arc<dyn Oracle>,
}

impl Default for EngineSettings {
    fn default() -> Self {
        Self { hash_mb: 64, threads: 1, contempt: 0, oracle: Arc::new(NoOracle) }
    }
}

impl EngineSettings {
    /// The message to show before a hash table is allocated that takes seconds to prepare, in place of one of `held_mb`
    /// mebibytes (0 where there is none).
    #[must_use]
    pub fn hash_preparation_message(&self, held_mb: usize) -> Option<String> {
        /// A smaller table is ready at once, in mebibytes.
        const LARGE: usize = 4_096;
        // To ask for the room reads files of the system.
        if self.hash_mb < LARGE {
            return None;
        }
        let size = self.hash_mb.min(allocation::hash_room_mb().saturating_add(held_mb));
        (size >= LARGE).then(|| format!("preparing a hash table of {size} MiB"))
    }
}

/// An engine with its memory between searches: the transposition table, the histories of each thread, and the
/// announced mates.
///
/// ```
/// use chess::{Depth, Position, Root, StopToken};
/// use matescope_engine::{Engine, EngineSettings, Limits};
///
/// let mut engine = Engine::new(EngineSettings { hash_mb: 1, ..EngineSettings::default() });
/// let limits = Limits { depth: Some(Depth::new(4)), ..Limits::default() };
/// let report = engine.search(&Root::new(Position::start()), &limits, &StopToken::never(), &mut |_| {});
/// let line = report.lines.first().expect("the position has legal moves");
/// assert!(!line.moves.is_empty() && !line.score.is_mate());
/// ```
pub struct Engine {
    settings: EngineSettings,
    table: TranspositionTable,
    thread_memories: Vec<SearchThreadMemory>,
    announced_mates: AnnouncedMates,
    random: fastrand::Rng,
    parameters: SearchParameters,
    /// Whether nothing was stored since the memory was cleared.
    is_clear: bool,
}

impl Engine {
    /// Creates an engine with empty memory.
    #[must_use]
    pub fn new(settings: EngineSettings) -> Self {
        let table = TranspositionTable::new(settings.hash_mb);
        let thread_memories = vec![SearchThreadMemory::new(); threads_with_room(settings.threads)];
        Self {
            settings,
            table,
            thread_memories,
            announced_mates: AnnouncedMates::default(),
            random: fastrand::Rng::new(),
            parameters: SearchParameters::DEFAULT,
            is_clear: true,
        }
    }

    /// The current settings.
    #[must_use]
    pub const fn settings(&self) -> &EngineSettings {
        &self.settings
    }

    /// The size of the transposition table in mebibytes; less than the setting where memory is short.
    #[must_use]
    pub fn hash_mb(&self) -> usize {
        self.table.megabytes()
    }

    /// The number of search threads; fewer than the setting where memory is short.
    #[must_use]
    pub const fn threads(&self) -> usize {
        self.thread_memories.len()
    }

    /// Changes the settings between searches. A new table size clears the table.
    pub fn configure(&mut self, settings: EngineSettings) {
        if settings.hash_mb != self.settings.hash_mb {
            // Frees the old table before the new one is allocated.
            self.table = TranspositionTable::new(1);
            self.table = TranspositionTable::new(settings.hash_mb);
        }
        if settings.threads != self.settings.threads {
            self.thread_memories.resize_with(threads_with_room(settings.threads), SearchThreadMemory::new);
        }
        self.settings = settings;
    }

    /// Replaces the parameters of the search, to tune them.
    pub(crate) const fn set_parameters(&mut self, parameters: SearchParameters) {
        self.parameters = parameters;
    }

    /// Clears the transposition table, the histories and the announced mates, for a new game.
    pub fn new_game(&mut self) {
        if self.is_clear {
            return;
        }
        self.is_clear = true;
        self.table.clear();
        for memory in &mut self.thread_memories {
            memory.histories.clear();
            memory.corrections.clear();
        }
        self.announced_mates.clear();
    }

    /// Searches until a limit is reached or the token stops it. `on_report` receives every intermediate
    /// result; the final report is returned. The first line of a report begins with the move to play; there
    /// are no lines where the game is over.
    pub fn search(
        &mut self,
        root: &Root,
        limits: &Limits,
        stop: &StopToken,
        on_report: &mut dyn FnMut(&Report),
    ) -> Report {
        self.search_with_co_search(root, limits, stop, None, on_report)
    }

    /// [`Engine::search`] together with a co-search (a mate prover) on the same position and the same limits:
    /// its nodes count as the search's own. A search at limited strength ignores it.
    pub fn search_with_co_search(
        &mut self,
        root: &Root,
        limits: &Limits,
        stop: &StopToken,
        co_search: Option<(&mut dyn CoSearch, ThreadMode)>,
        on_report: &mut dyn FnMut(&Report),
    ) -> Report {
        let budget = Budget::start(limits);
        let moves = root_moves(root, limits);
        if moves.is_empty() || root.termination().is_some() {
            let report = Report { time: budget.elapsed(), ..Report::default() };
            on_report(&report);
            return report;
        }
        if let Some(elo) = limits.elo {
            let memory = &mut self.thread_memories[0];
            let limited = strength::limit_strength(
                elo,
                (root, &moves, limits),
                (&budget, stop),
                memory,
                &mut self.random,
            );
            let budget = budget.with_node_limit(&limited.limits);
            return self.start_search(root, &limited.moves, (&limited.limits, budget), stop, None, on_report);
        }
        if let Some(report) =
            root_oracle::oracle_report(root, &moves, limits, self.settings.oracle.as_ref(), &budget)
        {
            on_report(&report);
            return report;
        }
        let helpers = co_search.map(|(co_search, thread_mode)| Helpers { co_search, thread_mode });
        self.start_search(root, &moves, (limits, budget), stop, helpers, on_report)
    }

    /// Runs the search and turns its results into reports.
    fn start_search(
        &mut self,
        root: &Root,
        moves: &[Move],
        (limits, budget): (&Limits, Budget),
        stop: &StopToken,
        helpers: Option<Helpers>,
        on_report: &mut dyn FnMut(&Report),
    ) -> Report {
        self.is_clear = false;
        let oracle = Arc::clone(&self.settings.oracle);
        let drawing_moves = root_oracle::drawing_moves(root, moves, oracle.as_ref());
        let root_only_oracle = drawing_moves.is_some();
        let moves = drawing_moves.as_deref().unwrap_or(moves);
        let (contempt, parameters) = (self.settings.contempt, self.parameters);
        let oracle = oracle.as_ref();
        let task =
            SearchTask { root, moves, budget, limits, stop, oracle, root_only_oracle, contempt, parameters };
        let mut announced = self.announced_mate(root, moves);
        let mut report = Report::default();
        self.table.new_search();
        let table = &self.table;
        lazy_smp::search(task, table, &mut self.thread_memories, helpers, &mut |findings, shared| {
            report = report_of(root, findings, shared);
            if root_only_oracle {
                for line in &mut report.lines {
                    root_oracle::mark_as_draw(line);
                }
            }
            apply_announced_mate(&mut report, &mut announced);
            on_report(&report);
            search_control(limits, &report)
        });
        let is_unrestricted = moves.len() == root.position.legal_moves().len();
        if let Some(line) = announced
            && (is_unrestricted || line.score.is_mating())
        {
            self.announced_mates.add(root, &line);
        }
        report
    }

    /// Stores a mate that was found elsewhere: a later search of this position, or of one further down the
    /// line, never reports a longer one.
    pub fn announce_mate(&mut self, root: &Root, line: &Line) {
        self.is_clear = false;
        let announced = self.announced_mates.best_line(root);
        if announced.is_none_or(|(score, _)| announced_mate::is_worse_than_announced(line.score, score)) {
            self.announced_mates.add(root, line);
        }
    }

    /// The announced mate for this position, if its first move is among `moves`.
    fn announced_mate(&self, root: &Root, moves: &[Move]) -> Option<Line> {
        let (score, line) = self.announced_mates.best_line(root)?;
        let line = verified_line::verified_line(root, self.settings.oracle.as_ref(), score, line);
        let allowed = line.moves.first().is_some_and(|mv| moves.contains(mv));
        (allowed && line.score == score).then_some(line)
    }
}

/// The number of threads that memory has room for, at least 1.
fn threads_with_room(wanted: usize) -> usize {
    let mut threads = wanted.max(1);
    while threads > 1 && !allocation::has_room(threads.saturating_mul(chess::thread::SEARCH_STACK_BYTES)) {
        threads = threads.div_ceil(2);
    }
    threads
}

/// Static evaluation for the side to move. Meaningless in check.
#[must_use]
pub fn evaluate(position: &Position) -> Score {
    static_eval::static_eval(&SearchPosition::from(position), &mut PawnTable::new())
}

/// The legal moves, restricted to `searchmoves` where that is given.
fn root_moves(root: &Root, limits: &Limits) -> Vec<Move> {
    let legal = root.position.legal_moves();
    let wanted = &limits.search_moves;
    legal.into_iter().filter(|mv| wanted.is_empty() || wanted.contains(mv)).collect()
}

/// A report from the findings of the search; every line is verified by the rules of chess.
fn report_of(root: &Root, findings: &SearchFindings, shared: &SharedSearch) -> Report {
    let mut lines: Vec<Line> = findings
        .lines
        .iter()
        .map(|found| {
            let moves: Vec<Move> = found.pv.iter().map(|mv| mv.to_move()).collect();
            verified_line::verified_line(root, shared.oracle, found.score, &moves)
        })
        .collect();
    lines.sort_by_key(|line| Reverse(line.score));
    Report {
        depth: findings.depth,
        seldepth: findings.seldepth,
        nodes: shared.nodes.load(Ordering::Relaxed),
        time: shared.budget.elapsed(),
        threads: usize::try_from(shared.threads).unwrap_or(1),
        hashfull: shared.table.hashfull(),
        lines,
    }
}

/// Puts an announced mate back into the first line where the search has found less, or announces a new mate.
fn apply_announced_mate(report: &mut Report, announced: &mut Option<Line>) {
    let Some(first) = report.lines.first() else { return };
    match announced {
        Some(line) if announced_mate::is_worse_than_announced(line.score, first.score) => {
            let count = report.lines.len();
            let score = line.score;
            let begins = line.moves.first().copied();
            report.lines.retain(|other| other.score <= score && other.moves.first().copied() != begins);
            report.lines.insert(0, line.clone());
            report.lines.truncate(count);
        }
        _ if first.score.is_mate() => *announced = Some(first.clone()),
        _ => {}
    }
}

/// Stops the search once the mate that `go mate` requests is found.
fn search_control(limits: &Limits, report: &Report) -> ControlFlow<()> {
    let near = |score: Score| score.mate_distance().map(|plies| plies.get().div_ceil(2));
    let found = report.lines.first().and_then(|line| near(line.score));
    match (limits.mate, found) {
        (Some(wanted), Some(moves)) if moves <= wanted => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    }
}
