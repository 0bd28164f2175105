//! The quizzes with real tables: every position of the trap quiz is a trap as claimed, and no safe move counts as
//! wrong; in the result quiz one tempo decides.

use std::collections::HashSet;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use matescope::chess::{Color, GameTermination, Material, MoveCost, Oracle, StopToken, Verdict, fen};
use matescope::practice::result_quiz::{self, EndgameResult};
use matescope::practice::start_filter::is_calm;
use matescope::practice::trap_quiz::{ENDINGS, RUN_TIME, Trap, TrapAnswer, WRONG_MOVE_PENALTY, deal};
use matescope::practice::{ResultQuiz, Seed, TrapQuiz};
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
    let (mut stalemates, mut different) = (0, HashSet::new());
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
    let mut quiz = TrapQuiz::begin(Seed(0x7F3A), tables(), now).expect("a quiz");
    for solved in 1..=deals() / 20 {
        let trap = quiz.trap().expect("a position").clone();
        let safe: Vec<_> = trap.safe_moves().map(|ranked| ranked.mv).collect();
        for (found, mv) in safe.iter().enumerate() {
            let left = safe.len() - found - 1;
            let wanted = if left == 0 { TrapAnswer::Solved } else { TrapAnswer::Correct(left) };
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
        let mut quiz = TrapQuiz::begin(Seed(number), tables(), now).expect("a quiz");
        let trap = quiz.trap().expect("a position").clone();
        let wrong: Vec<_> = trap.ranking.moves.iter().filter(|ranked| !ranked.cost.keeps_result()).collect();
        let mut lost = Duration::ZERO;
        for ranked in wrong.iter().take(5) {
            let TrapAnswer::Wrong(grade) = quiz.answer(ranked.mv, now, tables()) else {
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

#[test]
fn one_tempo_decides_between_the_twins_of_the_result_quiz() {
    let endings = result_quiz::ENDINGS.map(|name| name.parse::<Material>().expect("an ending"));
    for ending in &endings {
        for part in Tables::with_sub_endings(ending) {
            tables().build(&part, 2, &StopToken::never(), &mut |_| {}).expect("nobody stops it");
        }
    }
    let now = Instant::now();
    let (mut seen, mut hard, mut all) = (HashSet::new(), 0, 0);
    for number in 0..deals() / 10 {
        let mut quiz = ResultQuiz::begin(Seed(number), tables(), now).expect("a quiz");
        let mut questions = Vec::new();
        while let Some((_, question)) = quiz.question() {
            let question = question.clone();
            assert_eq!(quiz.answer(question.result, now), Some(true));
            quiz.go_on(now);
            questions.push(question);
        }
        assert_eq!((questions.len(), quiz.score().right), (20, 20));
        for (index, question) in questions.iter().enumerate() {
            let position = &question.position;
            let text = fen::format(position);
            assert_eq!(fen::parse(&text).as_ref(), Ok(position), "{text} is legal");
            let truth = match (tables().probe(position), position.turn()) {
                (Some(Verdict::Draw), _) => EndgameResult::Draw,
                (Some(Verdict::Win(_)), Color::White) | (Some(Verdict::Loss(_)), Color::Black) => {
                    EndgameResult::WhiteWins
                }
                other => panic!("{text}: {other:?}"),
            };
            assert_eq!(question.result, truth, "{text}");
            assert!(!position.is_check() && is_calm(position), "{text}");
            assert!(position.legal_moves().iter().all(|mv| !mv.is_promotion()), "{text}");
            let twin = &questions[question.twin];
            assert!(twin.twin == index && question.twin.abs_diff(index) >= 3, "{text}");
            assert_eq!(twin.position.board(), position.board());
            assert!(twin.position.turn() != position.turn() && twin.result != question.result, "{text}");
            // The moves that the explanation names are those that keep the result.
            let explanation = question.explanation();
            let keeping: Vec<_> =
                question.ranking.moves.iter().filter(|ranked| ranked.cost.keeps_result()).collect();
            match (truth, position.turn()) {
                (EndgameResult::WhiteWins, Color::White) | (EndgameResult::Draw, Color::Black) => {
                    if let [only] = keeping.as_slice() {
                        let word =
                            if question.ranking.moves.len() == 1 { "The only move, " } else { "Only " };
                        let said = format!("{word}{}", only.san);
                        assert!(explanation.contains(&said), "{text}: {explanation}");
                        hard += 1;
                    }
                }
                _ => {}
            }
            all += 1;
            assert!(endings.contains(&position.material()), "{text}");
            seen.insert(position.material().to_string());
        }
    }
    println!("result quiz: {all} positions, {hard} with one right move, endings {seen:?}");
    assert_eq!(seen.len(), endings.len());
}
