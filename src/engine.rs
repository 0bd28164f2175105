//! Floor 2: the search. An opinion about any position, quickly, and never a false mate.
//!
//! The engine prints nothing, reads nothing and owns no thread that outlives a call: it is handed a
//! [`Root`], [`Limits`] and a stop token, and calls back with a [`Report`] when it knows more. It knows no
//! tables either: it asks through [`crate::chess::Oracle`].
//!
//! Reading order: [`limits`] and [`report`] (what goes in and out), `search` (the tree), `state` (a position
//! in it), `order` (which move first), `eval` (what a position is worth), `table`, `memory` and `team` (what
//! is remembered, and threads), `claim` and `promise` (what may be said about mates), [`strength`] (how to
//! play worse), [`chances`] (what a score means for the result), [`signature`] (is it still the same search),
//! [`selfplay`] and [`tuning`] (how the evaluation's weights are made).

mod budget;
pub mod chances;
mod claim;
pub mod companion;
mod eval;
pub mod limits;
mod machine;
mod memory;
mod order;
mod promise;
pub mod report;
mod search;
pub mod selfplay;
pub mod signature;
mod state;
pub mod strength;
mod table;
mod team;
mod truth;
pub mod tuning;

use std::cmp::Reverse;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::chess::{Line, Move, NoOracle, Oracle, Position, Root, Score, StopToken, Verdict, reserve};

use budget::Budget;
pub use budget::{PonderHit, Stopwatch};
pub use companion::{Companion, Seat};
pub use eval::ledger::{Explanation, Part};
pub use limits::{Limits, Overhead, Start, Time};
use memory::Memory;
use promise::Promises;
pub use report::Report;
use search::{Course, Findings, Shared};
pub use strength::{Elo, Level};
use table::Table;
use team::{Asking, Company, Task};

/// What the engine is made with; it can be changed between two searches.
#[derive(Clone)]
pub struct Settings {
    /// Size of the transposition table in mebibytes, 1 or more.
    pub hash_mb: usize,
    /// The most that the table may take of the machine's memory, in mebibytes, whatever is wanted.
    pub memory_mb: usize,
    /// Threads that search together, 1 or more.
    pub threads: usize,
    /// What a draw is worth less than level to the side to move at the root, in centipawns.
    pub contempt: i16,
    /// Who knows the truth about endings.
    pub oracle: Arc<dyn Oracle>,
}

impl Default for Settings {
    fn default() -> Self {
        Self { hash_mb: 64, memory_mb: usize::MAX, threads: 1, contempt: 0, oracle: Arc::new(NoOracle) }
    }
}

impl Settings {
    /// What to say before a table is made that takes seconds to prepare.
    #[must_use]
    pub fn preparation(&self) -> Option<String> {
        /// Less is there in a moment, in mebibytes.
        const LARGE: usize = 4_096;
        let size = self.hash_mb.min(self.memory_mb);
        (size >= LARGE).then(|| format!("preparing a hash table of {size} MiB"))
    }
}

/// The engine with what it remembers between searches: table, each thread's memory, the promised mates.
pub struct Engine {
    settings: Settings,
    table: Table,
    memories: Vec<Memory>,
    promises: Promises,
    random: fastrand::Rng,
}

impl Engine {
    /// A fresh engine.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        let table = Table::new(settings.hash_mb.min(settings.memory_mb));
        let memories = vec![Memory::new(); threads_with_room(settings.threads)];
        Self { settings, table, memories, promises: Promises::default(), random: fastrand::Rng::new() }
    }

    /// The settings in force.
    #[must_use]
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The size of the transposition table, in mebibytes: less than was wanted where memory has no room for more.
    #[must_use]
    pub fn hash_mb(&self) -> usize {
        self.table.megabytes()
    }

    /// The threads that search: fewer than were wanted where memory has no room for more.
    #[must_use]
    pub const fn threads(&self) -> usize {
        self.memories.len()
    }

    /// Changes settings between searches. A new table size forgets what the old table held.
    pub fn configure(&mut self, settings: Settings) {
        if settings.hash_mb != self.settings.hash_mb {
            // The old table makes room first.
            self.table = Table::new(1);
            self.table = Table::new(settings.hash_mb.min(settings.memory_mb));
        }
        if settings.threads != self.settings.threads {
            self.memories.resize_with(threads_with_room(settings.threads), Memory::new);
        }
        self.settings = settings;
    }

    /// Forgets everything, as before a new game.
    pub fn new_game(&mut self) {
        self.table.clear();
        for memory in &mut self.memories {
            memory.histories.clear();
        }
        self.promises.clear();
    }

    /// Searches until a limit is reached or the token stops it, and says what it found; `on_report` hears
    /// of every step on the way. The last report comes back: its first line begins with the move to play,
    /// and there are no lines where the game is over.
    pub fn search(
        &mut self,
        root: &Root,
        limits: &Limits,
        stop: &StopToken,
        on_report: &mut dyn FnMut(&Report),
    ) -> Report {
        self.search_in_company(root, limits, stop, None, on_report)
    }

    /// The same, with a companion that works on the position from the same limits: what it makes counts as
    /// the search's own. A weakened search keeps no company.
    pub fn search_in_company(
        &mut self,
        root: &Root,
        limits: &Limits,
        stop: &StopToken,
        company: Option<(&mut dyn Companion, Seat)>,
        on_report: &mut dyn FnMut(&Report),
    ) -> Report {
        let budget = Budget::start(limits);
        let moves = root_moves(root, limits);
        if moves.is_empty() || root.ending().is_some() {
            let report = Report { time: budget.elapsed(), ..Report::default() };
            on_report(&report);
            return report;
        }
        if let Some(elo) = limits.elo {
            let memory = &mut self.memories[0];
            let held = strength::hold(elo, (root, &moves, limits), (&budget, stop), memory, &mut self.random);
            let budget = budget.narrowed(&held.limits);
            return self.think(root, &held.moves, (&held.limits, budget), stop, None, on_report);
        }
        if let Some(report) = truth::report(root, &moves, limits, self.settings.oracle.as_ref(), &budget) {
            on_report(&report);
            return report;
        }
        let company = company.map(|(companion, seat)| Company { companion, seat });
        self.think(root, &moves, (limits, budget), stop, company, on_report)
    }

    /// The search proper.
    fn think(
        &mut self,
        root: &Root,
        moves: &[Move],
        (limits, budget): (&Limits, Budget),
        stop: &StopToken,
        company: Option<Company>,
        on_report: &mut dyn FnMut(&Report),
    ) -> Report {
        let oracle = Arc::clone(&self.settings.oracle);
        let safe = truth::drawing_moves(root, moves, oracle.as_ref());
        let (moves, asking) = match &safe {
            Some(drawing) => (drawing.as_slice(), Asking::No),
            None => (moves, Asking::Yes),
        };
        let contempt = self.settings.contempt;
        let task = Task { root, moves, budget, limits, stop, oracle: oracle.as_ref(), asking, contempt };
        let mut promised = self.promised(root, moves);
        let mut report = Report::default();
        self.table.grow_older();
        let table = &self.table;
        team::search(task, table, &mut self.memories, company, &mut |findings, shared| {
            report = report_of(root, findings, shared);
            if asking == Asking::No {
                for line in &mut report.lines {
                    truth::call_draw(line);
                }
            }
            keep_promise(&mut report, &mut promised);
            on_report(&report);
            course(limits, &report)
        });
        let whole = moves.len() == root.position.legal_moves().len();
        if let Some(line) = promised
            && (whole || line.score.is_mating())
        {
            self.promises.add(root, &line);
        }
        report
    }

    /// Remembers a mate that somebody else has shown: a later search of this position, or of one further
    /// down the line, never reports a longer one.
    pub fn promise(&mut self, root: &Root, line: &Line) {
        let kept = self.promises.recall(root);
        if kept.is_none_or(|(score, _)| promise::is_broken(line.score, score)) {
            self.promises.add(root, line);
        }
    }

    /// The mate that was promised for this position, if its move is among `moves`.
    fn promised(&self, root: &Root, moves: &[Move]) -> Option<Line> {
        let (score, line) = self.promises.recall(root)?;
        let line = claim::line(root, self.settings.oracle.as_ref(), score, line);
        let allowed = line.moves.first().is_some_and(|mv| moves.contains(mv));
        (allowed && line.score == score).then_some(line)
    }
}

/// As many of the wanted threads as memory has room for, one at least.
fn threads_with_room(wanted: usize) -> usize {
    let mut threads = wanted.max(1);
    while threads > 1 && !reserve::has_room(threads.saturating_mul(team::STACK)) {
        threads = threads.div_ceil(2);
    }
    threads
}

/// What a position is worth to the side to move without any search. In check it says little.
#[must_use]
pub fn evaluate(position: &Position) -> Score {
    eval::evaluate(position)
}

/// The legal moves that the limits allow.
fn root_moves(root: &Root, limits: &Limits) -> Vec<Move> {
    let legal = root.position.legal_moves();
    let wanted = &limits.search_moves;
    legal.into_iter().filter(|mv| wanted.is_empty() || wanted.contains(mv)).collect()
}

/// A report of findings; every line is held against the rules.
fn report_of(root: &Root, findings: &Findings, shared: &Shared) -> Report {
    let mut lines: Vec<Line> = findings
        .lines
        .iter()
        .map(|found| {
            let moves: Vec<Move> = found.line.iter().map(|step| step.to_move()).collect();
            claim::line(root, shared.oracle, found.score, &moves)
        })
        .collect();
    lines.sort_by_key(|line| Reverse(line.score));
    Report {
        depth: findings.depth,
        seldepth: findings.seldepth,
        nodes: shared.nodes.load(Ordering::Relaxed),
        time: shared.budget.elapsed(),
        threads: usize::try_from(shared.threads).unwrap_or(1),
        hashfull: shared.table.fullness(),
        lines,
    }
}

/// Keeps a promised mate in the first line, or promises the one that stands there.
fn keep_promise(report: &mut Report, promised: &mut Option<Line>) {
    let Some(first) = report.lines.first() else { return };
    match promised {
        Some(line) if promise::is_broken(line.score, first.score) => {
            let (count, score) = (report.lines.len(), line.score);
            let begins = line.moves.first().copied();
            report.lines.retain(|other| other.score <= score && other.moves.first().copied() != begins);
            report.lines.insert(0, line.clone());
            report.lines.truncate(count);
        }
        _ if first.score.is_mate() => *promised = Some(first.clone()),
        _ => {}
    }
}

/// Whether the mate that was asked for is there.
fn course(limits: &Limits, report: &Report) -> Course {
    let near = |score: Score| score.mate_distance().map(|plies| plies.get().div_ceil(2));
    let found = report.lines.first().and_then(|line| near(line.score));
    match (limits.mate, found) {
        (Some(wanted), Some(moves)) if moves <= wanted => Course::Enough,
        _ => Course::On,
    }
}

/// What the oracle says of a position, where nothing in the game's past or the fifty-move rule stands
/// against it.
fn plain_truth(root: &Root, oracle: &dyn Oracle) -> Option<Verdict> {
    let repeated = !root.trail.stood_twice().is_empty();
    let verdict = oracle.probe(&root.position)?;
    (!repeated && verdict.arrives(root.position.halfmoves())).then_some(verdict)
}
