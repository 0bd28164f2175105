//! The stalemate trap quiz with real tables: every position is a trap as claimed, and no safe move counts as
//! wrong.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use matescope::chess::{GameTermination, MoveCost, Oracle, StopToken, Verdict, fen};
use matescope::practice::quiz::{ENDINGS, QuizAnswer, RUN_TIME, Trap, WRONG_MOVE_PENALTY, deal};
use matescope::practice::{Quiz, Seed};
use matescope::solver::Tables;

/// The tables of three pieces, and of the quiz's endings of four.
fn tables() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(|| {
        let tables = Tables::new();
        let never = StopToken::never();
        tables.build_three_piece_endings(&never, &mut |_| {}).expect("nobody stops it");
        for (name, _) in ENDINGS {
            for part in Tables::with_sub_endings(&name.parse().expect("an ending")) {
                tables.build(&part, 2, &never, &mut |_| {}).expect("nobody stops it");
            }
        }
        tables
    })
}

fn check(trap: &Trap, oracle: &Tables) {
    let position = &trap.position;
    let text = fen::format(position);
    assert_eq!(fen::parse(&text).as_ref(), Ok(position), "{text} is legal");
    assert_eq!(GameTermination::on_board(position), None, "{text}");
    assert!(matches!(oracle.probe(position), Some(Verdict::Win(_))), "{text}");
    let (natural, traps, safe) =
        (trap.natural_moves().count(), trap.trap_moves().count(), trap.safe_moves().count());
    assert!(2 * traps > natural && (1..=3).contains(&safe) && safe + traps == natural, "{text}");
    assert_eq!(trap.ranking.moves.len(), position.legal_moves().len(), "{text}");
    for ranked in &trap.ranking.moves {
        let next = position.after(ranked.mv);
        let wins = matches!(oracle.probe(&next), Some(Verdict::Loss(_)));
        assert_eq!(ranked.cost.keeps_result(), wins, "{text} {}", ranked.san);
        let stalemate = matches!(GameTermination::on_board(&next), Some(GameTermination::Stalemate { .. }));
        assert_eq!(ranked.cost == MoveCost::Stalemate, stalemate, "{text} {}", ranked.san);
    }
}

/// Ten thousand deals in the slow run.
fn deals() -> u16 {
    if std::env::var_os("RUN_SLOW_TESTS").is_some() { 2_000 } else { 500 }
}

#[test]
fn every_deal_is_a_trap_and_most_have_a_stalemate() {
    let (mut stalemates, mut different) = (0, std::collections::HashSet::new());
    for number in 0..deals() {
        let seed = Seed(number.wrapping_mul(40_503));
        let trap = deal(seed, number, tables()).expect("a position");
        check(&trap, tables());
        stalemates += u16::from(trap.stalemate_count() > 0);
        different.insert(fen::format(&trap.position));
    }
    assert!(2 * stalemates > deals(), "{stalemates} of {} have a stalemate", deals());
    assert!(3 * different.len() > usize::from(deals()), "{} different ones", different.len());
    assert_eq!(deal(Seed(9), 4, tables()), deal(Seed(9), 4, tables()));
}

#[test]
fn three_pieces_are_enough_for_a_quiz() {
    let tables = crate::endings::tables();
    for number in 0..deals() / 5 {
        check(&deal(Seed(3), number, tables).expect("a position"), tables);
    }
}

#[test]
fn who_plays_safe_moves_has_no_wrong_answer() {
    let now = Instant::now();
    let mut quiz = Quiz::begin(Seed(0x7F3A), tables(), now).expect("a quiz");
    for solved in 1..=deals() / 20 {
        let trap = quiz.trap().expect("a position").clone();
        let safe: Vec<_> = trap.safe_moves().map(|ranked| ranked.mv).collect();
        for (found, mv) in safe.iter().enumerate() {
            let left = safe.len() - found - 1;
            let wanted = if left == 0 { QuizAnswer::Solved } else { QuizAnswer::Correct(left) };
            assert_eq!(quiz.answer(*mv, now, tables()), wanted, "{}", fen::format(&trap.position));
        }
        assert_eq!((quiz.result().solved, quiz.result().wrong_count), (solved, 0));
    }
    assert_eq!((quiz.time_left(now), quiz.result().mistakes.len()), (RUN_TIME, 0));
}

#[test]
fn a_wrong_answer_is_graded_as_the_table_says() {
    let now = Instant::now();
    for number in 0..deals() / 50 {
        let mut quiz = Quiz::begin(Seed(number), tables(), now).expect("a quiz");
        let trap = quiz.trap().expect("a position").clone();
        let wrong: Vec<_> = trap.ranking.moves.iter().filter(|ranked| !ranked.cost.keeps_result()).collect();
        let mut lost = Duration::ZERO;
        for ranked in wrong.iter().take(5) {
            let QuizAnswer::Wrong(grade) = quiz.answer(ranked.mv, now, tables()) else {
                panic!("{} {}", fen::format(&trap.position), ranked.san)
            };
            lost += WRONG_MOVE_PENALTY;
            assert_eq!((grade.cost, &grade.san), (ranked.cost, &ranked.san));
            assert!(grade.reason.is_some(), "{} {}", fen::format(&trap.position), ranked.san);
            assert_eq!(quiz.time_left(now) + lost, RUN_TIME);
        }
        assert_eq!(quiz.result().mistakes.len(), 1);
    }
}
