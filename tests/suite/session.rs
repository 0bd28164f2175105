//! The background session as a front end sees it: prompt answers, no stale ones, a clean end.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use matescope::analysis::aside::Answer;
use matescope::analysis::inquiry::{Claim, Insight, NodeId, Tree};
use matescope::analysis::sweep::{Order, Swept};
use matescope::analysis::{Job, Resources, Session, Snapshot, Source, Task, Update};
use matescope::chess::{Certainty, Color, Ending, Fact, Material, Ply, Position, Root, Value, Verdict, fen};
use matescope::engine::Limits;
use matescope::solver::tables::keeping::NoStore;

/// Longer than any answer takes on a busy machine.
const PATIENCE: Duration = Duration::from_mins(1);

fn session() -> (Session, Receiver<()>) {
    let (wake, woken) = channel();
    let waker = Box::new(move || {
        // A test that has ended hears no more.
        let _ = wake.send(());
    });
    let resources = Resources { hash_mb: 8, ..Resources::default() };
    (Session::new(resources, Arc::new(NoStore), waker), woken)
}

fn analyze(fen: &str, limits: Limits) -> Job {
    Job { root: Root::new(fen::parse(fen).expect("a legal position")), limits, task: Task::Analyze }
}

/// Waits for an update that `wanted` accepts, and gives back what it makes of it.
fn until<T>(session: &mut Session, woken: &Receiver<()>, wanted: impl Fn(Update) -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(found) = session.drain().into_iter().find_map(&wanted) {
            return found;
        }
        let left = PATIENCE.checked_sub(begun.elapsed()).expect("an answer in time");
        woken.recv_timeout(left).expect("a wake-up in time");
    }
}

fn done(update: Update) -> Option<Snapshot> {
    match update {
        Update::Done(snapshot) => Some(*snapshot),
        Update::Failed { reason, .. } => panic!("{reason}"),
        _ => None,
    }
}

fn progress(update: Update) -> Option<Snapshot> {
    match update {
        Update::Progress(snapshot) => Some(*snapshot),
        _ => None,
    }
}

#[test]
fn a_mate_is_explained_beside_the_job_under_way() {
    let (mut session, woken) = session();
    session.begin(analyze(KIWIPETE, Limits::default()));
    let root = Root::new(fen::parse(MATE_IN_TWO).expect("a legal position"));
    let claim = Claim { winner: root.position.turn(), root, moves: 4, none_within: 0 };
    // The first inquiry is given up for the second: nothing of it comes.
    session.inquire(Claim { moves: 1, ..claim.clone() });
    session.inquire(claim);
    let tree = until(&mut session, &woken, |update| match update {
        Update::Why(_, Insight::Opened(tree)) => Some(tree),
        Update::Why(_, other) => panic!("{other:?}"),
        _ => None,
    });
    let key = tree.node(NodeId::ROOT).expect("a root").clone();
    assert!(key.distance.is_some_and(|distance| (2..=4).contains(&distance.moves)));
    session.grow(NodeId::ROOT, key.position.clone(), key.moves_left());
    let mut tree = *tree;
    let exact = |tree: &Tree| {
        let node = tree.node(NodeId::ROOT).expect("a root");
        let known = |child: &NodeId| tree.node(*child).and_then(|node| node.distance);
        let all = key.position.legal_moves().len();
        node.children.len() == all
            && node
                .children
                .iter()
                .all(|child| known(child).is_some_and(|d| d.certainty == Certainty::Proven))
    };
    while !exact(&tree) {
        for update in session.drain() {
            if let Update::Why(_, Insight::Defense(NodeId::ROOT, defense)) = update {
                tree.add(NodeId::ROOT, &defense);
            }
        }
        if !exact(&tree) {
            woken.recv_timeout(PATIENCE).expect("a wake-up in time");
        }
    }
    session.end_inquiry();
    session.hurry();
    until(&mut session, &woken, done);
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const MATE_IN_TWO: &str = "8/8/P7/1p6/3n2B1/8/5K1p/7k w - - 0 1";

#[test]
fn a_table_answers_with_the_whole_truth() {
    let (mut session, woken) = session();
    session.begin(analyze("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1", Limits { lines: 3, ..Limits::default() }));
    let snapshot = until(&mut session, &woken, done);
    assert!(matches!(snapshot.source, Source::Table(material) if material.to_string() == "KQvK"));
    let best = snapshot.best_line().unwrap();
    assert_eq!((best.certainty, best.moves.len()), (Certainty::Proven, 5));
    assert_eq!(best.ends_in, Some(Ending::Checkmate { winner: Color::White }));
    assert_eq!(snapshot.report.lines.len(), 3);
    assert_eq!(snapshot.ranking.unwrap().moves.len(), 27);
}

#[test]
fn four_men_get_their_table_while_the_engine_works() {
    let (mut session, woken) = session();
    session.begin(analyze("8/8/8/4k3/3r4/8/8/KQ6 w - - 0 1", Limits::default()));
    let snapshot = until(&mut session, &woken, |update| {
        let (Update::Progress(snapshot) | Update::Done(snapshot)) = update else { return None };
        matches!(snapshot.source, Source::Table(_)).then_some(snapshot)
    });
    let best = snapshot.best_line().unwrap();
    assert_eq!((best.certainty, best.moves.len()), (Certainty::Proven, 65));
}

#[test]
fn a_table_that_was_asked_for_is_told_when_it_is_there() {
    let (mut session, woken) = session();
    let wanted: Material = "KNNvK".parse().unwrap();
    session.build(&wanted);
    until(&mut session, &woken, |update| (update == Update::Built(wanted)).then_some(()));
    assert!(session.tables().covers(&wanted));
}

#[test]
fn a_table_under_way_does_not_keep_the_session_from_ending() {
    let (mut session, woken) = session();
    let wanted: Material = "KRPvKR".parse().unwrap();
    session.build(&wanted);
    let built = until(&mut session, &woken, |update| match update {
        Update::Building(building) => Some(building.wanted),
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
    until(&mut session, &woken, |update| (update == Update::TablesReady).then_some(()));
    session.count(&"KQvK".parse().unwrap());
    let longest = until(&mut session, &woken, |update| match update {
        Update::Counted(_, stats) => Some(stats.map(|stats| stats.longest().longest.moves())),
        _ => None,
    });
    assert_eq!(longest, Some(10));
    session.count(&"KQvKR".parse().unwrap());
    let nothing = until(&mut session, &woken, |update| match update {
        Update::Counted(_, stats) => Some(stats),
        _ => None,
    });
    assert_eq!(nothing, None, "there is no such table yet");
}

#[test]
fn a_table_does_not_promise_a_mate_that_the_fifty_moves_forbid() {
    let (mut session, woken) = session();
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    session.begin(analyze("7K/6Q1/8/8/2k5/8/8/8 w - - 95 90", limits));
    let snapshot = until(&mut session, &woken, done);
    assert!(snapshot.ranking.is_some());
    let best = snapshot.best_line().unwrap();
    assert_eq!(best.score.mate_distance(), None, "{best:?}");
}

#[test]
fn a_new_position_replaces_the_old_search_at_once() {
    let (mut session, woken) = session();
    session.begin(analyze(START, Limits::default()));
    until(&mut session, &woken, progress);
    let second = session.begin(analyze(KIWIPETE, Limits::default()));
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
    session.begin(analyze(MATE_IN_TWO, Limits::default()));
    // The end may come before the last step on the way to it is looked at.
    let snapshot = until(&mut session, &woken, |update| {
        let snapshot = match update {
            Update::Done(snapshot) => *snapshot,
            other => progress(other)?,
        };
        (snapshot.source == Source::Proof).then_some(snapshot)
    });
    let best = snapshot.best_line().unwrap();
    assert_eq!(best.certainty, Certainty::Proven);
    assert!(matches!(best.score.value(), Value::Mates(plies) if plies.get() == 3), "{best:?}");
    assert_eq!(best.moves.len(), 3);
}

#[test]
fn a_game_that_is_over_has_no_lines() {
    let (mut session, woken) = session();
    session.begin(analyze("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Limits::default()));
    assert_eq!(until(&mut session, &woken, done).report.lines, []);
}

#[test]
fn a_hurried_move_comes_at_once() {
    let (mut session, woken) = session();
    let root = Root::new(Position::start());
    session.begin(Job { root, limits: Limits::default(), task: Task::Play });
    until(&mut session, &woken, progress);
    session.hurry();
    assert!(until(&mut session, &woken, done).best_move().is_some());
}

#[test]
fn dropping_a_session_ends_its_search() {
    let (mut session, woken) = session();
    session.begin(analyze(START, Limits::default()));
    until(&mut session, &woken, progress);
    let begun = Instant::now();
    drop(session);
    assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
}

#[test]
fn a_game_is_looked_at_beside_the_job_under_way() {
    let (mut session, woken) = session();
    session.begin(analyze(KIWIPETE, Limits::default()));
    let roots = [KIWIPETE, "8/8/8/8/8/1Q6/8/k2K4 w - - 0 1", "8/8/8/8/8/2k5/1q6/K7 w - - 0 1"];
    let roots = roots.map(|fen| Root::new(fen::parse(fen).expect("a legal position")));
    let roots = roots.into_iter().enumerate().collect();
    let order = Order { roots, known: Vec::new(), nodes: 2_000 };
    let found = |update| match update {
        Update::Swept(_, Swept::Found(place, finding)) => Some((place, finding)),
        Update::Swept(_, Swept::Failed(reason)) => panic!("{reason}"),
        _ => None,
    };
    // The first sweep is given up for the second: its places are not told twice.
    session.sweep(order.clone());
    session.sweep(order.clone());
    let mut all = Vec::new();
    while all.len() < 3 {
        woken.recv_timeout(PATIENCE).expect("a wake-up in time");
        all.extend(session.drain().into_iter().filter_map(found));
    }
    let places: Vec<usize> = all.iter().map(|(place, _)| *place).collect();
    assert_eq!(places, [2, 1, 0], "the last position first");
    let exact = all[1].1.fact.and_then(Fact::verdict);
    assert_eq!(exact.and_then(Verdict::distance), Some(Ply::new(5)));
    assert_eq!(all[0].1.fact.and_then(Fact::verdict), Some(Verdict::Loss(Ply::ZERO)));
    assert!(all[2].1.line.is_some());
    session.sweep(Order { nodes: u64::MAX, ..order });
    session.end_sweep();
    assert!(session.drain().into_iter().all(|update| found(update).is_none()), "nothing stale comes");
}

#[test]
fn a_second_question_is_answered_beside_the_job_under_way() {
    let (mut session, woken) = session();
    session.begin(analyze(KIWIPETE, Limits::default()));
    until(&mut session, &woken, progress);
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    session.ask_aside(analyze("6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1", limits.clone()));
    let last = |update: Update| match update {
        Update::Aside(_, Answer::Last(snapshot)) => Some(*snapshot),
        Update::Aside(_, Answer::Failed) => panic!("it failed"),
        _ => None,
    };
    let found = until(&mut session, &woken, last);
    assert!(found.best_line().is_some_and(|line| matches!(line.score.value(), Value::Mates(_))));
    until(&mut session, &woken, progress);
    session.ask_aside(analyze(KIWIPETE, limits));
    session.end_aside();
    until(&mut session, &woken, |update| match update {
        Update::Aside(..) => panic!("nobody listens any more"),
        other => progress(other),
    });
}
