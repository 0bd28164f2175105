//! What is known about a position, from the firmest source that has an answer: tables at once, else the
//! engine and the proof of the shortest mate together.
//!
//! Every front end thinks through a [`Tandem`]: the screen, the UCI server, the command line. So all of them
//! say the same of a position.

use std::sync::{Arc, Mutex, PoisonError};

use crate::chess::{Oracle, Ply, Ranking, Root, StopToken};
use crate::engine::companion::{Companion, Seat};
use crate::engine::{Engine, Settings};
use crate::solver::Syzygy;
use crate::solver::mate::{Prover, ProverSettings};

use super::exact_lines::exact_lines;
use super::known::Known;
use super::partner::{Account, Partner, Question, Table, lock};
use super::protocol::{Generation, Job, Snapshot, Source, Task};
use super::spoiling::{Advisor, Mates};

/// The longest mate that a score can carry, in moves.
const LONGEST: u16 = Ply::MAX.moves();

/// The engine and the proof of mates, working on one position at a time, with what both remember.
pub struct Tandem {
    engine: Engine,
    seat: Seat,
    /// The user's tables for larger endings.
    syzygy: Option<Arc<Syzygy>>,
    /// The proof of the last position, to be taken up again where that comes back.
    prover: Option<(Root, u16, Prover)>,
}

impl Tandem {
    /// A fresh pair. With [`Seat::Own`] the proof has a thread beside the engine's, with [`Seat::Shared`]
    /// it takes turns on the last of them.
    #[must_use]
    pub fn new(settings: Settings, seat: Seat) -> Self {
        Self { engine: Engine::new(settings), seat, syzygy: None, prover: None }
    }

    /// Changes settings between two jobs.
    pub fn configure(&mut self, settings: Settings) {
        self.prover = None;
        self.engine.configure(settings);
    }

    /// What the machine had no room for, in words; None where all that was wanted is there.
    #[must_use]
    pub fn shortfall(&self) -> Option<String> {
        let (wanted, engine) = (self.engine.settings(), &self.engine);
        let hash = (engine.hash_mb() < wanted.hash_mb).then(|| {
            let (wanted, taken) = (wanted.hash_mb, engine.hash_mb());
            format!("memory has no room for a hash table of {wanted} MiB: the engine uses {taken} MiB")
        });
        let threads = (engine.threads() < wanted.threads).then(|| {
            let (wanted, taken) = (wanted.threads, engine.threads());
            format!("memory has no room for {wanted} threads: the engine uses {taken}")
        });
        let told: Vec<String> = hash.into_iter().chain(threads).collect();
        (!told.is_empty()).then(|| told.join("; "))
    }

    /// Takes the user's tables for larger endings, in place of others: no job spoils a result that they know.
    pub fn ask_syzygy(&mut self, tables: Option<Arc<Syzygy>>) {
        self.syzygy = tables;
    }

    /// Forgets everything, as before a new game.
    pub fn new_game(&mut self) {
        self.prover = None;
        self.engine.new_game();
    }

    /// Works on one job until its limits or the token end it, and gives back the last snapshot.
    /// `on_snapshot` hears of every step; it may be called from two threads, one at a time.
    pub fn study(
        &mut self,
        (generation, job): (Generation, &Job),
        stop: &StopToken,
        on_snapshot: &(dyn Fn(Snapshot) + Sync),
    ) -> Snapshot {
        let known = Mutex::new(Known::new(generation, job.limits.lines.max(1)));
        let advisor = Advisor::of(job, self.syzygy.as_deref(), &*self.engine.settings().oracle);
        let advisor = &advisor;
        let on_snapshot: &(dyn Fn(Snapshot) + Sync) = &|snapshot| on_snapshot(advisor.settle(snapshot));
        if job.root.ending().is_none() {
            let oracle = Arc::clone(&self.engine.settings().oracle);
            let looks_up = matches!(job.task, Task::Analyze | Task::Review);
            if !(looks_up && from_tables(&mut lock(&known), &*oracle, job)) {
                let table = table_of(&job.root, &*oracle);
                self.search_and_prove((job, advisor), &oracle, stop, &known, on_snapshot);
                if table == Table::Missing && table_of(&job.root, &*oracle) == Table::There {
                    // The table came in the meantime.
                    let told = looks_up && from_tables(&mut lock(&known), &*oracle, job);
                    if !told && !stop.is_stopped() {
                        self.search_and_prove((job, advisor), &oracle, stop, &known, on_snapshot);
                    }
                }
            }
        }
        let known = known.into_inner().unwrap_or_else(PoisonError::into_inner);
        let of_all = job.limits.search_moves.is_empty() && job.limits.elo.is_none();
        if let Some(line) = known.mate().filter(|_| of_all) {
            self.engine.promise(&job.root, line);
        }
        advisor.settle(known.snapshot())
    }

    fn search_and_prove(
        &mut self,
        (job, advisor): (&Job, &Advisor),
        oracle: &Arc<dyn Oracle>,
        stop: &StopToken,
        known: &Mutex<Known>,
        on_snapshot: &(dyn Fn(Snapshot) + Sync),
    ) {
        let (root, limits) = (&job.root, &job.limits);
        // A proof regards all moves, and a weakened engine is not to know what it finds.
        let regards_all = limits.search_moves.is_empty() && limits.elo.is_none();
        let is_worth_it = regards_all && advisor.mates() == Mates::Possible;
        let mut prover = is_worth_it.then(|| self.take_prover(root, oracle, limits.mate));
        let mut partner = prover.as_mut().map(|prover| {
            lock(known).learn(prover.standing());
            let (mate, lines, seat) = (limits.mate, limits.lines.max(1), self.seat_for(job.task));
            let question = Question { task: job.task, mate, lines, seat };
            let (stop, oracle, purse) = (stop.clone(), &**oracle, Account::default());
            let table = table_of(root, oracle);
            Partner { prover, known, on_snapshot, stop, root, oracle, table, question, purse }
        });
        let seat = self.seat_for(job.task);
        let company = partner.as_mut().map(|partner| (partner as &mut dyn Companion, seat));
        let report =
            self.engine.search_in_company(root, &advisor.limits(limits), stop, company, &mut |report| {
                let mut known = lock(known);
                known.hear(report);
                on_snapshot(known.snapshot());
            });
        lock(known).hear(&report);
        self.prover = prover.map(|prover| (root.clone(), within(limits.mate), prover));
    }

    /// In a game the engine's own threads are all that may be used.
    const fn seat_for(&self, task: Task) -> Seat {
        match task {
            Task::Analyze | Task::Solve => self.seat,
            Task::Play | Task::Review => Seat::Shared,
        }
    }

    /// The proof of this position as far as it came, or a new one.
    fn take_prover(&mut self, root: &Root, oracle: &Arc<dyn Oracle>, mate: Option<u16>) -> Prover {
        match self.prover.take() {
            Some((of, longest, prover)) if of == *root && longest == within(mate) => prover,
            _ => {
                let memory_mb = (self.engine.hash_mb() / 4).clamp(4, 1_024);
                let settings = ProverSettings { within: within(mate), memory_mb };
                Prover::new(root, Arc::clone(oracle), settings)
            }
        }
    }
}

fn table_of(root: &Root, oracle: &dyn Oracle) -> Table {
    if oracle.probe(&root.position).is_some() { Table::There } else { Table::Missing }
}

/// The longest mate that is looked for.
fn within(mate: Option<u16>) -> u16 {
    mate.unwrap_or(LONGEST).clamp(1, LONGEST)
}

/// Answers from the tables where they cover the position and its mate can still arrive. The ranking of the
/// moves is kept in either case.
fn from_tables(known: &mut Known, oracle: &dyn Oracle, job: &Job) -> bool {
    let Some(mut ranking) = Ranking::of(&job.root.position, oracle) else { return false };
    known.ranking = Some(ranking.clone());
    if !job.limits.search_moves.is_empty() {
        ranking.moves.retain(|ranked| job.limits.search_moves.contains(&ranked.mv));
    }
    let lines = exact_lines(&job.root, &ranking, job.limits.lines.max(1), oracle);
    if lines.is_empty() {
        return false;
    }
    known.source = Source::Table(job.root.position.material());
    known.report.lines = lines;
    true
}
