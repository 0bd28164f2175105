//! Real engines, where they are installed, and our own, which is always there.

use std::env::consts::EXE_SUFFIX;
use std::path::PathBuf;

use matescope::chess::{Certainty, Depth, ScoreValue, notation};

use super::*;
use crate::skip::{SkipReason, skipped};

const MATE_IN_TWO: &str = "8/8/P7/1p6/3n2B1/8/5K1p/7k w - - 0 1";
const MIDDLE_GAME: &str = "r1bqk2r/pp1n1ppp/2pbpn2/3p4/2PP4/2N1PN2/PPQ1BPPP/R1B1K2R b KQkq - 4 8";

/// Folders with chess programs that may be missing in `PATH`.
const FOLDERS: [&str; 3] = ["/usr/games", "/usr/local/games", "/usr/local/bin"];

/// The path of a program, if it is installed.
pub(crate) fn find(name: &str) -> Option<String> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let others = if cfg!(unix) { &FOLDERS[..] } else { &[] };
    let folders = std::env::split_paths(&path).chain(others.iter().map(PathBuf::from));
    let file_name = format!("{name}{EXE_SUFFIX}");
    let found = folders.map(|folder| folder.join(&file_name)).find(|file| file.is_file());
    found.map(|file| file.to_string_lossy().into_owned())
}

/// What every engine has to do correctly.
fn check(command: &[&str], name: &str) {
    let mut under_test = EngineUnderTest::start(command, PATIENT);
    assert!(under_test.name().to_lowercase().contains(name), "{:?}", under_test.standing);
    assert!(!under_test.standing.identity.as_ref().unwrap().options.is_empty());
    // An infinite analysis, canceled for another one.
    let seen = under_test.analyze(MIDDLE_GAME, Limits::default()).progress();
    assert!(seen.report.depth >= Depth::ONE && seen.report.nodes > 0 || seen.report.lines.is_empty());
    let limits = Limits { depth: Some(Depth::new(8)), ..Limits::default() };
    let found = under_test.analyze(MATE_IN_TWO, limits).answer().unwrap();
    let position = fen::parse(MATE_IN_TWO).unwrap();
    assert!(found.best_move().is_some_and(|mv| position.is_legal(mv)));
    if let Some(line) = found.best_line().filter(|line| line.score.is_mate()) {
        assert_ne!(line.certainty, Certainty::Proven, "nothing that it says is a fact");
    }
    // A move on the clock, then one that is requested at once.
    let time = matescope::engine::SearchTime::Clock {
        left: Duration::from_secs(2),
        increment: Duration::ZERO,
        moves_to_go: None,
    };
    let moved = under_test.analyze(MIDDLE_GAME, Limits { time, ..Limits::default() }).answer().unwrap();
    assert!(moved.best_reported.is_some());
    under_test.analyze(MIDDLE_GAME, Limits::default()).progress();
    under_test.engine.stop();
    assert!(under_test.answer().unwrap().best_reported.is_some());
    assert_eq!(under_test.standing.failure(), None);
    assert_eq!(under_test.standing.protocol_error_count, 0, "{:?}", under_test.standing.last_protocol_error);
    let begun = Instant::now();
    drop(under_test);
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
}

#[test]
fn stockfish() {
    let Some(program) = find("stockfish") else {
        skipped(&SkipReason::MissingPeer("stockfish"));
        return;
    };
    check(&[&program], "stockfish");
}

#[test]
fn gnu_chess() {
    let Some(program) = find("gnuchess") else {
        skipped(&SkipReason::MissingPeer("gnuchess"));
        return;
    };
    check(&[&program, "--uci"], "gnu chess");
}

#[test]
fn glaurung() {
    let Some(program) = find("glaurung") else {
        skipped(&SkipReason::MissingPeer("glaurung"));
        return;
    };
    check(&[&program], "glaurung");
}

#[test]
fn our_own() {
    check(&[env!("CARGO_BIN_EXE_matescope"), "uci"], "matescope");
}

#[test]
fn our_own_mate_is_shown_to_the_end_and_is_no_fact_all_the_same() {
    let mut under_test = EngineUnderTest::start(&[env!("CARGO_BIN_EXE_matescope"), "uci"], PATIENT);
    let limits = Limits { depth: Some(Depth::new(9)), ..Limits::default() };
    let found = under_test.analyze(MATE_IN_TWO, limits).answer().unwrap();
    let line = found.best_line().unwrap();
    assert_eq!((line.certainty, line.moves.len()), (Certainty::Claimed, 3));
    assert!(matches!(line.score.value(), ScoreValue::Mates(plies) if plies.moves() == 2));
}

#[test]
fn a_game_is_reported_with_its_moves_so_that_a_repetition_is_seen() {
    let mut under_test = EngineUnderTest::start(&[env!("CARGO_BIN_EXE_matescope"), "uci"], PATIENT);
    let start = fen::parse("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1").unwrap();
    let mut root = Root::new(start.clone());
    let mut moves = Vec::new();
    for text in ["Qb4", "Ka2", "Qb3+", "Ka1", "Qb4", "Ka2"] {
        let mv = notation::parse_move(&root.position, text).unwrap();
        root.play(mv);
        moves.push(mv);
    }
    let limits = Limits { depth: Some(Depth::new(6)), ..Limits::default() };
    let job = AnalysisJob { root, limits, purpose: AnalysisPurpose::Play };
    under_test.engine.analyze(job, PositionHistory { start, moves, clocks: None });
    let played = under_test.answer().unwrap().best_move().unwrap();
    assert_ne!(played.to(), "b3".parse().unwrap(), "the third time would be a draw");
}
