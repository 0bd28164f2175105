//! Drills as a trainee meets them: every start is fair, a correct player never fails, every slip is named.

use std::sync::OnceLock;

use matescope::chess::{Color, Cost, Ending, Move, Oracle, Ranking, StopToken, Verdict, fen, notation};
use matescope::practice::{
    Caution, Counting, Drill, Goal, Guard, Hint, Outcome, PlayError, Round, Seed, catalogue, deal::deal,
    grade,
};
use matescope::solver::Tables;

/// The tables of the drills: three men, and with `RUN_SLOW_TESTS` four.
fn tables() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(|| {
        let tables = Tables::new();
        let never = StopToken::never();
        tables.build_three_men(&never, &mut |_| {}).expect("nobody stops it");
        if std::env::var_os("RUN_SLOW_TESTS").is_some() {
            let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
            for drill in catalogue::built_in().iter().filter(|drill| drill.material.men() <= 4) {
                for part in Tables::family(&drill.material) {
                    tables.build(&part, threads, &never, &mut |_| {}).expect("nobody stops it");
                }
            }
        }
        tables
    })
}

/// The drills whose tables are there.
fn drills() -> Vec<Drill> {
    catalogue::built_in().into_iter().filter(|drill| tables().covers(&drill.material)).collect()
}

/// The drill of this name that comes with the program.
fn drill(id: &str) -> Drill {
    catalogue::built_in().into_iter().find(|drill| drill.id == id).expect(id)
}

fn begin(id: &str, fen: &str) -> Round {
    let start = fen::parse(fen).expect(fen);
    Round::begin_at(&drill(id), Seed(0x7F3A), start, tables()).expect(fen)
}

/// Plays a round to its end, `choose` picking the trainee's moves.
fn play_out(round: &mut Round, mut choose: impl FnMut(&Round, &Ranking) -> Move) {
    while round.account().is_none() {
        let ranking = Ranking::of(round.position(), tables()).expect("covered");
        let mv = choose(round, &ranking);
        round.play(mv, tables()).expect("a legal move");
        if round.account().is_none() {
            let left = round.distance();
            round.reply(tables()).expect("a reply");
            if let Some(left) = left {
                assert_eq!(round.distance(), Some(left.previous()), "the defense is not the longest");
            }
        }
    }
}

fn best(_: &Round, ranking: &Ranking) -> Move {
    ranking.best().next().expect("a best move").mv
}

#[test]
fn a_perfect_player_finishes_every_drill_at_par() {
    for drill in drills() {
        for seed in (0..=u16::MAX).step_by(2_731).map(Seed) {
            let mut round = Round::begin(&drill, seed, tables()).expect("a start");
            let par = round.par();
            play_out(&mut round, |round, ranking| {
                assert_eq!((round.lost(), round.best_total()), (0, par));
                best(round, ranking)
            });
            let account = round.account().expect("over");
            let text = format!("{} {seed}: {account:?}", drill.id);
            assert_eq!((account.outcome, account.lost), (Outcome::Perfect, 0), "{text}");
            assert!(account.slips.is_empty() && !account.helped, "{text}");
            if drill.goal == Goal::Mate {
                assert_eq!(account.played, par, "{text}");
                assert!(matches!(account.ending, Some(Ending::Checkmate { winner: Color::White })), "{text}");
            }
        }
    }
}

/// Random moves that keep the result: slow, never wrong.
#[test]
fn a_winning_move_never_fails() {
    let mut random = fastrand::Rng::with_seed(3);
    for drill in drills() {
        for seed in (0..=u16::MAX).step_by(4_099).map(Seed) {
            let mut round = Round::begin(&drill, seed, tables()).expect("a start");
            round.set_counting(Counting::Off);
            let par = round.par();
            let mut steps = 0;
            play_out(&mut round, |round, ranking| {
                if drill.goal == Goal::Mate {
                    assert_eq!(round.best_total(), par + round.lost(), "{} {seed}", drill.id);
                }
                steps += 1;
                let keeping: Vec<_> =
                    ranking.moves.iter().filter(|ranked| ranked.cost.keeps_result()).collect();
                // Now and then the best move, or the round would never end.
                if steps > 40 { best(round, ranking) } else { random.choice(keeping).expect("a move").mv }
            });
            let account = round.account().expect("over");
            assert!(account.outcome.is_solved(), "{} {seed}: {account:?}", drill.id);
            if drill.goal == Goal::Mate {
                assert_eq!(account.played, account.par + account.lost, "{} {seed}", drill.id);
            }
            assert_eq!(account.outcome == Outcome::Perfect, account.lost == 0, "{} {seed}", drill.id);
        }
    }
}

#[test]
fn starts_are_legal_fair_and_the_same_for_a_seed() {
    for drill in drills() {
        let step = if std::env::var_os("RUN_SLOW_TESTS").is_some() { 6 } else { 60 };
        let mut different = std::collections::HashSet::new();
        for seed in (0..=u16::MAX).step_by(step).map(Seed) {
            let start = deal(&drill, seed, tables()).expect("a start");
            let text = fen::format(&start);
            assert_eq!(fen::parse(&text).expect("legal"), start, "{text}");
            assert_eq!((start.turn(), start.material()), (drill.color(), drill.material), "{text}");
            assert_eq!(Ending::on_board(&start), None, "{text}");
            assert_eq!(deal(&drill, seed, tables()), Some(start.clone()), "{text}");
            match (drill.goal, tables().probe(&start)) {
                (Goal::Mate, Some(Verdict::Win(plies))) => assert!(plies.moves() >= drill.least, "{text}"),
                (Goal::Hold { .. }, Some(Verdict::Draw)) => {}
                (_, verdict) => panic!("{} {text}: {verdict:?}", drill.id),
            }
            different.insert(text);
        }
        assert!(
            different.len() * 10 > usize::from(u16::MAX) / step * 8,
            "{}: {} starts",
            drill.id,
            different.len()
        );
    }
}

#[test]
fn no_table_no_start() {
    let empty = matescope::solver::Tables::new();
    assert_eq!(deal(&drill("KQvK"), Seed(1), &empty), None);
    assert!(Round::begin(&drill("KQvK"), Seed(1), &empty).is_none());
}

#[test]
fn a_start_must_be_the_drills_own_task() {
    for (id, fen) in [
        ("KQvK", "8/8/8/8/8/2k5/1q6/K7 w - - 0 1"),
        ("KQvK", "8/8/8/8/8/1Q6/8/k2K4 b - - 0 1"),
        ("KPvK", "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1"),
        ("KvKP", "8/8/8/8/8/1Q6/8/k2K4 w - - 0 1"),
    ] {
        let start = fen::parse(fen).unwrap();
        let begun = Round::begin_at(&drill(id), Seed(1), start, tables()).is_some();
        assert_eq!(begun, fen.starts_with("4k3"), "{id} {fen}");
    }
}

fn check_reason(fen: &str, typed: &str, cost: Cost, reason: Option<&str>) {
    let position = fen::parse(fen).expect(fen);
    let mv = notation::parse_move(&position, typed).expect(typed);
    let grade = grade::grade(&position, mv, tables()).expect("covered");
    assert_eq!((grade.cost, grade.reason.as_deref()), (cost, reason), "{fen} {typed}");
}

#[test]
fn reasons_say_what_can_be_done_about_a_slip() {
    use matescope::chess::Role;
    let corner = "8/8/8/8/8/1Q6/8/k2K4 w - - 0 1";
    check_reason(corner, "Qb4", Cost::Keeps, None);
    check_reason(corner, "Qf7", Cost::Slower(2), None);
    check_reason(corner, "Kc2", Cost::Stalemate, Some("Black has no legal move and is not in check"));
    check_reason(corner, "Qb2", Cost::Drops(Role::Queen), Some("The queen on b2 can be taken by the king"));
    let rook = "8/8/8/8/k7/1R6/2K5/8 w - - 0 1";
    check_reason(rook, "Kd2", Cost::Drops(Role::Rook), Some("The rook on b3 can be taken by the king"));
    let opposition = "8/8/3k4/8/3K4/8/3P4/8 w - - 0 1";
    check_reason(opposition, "Kc4", Cost::Slower(2), None);
    check_reason(opposition, "Kd3", Cost::Draws, Some("Black holds the draw with Kd5, and nothing else"));
    let race = "8/8/8/4k3/8/8/2P5/K7 w - - 0 1";
    check_reason(race, "Kb1", Cost::Draws, Some("Black holds the draw with Kd4, Kd5 or Kd6"));
    check_reason(race, "c4", Cost::Draws, Some("Black holds the draw with one of 7 moves"));
    let holding = "8/5k2/8/8/4KP2/8/8/8 b - - 0 1";
    check_reason(holding, "Kf8", Cost::Keeps, None);
    let wins = "White wins, fastest with Ke5; with best play the pawn promotes in 14 moves";
    check_reason(holding, "Kg6", Cost::Loses, Some(wins));
    check_reason("8/4k3/8/4K3/4P3/8/8/8 b - - 0 1", "Kd8", Cost::Sooner(2), None);
}

fn check_comment(fen: &str, typed: &str, comment: &str) {
    let position = fen::parse(fen).expect(fen);
    let mv = notation::parse_move(&position, typed).expect(typed);
    assert_eq!(grade::grade(&position, mv, tables()).expect("covered").comment(), comment, "{fen} {typed}");
}

#[test]
fn comments_say_what_a_move_was_worth() {
    let corner = "8/8/8/8/8/1Q6/8/k2K4 w - - 0 1";
    check_comment(corner, "Qb4", "shortest (1 of 5 best moves)");
    check_comment(corner, "Qf7", "2 moves slower; best was one of 5 moves");
    check_comment(corner, "Kc2", "stalemate: the win is gone");
    check_comment(corner, "Qa2", "drops the queen: the win is gone");
    check_comment("8/8/3k4/8/3K4/8/3P4/8 w - - 0 1", "d3", "shortest, the only best move");
    check_comment("8/8/3k4/8/3K4/8/3P4/8 w - - 0 1", "Ke4", "2 moves slower; the only best move was d3");
    check_comment(
        "8/4k3/8/4K3/4P3/8/8/8 b - - 0 1",
        "Kf8",
        "mated 1 move sooner; the only best move was Kd7",
    );
    check_comment("8/5k2/8/8/4KP2/8/8/8 b - - 0 1", "Kf8", "keeps the draw (4 of 8 moves do)");
    check_comment("8/5k2/8/8/4KP2/8/8/8 b - - 0 1", "Kg6", "the draw is gone");
}

#[test]
fn the_guard_asks_or_refuses_before_a_stalemate() {
    let mut round = begin("KQvK", "8/8/8/8/8/1Q6/8/k2K4 w - - 0 1");
    let mv = |round: &Round, text: &str| notation::parse_move(round.position(), text).unwrap();
    let (stalemate, fine) = (mv(&round, "Kc2"), mv(&round, "Qb4"));
    let reason = "Black has no legal move and is not in check".to_owned();
    assert_eq!(round.check(stalemate), Caution::Confirm(reason.clone()));
    assert_eq!(round.check(fine), Caution::Clear);
    round.set_guard(Guard::Block);
    assert_eq!(round.check(stalemate), Caution::Refuse(reason.clone()));
    assert_eq!(round.play(stalemate, tables()), Err(PlayError::Blocked));
    assert_eq!(round.played(), 0);
    round.set_guard(Guard::Off);
    assert_eq!(round.check(stalemate), Caution::Clear);
    assert!(round.play(stalemate, tables()).is_ok());
    let account = round.account().unwrap();
    assert_eq!((account.outcome, account.reason.as_str()), (Outcome::Stalemated, reason.as_str()));
    assert_eq!(account.slips.len(), 1);
    assert_eq!(round.play(fine, tables()), Err(PlayError::Over));
    assert!(round.retry_slip());
    assert_eq!((round.played(), round.account()), (0, None));
}

#[test]
fn help_voids_perfect_and_nothing_else() {
    let mut round = begin("KQvK", "8/8/8/8/8/1Q6/8/k2K4 w - - 0 1");
    let hints: Vec<_> = (0..4).map(|_| round.hint(tables()).unwrap()).collect();
    assert_eq!(round.hint_level(), 3);
    let Hint::Move(mv) = hints[2] else { panic!("{hints:?}") };
    assert_eq!(hints, [Hint::From(mv.from().unwrap()), Hint::To(mv.to()), Hint::Move(mv), Hint::Move(mv)]);
    round.play(mv, tables()).unwrap();
    assert_eq!((round.hint_level(), round.hint(tables())), (0, None));
    assert_eq!(round.play(mv, tables()), Err(PlayError::NotYourTurn));
    round.reply(tables()).unwrap();
    play_out(&mut round, best);
    let account = round.account().unwrap();
    assert_eq!((account.outcome, account.lost, account.helped), (Outcome::Solved, 0, true));
    assert_eq!(account.reason, "Mate in 3 moves, the shortest way");
    round.retry();
    play_out(&mut round, best);
    assert_eq!(round.account().unwrap().outcome, Outcome::Perfect);
}

#[test]
fn undo_takes_back_move_and_reply() {
    let mut round = begin("KRvK", "8/8/2R5/3k4/8/8/8/1K6 w - - 0 1");
    let start = round.root().clone();
    assert!(!round.undo() && !round.retry_slip());
    let slow = Ranking::of(round.position(), tables()).unwrap();
    let slow = slow.moves.iter().find(|ranked| matches!(ranked.cost, Cost::Slower(_))).unwrap().mv;
    round.play(slow, tables()).unwrap();
    let reply = round.reply(tables()).unwrap();
    let lost = round.lost();
    assert!(lost > 0 && round.best_total() == 16 + lost);
    assert_eq!(round.distances().len(), 2);
    let best = best(&round, &Ranking::of(round.position(), tables()).unwrap());
    round.play(best, tables()).unwrap();
    assert!(round.undo() && round.undo());
    assert_eq!((round.root(), round.lost(), round.moves_left()), (&start, 0, Some(16)));
    round.play(slow, tables()).unwrap();
    assert_eq!(round.reply(tables()), Some(reply), "the same seed answers alike");
    assert!(round.retry_slip());
    assert_eq!(round.root(), &start);
}

/// Shuffles until the round ends or twelve moves are made, and says how it ended.
fn shuffle(counting: Counting) -> Option<(Outcome, Option<Ending>)> {
    let mut round = begin("KQvK", "7K/6Q1/8/8/2k5/8/8/8 w - - 0 1");
    round.set_counting(counting);
    for _ in 0..12 {
        let Some(ranking) = Ranking::of(round.position(), tables()).filter(|_| round.account().is_none())
        else {
            break;
        };
        // A king's move on the last two files that keeps the win, whatever it costs.
        let idle = ranking
            .moves
            .iter()
            .filter(|ranked| ranked.cost.keeps_result())
            .find(|ranked| ["Kh7", "Kh8", "Kg8"].contains(&ranked.san.as_str()));
        round.play(idle.expect("the king can wait").mv, tables()).expect("legal");
        round.reply(tables());
    }
    round.account().map(|account| (account.outcome, account.ending))
}

#[test]
fn a_third_time_ends_the_round_where_it_counts() {
    assert_eq!(shuffle(Counting::On), Some((Outcome::Drawn, Some(Ending::Threefold))));
    assert_eq!(shuffle(Counting::Off), None);
}
