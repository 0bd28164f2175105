//! The proof as the engine's companion: it takes its turns, tells what it found, and says when all is known.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::chess::{Depth, Oracle, Root, StopToken};
use crate::engine::co_search::{
    CoSearch, CoSearchNext, CoSearchTurn, EngineActivity, NodeBudget, SearchClockState, ThreadMode,
};
use crate::solver::mate::{ProofStatus, Prover};

use super::budget_split::{MateKnowledge, ProofEvidence, exhaustive_share, initial_nodes, proof_share};
use super::merged_analysis::MergedAnalysis;
use super::protocol::{AnalysisPurpose, AnalysisSnapshot};

/// Positions in one turn: limits are looked at in between.
const SLICE_NODES: u64 = 4_096;
/// Fewer are not worth a turn.
const MIN_TURN_NODES: u64 = 256;

/// The depth from which the engine's opinion counts: before that it jumps.
const MIN_RELIABLE_DEPTH: Depth = Depth::new(7);

/// What a proof is asked to find out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ProverQuery {
    /// What the position is looked at for.
    pub(super) purpose: AnalysisPurpose,
    /// "Mate in so many?", if that was asked.
    pub(super) mate: Option<u16>,
    /// Lines that the engine has to find.
    pub(super) lines: usize,
    /// Where the proof works.
    pub(super) thread_mode: ThreadMode,
}

/// Whether a table covered the position when the search began.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TableCoverage {
    /// It did, and yet the search had to judge.
    Available,
    /// It did not; it may still come.
    Missing,
}

/// The proof at work.
pub(super) struct MateProverTask<'a> {
    pub(super) prover: &'a mut Prover,
    pub(super) merged: &'a Mutex<MergedAnalysis>,
    pub(super) on_snapshot: &'a (dyn Fn(AnalysisSnapshot) + Sync),
    pub(super) stop: StopToken,
    pub(super) root: &'a Root,
    pub(super) oracle: &'a dyn Oracle,
    pub(super) table_coverage: TableCoverage,
    pub(super) query: ProverQuery,
    pub(super) budget: ProverBudget,
}

/// What the proof has been granted and what it has used, in positions.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ProverBudget {
    started: bool,
    /// All positions when the account was last looked at.
    total_nodes: u64,
    granted: u64,
    used: u64,
    /// The same for the exhaustive search on its own.
    exhaustive_granted: u64,
    exhaustive_used: u64,
}

impl CoSearch for MateProverTask<'_> {
    fn take_turn(&mut self, node_budget: &NodeBudget) -> CoSearchTurn {
        if self.table_coverage == TableCoverage::Missing && self.oracle.probe(&self.root.position).is_some() {
            // A table that was not there when the search began: it knows better than both.
            return CoSearchTurn { nodes: 0, next: CoSearchNext::Finish };
        }
        let (evidence, mate, exact) = self.gather_evidence();
        if let Some(moves) = mate {
            self.prover.set_upper_bound(moves);
        }
        if self.is_enough(mate, exact, node_budget) {
            return CoSearchTurn { nodes: 0, next: CoSearchNext::Finish };
        }
        if self.prover.status().decided {
            return CoSearchTurn::PASS;
        }
        let due = self.nodes_due(evidence, node_budget);
        let budget = &mut self.budget;
        let is_exhaustive = budget.exhaustive_granted >= budget.exhaustive_used + SLICE_NODES;
        let due = if is_exhaustive { SLICE_NODES } else { due };
        if due < MIN_TURN_NODES.min(node_budget.nodes_left) || due == 0 {
            return CoSearchTurn::PASS;
        }
        // What is left is shared with the threads that search in the meantime.
        let slice = due.min(SLICE_NODES).min(node_budget.nodes_left.div_ceil(node_budget.threads));
        let before = self.prover.status().clone();
        let status = if is_exhaustive {
            self.prover.work_exhaustively(slice, &self.stop)
        } else {
            self.prover.work(slice, &self.stop)
        };
        let nodes = status.nodes - before.nodes;
        if is_exhaustive {
            budget.exhaustive_used += nodes;
        } else {
            budget.used += nodes;
        }
        publish(self.merged, self.on_snapshot, &before, status, nodes, node_budget);
        CoSearchTurn { nodes, next: CoSearchNext::TakeTurn }
    }
}

impl MateProverTask<'_> {
    /// What bears on the share, the shortest mate known, and whether it is exact.
    fn gather_evidence(&self) -> (ProofEvidence, Option<u16>, bool) {
        let known = lock(self.merged);
        let first = known.report.lines.first();
        let mate = known.mate().and_then(|line| line.score.mate_distance()).map(crate::chess::Ply::moves);
        let knowledge = match (self.query.mate, mate) {
            (Some(_), _) => MateKnowledge::Requested,
            (None, Some(_)) => MateKnowledge::Bound,
            (None, None) => MateKnowledge::None,
        };
        let score = first.map(|line| line.score).filter(|_| known.report.depth >= MIN_RELIABLE_DEPTH);
        let ProverQuery { purpose: task, lines, .. } = self.query;
        let min_proof_number = self.prover.status().min_proof_number;
        (
            ProofEvidence { purpose: task, score, mate_knowledge: knowledge, min_proof_number, lines },
            mate,
            known.is_exact(),
        )
    }

    /// Whether all that was wanted is known.
    fn is_enough(&self, mate: Option<u16>, exact: bool, node_budget: &NodeBudget) -> bool {
        let none_within = self.prover.status().none_within;
        if let Some(wanted) = self.query.mate {
            return mate.is_some_and(|moves| moves <= wanted) || none_within >= wanted;
        }
        self.query.lines <= 1
            && (exact || (mate.is_some() && node_budget.clock == SearchClockState::Overdrawn))
    }

    /// Positions that the proof may make now; what the exhaustive search may make on its own is noted.
    fn nodes_due(&mut self, evidence: ProofEvidence, node_budget: &NodeBudget) -> u64 {
        let budget = &mut self.budget;
        if !budget.started {
            *budget = ProverBudget {
                started: true,
                total_nodes: node_budget.nodes,
                granted: initial_nodes(evidence.purpose, node_budget.nodes_left),
                ..ProverBudget::default()
            };
        }
        // What the others made since the last look; the proof's own work is not paid twice.
        let own = budget.used + budget.exhaustive_used;
        let others = node_budget.nodes.saturating_sub(budget.total_nodes + own);
        budget.total_nodes += others;
        let share = proof_share(evidence, node_budget.nodes);
        let granted = others * share / (1_000 - share);
        budget.granted += granted;
        let due = budget.granted.saturating_sub(budget.used);
        // A thread of its own has no need to wait.
        let is_free =
            self.query.thread_mode == ThreadMode::OwnThread || node_budget.engine == EngineActivity::Finished;
        let (beside, due) = if is_free { (SLICE_NODES, SLICE_NODES) } else { (others + granted, due) };
        budget.exhaustive_granted += beside * exhaustive_share(evidence, node_budget.nodes) / 1_000;
        due
    }
}

/// Passes on what a turn has changed.
fn publish(
    merged: &Mutex<MergedAnalysis>,
    on_snapshot: &(dyn Fn(AnalysisSnapshot) + Sync),
    before: &ProofStatus,
    status: &ProofStatus,
    nodes: u64,
    node_budget: &NodeBudget,
) {
    let has_changed = before.none_within != status.none_within
        || before.checking != status.checking
        || before.best != status.best
        || before.decided != status.decided;
    let mut known = lock(merged);
    known.update_proof(status);
    known.proof.time = node_budget.time;
    known.report.nodes = known.report.nodes.max(node_budget.nodes + nodes);
    known.report.time = known.report.time.max(node_budget.time);
    if has_changed {
        on_snapshot(known.snapshot());
    }
}

pub(super) fn lock(merged: &Mutex<MergedAnalysis>) -> MutexGuard<'_, MergedAnalysis> {
    merged.lock().unwrap_or_else(PoisonError::into_inner)
}
