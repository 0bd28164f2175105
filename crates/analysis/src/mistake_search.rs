//! Mistake search: the best moves of a position in which a mistake was played, with several lines, and the
//! refutation of the mistake; twice, the second time with four times the nodes.
//!
//! The result is deterministic, as that of a [game analysis](super::game_analysis): a new engine with one thread for
//! each mistake, and only the tables of the endings that are reached.

use std::path::PathBuf;
use std::sync::Arc;

use super::analyzer::Analyzer;
use super::background_job::{BackgroundJob, run_to_end};
use super::game_tables;
use super::mailbox::Mailbox;
use super::protocol::{
    AnalysisEvent, AnalysisJob, AnalysisPurpose, AnalysisSnapshot, GameAnalysisPurpose, GameAnalysisUpdate,
    JobId, MistakeSearchRequest,
};
use chess::mistake_search::{MISTAKE_SEARCH_LINES, MistakeSearch};
use chess::{Move, Oracle, PositionEvaluation, Root, StopToken};
use engine::{EngineSettings, Limits, ThreadMode};
use solver::{Syzygy, Tables};

/// Size of the engine's transposition table in mebibytes.
const HASH_MB: usize = 32;

/// How many times the nodes of the request the deep search of a position takes.
pub const DEEP_FACTOR: u64 = 8;

/// The same for each of the two searches.
const SEARCH_FACTORS: [u64; 2] = [2, DEEP_FACTOR];

/// Starts a mistake search; its results arrive as [`AnalysisEvent::GameAnalysis`]. None where the system refuses another
/// thread.
pub(super) fn start(
    id: JobId,
    purpose: GameAnalysisPurpose,
    request: MistakeSearchRequest,
    tables: Arc<Tables>,
    syzygy: Option<PathBuf>,
    mailbox: Arc<Mailbox>,
) -> Option<BackgroundJob> {
    BackgroundJob::start(id, "mistakes", move |stop| {
        let send = |update| mailbox.push_event(AnalysisEvent::GameAnalysis(purpose, id, update));
        let found = |index, searches| send(GameAnalysisUpdate::MistakeSearched(index, Box::new(searches)));
        let syzygy = syzygy.and_then(|folder| Syzygy::open(&folder).ok()).map(Arc::new);
        let run = || search_mistakes(&request, &tables, syzygy.as_ref(), stop, found);
        send(run_to_end(run));
    })
}

/// Searches all mistakes of a request in turn. `on_found` receives the index of each, and its two searches. Returns
/// early where the token is stopped.
pub fn search_mistakes(
    request: &MistakeSearchRequest,
    tables: &Arc<Tables>,
    syzygy: Option<&Arc<Syzygy>>,
    stop: &StopToken,
    mut on_found: impl FnMut(usize, [MistakeSearch; 2]),
) {
    let roots = request.mistakes.iter().map(|(root, _)| root);
    let Some(oracle) = game_tables::of(roots, tables, stop) else { return };
    for (index, (root, played)) in request.mistakes.iter().enumerate() {
        let mut analyzer = new_analyzer(&oracle, syzygy);
        let [quick, deep] = SEARCH_FACTORS.map(|factor| {
            let nodes = request.nodes.max(1).saturating_mul(factor);
            search(&mut analyzer, root, *played, nodes, stop)
        });
        if let (Some(quick), Some(deep)) = (quick, deep) {
            on_found(index, [quick, deep]);
        }
        if stop.is_stopped() {
            return;
        }
    }
}

/// One search of a mistake with this number of nodes. None where it was stopped.
#[must_use]
pub fn search_once(
    (root, played): (&Root, Move),
    nodes: u64,
    tables: &Arc<Tables>,
    syzygy: Option<&Arc<Syzygy>>,
    stop: &StopToken,
) -> Option<MistakeSearch> {
    let oracle = game_tables::of(std::iter::once(root), tables, stop)?;
    search(&mut new_analyzer(&oracle, syzygy), root, played, nodes, stop)
}

fn new_analyzer(tables: &Arc<Tables>, syzygy: Option<&Arc<Syzygy>>) -> Analyzer {
    let oracle: Arc<dyn Oracle> = Arc::<Tables>::clone(tables);
    let settings = EngineSettings { hash_mb: HASH_MB, threads: 1, oracle, ..EngineSettings::default() };
    let mut analyzer = Analyzer::new(settings, ThreadMode::SharedThread);
    analyzer.set_syzygy(syzygy.cloned());
    analyzer
}

/// The best moves of a position, and the refutation of the move that was played with half as many nodes. None where it
/// was stopped.
fn search(
    analyzer: &mut Analyzer,
    root: &Root,
    played: Move,
    nodes: u64,
    stop: &StopToken,
) -> Option<MistakeSearch> {
    let mut run = |root: &Root, nodes, multipv| {
        let limits = Limits { nodes: Some(nodes), multipv, ..Limits::default() };
        let job = AnalysisJob { root: root.clone(), limits, purpose: AnalysisPurpose::Review };
        analyzer.analyze((JobId::default(), &job), stop, &|_| {})
    };
    let best = run(root, nodes, MISTAKE_SEARCH_LINES);
    let mut after = root.clone();
    after.play(played);
    let refutation = match after.termination() {
        Some(ending) => Some(PositionEvaluation::game_over(ending)),
        None => run(&after, (nodes / 2).max(1), 1).evaluation(),
    };
    if stop.is_stopped() {
        return None;
    }
    Some(MistakeSearch { lines: evaluations(&best), after: refutation?, nodes })
}

/// The evaluations of the moves of a result, best first.
fn evaluations(snapshot: &AnalysisSnapshot) -> Vec<PositionEvaluation> {
    let others = snapshot
        .report
        .lines
        .iter()
        .skip(1)
        .map(|line| PositionEvaluation::from_line(line.clone()).with_depth(snapshot.report.depth));
    // The best one may be known from Syzygy tables.
    snapshot.evaluation().into_iter().chain(others).collect()
}
