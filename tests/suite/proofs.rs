//! Mate proofs: known problems, none shorter, and lines that are mates.

use std::path::PathBuf;

use crate::skip::{SkipReason, skipped};
use matescope::chess::{
    Certainty, GameTermination, Line, NoOracle, Oracle, Position, Root, StopSource, StopToken, fen, notation,
};
use matescope::solver::mate::{MateAnswer, MateProblem, MateProof, MateProofMethod, prove};

/// A mate search without tables and without a limit.
fn proof(root: &Root, within: u16, oracle: &dyn Oracle) -> MateProof {
    prove(&MateProblem { root, within, oracle, nodes: None }, &StopToken::never(), &mut |_| {})
}

/// Plays a line by the rules alone and checks its claim.
fn check_line(root: &Root, line: &Line) {
    let mut root = root.clone();
    let text = fen::format(&root.position);
    let plies = line.score.mate_distance().expect("a mate").index();
    assert_eq!((line.moves.len(), line.certainty), (plies, Certainty::Proven), "{text}");
    for (n, &mv) in line.moves.iter().enumerate() {
        assert_eq!(root.termination(), None, "{text} is over after {n} half-moves");
        assert!(root.position.is_legal(mv), "{text}: half-move {n}");
        root.play(mv);
    }
    assert!(
        matches!(root.termination(), Some(GameTermination::Checkmate { .. })),
        "{text} does not end in mate"
    );
}

/// `moves` counts the mate: above zero for the side to move, below for the other, None for no mate.
fn check_proof(root: &Root, within: u16, moves: Option<i32>) -> MateProof {
    let proof = proof(root, within, &NoOracle);
    let found = match &proof.answer {
        MateAnswer::Mates(_) => proof.moves().map(i32::from),
        MateAnswer::Mated(_) => proof.moves().map(|moves| -i32::from(moves)),
        MateAnswer::None => None,
        MateAnswer::Undecided => panic!("undecided without a limit"),
    };
    assert_eq!(found, moves, "{}", fen::format(&root.position));
    if let Some(line) = proof.line() {
        check_line(root, line);
        assert!(proof.is_shortest());
    } else {
        assert_eq!(proof.none_within, within);
    }
    proof
}

fn root(fen: &str) -> Root {
    Root::new(fen::parse(fen).expect(fen))
}

/// Problems from a file of `FEN bm #n;` lines, or None, loudly, where the file is missing.
fn problems(file: &str) -> Option<Vec<(Root, i32)>> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/data").join(file);
    let Ok(text) = std::fs::read_to_string(&path) else {
        skipped(&SkipReason::NotPossible(&format!("{} is missing", path.display())));
        return None;
    };
    let read = |line: &str| {
        let (fen, mate) = line.split_once("bm #").expect(line);
        (root(fen.trim()), mate.trim_end_matches(';').parse().expect(line))
    };
    Some(text.lines().map(read).collect())
}

#[test]
fn known_positions() {
    for (fen, moves) in [
        ("4k3/Q7/3K4/8/8/8/8/8 w - - 0 1", Some(1)),
        ("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1", Some(3)),
        ("8/8/8/8/8/2k5/1q6/K7 w - - 0 1", Some(0)),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", None),
        ("8/8/8/8/8/4p1k1/8/4r1BK w - - 0 1", None),
        ("7k/8/5K2/6Q1/8/8/8/8 b - - 0 1", Some(-1)),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", Some(2)),
    ] {
        check_proof(&root(fen), 4, moves);
    }
}

#[test]
fn every_two_mover_is_solved_in_two() {
    let Some(problems) = problems("mate-in-2.epd") else { return };
    let nodes: u64 = problems.iter().map(|(root, moves)| check_proof(root, 2, Some(*moves)).nodes).sum();
    let mean = nodes / problems.len() as u64;
    assert!(mean < 500, "{mean} positions a problem");
}

/// After the key the side to move gets mated in one less: that too is seen at once.
#[test]
fn after_the_key_of_a_two_mover_the_side_to_move_is_mated() {
    let Some(problems) = problems("mate-in-2.epd") else { return };
    let mut nodes = 0;
    for (root, _) in &problems {
        let mut root = root.clone();
        let first = proof(&root, 2, &NoOracle).line().expect("a mate").moves[0];
        root.play(first);
        nodes += check_proof(&root, 2, Some(-1)).nodes;
    }
    let mean = nodes / problems.len() as u64;
    assert!(mean < 500, "{mean} positions a problem");
}

#[test]
fn real_mates_are_as_short_as_they_are_said_to_be() {
    let Some(problems) = problems("mates-dev.epd") else { return };
    let deepest = if std::env::var_os("RUN_SLOW_TESTS").is_some() { 5 } else { 4 };
    let mut count = 0;
    for (root, moves) in problems.iter().filter(|(_, moves)| moves.abs() <= deepest) {
        check_proof(root, 5, Some(*moves));
        count += 1;
    }
    assert!(count > 20, "only {count} problems");
}

fn play(root: &mut Root, moves: &str) {
    for text in moves.split(' ') {
        let mv = notation::parse_move(&root.position, text).expect(text);
        root.play(mv);
    }
}

#[test]
fn the_fifty_move_counter_must_let_the_mate_arrive() {
    for (halfmoves, moves) in [(0, Some(3)), (95, Some(3)), (96, None), (99, None)] {
        check_proof(&root(&format!("8/8/8/8/8/1Q6/8/k2K4 w - - {halfmoves} 80")), 6, moves);
    }
    check_proof(&root("8/8/8/8/8/1Q6/8/k2K4 w - - 100 80"), 3, None);
    // Kg6 Kg8 a8=Q# is in time, or else the pawn has to move first: slower, and it sets the counter back.
    for (halfmoves, moves) in [(97, 2), (98, 3), (99, 3)] {
        check_proof(&root(&format!("7k/P7/5K2/8/8/8/8/8 w - - {halfmoves} 90")), 3, Some(moves));
    }
}

/// The same position, twice before: the mating move would be the third time of the position after it.
#[test]
fn a_position_that_stood_twice_is_a_draw_the_third_time() {
    let problem = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";
    let fresh = check_proof(&root(problem), 3, Some(2));
    assert_eq!(notation::san(&root(problem).position, fresh.line().expect("a line").moves[0]), "Ra6");

    let mut root = root("kbK5/pp6/RP6/8/8/8/8/8 b - - 0 1");
    play(&mut root, "Be5 Ra1 Bb8 Ra6 Be5 Ra1 Bb8");
    assert_eq!(root.position.board(), self::root(problem).position.board());
    assert_eq!(by_the_rules(&root, 2), None);
    check_proof(&root, 2, None);
}

/// Mate in the fewest moves up to `within` by the plain rules of the game, signed as in [`check_proof`].
fn by_the_rules(root: &Root, within: u16) -> Option<i32> {
    fn attacks(root: &Root, moves: u16) -> bool {
        let legal = root.position.legal_moves();
        moves > 0
            && root.termination().is_none()
            && legal.iter().any(|&mv| {
                let mut next = root.clone();
                next.play(mv);
                defends(&next, moves - 1)
            })
    }
    fn defends(root: &Root, moves: u16) -> bool {
        match root.termination() {
            Some(ending) => matches!(ending, GameTermination::Checkmate { .. }),
            None => {
                moves > 0
                    && root.position.legal_moves().iter().all(|&mv| {
                        let mut next = root.clone();
                        next.play(mv);
                        attacks(&next, moves)
                    })
            }
        }
    }
    if root.termination().is_some_and(|ending| matches!(ending, GameTermination::Checkmate { .. })) {
        return Some(0);
    }
    (1..=within).find_map(|moves| {
        let count = i32::from(moves);
        (attacks(root, moves).then_some(count)).or_else(|| defends(root, moves).then_some(-count))
    })
}

/// Random games that wander back and forth, with the counter low and high, held against the plain rules.
#[test]
fn the_search_agrees_with_the_plain_rules() {
    let starts = [
        "8/8/8/8/8/1Q6/8/k2K4 w - - 0 1",
        "8/8/8/8/2q5/1Q6/8/k2K4 w - - 90 80",
        "kbK5/pp6/1P6/8/8/8/8/R7 w - - 88 80",
        "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1",
        "7k/8/5K2/6Q1/8/8/8/8 b - - 91 90",
        "3k4/R7/8/8/8/8/1r6/2K4R b - - 93 90",
    ];
    let mut random = fastrand::Rng::with_seed(5);
    let mut counts = [0; 3];
    for start in starts {
        for _ in 0..60 {
            let mut root = root(start);
            for _ in 0..12 {
                let legal = root.position.legal_moves();
                let back =
                    legal.iter().filter(|&&mv| root.history.keys().contains(&root.position.after(mv).key()));
                let back: Vec<_> = back.copied().collect();
                let choice = if back.is_empty() || random.u8(..3) == 0 { legal.to_vec() } else { back };
                if root.termination().is_some() {
                    break;
                }
                root.play(choice[random.usize(..choice.len())]);
                let expected = by_the_rules(&root, 2);
                let proof = proof(&root, 2, &NoOracle);
                let found = proof.moves().map(i32::from).map(|moves| match proof.answer {
                    MateAnswer::Mated(_) => -moves,
                    _ => moves,
                });
                assert_eq!(found, expected, "{}, {:?}", fen::format(&root.position), root.history);
                proof.line().into_iter().for_each(|line| check_line(&root, line));
                counts[match expected {
                    None => 0,
                    Some(1..) => 1,
                    Some(_) => 2,
                }] += 1;
            }
        }
    }
    assert!(counts.into_iter().all(|count| count > 20), "{counts:?}");
}

/// The side with nothing but its king is never searched for mates.
#[test]
fn a_bare_king_costs_nothing() {
    let nodes = proof(&root("8/8/3k4/8/3K4/8/3P4/8 b - - 0 1"), 4, &NoOracle).nodes;
    assert!(nodes < 10_000, "{nodes} positions for a pawn ending");
}

#[test]
fn limits_end_the_work_without_an_answer() {
    let root = Root::new(Position::start());
    let limited = MateProblem { root: &root, within: 9, oracle: &NoOracle, nodes: Some(20_000) };
    let proof = prove(&limited, &StopToken::never(), &mut |_| {});
    assert_eq!(proof.answer, MateAnswer::Undecided);
    assert!(proof.none_within >= 1 && proof.nodes < 21_000, "{proof:?}");

    let source = StopSource::new();
    let token = source.token();
    let mut source = Some(source);
    let unlimited = MateProblem { nodes: None, ..limited };
    let mut steps = Vec::new();
    let proof = prove(&unlimited, &token, &mut |progress| {
        steps.push((progress.none_within, progress.checking));
        if progress.checking == 3 {
            source = None;
        }
    });
    assert_eq!((proof.answer, proof.none_within), (MateAnswer::Undecided, 2));
    assert_eq!(steps, [(0, 1), (1, 2), (2, 3)]);
}

#[test]
fn tables_answer_at_once_and_agree() {
    let tables = super::endings::tables();
    for (fen, moves) in [
        ("7K/6Q1/8/8/2k5/8/8/8 w - - 0 1", 10),
        ("8/8/2R5/3k4/8/8/8/1K6 w - - 0 1", 16),
        ("8/8/2R5/3k4/8/8/8/1K6 w - - 69 1", 16),
    ] {
        let root = root(fen);
        let proof = proof(&root, 30, tables);
        assert_eq!(
            (proof.method, proof.moves(), proof.nodes),
            (MateProofMethod::Table, Some(moves), 0),
            "{fen}"
        );
        check_line(&root, proof.line().expect("a line"));
    }
    let late = root("8/8/2R5/3k4/8/8/8/1K6 w - - 70 1");
    let proof = prove(
        &MateProblem { root: &late, within: 15, oracle: tables, nodes: None },
        &StopToken::never(),
        &mut |_| {},
    );
    assert_eq!((proof.answer, proof.none_within >= 15), (MateAnswer::None, true));
    let short = root("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1");
    let searched = check_proof(&short, 3, Some(3));
    assert_eq!((searched.method, searched.none_within), (MateProofMethod::Proof, 2));
}

#[test]
fn the_defense_is_the_longest() {
    let root = root("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1");
    let proof = check_proof(&root, 3, Some(3));
    assert_eq!(notation::san_line(&root.position, &proof.line().expect("a line").moves).len(), 5);
}
