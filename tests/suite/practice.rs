//! Rounds of practice: every start is fair, a correct player never fails, every mistake is named.

use std::sync::OnceLock;

use matescope::chess::{
    Color, GameTermination, Move, MoveCost, Oracle, Ranking, StopToken, Verdict, fen, notation,
};
use matescope::practice::deal::{deal, is_start};
use matescope::practice::{
    DefenseStyle, Exercise, Goal, GuardVerdict, LessonLevel, PlayError, Round, RoundHint, RoundOutcome, Seed,
    StalemateGuardMode, course, grade,
};
use matescope::solver::Tables;

/// The tables of the rounds: three pieces, and with `RUN_SLOW_TESTS` all.
pub(crate) fn tables() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(|| {
        let tables = Tables::new();
        let never = StopToken::never();
        tables.build_three_piece_endings(&never, &mut |_| {}).expect("nobody stops it");
        if std::env::var_os("RUN_SLOW_TESTS").is_some() {
            let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
            for lesson in course::built_in().iter() {
                for part in Tables::with_sub_endings(&lesson.exercise.material) {
                    tables.build(&part, threads, &never, &mut |_| {}).expect("nobody stops it");
                }
            }
        }
        tables
    })
}

/// The rounds whose tables are there, from both sides.
fn exercises() -> Vec<Exercise> {
    let lessons: Vec<Exercise> = course::built_in().iter().map(|lesson| lesson.exercise.clone()).collect();
    let both = lessons.into_iter().flat_map(|exercise| [exercise.defense_exercise(), Some(exercise)]);
    both.flatten().filter(|exercise| tables().covers(&exercise.material)).collect()
}

/// The round of this name that comes with the program.
fn exercise(id: &str) -> Exercise {
    course::built_in()
        .iter()
        .map(|lesson| &lesson.exercise)
        .find(|exercise| exercise.id == id)
        .expect(id)
        .clone()
}

fn begin(id: &str, fen: &str) -> Round {
    let start = fen::parse(fen).expect(fen);
    Round::begin_at(&exercise(id), Seed(0x7F3A), start, tables()).expect(fen)
}

/// Plays a round to its end, `choose` picking the trainee's moves.
fn play_out(round: &mut Round, mut choose: impl FnMut(&Round, &Ranking) -> Move) {
    while round.summary().is_none() {
        let ranking = Ranking::of(round.position(), &round.under_rules(tables())).expect("covered");
        let mv = choose(round, &ranking);
        round.play(mv, tables()).expect("a legal move");
        if round.summary().is_none() {
            let left = round.distance();
            round.reply(tables()).expect("a reply");
            if let Some(left) = left.filter(|_| round.exercise().goal != Goal::Promote) {
                assert_eq!(round.distance(), Some(left.previous()), "the defense is not the longest");
            }
        }
    }
}

fn best(_: &Round, ranking: &Ranking) -> Move {
    ranking.best().next().expect("a best move").mv
}

#[test]
fn a_perfect_player_finishes_every_exercise_at_par() {
    for exercise in exercises() {
        for (seed, level) in (0..=u16::MAX).step_by(2_731).map(Seed).zip(LessonLevel::ALL.into_iter().cycle())
        {
            let mut round = Round::begin(&exercise, level, seed, tables()).expect("a start");
            round.set_defense(if seed.0 % 2 == 0 { DefenseStyle::Longest } else { DefenseStyle::Trickiest });
            let par = round.par();
            play_out(&mut round, |round, ranking| {
                assert_eq!((round.moves_lost(), round.best_total()), (0, par));
                best(round, ranking)
            });
            let account = round.summary().expect("over");
            let text = format!("{} {seed}: {account:?}", exercise.id);
            assert_eq!((account.outcome, account.moves_lost), (RoundOutcome::Perfect, 0), "{text}");
            assert!(account.mistakes.is_empty() && !account.helped, "{text}");
            if matches!(exercise.goal, Goal::Mate | Goal::Resist) {
                assert_eq!(account.moves_played, par, "{text}");
                assert!(
                    matches!(account.ending, Some(GameTermination::Checkmate { winner: Color::White })),
                    "{text}"
                );
            }
        }
    }
}

/// Random moves that keep the result: slow, never wrong.
#[test]
fn a_winning_move_never_fails() {
    let mut random = fastrand::Rng::with_seed(3);
    for exercise in exercises() {
        for (seed, level) in (0..=u16::MAX).step_by(4_099).map(Seed).zip(LessonLevel::ALL.into_iter().cycle())
        {
            let mut round = Round::begin(&exercise, level, seed, tables()).expect("a start");
            round.set_draw_rules(false);
            let par = round.par();
            let mut steps = 0;
            play_out(&mut round, |round, ranking| {
                if exercise.goal == Goal::Mate {
                    assert_eq!(round.best_total(), par + round.moves_lost(), "{} {seed}", exercise.id);
                }
                steps += 1;
                let keeping: Vec<_> =
                    ranking.moves.iter().filter(|ranked| ranked.cost.keeps_result()).collect();
                // Now and then the best move, or the round would never end.
                if steps > 40 { best(round, ranking) } else { random.choice(keeping).expect("a move").mv }
            });
            let account = round.summary().expect("over");
            assert!(account.outcome.is_solved(), "{} {seed}: {account:?}", exercise.id);
            if exercise.goal == Goal::Mate {
                assert_eq!(account.moves_played, account.par + account.moves_lost, "{} {seed}", exercise.id);
            }
            assert_eq!(
                account.outcome == RoundOutcome::Perfect,
                account.moves_lost == 0,
                "{} {seed}",
                exercise.id
            );
        }
    }
}

#[test]
fn starts_are_legal_fair_and_the_same_for_a_seed() {
    let exercises = exercises();
    let slow = std::env::var_os("RUN_SLOW_TESTS").is_some();
    // A hundred thousand of them in the slow run.
    let step = if slow { (usize::from(u16::MAX) * exercises.len() / 100_000).max(1) } else { 600 };
    for exercise in exercises {
        let mut different = std::collections::HashSet::new();
        for (seed, level) in (0..=u16::MAX).step_by(step).map(Seed).zip(LessonLevel::ALL.into_iter().cycle())
        {
            let start =
                deal(&exercise, level, seed, tables()).unwrap_or_else(|| panic!("{} {level:?}", exercise.id));
            let text = fen::format(&start);
            assert_eq!(fen::parse(&text).expect("legal"), start, "{text}");
            assert_eq!(
                (start.turn(), start.material()),
                (exercise.trainee_color(), exercise.material),
                "{text}"
            );
            assert_eq!(GameTermination::on_board(&start), None, "{text}");
            assert_eq!(deal(&exercise, level, seed, tables()), Some(start.clone()), "{text}");
            assert_eq!(is_start(&exercise, level, &start, tables()), Some(true), "{} {text}", exercise.id);
            match (exercise.goal, tables().probe(&start)) {
                (Goal::Mate | Goal::Convert | Goal::Promote, Some(Verdict::Win(plies)))
                | (Goal::Resist, Some(Verdict::Loss(plies))) => {
                    assert!(exercise.starts.is_at_level(level, plies.moves()), "{text}");
                }
                (Goal::Hold { .. } | Goal::Stalemate, Some(Verdict::Draw)) => {}
                (_, verdict) => panic!("{} {text}: {verdict:?}", exercise.id),
            }
            different.insert(text);
        }
        // Some lessons have few starts in which their idea decides.
        assert!(different.len() >= 20, "{}: {} starts", exercise.id, different.len());
    }
}

#[test]
fn no_table_no_start() {
    let empty = matescope::solver::Tables::new();
    assert_eq!(deal(&exercise("KQvK"), LessonLevel::Easy, Seed(1), &empty), None);
    assert!(Round::begin(&exercise("KQvK"), LessonLevel::Easy, Seed(1), &empty).is_none());
}

#[test]
fn a_start_must_be_the_exercises_own_task() {
    for (id, fen) in [
        ("KQvK", "8/8/8/8/8/2k5/1q6/K7 w - - 0 1"),
        ("KQvK", "8/8/8/8/8/1Q6/8/k2K4 b - - 0 1"),
        ("KPvK", "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1"),
        ("KvKP", "8/8/8/8/8/1Q6/8/k2K4 w - - 0 1"),
    ] {
        let start = fen::parse(fen).unwrap();
        let begun = Round::begin_at(&exercise(id), Seed(1), start, tables()).is_some();
        assert_eq!(begun, fen.starts_with("4k3"), "{id} {fen}");
    }
}

fn check_reason(fen: &str, typed: &str, cost: MoveCost, reason: Option<&str>) {
    let position = fen::parse(fen).expect(fen);
    let mv = notation::parse_move(&position, typed).expect(typed);
    let grade = grade::grade(&position, mv, tables()).expect("covered");
    assert_eq!((grade.cost, grade.reason.as_deref()), (cost, reason), "{fen} {typed}");
}

#[test]
fn reasons_say_what_can_be_done_about_a_mistake() {
    use matescope::chess::Role;
    let corner = "8/8/8/8/8/1Q6/8/k2K4 w - - 0 1";
    check_reason(corner, "Qb4", MoveCost::Keeps, None);
    let out = "It gives the king b1 and b2: 18 squares within reach, 1 after Qb4";
    check_reason(corner, "Qf7", MoveCost::Slower(2), Some(out));
    let stuck = "Black has no legal move and is not in check: the queen takes b1, a2 and b2";
    check_reason(corner, "Kc2", MoveCost::Stalemate, Some(stuck));
    check_reason(
        corner,
        "Qb2",
        MoveCost::HangsPiece(Role::Queen),
        Some("The queen on b2 can be taken by the king"),
    );
    let rook = "8/8/8/8/k7/1R6/2K5/8 w - - 0 1";
    check_reason(
        rook,
        "Kd2",
        MoveCost::HangsPiece(Role::Rook),
        Some("The rook on b3 can be taken by the king"),
    );
    let opposition = "8/8/3k4/8/3K4/8/3P4/8 w - - 0 1";
    let longer = "With Kc6 Black lasts 20 more moves; after d3 it would be 18";
    check_reason(opposition, "Kc4", MoveCost::Slower(2), Some(longer));
    let lost = "You lose the opposition: after Kd5 the kings face each other, and it is your move";
    check_reason(opposition, "Kd3", MoveCost::Draws, Some(lost));
    let race = "8/8/8/4k3/8/8/2P5/K7 w - - 0 1";
    check_reason(race, "Kb1", MoveCost::Draws, Some("Black holds the draw with Kd4, Kd5 or Kd6"));
    check_reason(race, "c4", MoveCost::Draws, Some("Black holds the draw with one of 7 moves"));
    let holding = "8/5k2/8/8/4KP2/8/8/8 b - - 0 1";
    check_reason(holding, "Kf8", MoveCost::Keeps, None);
    let wins = "White wins, fastest with Ke5; with best play the pawn promotes in 14 moves";
    check_reason(holding, "Kg6", MoveCost::Loses, Some(wins));
    check_reason("8/4k3/8/4K3/4P3/8/8/8 b - - 0 1", "Kd8", MoveCost::Sooner(2), None);
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
    check_comment("8/5k2/8/8/4KP2/8/8/8 b - - 0 1", "Kf8", "holds the draw (4 of 8 moves do)");
    check_comment("8/5k2/8/8/4KP2/8/8/8 b - - 0 1", "Kg6", "the draw is gone");
}

#[test]
fn the_guard_asks_or_refuses_before_a_stalemate() {
    let mut round = begin("KQvK", "8/8/8/8/8/1Q6/8/k2K4 w - - 0 1");
    let mv = |round: &Round, text: &str| notation::parse_move(round.position(), text).unwrap();
    let (stalemate, fine) = (mv(&round, "Kc2"), mv(&round, "Qb4"));
    let reason = "Black has no legal move and is not in check".to_owned();
    assert_eq!(round.check_guard(stalemate), GuardVerdict::Confirm(reason.clone()));
    assert_eq!(round.check_guard(fine), GuardVerdict::Allow);
    round.set_guard(StalemateGuardMode::Block);
    assert_eq!(round.check_guard(stalemate), GuardVerdict::Refuse(reason.clone()));
    assert_eq!(round.play(stalemate, tables()), Err(PlayError::Blocked));
    assert_eq!(round.moves_played(), 0);
    round.set_guard(StalemateGuardMode::Off);
    assert_eq!(round.check_guard(stalemate), GuardVerdict::Allow);
    assert!(round.play(stalemate, tables()).is_ok());
    let account = round.summary().unwrap();
    assert_eq!(account.outcome, RoundOutcome::Stalemated);
    assert!(account.reason.starts_with(&reason), "{}", account.reason);
    assert_eq!(account.mistakes.len(), 1);
    assert_eq!(round.play(fine, tables()), Err(PlayError::Over));
    assert!(round.retry_mistake());
    assert_eq!((round.moves_played(), round.summary()), (0, None));
}

#[test]
fn help_voids_perfect_and_nothing_else() {
    let mut round = begin("KQvK", "8/8/8/8/8/1Q6/8/k2K4 w - - 0 1");
    let hints: Vec<_> = (0..4).map(|_| round.hint(tables()).unwrap()).collect();
    assert_eq!(round.hint_level(), 3);
    let RoundHint::Move(mv) = hints[2] else { panic!("{hints:?}") };
    assert_eq!(
        hints,
        [
            RoundHint::From(mv.from().unwrap()),
            RoundHint::To(mv.to()),
            RoundHint::Move(mv),
            RoundHint::Move(mv)
        ]
    );
    round.play(mv, tables()).unwrap();
    assert_eq!((round.hint_level(), round.hint(tables())), (0, None));
    assert_eq!(round.play(mv, tables()), Err(PlayError::NotYourTurn));
    round.reply(tables()).unwrap();
    play_out(&mut round, best);
    let account = round.summary().unwrap();
    assert_eq!((account.outcome, account.moves_lost, account.helped), (RoundOutcome::Solved, 0, true));
    assert_eq!(account.reason, "Mate in 3 moves, the shortest way");
    round.retry();
    play_out(&mut round, best);
    assert_eq!(round.summary().unwrap().outcome, RoundOutcome::Perfect);
}

#[test]
fn undo_takes_back_move_and_reply() {
    let mut round = begin("KRvK", "8/8/2R5/3k4/8/8/8/1K6 w - - 0 1");
    let start = round.root().clone();
    assert!(!round.undo() && !round.retry_mistake());
    let slow = Ranking::of(round.position(), tables()).unwrap();
    let slow = slow.moves.iter().find(|ranked| matches!(ranked.cost, MoveCost::Slower(_))).unwrap().mv;
    round.play(slow, tables()).unwrap();
    let reply = round.reply(tables()).unwrap();
    let lost = round.moves_lost();
    assert!(lost > 0 && round.best_total() == 16 + lost);
    assert_eq!(round.verdicts().len(), 2);
    let best = best(&round, &Ranking::of(round.position(), tables()).unwrap());
    round.play(best, tables()).unwrap();
    assert!(round.undo() && round.undo());
    assert_eq!((round.root(), round.moves_lost(), round.moves_left()), (&start, 0, Some(16)));
    round.play(slow, tables()).unwrap();
    assert_eq!(round.reply(tables()), Some(reply), "the same seed answers alike");
    assert!(round.retry_mistake());
    assert_eq!(round.root(), &start);
}

/// Shuffles until the round ends or twelve moves are made, and says how it ended.
fn shuffle(draw_rules: bool) -> Option<(RoundOutcome, Option<GameTermination>)> {
    let mut round = begin("KQvK", "7K/6Q1/8/8/2k5/8/8/8 w - - 0 1");
    round.set_draw_rules(draw_rules);
    for _ in 0..12 {
        let Some(ranking) = Ranking::of(round.position(), tables()).filter(|_| round.summary().is_none())
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
    round.summary().map(|account| (account.outcome, account.ending))
}

#[test]
fn a_third_time_ends_the_round_where_it_counts() {
    assert_eq!(shuffle(true), Some((RoundOutcome::Drawn, Some(GameTermination::Threefold))));
    assert_eq!(shuffle(false), None);
}

/// The quality of a lesson: its example keeps the result at every move of the trainee, and reaches the goal.
#[test]
fn every_worked_example_is_true_and_reaches_its_goal() {
    for lesson in course::built_in().iter() {
        let exercise = &lesson.exercise;
        let Some(tree) = lesson.example.as_ref().filter(|_| tables().covers(&exercise.material)) else {
            continue;
        };
        let line = tree.main_line_from(tree.start());
        let mut node = tree.start();
        for next in line {
            let position = tree.node(node).position();
            let mv = tree.node(next).mv().expect("a move");
            let grade = grade::grade(position, mv, tables()).expect("covered");
            let text = format!("{}: {} in {}", exercise.id, grade.san, fen::format(position));
            assert!(grade.cost.keeps_result(), "{text}");
            // Who mates loses no move on the way.
            assert!(grade.cost == MoveCost::Keeps || exercise.goal != Goal::Mate, "{text}");
            if position.turn() == exercise.trainee_color() {
                let reached = match exercise.goal {
                    Goal::Mate | Goal::Convert | Goal::Promote | Goal::Resist => {
                        matches!(grade.before, Verdict::Win(_))
                    }
                    Goal::Hold { .. } | Goal::Stalemate => grade.before == Verdict::Draw,
                };
                assert!(reached, "{text}");
            }
            node = next;
        }
        let end = tree.node(node);
        let ending = GameTermination::on_board(end.position());
        let reached = match exercise.goal {
            Goal::Mate => matches!(ending, Some(GameTermination::Checkmate { .. })),
            Goal::Convert => {
                let side = end.position().material().side(exercise.trainee_color().other());
                side.iter().sum::<u8>() == 1
            }
            Goal::Promote => {
                let (_, line) = tree.moves_since_null(node);
                line.iter().any(|mv| mv.is_promotion())
            }
            Goal::Stalemate => matches!(ending, Some(GameTermination::Stalemate { .. })),
            Goal::Hold { .. } => tables().probe(end.position()) == Some(Verdict::Draw),
            Goal::Resist => unreachable!("no lesson has it"),
        };
        assert!(reached, "{}: {}", exercise.id, fen::format(end.position()));
    }
}

#[test]
fn a_player_of_the_other_side_is_reported_how_long_it_could_last() {
    let exercise = exercise("KQvK").defense_exercise().expect("it is a mate");
    let start = fen::parse("8/8/8/3k4/8/1Q6/8/3K4 b - - 0 1").unwrap();
    let mut round = Round::begin_at(&exercise, Seed(3), start, tables()).unwrap();
    assert_eq!(round.trainee_color(), Color::Black);
    let par = round.par();
    play_out(&mut round, |_, ranking| ranking.moves.last().expect("a move").mv);
    let account = round.summary().unwrap();
    assert!(
        account.outcome == RoundOutcome::Solved && account.moves_played + account.moves_lost >= par,
        "{account:?}"
    );
    assert!(account.reason.contains("less than possible"), "{}", account.reason);
}

#[test]
fn technique_is_finished_when_asked_for_and_nothing_else() {
    let exercise = Exercise { goal: Goal::Mate, ..exercise("KPvK") };
    let start = fen::parse("8/4P3/8/8/8/8/1k6/4K3 w - - 0 1").unwrap();
    let mut round = Round::begin_at(&exercise, Seed(1), start, tables()).unwrap();
    assert!(round.play_out(tables()).is_empty(), "there is a pawn to promote");
    let mv = notation::parse_move(round.position(), "e8=Q").unwrap();
    round.play(mv, tables()).unwrap();
    if round.summary().is_none() {
        round.reply(tables()).unwrap();
        let played = round.moves_played();
        let moves = round.play_out(tables());
        assert!(moves.len() > usize::from(played));
    }
    assert_eq!(round.summary().unwrap().outcome, RoundOutcome::Perfect);
}

#[test]
fn what_went_wrong_comes_back_once_for_all_positions_alike() {
    use matescope::practice::record::{FinishedRound, PracticeEntry, StartOrigin};
    use matescope::practice::spaced_repetition::CardRating;
    use matescope::practice::{PassCriteria, PracticeProgress};
    let pass = PassCriteria { rounds_in_a_row: 1, max_moves_lost: Some(1), max_moves: None };
    let mut progress = PracticeProgress::default();
    // The same stalemate in two corners.
    for (fen, mistake) in
        [("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1", "Kc2"), ("8/8/8/8/8/6Q1/8/4K2k w - - 0 1", "Kf2")]
    {
        let mut round = begin("KQvK", fen);
        round.play(notation::parse_move(round.position(), mistake).unwrap(), tables()).unwrap();
        let finished =
            FinishedRound::from_round(&round, StartOrigin::Dealt, Some(pass), 100, &progress.cards).unwrap();
        assert_eq!(finished.outcome, RoundOutcome::Stalemated);
        assert!(finished.card_reviews.iter().all(|recall| recall.rating == CardRating::Again));
        progress.add(&PracticeEntry::Round(finished));
    }
    assert_eq!(progress.cards.position_count("KQvK"), 1);
    assert_eq!((progress.cards.due_count("KQvK", 100), progress.cards.due_count("KQvK", 101)), (0, 2));
    let again = progress.cards.due_positions("KQvK", 101)[0].to_owned();
    let mut round = begin("KQvK", &again);
    play_out(&mut round, best);
    let finished =
        FinishedRound::from_round(&round, StartOrigin::Due, Some(pass), 101, &progress.cards).unwrap();
    progress.add(&PracticeEntry::Round(finished));
    assert!(progress.cards.due_positions("KQvK", 102).is_empty(), "it was remembered");
}

/// In many random positions of each ending: the defense is the best there is, and a grade says what the table
/// says.
#[test]
fn the_defense_is_optimal_and_no_grade_contradicts_the_table() {
    let slow = std::env::var_os("RUN_SLOW_TESTS").is_some();
    let mut random = fastrand::Rng::with_seed(11);
    let exercises = exercises();
    let materials: Vec<_> = exercises.iter().map(|exercise| exercise.material).collect();
    for exercise in exercises {
        // Lessons about the same ending share its positions.
        let sharing = materials.iter().filter(|&&material| material == exercise.material).count();
        let wanted = if slow { 10_000 / sharing } else { 300 };
        let free = Exercise { starts: matescope::practice::StartConditions::any(), ..exercise.clone() };
        // Where the squares of a lesson matter to its goal, they stay.
        let exercise = if exercise.goal == Goal::Stalemate { exercise } else { free };
        for number in 0..wanted {
            let seed = Seed(random.u16(..));
            let Some(mut round) = Round::begin(&exercise, LessonLevel::Hard, seed, tables()) else {
                panic!("{}: no start", exercise.id)
            };
            round.set_defense(if number % 4 == 0 { DefenseStyle::Trickiest } else { DefenseStyle::Longest });
            round.set_guard(StalemateGuardMode::Off);
            let moves: Vec<Move> = round.position().legal_moves().iter().copied().collect();
            let mv = random.choice(moves).expect("the round is not over");
            let before = tables().probe(round.position()).expect("covered");
            let after = tables().probe(&round.position().after(mv)).expect("covered").for_mover();
            let text = format!("{} {} {mv}", exercise.id, fen::format(round.position()));
            let grade = round.play(mv, tables()).expect("legal");
            let same = std::mem::discriminant(&before) == std::mem::discriminant(&after);
            assert_eq!(
                grade.cost.keeps_result(),
                same || before == Verdict::Draw
                    && after != Verdict::Loss(after.distance().unwrap_or_default()),
                "{text}"
            );
            if let (Some(was), Some(is), Some(lost)) =
                (before.distance(), after.distance(), grade.cost.moves_lost())
            {
                let lost_by_table = match before {
                    Verdict::Win(_) => is.moves() + 1 - was.moves(),
                    _ => was.moves().saturating_sub(is.moves()),
                };
                assert_eq!(lost, lost_by_table, "{text}");
            }
            assert_eq!(
                grade.reason.is_some(),
                !matches!(grade.cost, MoveCost::Keeps | MoveCost::Sooner(_)),
                "{text}"
            );
            if round.summary().is_none() {
                let ranking = Ranking::of(round.position(), tables()).expect("covered");
                let reply = round.reply(tables()).expect("a reply");
                let found = ranking.find(reply).expect("a legal reply");
                // Against a promotion it may defend a little shorter than it could.
                let is_best = found.cost == MoveCost::Keeps;
                let is_long =
                    exercise.goal == Goal::Promote && found.cost.moves_lost().is_some_and(|moves| moves <= 1);
                assert!(is_best || is_long, "{text}: {reply}");
            }
        }
    }
}

#[test]
fn a_perfect_player_passes_every_lesson() {
    use matescope::practice::PracticeProgress;
    use matescope::practice::record::{FinishedRound, PracticeEntry, StartOrigin};
    for lesson in course::built_in().iter() {
        let exercise = &lesson.exercise;
        if !tables().covers(&exercise.material) {
            continue;
        }
        let mut progress = PracticeProgress::default();
        let mut seed = Seed(0xC0DE);
        for &level in exercise.starts.available_levels() {
            for _ in 0..lesson.pass.rounds_in_a_row {
                let mut round = Round::begin(exercise, level, seed, tables()).expect("a start");
                play_out(&mut round, best);
                let finished = FinishedRound::from_round(
                    &round,
                    StartOrigin::Dealt,
                    Some(lesson.pass),
                    9,
                    &progress.cards,
                )
                .expect("over");
                assert_eq!(
                    (finished.outcome, finished.moves_lost),
                    (RoundOutcome::Perfect, 0),
                    "{}",
                    exercise.id
                );
                progress.add(&PracticeEntry::Round(finished));
                seed = seed.next();
            }
        }
        let passed = progress.levels_passed(&exercise.id, &exercise.starts, lesson.pass);
        assert_eq!(passed, exercise.starts.level_count(), "{}", exercise.id);
        assert_eq!(progress.cards.position_count(&exercise.id), 0, "{}: nothing went wrong", exercise.id);
        assert!(progress.cards.due_day(&exercise.id).is_some_and(|due| due > 9), "{}", exercise.id);
    }
}
