//! Engine and mate prover together: whatever they report of a mate, at any limit, is true, complete, and
//! never longer the second time.

use std::sync::{Arc, Mutex};

use matescope::analysis::{AnalysisJob, AnalysisPurpose, AnalysisSnapshot, AnalysisSource, Analyzer, JobId};
use matescope::chess::{GameTermination, NoOracle, Position, Root, StopToken, fen};
use matescope::engine::{EngineSettings, Limits, ThreadMode};
use matescope::solver::{MateProblem, prove};

use crate::mates::{deal, fault};

fn tandem(threads: usize) -> Analyzer {
    let settings =
        EngineSettings { hash_mb: 2, threads, oracle: Arc::new(NoOracle), ..EngineSettings::default() };
    Analyzer::new(settings, ThreadMode::SharedThread)
}

/// Analyzes a position and checks every mate of every snapshot against the rules. Returns the last snapshot
/// and the mates that were announced first, in moves.
fn study(
    tandem: &mut Analyzer,
    root: &Root,
    limits: &Limits,
    task: AnalysisPurpose,
) -> (AnalysisSnapshot, Vec<i32>) {
    let job = AnalysisJob { root: root.clone(), limits: limits.clone(), purpose: task };
    let announced = Mutex::new(Vec::new());
    let last = tandem.analyze((JobId::default(), &job), &StopToken::never(), &|snapshot| {
        hold(root, &snapshot);
        announced.lock().unwrap().extend(first_mate(&snapshot));
    });
    hold(root, &last);
    (last, announced.into_inner().unwrap())
}

fn hold(root: &Root, snapshot: &AnalysisSnapshot) {
    let text = fen::format(&root.position);
    for line in &snapshot.report.lines {
        if let Some(fault) = fault(root, line) {
            panic!("{text}: {:?}: {fault}", line.score);
        }
    }
    assert!(snapshot.report.lines.windows(2).all(|pair| pair[0].score >= pair[1].score), "{text}");
}

/// The first line's mate in moves, negative for the side that is mated.
fn first_mate(snapshot: &AnalysisSnapshot) -> Option<i32> {
    let score = snapshot.best_line()?.score;
    let moves = i32::from(score.mate_distance()?.moves());
    Some(if score.is_mating() { moves } else { -moves })
}

/// Checks an announced mate by a search of every move: it must be forced.
fn check_forced(root: &Root, mate: i32) {
    let within = u16::try_from(mate.abs()).unwrap();
    let problem = MateProblem { root, within, oracle: &NoOracle, nodes: Some(3_000_000) };
    let proof = prove(&problem, &StopToken::never(), &mut |_| {});
    if let Some(line) = proof.line() {
        assert_eq!(line.score.is_mating(), mate > 0, "{}", fen::format(&root.position));
    } else {
        assert!(proof.none_within < within, "{}: no mate in {within}", fen::format(&root.position));
    }
}

/// Generates random positions with strong pieces, and searches them at odd limits.
fn check_random(threads: usize, lines: usize, seed: u64) {
    let rounds = if std::env::var_os("RUN_SLOW_TESTS").is_some() { 300 } else { 10 };
    let mut random = fastrand::Rng::with_seed(seed);
    let mut tandem = tandem(threads);
    let mut mates = 0;
    for pieces in ["KQRkr", "KQQkp", "KRRkb", "KQRBkqp", "KQBNkrbp", "KRBPPkbpp", "KQNPkrp"] {
        for _ in 0..rounds {
            let root = Root::new(deal(pieces, &mut random));
            if root.termination().is_some() {
                continue;
            }
            tandem.new_game();
            let task = if random.bool() { AnalysisPurpose::Play } else { AnalysisPurpose::Solve };
            let limits = Limits { nodes: Some(random.u64(1..9_000)), multipv: lines, ..Limits::default() };
            let (last, mut announced) = study(&mut tandem, &root, &limits, task);
            announced.extend(first_mate(&last));
            announced.sort_unstable();
            announced.dedup();
            mates += announced.len();
            for mate in announced.into_iter().filter(|mate| mate.abs() <= 3) {
                check_forced(&root, mate);
            }
        }
    }
    assert!(mates > 1, "only {mates} mates: nothing was tested");
}

#[test]
fn every_mate_is_forced_with_one_thread() {
    check_random(1, 1, 3);
}

#[test]
fn every_mate_is_forced_with_four_lines() {
    check_random(1, 4, 4);
}

#[test]
fn every_mate_is_forced_with_four_threads() {
    check_random(4, 2, 5);
}

const MATE_IN_TWO: &str = "8/8/P7/1p6/3n2B1/8/5K1p/7k w - - 0 1";

#[test]
fn a_second_look_never_says_more_moves() {
    let mut tandem = tandem(1);
    let root = Root::new(fen::parse("2r3k1/p4p2/3Rp2p/1p2P1pK/8/1P4P1/P3Q2P/1q6 b - - 0 1").unwrap());
    let limits = |nodes| Limits { nodes: Some(nodes), ..Limits::default() };
    let (long, _) = study(&mut tandem, &root, &limits(60_000), AnalysisPurpose::Solve);
    let Some(mate) = first_mate(&long) else { panic!("no mate found: {:?}", long.best_line()) };
    let other = Root::new(fen::parse(MATE_IN_TWO).unwrap());
    study(&mut tandem, &other, &limits(2_000), AnalysisPurpose::Solve);
    for nodes in [1, 50, 700] {
        let (short, announced) = study(&mut tandem, &root, &limits(nodes), AnalysisPurpose::Play);
        assert!(first_mate(&short).is_some_and(|again| again <= mate), "{nodes}: {:?}", short.best_line());
        assert!(announced.iter().all(|&again| again <= mate), "{nodes}: {announced:?}");
    }
}

#[test]
fn at_the_board_the_number_falls_by_one() {
    let mut tandem = tandem(1);
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    for start in [MATE_IN_TWO, "r4rk1/5ppp/8/8/8/8/3QRPPP/4R1K1 w - - 0 1", "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1"]
    {
        let mut root = Root::new(fen::parse(start).unwrap());
        tandem.new_game();
        let mut before: Option<i32> = None;
        for _ in 0..60 {
            if root.termination().is_some() {
                break;
            }
            let (last, _) = study(&mut tandem, &root, &limits, AnalysisPurpose::Play);
            let now = first_mate(&last);
            if let Some(before) = before {
                // The side that mates has moved: the other is mated in one less. The other moves: the same.
                let wanted = if before > 0 { 1 - before } else { -before };
                let now = now.unwrap_or_else(|| panic!("{}: the mate is gone", fen::format(&root.position)));
                assert!(
                    now.abs() <= wanted.abs() && (now > 0) == (wanted > 0) || wanted == 0,
                    "{before} {now}"
                );
            }
            before = now;
            root.play(last.best_move().unwrap());
        }
        assert!(
            before.is_none() || matches!(root.termination(), Some(GameTermination::Checkmate { .. })),
            "{start}"
        );
    }
}

#[test]
fn a_mate_that_is_asked_for_is_answered_either_way() {
    let mut tandem = tandem(1);
    let asked = |moves| Limits { mate: Some(moves), ..Limits::default() };
    let mut check = |text: &str, moves: u16, wanted: Option<i32>| {
        let root = Root::new(fen::parse(text).unwrap());
        tandem.new_game();
        let (last, _) = study(&mut tandem, &root, &asked(moves), AnalysisPurpose::Solve);
        assert_eq!(first_mate(&last), wanted, "{text} in {moves}");
        assert!(last.best_move().is_some_and(|mv| root.position.is_legal(mv)), "{text}");
        assert!(wanted.is_some() || last.proof.none_within >= moves, "{text}");
    };
    check(MATE_IN_TWO, 2, Some(2));
    check(MATE_IN_TWO, 1, None);
    check(&fen::format(&Position::start()), 2, None);
    check("6k1/8/6K1/8/8/8/8/R7 b - - 0 1", 2, Some(-2));
}

/// Black is mated in five whatever it does; White's quiet moves hide it from the search and from proof
/// numbers.
const QUIETLY_MATED: &str = "2N3nr/2p3rb/5p2/3BBPp1/3p2pR/2n3pR/1P5Q/k1KN4 b - - 0 1";

#[test]
fn a_mate_of_the_side_to_move_by_quiet_moves_is_proven() {
    let mut tandem = tandem(1);
    let root = Root::new(fen::parse(QUIETLY_MATED).unwrap());
    // What a second is enough for on one core of 2020.
    let limits = Limits { nodes: Some(1_200_000), ..Limits::default() };
    let (last, announced) = study(&mut tandem, &root, &limits, AnalysisPurpose::Analyze);
    assert!(announced.iter().all(|&mate| mate <= -5), "{announced:?}");
    assert_eq!(first_mate(&last), Some(-5), "{:?}", last.best_line());
    assert_eq!(last.source, AnalysisSource::Proof, "no defense lasts longer");
    assert_eq!(last.proof.none_within, 4);
}
