//! Game analysis: evaluations of all positions of a game, as a review needs them.
//!
//! A first pass searches every position with a share of the node budget: the game is cut into segments, and each is
//! searched from its last position to its first. So the hash table knows the rest of the segment when a position is
//! searched; where the search prefers the move that was played and the game has refuted it, the other moves are
//! searched as well. The rest of the budget goes to the moves whose classification is uncertain (`revisit`), a few
//! positions at a time.
//!
//! The result is deterministic: the same positions and the same budget give the same evaluations, on any number of
//! threads. Each segment has its own engine, which is new, has one thread and a fixed hash size; the mate prover runs
//! on the same thread, and only the tables of the game's own endings (`game_tables`) are probed.
//!
//! Reading order: `analyzed_position`, `position_search` (the search of one position), `revisit` (which to search
//! again).

mod analyzed_position;
mod position_search;
mod revisit;

use std::path::PathBuf;
use std::sync::Arc;

use analyzed_position::AnalyzedPosition;
use position_search::PositionSearch;

use super::analyzer::Analyzer;
use super::background_job::{BackgroundJob, run_to_end};
use super::game_tables;
use super::mailbox::Mailbox;
use super::protocol::{AnalysisEvent, GameAnalysisPurpose, JobId};
pub use super::protocol::{GameAnalysisRequest, GameAnalysisUpdate};
use chess::reconcile::reconcile;
use chess::thread::{SEARCH_STACK_BYTES, ThreadBuilder, work_through};
use chess::{Move, Oracle, PositionEvaluation, StopToken};
use engine::{EngineSettings, ThreadMode};
use solver::{Syzygy, Tables};

/// Size of the transposition table of each engine in mebibytes.
const HASH_MB: usize = 16;

/// Segments of a long game. The number is fixed, so that the result does not depend on the machine.
const SEGMENTS: usize = 4;

/// The least number of positions to search in a segment: in shorter ones the hash table would know little of the game.
const MIN_SEGMENT_POSITIONS: usize = 8;

/// Share of the node budget for the first pass over all positions, in percent.
const FIRST_PASS_PERCENT: u64 = 40;

/// Starts a game analysis; its results arrive as [`AnalysisEvent::GameAnalysis`]. None where the system refuses another
/// thread.
pub(super) fn start(
    id: JobId,
    purpose: GameAnalysisPurpose,
    request: GameAnalysisRequest,
    threads: usize,
    tables: Arc<Tables>,
    syzygy: Option<PathBuf>,
    mailbox: Arc<Mailbox>,
) -> Option<BackgroundJob> {
    BackgroundJob::start(id, "review", move |stop| {
        let send = |update| mailbox.push_event(AnalysisEvent::GameAnalysis(purpose, id, update));
        let found = |place, finding| send(GameAnalysisUpdate::Found(place, Box::new(finding)));
        let syzygy = syzygy.and_then(|folder| Syzygy::open(&folder).ok()).map(Arc::new);
        let run = || analyze_positions(&request, threads, &tables, syzygy.as_ref(), stop, found);
        send(run_to_end(run));
    })
}

/// Evaluates all positions, then searches the uncertain ones again. `on_found` receives the index and evaluation of
/// each; a later evaluation of an index replaces the earlier one. The number of threads, 1 or more, does not change the
/// result. Returns early where the token is stopped.
pub fn analyze_positions(
    request: &GameAnalysisRequest,
    threads: usize,
    tables: &Arc<Tables>,
    syzygy: Option<&Arc<Syzygy>>,
    stop: &StopToken,
    mut on_found: impl FnMut(usize, PositionEvaluation),
) {
    let known = request.analyzed.iter().map(|(_, root, _)| root);
    let roots = request.roots.iter().map(|(_, root)| root).chain(known);
    let Some(oracle) = game_tables::of(roots, tables, stop) else { return };
    let mut analysis = GameAnalysis::new(request, threads, oracle, syzygy);
    let nodes = request.nodes.max(1);
    let is_connected = analysis.played.iter().any(Option::is_some);
    let first_pass_nodes =
        if is_connected { (nodes.saturating_mul(FIRST_PASS_PERCENT) / 100).max(1) } else { nodes };
    analysis.first_pass(first_pass_nodes, stop, &mut on_found);
    let open = analysis.positions.iter().filter(|place| !place.is_game_over()).count() as u64;
    let mut left = nodes.saturating_sub(first_pass_nodes).saturating_mul(open);
    while is_connected && !stop.is_stopped() {
        let findings = reconciled(&analysis.positions, &analysis.played);
        let count = analysis.engines.len();
        let chosen = revisit::next(&findings, &analysis.played, &analysis.positions, left, count);
        if chosen.is_empty() {
            return;
        }
        let spent = analysis.search_again(chosen, &findings, stop, &mut on_found);
        left = left.saturating_sub(spent.max(1));
    }
}

/// A game analysis in progress.
struct GameAnalysis {
    positions: Vec<AnalyzedPosition>,
    /// The move from each position to the next one.
    played: Vec<Option<Move>>,
    /// One for each segment.
    engines: Vec<Analyzer>,
    threads: usize,
}

impl GameAnalysis {
    fn new(
        request: &GameAnalysisRequest,
        threads: usize,
        oracle: Arc<dyn Oracle>,
        syzygy: Option<&Arc<Syzygy>>,
    ) -> Self {
        let settings = EngineSettings { hash_mb: HASH_MB, threads: 1, oracle, ..EngineSettings::default() };
        let new_engine = || {
            let mut engine = Analyzer::new(settings.clone(), ThreadMode::SharedThread);
            engine.set_syzygy(syzygy.cloned());
            engine
        };
        let segments = request.roots.len().div_ceil(MIN_SEGMENT_POSITIONS).clamp(1, SEGMENTS);
        let engines = (0..segments).map(|_| new_engine()).collect();
        let open = request.roots.iter().map(|(index, root)| (*index, root.clone(), None));
        let known =
            request.analyzed.iter().map(|(index, root, found)| (*index, root.clone(), Some(found.clone())));
        let place = |(index, root, found)| AnalyzedPosition { index, root, finding: found, nodes: 0 };
        let mut positions: Vec<AnalyzedPosition> = open.chain(known).map(place).collect();
        positions.sort_by_key(|place| place.index);
        let played = positions.windows(2).map(|pair| move_between(&pair[0], &pair[1])).collect();
        Self { positions, played, engines, threads: threads.max(1) }
    }

    /// Searches every position that has no evaluation, segment by segment.
    fn first_pass(
        &mut self,
        nodes: u64,
        stop: &StopToken,
        on_found: &mut impl FnMut(usize, PositionEvaluation),
    ) {
        let Self { positions, played, engines, threads } = self;
        let segments = segments(positions, played, engines.len());
        // The end of the game comes first where there are fewer threads than segments.
        let jobs = engines.iter_mut().zip(segments).rev();
        let search = |(): &mut (), job: (&mut Analyzer, Segment), found: &mut dyn FnMut(_)| {
            let (engine, (positions, played)) = job;
            for at in (0..positions.len()).rev() {
                positions[at].nodes = nodes;
                if positions[at].finding.is_some() {
                    continue;
                }
                let findings = reconciled(positions, played);
                let search = PositionSearch::new(at, nodes, positions, played, &findings);
                let (finding, _) = search.run(engine, stop);
                if stop.is_stopped() {
                    return;
                }
                if let Some(finding) = finding {
                    positions[at].finding = Some(finding.clone());
                    found((positions[at].index, finding));
                }
            }
        };
        let take = |(index, finding)| {
            on_found(index, finding);
            true
        };
        work_through(jobs, *threads, new_thread, || (), search, take);
    }

    /// Searches the positions with these places again, each with its number of nodes. Returns the nodes spent.
    fn search_again(
        &mut self,
        chosen: Vec<(usize, u64)>,
        findings: &[Option<PositionEvaluation>],
        stop: &StopToken,
        on_found: &mut impl FnMut(usize, PositionEvaluation),
    ) -> u64 {
        let Self { positions, played, engines, threads } = self;
        for &(at, nodes) in &chosen {
            positions[at].nodes = nodes;
        }
        let search = |(at, nodes)| (at, PositionSearch::new(at, nodes, positions, played, findings));
        let searches = chosen.into_iter().map(search);
        let jobs: Vec<_> = engines.iter_mut().zip(searches).collect();
        let work = |(): &mut (), job: (&mut Analyzer, (usize, PositionSearch)), found: &mut dyn FnMut(_)| {
            let (engine, (at, search)) = job;
            found((at, search.run(engine, stop)));
        };
        let mut spent = 0;
        let take = |(at, (finding, nodes)): (usize, (Option<PositionEvaluation>, u64))| {
            spent += nodes;
            // A search without a result leaves the earlier evaluation.
            if let Some(finding) = finding.filter(|_| !stop.is_stopped()) {
                positions[at].finding = Some(finding.clone());
                on_found(positions[at].index, finding);
            }
            true
        };
        work_through(jobs.into_iter(), *threads, new_thread, || (), work, take);
        spent
    }
}

fn new_thread() -> ThreadBuilder {
    ThreadBuilder::new("review").stack_size(SEARCH_STACK_BYTES)
}

/// A part of a game: its positions and the moves between them.
type Segment<'a> = (&'a mut [AnalyzedPosition], &'a [Option<Move>]);

/// Cuts a game into parts with about as many positions to search.
fn segments<'a>(
    mut positions: &'a mut [AnalyzedPosition],
    mut played: &'a [Option<Move>],
    count: usize,
) -> Vec<Segment<'a>> {
    let mut segments = Vec::with_capacity(count);
    for left in (1..=count).rev() {
        let open = positions.iter().enumerate().filter(|(_, place)| place.finding.is_none());
        let wanted = open.clone().count().div_ceil(left);
        let end = if left == 1 {
            positions.len()
        } else {
            open.take(wanted).last().map_or(0, |(last, _)| last + 1)
        };
        let (segment, rest) = positions.split_at_mut(end);
        let moves = &played[..end.saturating_sub(1).min(played.len())];
        played = &played[end.min(played.len())..];
        positions = rest;
        segments.push((segment, moves));
    }
    segments
}

/// The evaluations of successive positions, made consistent with each other.
fn reconciled(positions: &[AnalyzedPosition], played: &[Option<Move>]) -> Vec<Option<PositionEvaluation>> {
    let mut findings: Vec<Option<PositionEvaluation>> =
        positions.iter().map(|place| place.finding.clone()).collect();
    reconcile(&mut findings, played);
    findings
}

/// The move from one position to the other, if they follow each other in the game.
fn move_between(one: &AnalyzedPosition, other: &AnalyzedPosition) -> Option<Move> {
    let leads = |mv: &Move| one.root.position.after(*mv).key() == other.root.position.key();
    let follows = one.index + 1 == other.index;
    follows.then(|| one.root.position.legal_moves().into_iter().find(leads)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::{GameTermination, Position, Root};

    /// Positions with and without an evaluation, and no move between them but the first.
    fn places(known: &[bool]) -> (Vec<AnalyzedPosition>, Vec<Option<Move>>) {
        let root = Root::new(Position::start());
        let finding =
            |&is_known: &bool| is_known.then(|| PositionEvaluation::game_over(GameTermination::DeadPosition));
        let place = |(index, known)| AnalyzedPosition {
            index,
            root: root.clone(),
            finding: finding(known),
            nodes: 0,
        };
        (known.iter().enumerate().map(place).collect(), vec![None; known.len() - 1])
    }

    #[test]
    fn segments_have_as_many_positions_to_search() {
        let lengths = |known: &[bool], count| {
            let (mut positions, played) = places(known);
            let segments = segments(&mut positions, &played, count);
            let lengths = |(places, moves): &Segment<'_>| (places.len(), moves.len());
            segments.iter().map(lengths).collect::<Vec<_>>()
        };
        assert_eq!(lengths(&[false; 9], 4), [(3, 2), (2, 1), (2, 1), (2, 1)]);
        assert_eq!(lengths(&[false; 3], 1), [(3, 2)]);
        let mut half_known = [false; 8];
        half_known[1..5].fill(true);
        assert_eq!(lengths(&half_known, 2), [(6, 5), (2, 1)]);
        assert_eq!(lengths(&[true; 3], 1), [(3, 2)]);
    }
}
