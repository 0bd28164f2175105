//! Analyzer: the result of a position from endgame tables, or else from the search and the mate prover
//! together.
//!
//! The terminal interface, the UCI server and the command line all analyze with an [`Analyzer`], so that they
//! show the same result for a position.

use std::sync::{Arc, Mutex, PoisonError};

use super::exact_lines::exact_lines;
use super::mate_prover_task::{MateProverTask, ProverBudget, ProverQuery, lock};
use super::merged_analysis::MergedAnalysis;
use super::protocol::{AnalysisJob, AnalysisPurpose, AnalysisSnapshot, AnalysisSource, JobId};
use super::syzygy_root_filter::SyzygyRootFilter;
use chess::{Oracle, Ply, Ranking, Root, StopToken};
use engine::co_search::{CoSearch, ThreadMode};
use engine::{Engine, EngineSettings};
use solver::Syzygy;
use solver::mate::{Prover, ProverSettings};

/// The longest mate that a score can carry, in moves.
const MAX_MATE_MOVES: u16 = Ply::MAX.moves();

/// The engine and the mate prover with their tables, working on one position at a time.
pub struct Analyzer {
    engine: Engine,
    thread_mode: ThreadMode,
    /// The user's Syzygy tables.
    syzygy: Option<Arc<Syzygy>>,
    /// The prover of the last position; the next job resumes it or takes its memory.
    prover: Option<Prover>,
    /// The position that the prover can be resumed in, and its mate limit in moves.
    resumable: Option<(Root, u16)>,
}

impl Analyzer {
    /// A new engine and prover. With [`ThreadMode::OwnThread`] the prover has a thread beside the search
    /// threads, with [`ThreadMode::SharedThread`] it takes turns with the last of them.
    #[must_use]
    pub fn new(settings: EngineSettings, thread_mode: ThreadMode) -> Self {
        Self { engine: Engine::new(settings), thread_mode, syzygy: None, prover: None, resumable: None }
    }

    /// Changes the engine settings between two jobs.
    pub fn configure(&mut self, settings: EngineSettings) {
        self.prover = None;
        self.engine.configure(settings);
    }

    /// The size of the hash table in mebibytes.
    #[must_use]
    pub fn hash_mb(&self) -> usize {
        self.engine.hash_mb()
    }

    /// Which settings memory was too small for, as text for the user; None where it sufficed for all.
    #[must_use]
    pub fn reduced_resources(&self) -> Option<String> {
        let wanted = self.engine.settings();
        let engine = &self.engine;
        let hash = (engine.hash_mb() < wanted.hash_mb).then(|| {
            let (wanted, taken) = (wanted.hash_mb, engine.hash_mb());
            format!("memory has no room for a hash table of {wanted} MiB: the engine uses {taken} MiB")
        });
        let threads = (engine.threads() < wanted.threads).then(|| {
            let (wanted, taken) = (wanted.threads, engine.threads());
            format!("memory has no room for {wanted} threads: the engine uses {taken}")
        });
        let messages: Vec<String> = hash.into_iter().chain(threads).collect();
        (!messages.is_empty()).then(|| messages.join("; "))
    }

    /// Replaces the user's Syzygy tables. They select the root moves that keep the result.
    pub fn set_syzygy(&mut self, tables: Option<Arc<Syzygy>>) {
        self.syzygy = tables;
    }

    /// Clears the hash and history tables and the prover before a new game.
    pub fn new_game(&mut self) {
        self.resumable = None;
        self.engine.new_game();
    }

    /// Runs one job until its limits are reached or the token is stopped, and returns the final snapshot.
    /// `on_snapshot` receives each new snapshot; it may be called from two threads, one at a time.
    pub fn analyze(
        &mut self,
        (generation, job): (JobId, &AnalysisJob),
        stop: &StopToken,
        on_snapshot: &(dyn Fn(AnalysisSnapshot) + Sync),
    ) -> AnalysisSnapshot {
        let merged = Mutex::new(MergedAnalysis::new(generation, job.limits.multipv.max(1)));
        let syzygy_filter =
            SyzygyRootFilter::probe(job, self.syzygy.as_deref(), &*self.engine.settings().oracle);
        let syzygy_filter = &syzygy_filter;
        let on_snapshot: &(dyn Fn(AnalysisSnapshot) + Sync) =
            &|snapshot| on_snapshot(syzygy_filter.apply(snapshot));
        if job.root.termination().is_none() {
            let oracle = Arc::clone(&self.engine.settings().oracle);
            let probes_tables = matches!(job.purpose, AnalysisPurpose::Analyze | AnalysisPurpose::Review);
            if !(probes_tables && answer_from_tables(&mut lock(&merged), &*oracle, job)) {
                let had_table = has_table(&job.root, &*oracle);
                self.search_and_prove((job, syzygy_filter), &oracle, stop, &merged, on_snapshot);
                if !had_table && has_table(&job.root, &*oracle) {
                    // The table was built during the search.
                    let is_answered = probes_tables && answer_from_tables(&mut lock(&merged), &*oracle, job);
                    if !is_answered && !stop.is_stopped() {
                        self.search_and_prove((job, syzygy_filter), &oracle, stop, &merged, on_snapshot);
                    }
                }
            }
        }
        let merged = merged.into_inner().unwrap_or_else(PoisonError::into_inner);
        let of_all = job.limits.search_moves.is_empty() && job.limits.elo.is_none();
        if let Some(line) = merged.mate().filter(|_| of_all) {
            self.engine.announce_mate(&job.root, line);
        }
        syzygy_filter.apply(merged.snapshot())
    }

    fn search_and_prove(
        &mut self,
        (job, syzygy_filter): (&AnalysisJob, &SyzygyRootFilter),
        oracle: &Arc<dyn Oracle>,
        stop: &StopToken,
        merged: &Mutex<MergedAnalysis>,
        on_snapshot: &(dyn Fn(AnalysisSnapshot) + Sync),
    ) {
        let (root, limits) = (&job.root, &job.limits);
        // The prover searches all root moves, and an engine of limited strength must not profit from it.
        let may_prove = limits.search_moves.is_empty() && limits.elo.is_none();
        let is_useful = may_prove && !syzygy_filter.is_draw();
        let mut prover = is_useful.then(|| self.take_prover(root, oracle, limits.mate));
        let mut prover_task = prover.as_mut().map(|prover| {
            lock(merged).update_proof(prover.status());
            let (mate, lines, thread_mode) =
                (limits.mate, limits.multipv.max(1), self.thread_mode_for(job.purpose));
            let query = ProverQuery { purpose: job.purpose, mate, lines, thread_mode };
            let (stop, oracle, budget) = (stop.clone(), &**oracle, ProverBudget::default());
            let has_table = has_table(root, oracle);
            MateProverTask { prover, merged, on_snapshot, stop, root, oracle, has_table, query, budget }
        });
        let thread_mode = self.thread_mode_for(job.purpose);
        let co_search = prover_task.as_mut().map(|task| (task as &mut dyn CoSearch, thread_mode));
        let report = self.engine.search_with_co_search(
            root,
            &syzygy_filter.limits(limits),
            stop,
            co_search,
            &mut |report| {
                let mut merged = lock(merged);
                merged.set_report(report);
                on_snapshot(merged.snapshot());
            },
        );
        lock(merged).set_report(&report);
        if prover.is_some() {
            self.prover = prover;
            self.resumable = Some((root.clone(), max_moves(limits.mate)));
        }
    }

    /// In a game and in a review only the engine's own threads are used.
    const fn thread_mode_for(&self, purpose: AnalysisPurpose) -> ThreadMode {
        match purpose {
            AnalysisPurpose::Analyze | AnalysisPurpose::Solve => self.thread_mode,
            AnalysisPurpose::Play | AnalysisPurpose::Review => ThreadMode::SharedThread,
        }
    }

    /// The prover of this position as far as it has come, or a new one.
    fn take_prover(&mut self, root: &Root, oracle: &Arc<dyn Oracle>, mate: Option<u16>) -> Prover {
        let within = max_moves(mate);
        let resumable = self.resumable.take();
        match self.prover.take() {
            Some(prover) if resumable.is_some_and(|(of, longest)| of == *root && longest == within) => prover,
            Some(prover) => prover.restarted(root, Arc::clone(oracle), within),
            None => {
                let memory_mb = (self.engine.hash_mb() / 4).clamp(4, 1_024);
                Prover::new(root, Arc::clone(oracle), ProverSettings { within, memory_mb })
            }
        }
    }
}

fn has_table(root: &Root, oracle: &dyn Oracle) -> bool {
    oracle.probe(&root.position).is_some()
}

/// The mate limit of a job in moves.
fn max_moves(mate: Option<u16>) -> u16 {
    mate.unwrap_or(MAX_MATE_MOVES).clamp(1, MAX_MATE_MOVES)
}

/// Takes the result from the tables where they cover the position and no draw by rule comes before the mate.
/// The ranking of the moves is set in both cases where the tables cover the position.
fn answer_from_tables(merged: &mut MergedAnalysis, oracle: &dyn Oracle, job: &AnalysisJob) -> bool {
    let Some(mut ranking) = Ranking::of(&job.root.position, oracle) else { return false };
    merged.ranking = Some(ranking.clone());
    if !job.limits.search_moves.is_empty() {
        ranking.moves.retain(|ranked| job.limits.search_moves.contains(&ranked.mv));
    }
    let lines = exact_lines(&job.root, &ranking, job.limits.multipv.max(1), oracle);
    if lines.is_empty() {
        return false;
    }
    merged.source = AnalysisSource::Table(job.root.position.material());
    merged.report.lines = lines;
    true
}
