//! Game analysis: evaluations of all positions of a game, as a review needs them.
//!
//! A first pass searches every position from the last to the first with a share of the node budget. So the
//! hash table knows the rest of the game when a position is searched; where the search prefers the move that
//! was played and the game has refuted it, the other moves are searched as well. The rest of the budget goes
//! to the moves whose classification is uncertain (`revisit`).
//!
//! The result is deterministic: the same positions and the same budget give the same evaluations. The engine
//! is new, has one thread and a fixed hash size, the mate prover runs on the same thread, and only the tables
//! of the game's own endings (`game_tables`) are probed.

mod analyzed_position;
mod revisit;

use std::path::PathBuf;
use std::sync::Arc;

use analyzed_position::AnalyzedPosition;

use super::analyzer::Analyzer;
use super::background_job::{BackgroundJob, run_to_end};
use super::game_tables;
use super::mailbox::Mailbox;
use super::protocol::{AnalysisEvent, AnalysisJob, AnalysisPurpose, JobId};
pub use super::protocol::{GameAnalysisRequest, GameAnalysisUpdate};
use crate::chess::reconcile::{backed_up, reconcile};
use crate::chess::{KnownResult, Move, Oracle, PositionEvaluation, Root, StopToken};
use crate::engine::{EngineSettings, Limits, ThreadMode};
use crate::solver::{Syzygy, Tables};

/// Size of the engine's transposition table in mebibytes.
const HASH_MB: usize = 32;

/// Share of the node budget for the first pass over all positions, in percent.
const FIRST_PASS_PERCENT: u64 = 40;

/// Winning chances, from 0.0 to 1.0, that the engine's choice has to lose in the game before the other moves
/// are searched.
const MIN_REFUTATION_LOSS: f64 = 0.02;

/// Starts a game analysis whose results arrive as `event`. None where the system refuses another thread.
pub(super) fn start(
    id: JobId,
    event: fn(JobId, GameAnalysisUpdate) -> AnalysisEvent,
    request: GameAnalysisRequest,
    tables: Arc<Tables>,
    syzygy: Option<PathBuf>,
    mailbox: Arc<Mailbox>,
) -> Option<BackgroundJob> {
    BackgroundJob::start(id, "review", move |stop| {
        let found = |place, finding| {
            mailbox.push_event(event(id, GameAnalysisUpdate::Found(place, Box::new(finding))));
        };
        let syzygy = syzygy.and_then(|folder| Syzygy::open(&folder).ok());
        let run = || analyze_positions(&request, &tables, syzygy.map(Arc::new), stop, found);
        mailbox.push_event(event(id, run_to_end(run)));
    })
}

/// Evaluates all positions from the last to the first, then searches the uncertain ones again. `on_found`
/// receives the index and evaluation of each; a later evaluation of an index replaces the earlier one.
/// Returns early where the token is stopped.
pub fn analyze_positions(
    request: &GameAnalysisRequest,
    tables: &Arc<Tables>,
    syzygy: Option<Arc<Syzygy>>,
    stop: &StopToken,
    mut on_found: impl FnMut(usize, PositionEvaluation),
) {
    let known = request.analyzed.iter().map(|(_, root, _)| root);
    let roots = request.roots.iter().map(|(_, root)| root).chain(known);
    let Some(oracle) = game_tables::of(roots, tables, stop) else { return };
    let mut analysis = GameAnalysis::new(request, oracle, syzygy);
    let nodes = request.nodes.max(1);
    let is_connected = analysis.played.iter().any(Option::is_some);
    let first_pass_nodes =
        if is_connected { (nodes.saturating_mul(FIRST_PASS_PERCENT) / 100).max(1) } else { nodes };
    for place in (0..analysis.positions.len()).rev() {
        if analysis.positions[place].finding.is_some() {
            analysis.positions[place].nodes = first_pass_nodes;
        } else if analysis.analyze(place, first_pass_nodes, stop).is_none() {
            return;
        } else {
            analysis.report(place, &mut on_found);
        }
    }
    let open = analysis.positions.iter().filter(|place| !place.is_game_over()).count() as u64;
    let mut left = nodes.saturating_sub(first_pass_nodes).saturating_mul(open);
    while is_connected
        && let Some((place, wanted)) =
            revisit::next(&analysis.reconciled_findings(), &analysis.played, &analysis.positions, left)
    {
        let before = analysis.nodes_spent;
        if analysis.analyze(place, wanted, stop).is_none() {
            return;
        }
        analysis.report(place, &mut on_found);
        left = left.saturating_sub((analysis.nodes_spent - before).max(1));
    }
}

/// A game analysis in progress.
struct GameAnalysis {
    positions: Vec<AnalyzedPosition>,
    /// The move from each position to the next one.
    played: Vec<Option<Move>>,
    analyzer: Analyzer,
    /// Search nodes so far.
    nodes_spent: u64,
}

impl GameAnalysis {
    fn new(request: &GameAnalysisRequest, oracle: Arc<dyn Oracle>, syzygy: Option<Arc<Syzygy>>) -> Self {
        let settings = EngineSettings { hash_mb: HASH_MB, threads: 1, oracle, ..EngineSettings::default() };
        let mut analyzer = Analyzer::new(settings, ThreadMode::SharedThread);
        analyzer.set_syzygy(syzygy);
        let open = request.roots.iter().map(|(index, root)| (*index, root.clone(), None));
        let known =
            request.analyzed.iter().map(|(index, root, found)| (*index, root.clone(), Some(found.clone())));
        let place = |(index, root, found)| AnalyzedPosition { index, root, finding: found, nodes: 0 };
        let mut positions: Vec<AnalyzedPosition> = open.chain(known).map(place).collect();
        positions.sort_by_key(|place| place.index);
        let played = positions.windows(2).map(|pair| move_between(&pair[0], &pair[1])).collect();
        Self { positions, played, analyzer, nodes_spent: 0 }
    }

    /// Evaluates a position. Where the best move is the one that was played and the next position's
    /// evaluation refutes it, the other moves are searched as well. None where it was stopped.
    fn analyze(&mut self, at: usize, nodes: u64, stop: &StopToken) -> Option<()> {
        let root = self.positions[at].root.clone();
        self.positions[at].nodes = nodes;
        if let Some(ending) = root.termination() {
            self.positions[at].finding = Some(PositionEvaluation::game_over(ending));
            return Some(());
        }
        let mut found = self.search(&root, nodes, Vec::new(), stop);
        let mv = self.played.get(at).copied().flatten();
        let after = self.reconciled_findings().into_iter().nth(at + 1).flatten();
        if let (Some(found), Some(mv), Some(after)) = (&mut found, mv, after)
            && found.known_result.is_none()
            && found.best_move() == Some(mv)
            && let Some(via) = backed_up(&after, mv)
            && found.winning_chances() - via.winning_chances() >= MIN_REFUTATION_LOSS
        {
            let others: Vec<Move> =
                root.position.legal_moves().into_iter().filter(|&other| other != mv).collect();
            let other = if others.is_empty() { None } else { self.search(&root, nodes, others, stop) };
            if let Some(other) = other.filter(|other| other.score() > via.score()) {
                // A forced loss after the other moves says nothing about the move that was excluded.
                let fact = other.known_result.filter(|fact| matches!(fact, KnownResult::Win(_)));
                *found = PositionEvaluation { known_result: fact, ..other };
            }
        }
        if stop.is_stopped() {
            return None;
        }
        // A search without a result leaves the earlier evaluation.
        if found.is_some() {
            self.positions[at].finding = found;
        }
        Some(())
    }

    /// Searches a position. The result is not valid where the search was stopped.
    fn search(
        &mut self,
        root: &Root,
        nodes: u64,
        search_moves: Vec<Move>,
        stop: &StopToken,
    ) -> Option<PositionEvaluation> {
        let limits = Limits { nodes: Some(nodes), multipv: 1, search_moves, ..Limits::default() };
        let job = AnalysisJob { root: root.clone(), limits, purpose: AnalysisPurpose::Review };
        let last = self.analyzer.analyze((JobId::default(), &job), stop, &|_| {});
        self.nodes_spent += last.report.nodes;
        last.evaluation()
    }

    /// The evaluations of all positions, made consistent with each other.
    fn reconciled_findings(&self) -> Vec<Option<PositionEvaluation>> {
        let mut findings: Vec<Option<PositionEvaluation>> =
            self.positions.iter().map(|place| place.finding.clone()).collect();
        reconcile(&mut findings, &self.played);
        findings
    }

    fn report(&self, place: usize, on_found: &mut impl FnMut(usize, PositionEvaluation)) {
        if let AnalyzedPosition { index, finding: Some(found), .. } = &self.positions[place] {
            on_found(*index, found.clone());
        }
    }
}

/// The move from one position to the other, if they follow each other in the game.
fn move_between(one: &AnalyzedPosition, other: &AnalyzedPosition) -> Option<Move> {
    let leads = |mv: &Move| one.root.position.after(*mv).key() == other.root.position.key();
    let follows = one.index + 1 == other.index;
    follows.then(|| one.root.position.legal_moves().into_iter().find(leads)).flatten()
}
