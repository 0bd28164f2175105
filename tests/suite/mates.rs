//! Mates that the engine reports are forced, and their lines are complete: every report is replayed by the
//! rules here, with code that shares nothing with the search.

use std::path::Path;
use std::sync::Arc;

use crate::skip::{SkipReason, skipped};
use matescope::chess::{
    Bound, Certainty, GameTermination, Line, Move, Ply, Position, Root, Score, ScoreValue, StopSource,
    StopToken, fen, notation,
};
use matescope::engine::{Engine, EngineSettings, Limits, Report};
use matescope::solver::Tables;

fn engine() -> Engine {
    Engine::new(EngineSettings { hash_mb: 4, ..EngineSettings::default() })
}

fn root(text: &str) -> Root {
    Root::new(fen::parse(text).unwrap())
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// Plays a line that claims a mate, and returns what is wrong with it.
pub(crate) fn fault(root: &Root, line: &Line) -> Option<String> {
    let plies = line.score.mate_distance()?;
    if line.bound != Bound::Exact {
        return Some("a mate with a bound".to_owned());
    }
    if line.moves.len() != plies.index() {
        return Some(format!("{} moves for {plies} plies", line.moves.len()));
    }
    let mut at = root.clone();
    for (n, &mv) in line.moves.iter().enumerate() {
        if let Some(ending) = at.termination() {
            return Some(format!("over after {n} plies: {ending:?}"));
        }
        if !at.position.legal_moves().contains(&mv) {
            return Some(format!("move {n} is illegal"));
        }
        at.play(mv);
    }
    let winner = if line.score.is_mating() { root.position.turn() } else { root.position.turn().other() };
    let mate = Some(GameTermination::Checkmate { winner });
    (at.termination() != mate || line.ends_in != mate).then(|| "no checkmate at the end".to_owned())
}

/// Searches, and checks every report on the way against the rules.
fn search(engine: &mut Engine, root: &Root, limits: &Limits) -> Report {
    engine.search(root, limits, &StopToken::never(), &mut |report| {
        for line in &report.lines {
            if let Some(fault) = fault(root, line) {
                panic!("{}: {:?}: {fault}", fen::format(&root.position), line.score);
            }
        }
        assert!(report.lines.windows(2).all(|pair| pair[0].score >= pair[1].score), "{:?}", report.lines);
    })
}

/// A random legal position with the kings and these pieces, White's in capitals.
pub(crate) fn deal(pieces: &str, random: &mut fastrand::Rng) -> Position {
    loop {
        let mut board = [' '; 64];
        for piece in pieces.chars() {
            let square = std::iter::repeat_with(|| random.usize(..64)).find(|&n| board[n] == ' ').unwrap();
            board[square] = piece;
        }
        let rows: Vec<String> = board.chunks(8).map(|row| row.iter().collect::<String>()).collect();
        let mut text = rows.join("/").replace(' ', "1");
        text.push_str(if random.bool() { " w - - 0 1" } else { " b - - 0 1" });
        if let Ok(position) = fen::parse(&text)
            && !position.legal_moves().is_empty()
        {
            return position;
        }
    }
}

fn check_mate(text: &str, moves: i32, limit: u64) {
    let root = root(text);
    let report = search(&mut engine(), &root, &nodes(limit));
    let found = report.lines.first().map(|line| line.score.value());
    let plies = |n: i32| u16::try_from(n).unwrap();
    let wanted = match found {
        Some(ScoreValue::Mates(found)) => moves > 0 && found.get() == plies(2 * moves - 1),
        Some(ScoreValue::Mated(found)) => moves < 0 && found.get() == plies(-2 * moves),
        _ => false,
    };
    assert!(wanted, "{text}: {found:?} instead of mate in {moves}");
}

#[test]
fn known_mates_are_found() {
    // Eppstein, "Forcing progress in winning positions": a mate at once is not postponed.
    check_mate("4k3/Q7/3K4/8/8/8/8/8 w - - 0 1", 1, 20_000);
    check_mate("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1", 3, 100_000);
    // The smothered mate.
    check_mate("5r1k/6pp/7N/8/8/1Q6/8/6K1 w - - 0 1", 2, 50_000);
    // From the losing side, too: every defense gets mated.
    check_mate("6k1/8/6K1/8/8/8/8/R7 b - - 0 1", -2, 20_000);
}

#[test]
fn every_reported_mate_is_complete_with_few_pieces() {
    let mut random = fastrand::Rng::with_seed(20);
    let mut engine = engine();
    let mut mates = 0;
    for pieces in ["KQk", "KRk", "KQkr", "KRRk", "KPk", "KQPkq", "KRPkr", "KBBk", "KQkp", "KRNkb"] {
        for _ in 0..8 {
            let root = Root::new(deal(pieces, &mut random));
            engine.new_game();
            let lines = random.usize(1..4);
            let limits = Limits { multipv: lines, ..nodes(random.u64(1..40_000)) };
            let report = search(&mut engine, &root, &limits);
            mates += report.lines.iter().filter(|line| line.score.is_mate()).count();
        }
    }
    assert!(mates > 8, "only {mates} mates: nothing was tested");
}

#[test]
fn a_stopped_search_keeps_to_the_same_law() {
    let mut engine = engine();
    let mut random = fastrand::Rng::with_seed(4);
    for _ in 0..60 {
        engine.new_game();
        search(&mut engine, &root("3r2k1/5ppp/8/8/8/8/1Q3PPP/1R4K1 w - - 0 1"), &nodes(random.u64(1..6_000)));
        let lines = Limits { multipv: 4, ..nodes(random.u64(1..3_000)) };
        search(
            &mut engine,
            &root("r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w - - 0 1"),
            &lines,
        );
    }
}

#[test]
fn several_threads_keep_to_the_same_law() {
    let mut engine = Engine::new(EngineSettings { hash_mb: 4, threads: 4, ..EngineSettings::default() });
    for text in [
        "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w - - 0 1",
        "8/8/8/8/8/1Q6/8/k2K4 w - - 0 1",
        "5r1k/6pp/7N/8/8/1Q6/8/6K1 w - - 0 1",
    ] {
        engine.new_game();
        let report = search(&mut engine, &root(text), &nodes(120_000));
        assert!(report.lines[0].score.is_mating(), "{text}");
    }
}

/// Rule 7: an announced mate never becomes longer.
#[test]
fn a_promised_mate_never_grows() {
    let mut engine = engine();
    for text in [
        "8/8/8/8/8/1Q6/8/k2K4 w - - 0 1",
        "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w - - 0 1",
        "8/8/8/8/3k4/8/1R6/R3K3 w - - 0 1",
    ] {
        engine.new_game();
        let mut root = root(text);
        let mut promised = Score::LOWEST;
        while root.termination().is_none() {
            let first = search(&mut engine, &root, &nodes(100_000));
            let again = search(&mut engine, &root, &nodes(2_000));
            let (first, again) = (&first.lines[0], &again.lines[0]);
            assert!(first.score.is_mate(), "{text}: {first:?} {:?}", root.position);
            if first.score.is_mating() {
                assert!(again.score >= first.score, "{text}: {again:?} after {first:?}");
                assert!(first.score >= promised, "{text}: {first:?} after {promised:?}");
                let plies = first.score.mate_distance().unwrap().get();
                promised = Score::mates_in(Ply::new(plies.saturating_sub(2)));
            }
            root.play(first.moves[0]);
        }
        assert!(
            matches!(root.termination(), Some(GameTermination::Checkmate { .. })),
            "{text}: {:?}",
            root.termination()
        );
    }
}

#[test]
fn lines_begin_with_different_moves() {
    let mut engine = engine();
    for lines in [2, 5, 500] {
        let limits = Limits { multipv: lines, ..nodes(30_000) };
        let root = root("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10");
        let report = search(&mut engine, &root, &limits);
        let mut firsts: Vec<Move> = report.lines.iter().map(|line| line.moves[0]).collect();
        firsts.sort_by_key(|&mv| notation::uci(&root.position, mv));
        firsts.dedup();
        assert_eq!(firsts.len(), report.lines.len());
        assert!(report.lines.len() <= lines && report.lines.len() > 1);
    }
}

/// An engine that probes the three-piece tables.
fn engine_with_tables() -> Engine {
    let tables = Tables::new();
    tables.build_three_piece_endings(&StopToken::never(), &mut |_| {}).unwrap();
    Engine::new(EngineSettings { hash_mb: 4, oracle: Arc::new(tables), ..EngineSettings::default() })
}

/// At the root a table's result is exact, and comes with a line to the mate.
#[test]
fn the_tables_speak_through_the_engine() {
    let mut engine = engine_with_tables();
    for (text, plies) in [("7K/6Q1/8/8/2k5/8/8/8 w - - 0 1", 19), ("8/8/2R5/3k4/8/8/8/1K6 w - - 0 1", 31)] {
        let report = search(&mut engine, &root(text), &Limits { multipv: 3, ..nodes(1_000) });
        assert_eq!(report.lines[0].score, Score::mates_in(Ply::new(plies)), "{text}");
        assert!(report.lines.iter().all(|line| line.certainty == Certainty::Proven), "{text}");
        assert_eq!(report.lines.len(), 3);
    }
    let drawn = search(&mut engine, &root("8/8/8/8/4k3/8/4P3/4K3 w - - 0 1"), &nodes(2_000));
    assert_eq!((drawn.lines[0].score, drawn.lines[0].certainty), (Score::DRAW, Certainty::Proven));
}

/// A mate whose line leads into the tables is played to its end, and so is every reply.
#[test]
fn mates_that_end_in_the_tables_are_complete() {
    let mut engine = engine_with_tables();
    let mut random = fastrand::Rng::with_seed(9);
    let mut mates = 0;
    for pieces in ["KQkp", "KRkp", "KPPk", "KPkp", "KQkn", "KRPk"] {
        for _ in 0..10 {
            engine.new_game();
            let root = Root::new(deal(pieces, &mut random));
            let limits = Limits { multipv: random.usize(1..4), ..nodes(random.u64(1..15_000)) };
            let report = search(&mut engine, &root, &limits);
            mates += report.lines.iter().filter(|line| line.score.is_mate()).count();
        }
    }
    assert!(mates > 20, "only {mates} mates: nothing was tested");
}

/// The composed two-movers, found by a search for them.
#[test]
fn two_movers_are_solved() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/mate-in-2.epd");
    let Ok(text) = std::fs::read_to_string(&path) else {
        skipped(&SkipReason::NotPossible(&format!("no {}", path.display())));
        return;
    };
    let step = if std::env::var_os("RUN_SLOW_TESTS").is_some() { 1 } else { 20 };
    let mut engine = engine();
    for line in text.lines().step_by(step) {
        let Some((fields, _)) = line.split_once(" bm ") else { continue };
        engine.new_game();
        let limits = Limits { mate: Some(2), ..nodes(200_000) };
        let report = search(&mut engine, &root(fields), &limits);
        assert_eq!(report.lines[0].score.value(), ScoreValue::Mates(Ply::new(3)), "{line}");
    }
}

#[test]
fn a_stop_in_the_middle_is_heard_at_once() {
    let root = root("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10");
    let source = StopSource::new();
    let token = source.token();
    let mut source = Some(source);
    let mut stopped_at = 0;
    let report = engine().search(&root, &Limits::default(), &token, &mut |report| {
        if report.nodes > 20_000 && source.take().is_some() {
            stopped_at = report.nodes;
        }
    });
    // A thousand positions are about a millisecond.
    assert!(report.nodes - stopped_at < 1_000, "{} positions later", report.nodes - stopped_at);
}
