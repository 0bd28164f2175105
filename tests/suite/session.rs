//! The background session as a front end sees it: prompt replies, no stale ones, a clean end.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use matescope::analysis::game_analysis::{GameAnalysisRequest, GameAnalysisUpdate};
use matescope::analysis::proof_explorer::{MateClaim, ProofExplorerUpdate, ProofNodeId, ProofTree};
use matescope::analysis::protocol::GameAnalysisPurpose;
use matescope::analysis::side_query::SideQueryUpdate;
use matescope::analysis::{
    AnalysisEvent, AnalysisJob, AnalysisPurpose, AnalysisResources, AnalysisSession, AnalysisSnapshot,
    AnalysisSource,
};
use matescope::chess::{
    Certainty, Color, GameTermination, KnownResult, Material, Ply, Position, Root, ScoreValue, Verdict, fen,
};
use matescope::engine::Limits;
use matescope::solver::tables::table_store::NoStore;

/// Longer than any answer takes on a busy machine.
const PATIENCE: Duration = Duration::from_mins(1);

fn session() -> (AnalysisSession, Receiver<()>) {
    let (wake, woken) = channel();
    let waker = Box::new(move || {
        // The test has ended and its receiver is closed.
        let _ = wake.send(());
    });
    let resources = AnalysisResources { hash_mb: 8, ..AnalysisResources::default() };
    (AnalysisSession::new(resources, Arc::new(NoStore), waker), woken)
}

fn analyze(fen: &str, limits: Limits) -> AnalysisJob {
    AnalysisJob {
        root: Root::new(fen::parse(fen).expect("a legal position")),
        limits,
        purpose: AnalysisPurpose::Analyze,
    }
}

/// Waits for an update that `requested` accepts, and returns what it makes of it.
fn until<T>(
    session: &mut AnalysisSession,
    woken: &Receiver<()>,
    wanted: impl Fn(AnalysisEvent) -> Option<T>,
) -> T {
    let begun = Instant::now();
    loop {
        if let Some(found) = session.drain().into_iter().find_map(&wanted) {
            return found;
        }
        let left = PATIENCE.checked_sub(begun.elapsed()).expect("an answer in time");
        woken.recv_timeout(left).expect("a wake-up in time");
    }
}

fn done(update: AnalysisEvent) -> Option<AnalysisSnapshot> {
    match update {
        AnalysisEvent::Done(snapshot) => Some(*snapshot),
        AnalysisEvent::Failed { reason, .. } => panic!("{reason}"),
        _ => None,
    }
}

fn progress(update: AnalysisEvent) -> Option<AnalysisSnapshot> {
    match update {
        AnalysisEvent::Progress(snapshot) => Some(*snapshot),
        _ => None,
    }
}

#[test]
fn a_mate_is_explained_beside_the_job_under_way() {
    let (mut session, woken) = session();
    session.start_job(analyze(KIWIPETE, Limits::default()));
    let root = Root::new(fen::parse(MATE_IN_TWO).expect("a legal position"));
    let claim = MateClaim { winner: root.position.turn(), root, moves: 4, none_within: 0 };
    // The first side query is canceled by the second: it has no results.
    session.explore_proof(MateClaim { moves: 1, ..claim.clone() });
    session.explore_proof(claim);
    let tree = until(&mut session, &woken, |update| match update {
        AnalysisEvent::ProofExplorer(_, ProofExplorerUpdate::Opened(tree)) => Some(tree),
        AnalysisEvent::ProofExplorer(_, other) => panic!("{other:?}"),
        _ => None,
    });
    let key = tree.node(ProofNodeId::ROOT).expect("a root").clone();
    assert!(key.distance.is_some_and(|distance| (2..=4).contains(&distance.moves)));
    session.expand_proof_node(ProofNodeId::ROOT, key.position.clone(), key.moves_left());
    let mut tree = *tree;
    let exact = |tree: &ProofTree| {
        let node = tree.node(ProofNodeId::ROOT).expect("a root");
        let known = |child: &ProofNodeId| tree.node(*child).and_then(|node| node.distance);
        let all = key.position.legal_moves().len();
        node.children.len() == all
            && node
                .children
                .iter()
                .all(|child| known(child).is_some_and(|d| d.certainty == Certainty::Proven))
    };
    while !exact(&tree) {
        for update in session.drain() {
            if let AnalysisEvent::ProofExplorer(_, ProofExplorerUpdate::Defense(ProofNodeId::ROOT, defense)) =
                update
            {
                tree.add(ProofNodeId::ROOT, &defense);
            }
        }
        if !exact(&tree) {
            woken.recv_timeout(PATIENCE).expect("a wake-up in time");
        }
    }
    session.stop_proof_explorer();
    session.stop();
    until(&mut session, &woken, done);
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const MATE_IN_TWO: &str = "8/8/P7/1p6/3n2B1/8/5K1p/7k w - - 0 1";

#[test]
fn a_table_answers_with_the_whole_truth() {
    let (mut session, woken) = session();
    session.start_job(analyze("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1", Limits { multipv: 3, ..Limits::default() }));
    let snapshot = until(&mut session, &woken, done);
    assert!(matches!(snapshot.source, AnalysisSource::Table(material) if material.to_string() == "KQvK"));
    let best = snapshot.best_line().unwrap();
    assert_eq!((best.certainty, best.moves.len()), (Certainty::Proven, 5));
    assert_eq!(best.ends_in, Some(GameTermination::Checkmate { winner: Color::White }));
    assert_eq!(snapshot.report.lines.len(), 3);
    assert_eq!(snapshot.ranking.unwrap().moves.len(), 27);
}

#[test]
fn four_pieces_get_their_table_while_the_engine_works() {
    let (mut session, woken) = session();
    session.start_job(analyze("8/8/8/4k3/3r4/8/8/KQ6 w - - 0 1", Limits::default()));
    let snapshot = until(&mut session, &woken, |update| {
        let (AnalysisEvent::Progress(snapshot) | AnalysisEvent::Done(snapshot)) = update else { return None };
        matches!(snapshot.source, AnalysisSource::Table(_)).then_some(snapshot)
    });
    let best = snapshot.best_line().unwrap();
    assert_eq!((best.certainty, best.moves.len()), (Certainty::Proven, 65));
}

#[test]
fn a_table_that_was_asked_for_is_reported_when_it_is_there() {
    let (mut session, woken) = session();
    let wanted: Material = "KNNvK".parse().unwrap();
    session.build(&wanted);
    until(&mut session, &woken, |update| (update == AnalysisEvent::TableBuilt(wanted)).then_some(()));
    assert!(session.tables().covers(&wanted));
}

#[test]
fn a_table_under_way_does_not_keep_the_session_from_ending() {
    let (mut session, woken) = session();
    let wanted: Material = "KRPvKR".parse().unwrap();
    session.build(&wanted);
    let built = until(&mut session, &woken, |update| match update {
        AnalysisEvent::TableBuilding(building) => Some(building.requested),
        _ => None,
    });
    assert_eq!(built, wanted);
    let begun = Instant::now();
    drop(session);
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
}

#[test]
fn what_a_table_holds_is_counted_beside_everything_else() {
    let (mut session, woken) = session();
    until(&mut session, &woken, |update| (update == AnalysisEvent::TablesReady).then_some(()));
    session.compute_stats(&"KQvK".parse().unwrap());
    let longest = until(&mut session, &woken, |update| match update {
        AnalysisEvent::TableStats(_, stats) => Some(stats.map(|stats| stats.longest().longest.moves())),
        _ => None,
    });
    assert_eq!(longest, Some(10));
    session.compute_stats(&"KQvKR".parse().unwrap());
    let nothing = until(&mut session, &woken, |update| match update {
        AnalysisEvent::TableStats(_, stats) => Some(stats),
        _ => None,
    });
    assert_eq!(nothing, None, "there is no such table yet");
}

#[test]
fn a_table_does_not_promise_a_mate_that_the_fifty_moves_forbid() {
    let (mut session, woken) = session();
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    session.start_job(analyze("7K/6Q1/8/8/2k5/8/8/8 w - - 95 90", limits));
    let snapshot = until(&mut session, &woken, done);
    assert!(snapshot.ranking.is_some());
    let best = snapshot.best_line().unwrap();
    assert_eq!(best.score.mate_distance(), None, "{best:?}");
}

#[test]
fn a_new_position_replaces_the_old_search_at_once() {
    let (mut session, woken) = session();
    session.start_job(analyze(START, Limits::default()));
    until(&mut session, &woken, progress);
    let second = session.start_job(analyze(KIWIPETE, Limits::default()));
    let position = fen::parse(KIWIPETE).unwrap();
    for _ in 0..10 {
        let snapshot = until(&mut session, &woken, progress);
        assert_eq!(snapshot.generation, second);
        assert!(snapshot.best_move().is_none_or(|mv| position.is_legal(mv)));
    }
}

#[test]
fn a_short_mate_is_proven_beside_the_search() {
    let (mut session, woken) = session();
    session.start_job(analyze(MATE_IN_TWO, Limits::default()));
    // The final result may come before the last intermediate one is seen.
    let snapshot = until(&mut session, &woken, |update| {
        let snapshot = match update {
            AnalysisEvent::Done(snapshot) => *snapshot,
            other => progress(other)?,
        };
        (snapshot.source == AnalysisSource::Proof).then_some(snapshot)
    });
    let best = snapshot.best_line().unwrap();
    assert_eq!(best.certainty, Certainty::Proven);
    assert!(matches!(best.score.value(), ScoreValue::Mates(plies) if plies.get() == 3), "{best:?}");
    assert_eq!(best.moves.len(), 3);
}

#[test]
fn a_game_that_is_over_has_no_lines() {
    let (mut session, woken) = session();
    session.start_job(analyze("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Limits::default()));
    assert_eq!(until(&mut session, &woken, done).report.lines, []);
}

#[test]
fn a_hurried_move_comes_at_once() {
    let (mut session, woken) = session();
    let root = Root::new(Position::start());
    session.start_job(AnalysisJob { root, limits: Limits::default(), purpose: AnalysisPurpose::Play });
    until(&mut session, &woken, progress);
    session.stop();
    assert!(until(&mut session, &woken, done).best_move().is_some());
}

#[test]
fn dropping_a_session_ends_its_search() {
    let (mut session, woken) = session();
    session.start_job(analyze(START, Limits::default()));
    until(&mut session, &woken, progress);
    let begun = Instant::now();
    drop(session);
    assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
}

#[test]
fn a_game_is_looked_at_beside_the_job_under_way() {
    let (mut session, woken) = session();
    session.start_job(analyze(KIWIPETE, Limits::default()));
    let roots = [KIWIPETE, "8/8/8/8/8/1Q6/8/k2K4 w - - 0 1", "8/8/8/8/8/2k5/1q6/K7 w - - 0 1"];
    let roots = roots.map(|fen| Root::new(fen::parse(fen).expect("a legal position")));
    let roots = roots.into_iter().enumerate().collect();
    let order = GameAnalysisRequest { roots, analyzed: Vec::new(), nodes: 2_000 };
    let found = |update| match update {
        AnalysisEvent::GameAnalysis(
            GameAnalysisPurpose::Review,
            _,
            GameAnalysisUpdate::Found(place, finding),
        ) => Some((place, finding)),
        AnalysisEvent::GameAnalysis(GameAnalysisPurpose::Review, _, GameAnalysisUpdate::Failed(reason)) => {
            panic!("{reason}")
        }
        _ => None,
    };
    // The first game analysis is canceled by the second: its positions are not reported twice.
    session.start_game_analysis(GameAnalysisPurpose::Review, order.clone());
    session.start_game_analysis(GameAnalysisPurpose::Review, order.clone());
    let mut all = Vec::new();
    while all.len() < 3 {
        woken.recv_timeout(PATIENCE).expect("a wake-up in time");
        all.extend(session.drain().into_iter().filter_map(found));
    }
    let places: Vec<usize> = all.iter().map(|(place, _)| *place).collect();
    assert_eq!(places, [2, 1, 0], "the last position first");
    let exact = all[1].1.known_result.and_then(KnownResult::verdict);
    assert_eq!(exact.and_then(Verdict::distance), Some(Ply::new(5)));
    assert_eq!(all[0].1.known_result.and_then(KnownResult::verdict), Some(Verdict::Loss(Ply::ZERO)));
    assert!(all[2].1.line.is_some());
    session
        .start_game_analysis(GameAnalysisPurpose::Review, GameAnalysisRequest { nodes: u64::MAX, ..order });
    session.stop_game_analysis(GameAnalysisPurpose::Review);
    assert!(session.drain().into_iter().all(|update| found(update).is_none()), "nothing stale comes");
}

#[test]
fn a_second_question_is_answered_beside_the_job_under_way() {
    let (mut session, woken) = session();
    session.start_job(analyze(KIWIPETE, Limits::default()));
    until(&mut session, &woken, progress);
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    session.start_side_query(analyze("6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1", limits.clone()));
    let last = |update: AnalysisEvent| match update {
        AnalysisEvent::SideQuery(_, SideQueryUpdate::Done(snapshot)) => Some(*snapshot),
        AnalysisEvent::SideQuery(_, SideQueryUpdate::Failed) => panic!("it failed"),
        _ => None,
    };
    let found = until(&mut session, &woken, last);
    assert!(found.best_line().is_some_and(|line| matches!(line.score.value(), ScoreValue::Mates(_))));
    until(&mut session, &woken, progress);
    session.start_side_query(analyze(KIWIPETE, limits));
    session.stop_side_query();
    until(&mut session, &woken, |update| match update {
        AnalysisEvent::SideQuery(..) => panic!("nobody listens any more"),
        other => progress(other),
    });
}
