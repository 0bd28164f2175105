//! Runs the mate prover in slices beside the alpha-beta search and ends the search once the shortest mate is
//! known.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::budget_split::{MateKnowledge, ProofEvidence, exhaustive_share, initial_nodes, proof_share};
use super::merged_analysis::MergedAnalysis;
use super::protocol::{AnalysisPurpose, AnalysisSnapshot};
use chess::{Depth, Oracle, Root, StopToken};
use engine::co_search::{CoSearch, CoSearchNext, CoSearchTurn, NodeBudget, ThreadMode};
use solver::mate::{ProofStatus, Prover};

/// Nodes in one slice; limits are checked between slices.
const SLICE_NODES: u64 = 4_096;
/// Smaller slices are not run.
const MIN_TURN_NODES: u64 = 256;

/// The search depth from which on scores are used: at lower depths they fluctuate.
const MIN_RELIABLE_DEPTH: Depth = Depth::new(7);

/// What the prover is to find, and how it runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ProverQuery {
    /// The purpose of the analysis.
    pub(super) purpose: AnalysisPurpose,
    /// The mate length in moves of a "mate in N" limit, if there is one.
    pub(super) mate: Option<u16>,
    /// Lines that the search has to find (`MultiPV`).
    pub(super) lines: usize,
    /// Whether the prover has a thread of its own.
    pub(super) thread_mode: ThreadMode,
}

/// The prover with what it shares with the search.
pub(super) struct MateProverTask<'a> {
    pub(super) prover: &'a mut Prover,
    pub(super) merged: &'a Mutex<MergedAnalysis>,
    pub(super) on_snapshot: &'a (dyn Fn(AnalysisSnapshot) + Sync),
    pub(super) stop: StopToken,
    pub(super) root: &'a Root,
    pub(super) oracle: &'a dyn Oracle,
    /// Whether a table covers the root position when the search begins: the search runs all the same, for example because
    /// the fifty-move rule may end the game first.
    pub(super) has_table: bool,
    pub(super) query: ProverQuery,
    pub(super) budget: ProverBudget,
}

/// Nodes granted to the prover and used by it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ProverBudget {
    started: bool,
    /// Nodes of search and prover at the last update.
    total_nodes: u64,
    granted: u64,
    used: u64,
    /// The same for slices of the exhaustive search alone.
    exhaustive_granted: u64,
    exhaustive_used: u64,
}

impl CoSearch for MateProverTask<'_> {
    fn take_turn(&mut self, node_budget: &NodeBudget) -> CoSearchTurn {
        if !self.has_table && self.oracle.probe(&self.root.position).is_some() {
            // The table was built during the search: it has the exact result.
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
        // The remaining nodes are divided among the search threads.
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
    /// The evidence for the budget split, the shortest known mate in moves, and whether it is proven to be
    /// shortest.
    fn gather_evidence(&self) -> (ProofEvidence, Option<u16>, bool) {
        let known = lock(self.merged);
        let first = known.report.lines.first();
        let mate = known.mate().and_then(|line| line.score.mate_distance()).map(chess::Ply::moves);
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

    /// Whether the query is answered.
    fn is_enough(&self, mate: Option<u16>, exact: bool, node_budget: &NodeBudget) -> bool {
        let none_within = self.prover.status().none_within;
        if let Some(wanted) = self.query.mate {
            return mate.is_some_and(|moves| moves <= wanted) || none_within >= wanted;
        }
        self.query.lines <= 1 && (exact || (mate.is_some() && node_budget.is_past_soft_limit))
    }

    /// Nodes that the prover may use now. Updates the grant of the exhaustive search, too.
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
        // Nodes of the search since the last update, without the prover's own.
        let own = budget.used + budget.exhaustive_used;
        let others = node_budget.nodes.saturating_sub(budget.total_nodes + own);
        budget.total_nodes += others;
        let share = proof_share(evidence, node_budget.nodes);
        let granted = others * share / (1_000 - share);
        budget.granted += granted;
        let due = budget.granted.saturating_sub(budget.used);
        // A prover with a thread of its own need not wait for grants.
        let is_free = self.query.thread_mode == ThreadMode::OwnThread || node_budget.is_search_finished;
        let (beside, due) = if is_free { (SLICE_NODES, SLICE_NODES) } else { (others + granted, due) };
        budget.exhaustive_granted += beside * exhaustive_share(evidence, node_budget.nodes) / 1_000;
        due
    }
}

/// Merges the result of a slice and reports it if it has changed.
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
