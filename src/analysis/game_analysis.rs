//! All positions of a game, one after the other, on a thread of its own: what a review is made of.
//!
//! They are looked at from the last to the first with a share of the budget. What was learned of a position is
//! then in the engine's memory when the one before it is looked at, and a move that was held best though the game
//! has refuted it is compared with the others at once. The rest of the budget goes to the moves in doubt: a loss
//! near a threshold, every swing (`doubts`). With the same positions and the same limit the findings are the same,
//! whatever else the machine does: the engine is fresh, has one thread and a memory of fixed size, the proof
//! takes its turns on that thread, and the search knows the tables of the game's own endings (`game_tables`) and no
//! others that happen to be there.

mod game_tables;
mod revisit;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;

use crate::chess::reconcile::{backed_up, reconcile};
use crate::chess::{DistanceToMate, KnownResult, Move, Oracle, PositionEvaluation, Root, StopToken};
use crate::engine::{EngineSettings, Limits, ThreadMode};
use crate::solver::{Syzygy, SyzygyResult, Tables};

use super::analyzer::Analyzer;
use super::background_job::BackgroundJob;
use super::mailbox::Mailbox;
use super::protocol::{AnalysisEvent, AnalysisJob, AnalysisPurpose, AnalysisSnapshot, Generation};
use super::worker::panic_message;

/// The number of a sweep; what belongs to an earlier one is stale.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct GameAnalysisId(u64);

/// Positions that are to be looked at.
#[derive(Clone, PartialEq, Debug)]
pub struct GameAnalysisRequest {
    /// The positions with their past, in the order of the game, each with its place there.
    pub roots: Vec<(usize, Root)>,
    /// Positions of the same game that were looked at before, each with what was found: the moves between them
    /// and the others are compared, too.
    pub analyzed: Vec<(usize, Root, PositionEvaluation)>,
    /// Positions that the search may make for each of them on average, 1 or more.
    pub nodes: u64,
}

/// What a sweep says.
#[derive(Clone, PartialEq, Debug)]
pub enum GameAnalysisUpdate {
    /// This was found of the position at this place; a later word on it is the better one.
    Found(usize, Box<PositionEvaluation>),
    /// All is found, and what was in doubt was looked at again.
    Done,
    /// The work failed, for this reason. No more is said.
    Failed(String),
}

/// Size of the engine's memory in mebibytes: enough for millions of positions in a game.
const HASH_MB: usize = 32;

/// The share of the budget for the first look at every position, in hundredths.
const FIRST_PASS_PERCENT: u64 = 40;

/// Winning chances, 0.0 to 1.0, that a move held best has to lose before the others are looked at.
const MIN_REFUTATION_LOSS: f64 = 0.02;

impl GameAnalysisId {
    pub(super) const fn next(self) -> Self {
        Self(self.0 + 1)
    }
}

/// Starts to look. None where the machine has no thread left.
pub(super) fn start(
    id: GameAnalysisId,
    request: GameAnalysisRequest,
    tables: Arc<Tables>,
    syzygy: Option<PathBuf>,
    mailbox: Arc<Mailbox>,
) -> Option<BackgroundJob<GameAnalysisId>> {
    BackgroundJob::start(id, "review", move |stop| {
        let found = |place, finding| {
            mailbox.push_event(AnalysisEvent::GameAnalysis(
                id,
                GameAnalysisUpdate::Found(place, Box::new(finding)),
            ));
        };
        let syzygy = syzygy.and_then(|folder| Syzygy::open(&folder).ok());
        let run = || analyze_positions(&request, &tables, syzygy.map(Arc::new), stop, found);
        mailbox.push_event(AnalysisEvent::GameAnalysis(
            id,
            match catch_unwind(AssertUnwindSafe(run)) {
                Ok(()) => GameAnalysisUpdate::Done,
                Err(panic) => GameAnalysisUpdate::Failed(panic_message(panic.as_ref())),
            },
        ));
    })
}

/// Looks at all positions, the last one first, then again at those whose moves are in doubt, and tells what was found
/// of each; a later finding of a place replaces the earlier one. Ends early where the token is stopped; what was told
/// until then counts.
pub fn analyze_positions(
    request: &GameAnalysisRequest,
    tables: &Arc<Tables>,
    syzygy: Option<Arc<Syzygy>>,
    stop: &StopToken,
    mut on_found: impl FnMut(usize, PositionEvaluation),
) {
    let Some(oracle) = game_tables::of(request, tables, stop) else { return };
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

/// A position of the game, and how it stands with it.
struct AnalyzedPosition {
    index: usize,
    root: Root,
    finding: Option<PositionEvaluation>,
    /// Positions that its last search might make.
    nodes: u64,
}

/// All positions of a game, and who looks at them.
struct GameAnalysis {
    positions: Vec<AnalyzedPosition>,
    /// The move that leads from each place to the next one.
    played: Vec<Option<Move>>,
    analyzer: Analyzer,
    /// Positions made so far.
    nodes_spent: u64,
}

impl AnalyzedPosition {
    fn is_game_over(&self) -> bool {
        self.finding.as_ref().is_some_and(|found| found.line.is_none())
    }
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

    /// Looks at a position. Where its best move is the one that was played and leads to less, the others are looked
    /// at as well. None where it was stopped.
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
                // That the others lose says nothing of the one that was left out.
                let fact = other.known_result.filter(|fact| matches!(fact, KnownResult::Win(_)));
                *found = PositionEvaluation { known_result: fact, ..other };
            }
        }
        if stop.is_stopped() {
            return None;
        }
        // A look that found nothing at all leaves what was known.
        if found.is_some() {
            self.positions[at].finding = found;
        }
        Some(())
    }

    /// Searches a position; what it found means nothing where it was stopped.
    fn search(
        &mut self,
        root: &Root,
        nodes: u64,
        search_moves: Vec<Move>,
        stop: &StopToken,
    ) -> Option<PositionEvaluation> {
        let limits = Limits { nodes: Some(nodes), multipv: 1, search_moves, ..Limits::default() };
        let job = AnalysisJob { root: root.clone(), limits, purpose: AnalysisPurpose::Review };
        let last = self.analyzer.analyze((Generation::default(), &job), stop, &|_| {});
        self.nodes_spent += last.report.nodes;
        finding_from(&last)
    }

    /// What is known of all positions, in agreement.
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

/// The move that leads from one position to another, if it is the next one.
fn move_between(one: &AnalyzedPosition, other: &AnalyzedPosition) -> Option<Move> {
    let leads = |mv: &Move| one.root.position.after(*mv).key() == other.root.position.key();
    let follows = one.index + 1 == other.index;
    follows.then(|| one.root.position.legal_moves().into_iter().find(leads)).flatten()
}

/// What a job's last word says for certain and what it holds likely.
#[must_use]
pub fn finding_from(snapshot: &AnalysisSnapshot) -> Option<PositionEvaluation> {
    let result = snapshot.syzygy.as_ref().map(|advice| advice.verdict.result);
    let mut finding =
        PositionEvaluation::from_line(snapshot.best_line()?.clone()).with_depth(snapshot.report.depth);
    let syzygy_fact = result.and_then(|result| match result {
        SyzygyResult::Win => Some(KnownResult::Win(DistanceToMate::Unknown)),
        SyzygyResult::Loss => Some(KnownResult::Loss(DistanceToMate::Unknown)),
        SyzygyResult::Draw | SyzygyResult::CursedWin | SyzygyResult::BlessedLoss => Some(KnownResult::Draw),
        _ => None,
    });
    finding.known_result = finding.known_result.or(syzygy_fact);
    Some(finding)
}
