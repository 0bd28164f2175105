//! What is known about a position, from the firmest source that has an answer: tables at once, else the
//! search with a proof of the shortest mate beside it.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::chess::{Certainty, Line, Oracle, Ranking, Root, StopSource, StopToken};
use crate::engine::{Engine, Limits, Report, Time};
use crate::solver::mate::{Problem, Progress, prove};

use super::exact_lines::exact_lines;
use super::protocol::{Generation, Job, ProofState, Snapshot, Source, Task};

/// Moves within which every position is looked through for a mate, whether the search sees one or not.
const FIRST_LOOK: u16 = 4;
/// Positions that the first look may make.
const FIRST_LOOK_NODES: u64 = 400_000;

/// Works on one job until its limits or the token end it, and gives back the last snapshot.
/// `on_snapshot` hears of every step; it is called from two threads, one at a time.
pub fn study(
    engine: &mut Engine,
    oracle: &dyn Oracle,
    (generation, job): (Generation, &Job),
    stop: &StopToken,
    on_snapshot: &(dyn Fn(Snapshot) + Sync),
) -> Snapshot {
    let known = Mutex::new(Known::new(generation, job.limits.lines.max(1)));
    if job.root.ending().is_none() {
        if job.task == Task::Play {
            let report = engine.search(&job.root, &job.limits, stop, &mut |report| {
                on_snapshot(lock(&known).hear(report));
            });
            lock(&known).hear(&report);
        } else if !from_tables(&mut lock(&known), oracle, job) {
            search_and_prove(engine, oracle, job, stop, &known, on_snapshot);
        }
    }
    known.into_inner().unwrap_or_else(PoisonError::into_inner).snapshot()
}

/// All that has been found out so far.
struct Known {
    generation: Generation,
    wanted_lines: usize,
    source: Source,
    report: Report,
    ranking: Option<Ranking>,
    proof: ProofState,
    /// The shortest mate, once it is proven.
    proven: Option<Line>,
}

impl Known {
    fn new(generation: Generation, wanted_lines: usize) -> Self {
        Self {
            generation,
            wanted_lines,
            source: Source::Search,
            report: Report::default(),
            ranking: None,
            proof: ProofState::default(),
            proven: None,
        }
    }

    fn hear(&mut self, report: &Report) -> Snapshot {
        self.report = report.clone();
        self.snapshot()
    }

    /// Puts what is proven in front of what is found.
    fn snapshot(&self) -> Snapshot {
        let mut snapshot = Snapshot {
            generation: self.generation,
            source: self.source,
            report: self.report.clone(),
            ranking: self.ranking.clone(),
            proof: self.proof,
        };
        let lines = &mut snapshot.report.lines;
        if let Some(proven) = &self.proven {
            snapshot.source = Source::Proof;
            lines.retain(|line| line.moves.first() != proven.moves.first());
            lines.insert(0, proven.clone());
            lines.truncate(self.wanted_lines);
        } else if let Some(first) = lines.first_mut() {
            let distance = first.score.mate_distance();
            if distance.is_some_and(|plies| plies.moves() <= self.proof.none_within + 1) {
                first.certainty = Certainty::Proven;
            }
            if first.certainty == Certainty::Proven && self.source == Source::Search {
                snapshot.source = Source::Proof;
            }
        }
        snapshot
    }
}

fn lock(known: &Mutex<Known>) -> MutexGuard<'_, Known> {
    known.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Answers from the tables where they cover the position and its mate can still arrive. The ranking of the
/// moves is kept in either case.
fn from_tables(known: &mut Known, oracle: &dyn Oracle, job: &Job) -> bool {
    let Some(mut ranking) = Ranking::of(&job.root.position, oracle) else { return false };
    known.ranking = Some(ranking.clone());
    if !job.limits.search_moves.is_empty() {
        ranking.moves.retain(|ranked| job.limits.search_moves.contains(&ranked.mv));
    }
    let lines = exact_lines(&job.root, &ranking, known.wanted_lines, oracle);
    if lines.is_empty() {
        return false;
    }
    known.source = Source::Table(job.root.position.material());
    known.report.lines = lines;
    true
}

/// The search on this thread and the proof on another. A search without limits leaves the proof its time;
/// else the proof ends with the search.
fn search_and_prove(
    engine: &mut Engine,
    oracle: &dyn Oracle,
    job: &Job,
    stop: &StopToken,
    known: &Mutex<Known>,
    on_snapshot: &(dyn Fn(Snapshot) + Sync),
) {
    let endless = unlimited(&job.limits);
    let until_search_ends = StopSource::new();
    let proof_stop = if endless { stop.clone() } else { until_search_ends.token() };
    let (targets, inbox) = channel();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let inbox = inbox;
            if job.limits.search_moves.is_empty() {
                prove_beside(&job.root, oracle, &inbox, &proof_stop, known, on_snapshot);
            }
        });
        let report = engine.search(&job.root, &job.limits, stop, &mut |report| {
            aim(report, &targets);
            on_snapshot(lock(known).hear(report));
        });
        aim(&report, &targets);
        lock(known).hear(&report);
        drop(targets);
        drop(until_search_ends);
    });
}

const fn unlimited(limits: &Limits) -> bool {
    limits.depth.is_none()
        && limits.nodes.is_none()
        && limits.mate.is_none()
        && matches!(limits.time, Time::Unlimited)
}

/// Tells the proof which mate the search has found.
fn aim(report: &Report, targets: &Sender<u16>) {
    let found = report.lines.first().and_then(|line| line.score.mate_distance());
    if let Some(plies) = found {
        // The proof may have ended already.
        let _ = targets.send(plies.moves());
    }
}

/// A short look for any mate, then the proof that the mate the search has found is the shortest, or the
/// shorter one.
fn prove_beside(
    root: &Root,
    oracle: &dyn Oracle,
    targets: &Receiver<u16>,
    stop: &StopToken,
    known: &Mutex<Known>,
    on_snapshot: &(dyn Fn(Snapshot) + Sync),
) {
    let run = |within, nodes| {
        let problem = Problem { root, within, oracle, nodes };
        let proof = prove(&problem, stop, &mut |Progress { none_within, checking, nodes }| {
            let mut known = lock(known);
            let none_within = none_within.max(known.proof.none_within);
            known.proof = ProofState { none_within, checking: Some(checking), nodes, ..known.proof };
            on_snapshot(known.snapshot());
        });
        let mut known = lock(known);
        let none_within = proof.none_within.max(known.proof.none_within);
        known.proof = ProofState { none_within, checking: None, nodes: proof.nodes, ..known.proof };
        known.proven = proof.line().cloned();
        on_snapshot(known.snapshot());
        known.proven.is_some()
    };
    if run(FIRST_LOOK, Some(FIRST_LOOK_NODES)) {
        return;
    }
    while let Ok(within) = targets.recv() {
        let open = within > lock(known).proof.none_within + 1;
        if stop.is_stopped() || open && run(within, None) {
            return;
        }
    }
}
