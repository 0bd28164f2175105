//! Rounds of practice, judged by the real tables.

use matescope::analysis::{AnalysisEvent, Analyzer, JobId};
use matescope::chess::{Color, MoveCost, Ranking, StopToken, notation};
use matescope::engine::{EngineSettings, ThreadMode};
use matescope::practice::record::{FinishedRound, PracticeEntry, StartOrigin};
use matescope::practice::spaced_repetition::{CardRating, CardReview};
use matescope::practice::{LessonLevel, RoundHint, RoundOutcome, Seed};
use matescope::tui::app::App;
use matescope::tui::message::{Effect, Message};
use matescope::tui::model::board::MoveTargetOutcome;
use matescope::tui::model::current_analysis::OracleHandle;
use matescope::tui::model::dialog::Dialog;
use matescope::tui::model::practice::ActiveRound;
use matescope::tui::navigation::Tab;

use super::User;
use crate::endings::shared_tables;

pub(super) fn user() -> User {
    let mut user = User::new();
    user.happens(Message::OracleReady(OracleHandle::new(shared_tables())))
        .happens(Message::Analysis(AnalysisEvent::TablesReady));
    user
}

/// Practice from a position.
pub(super) fn in_round(fen: &str) -> User {
    let mut user = user();
    user.press("p").paste(fen).press("ctrl-d").check_tab(Tab::Practice);
    assert!(user.app.practice_tab.board.round().is_some());
    user
}

/// The moves of the round's position that cost what `wanted` accepts, by their names.
fn moves(app: &App, wanted: impl Fn(MoveCost) -> bool) -> Vec<String> {
    let position = app.practice_tab.board.round().expect("a round").round.position();
    let ranking = Ranking::of(position, &*shared_tables()).expect("a covered position");
    ranking.moves.into_iter().filter(|ranked| wanted(ranked.cost)).map(|ranked| ranked.san).collect()
}

fn account(user: &User) -> &matescope::practice::RoundSummary {
    user.app.practice_tab.board.round().and_then(|round| round.summary()).expect("an account")
}

/// Plays best moves to the end.
fn solve(user: &mut User) {
    for _ in 0..60 {
        if user.app.practice_tab.board.round().is_some_and(|round| round.summary().is_some()) {
            return;
        }
        let best = moves(&user.app, |cost| cost == MoveCost::Keeps).swap_remove(0);
        user.play(&best);
    }
    panic!("no end");
}

#[test]
fn a_round_begins_when_the_tables_are_ready_and_a_perfect_solver_is_reported_so() {
    let mut user = User::new();
    user.press("3 enter");
    assert!(user.app.practice_tab.board.round().is_none() && user.note().contains("being built"));
    user.happens(Message::OracleReady(OracleHandle::new(shared_tables())))
        .happens(Message::Analysis(AnalysisEvent::TablesReady));
    let round = user.app.practice_tab.board.round().expect("the round has begun");
    assert_eq!(round.round.exercise().id, "KQvK");
    assert!(!user.note().contains("being built"), "that has come true");
    user.wishes();
    solve(&mut user);
    let done = account(&user);
    assert_eq!((done.outcome, done.moves_lost, done.moves_played), (RoundOutcome::Perfect, 0, done.par));
    let kept = user.wishes().into_iter().find_map(|wish| match wish {
        Effect::SavePractice(kept) => Some(*kept),
        _ => None,
    });
    let Some(PracticeEntry::Round(kept)) = kept else { panic!("the round is not kept") };
    assert_eq!((kept.lesson_id.as_str(), kept.outcome), ("KQvK", RoundOutcome::Perfect));
    assert_eq!(user.app.practice_tab.progress.lessons["KQvK"].perfect, 1);
}

#[test]
fn every_lesson_of_the_list_can_be_begun_and_solved() {
    let mut user = user();
    user.press("3");
    for chosen in 0..user.app.practice_tab.course.lessons.len() {
        if user.app.practice_tab.course.lessons[chosen].exercise.material.piece_count() > 3 {
            user.press("down");
            continue;
        }
        user.press("enter");
        let round = user.app.practice_tab.board.round().expect("a round");
        let id = round.round.exercise().id.clone();
        solve(&mut user);
        assert!(account(&user).outcome.is_solved(), "{id}");
        user.press("esc down");
    }
}

#[test]
fn help_comes_in_three_steps_and_voids_perfect_only() {
    let mut user = in_round("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1");
    user.press("t t t");
    let hints = &user.app.practice_tab.board.round().expect("a round").hints;
    assert!(
        matches!(hints.as_slice(), [RoundHint::From(_), RoundHint::To(_), RoundHint::Move(_)]),
        "{hints:?}"
    );
    solve(&mut user);
    assert_eq!(account(&user).outcome, RoundOutcome::Solved);
}

#[test]
fn a_stalemate_ends_the_try_and_one_key_leads_back_to_before_it() {
    let mut user = in_round("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1");
    user.play("Kc2");
    assert!(user.app.shared.board.unconfirmed_move.is_some(), "it wants Enter twice");
    user.press("enter");
    assert_eq!(account(&user).outcome, RoundOutcome::Stalemated);
    assert!(account(&user).reason.contains("no legal move"), "{}", account(&user).reason);
    user.press("ctrl-r").check_fen("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1");
    solve(&mut user);
    assert_eq!(account(&user).outcome, RoundOutcome::Solved);
}

#[test]
fn a_slower_move_is_graded_and_the_mistake_can_be_looked_at() {
    let mut user = in_round("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1");
    let slow = moves(&user.app, |cost| cost == MoveCost::Slower(1)).swap_remove(0);
    user.play(&slow);
    let grade =
        user.app.practice_tab.board.round().and_then(|round| round.last_grade.clone()).expect("a grade");
    assert_eq!((grade.san.as_str(), grade.cost), (slow.as_str(), MoveCost::Slower(1)));
    solve(&mut user);
    assert_eq!((account(&user).moves_lost, account(&user).outcome), (1, RoundOutcome::Solved));
    user.press("[").check_fen("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1");
    assert!(user.app.ranking().is_some(), "what it cost is shown");
    user.press("esc");
    assert!(user.app.practice_tab.board.round().is_some_and(ActiveRound::is_live));
    user.press("A").check_tab(Tab::Analyze);
    assert!(user.job().is_some());
}

#[test]
fn a_running_round_gives_nothing_away() {
    let mut user = in_round("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1");
    assert!(user.app.ranking().is_none());
    user.click("b3");
    let targets: Vec<_> =
        user.app.targets().into_iter().filter(|t| t.outcome != MoveTargetOutcome::Unknown).collect();
    assert_eq!(targets.len(), 1, "{targets:?}");
    assert_eq!(
        (targets[0].square.to_string().as_str(), targets[0].outcome),
        ("c2", MoveTargetOutcome::Stalemate)
    );
}

#[test]
fn undo_and_retry_keep_the_moves_in_the_list() {
    let mut user = in_round("7K/6Q1/8/8/2k5/8/8/8 w - - 0 1");
    let best = moves(&user.app, |cost| cost == MoveCost::Keeps).swap_remove(0);
    user.play(&best).press("u").check_fen("7K/6Q1/8/8/2k5/8/8/8 w - - 0 1");
    assert!(user.sheet().starts_with(&best));
    user.play(&best).press("z").check_fen("7K/6Q1/8/8/2k5/8/8/8 w - - 0 1");
    solve(&mut user);
    assert_eq!(account(&user).outcome, RoundOutcome::Perfect, "a start begun again is a new try");
}

#[test]
fn leaving_asks_only_where_something_would_be_lost() {
    let mut user = user();
    user.press("3 enter esc");
    assert!(user.app.practice_tab.board.round().is_none(), "nothing was played yet");
    user.press("enter");
    let best = moves(&user.app, |cost| cost == MoveCost::Keeps).swap_remove(0);
    user.play(&best).press("esc");
    assert!(matches!(user.app.shared.dialog, Some(Dialog::Confirm(_))));
    user.check_says("y leaves the round").check_says("Esc goes on with the round").press("enter");
    assert!(matches!(user.app.shared.dialog, Some(Dialog::Confirm(_))), "Enter is not a yes");
    user.press("esc");
    assert!(user.app.practice_tab.board.round().is_some());
    user.press("esc y");
    assert!(user.app.practice_tab.board.round().is_none());
}

#[test]
fn distances_stand_on_the_analysis_board_at_once_engine_or_no_engine() {
    let mut user = user();
    user.press("2 s").paste("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1");
    let job = user.job().expect("the tables are asked");
    let settings = EngineSettings { hash_mb: 1, oracle: shared_tables(), ..EngineSettings::default() };
    let mut tandem = Analyzer::new(settings, ThreadMode::OwnThread);
    let asked = (JobId::default(), &job);
    let answer = tandem.analyze(asked, &StopToken::never(), &|_| {});
    user.happens(Message::Analysis(AnalysisEvent::Done(Box::new(answer))));
    user.check_says("White mates in 3").check_says("M3=").check_says("6 STALEMATE");
    let ranking = user.app.ranking().expect("a ranking");
    assert_eq!((ranking.moves.len(), ranking.best().count()), (27, 5));
    let position = user.app.shown_position().expect("a board");
    let best = notation::parse_move(&position, "Qb4").expect("a move");
    assert_eq!(ranking.find(best).map(|ranked| ranked.cost), Some(MoveCost::Keeps));
}

#[test]
fn distances_can_be_asked_for_and_are_help_in_a_round() {
    let mut user = in_round("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1");
    assert_eq!(user.app.ranking().map(|ranking| ranking.moves.len()), None);
    user.press("T").check_says("All 27 moves by distance").click("b3");
    let digits = user
        .app
        .targets()
        .into_iter()
        .filter(|target| matches!(target.outcome, MoveTargetOutcome::Wins { .. }));
    assert_eq!(digits.count(), 18, "each target has its distance");
    user.click("b3");
    user.press("T");
    assert!(user.app.ranking().is_none(), "they can be hidden again");
    solve(&mut user);
    assert_eq!((account(&user).outcome, account(&user).helped), (RoundOutcome::Solved, true));
}

#[test]
fn distances_can_be_asked_for_in_a_game() {
    let mut user = user();
    user.press("T");
    assert!(user.note().contains("No table covers"), "{}", user.note());
    user.press("p").paste("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1").press("ctrl-g").check_tab(Tab::Play);
    user.press("T").check_says("All 27 moves by distance");
}

/// The lesson of the list with this name.
fn choose(user: &mut User, id: &str) {
    user.press("3");
    let at = user.app.practice_tab.course.row_of(id).expect("a lesson");
    for _ in 0..at {
        user.press("down");
    }
}

#[test]
fn an_example_is_stepped_through_and_a_round_begun_from_it() {
    let mut user = user();
    choose(&mut user, "KRvK");
    user.press("x").check_says("The rook draws a line").check_fen("8/5k2/R7/3K4/8/8/8/8 w - - 0 1");
    user.press("right").check_says("1.Re6").check_says("box of six squares");
    user.press("right").check_says("1...Kf8").check_says("box of six squares");
    user.press("e 4 enter");
    assert!(
        user.app.shared.prompt.error.as_deref().is_some_and(|fault| fault.contains("example")),
        "nothing is played"
    );
    user.press("esc w")
        .check_says("Why")
        .press("w end")
        .check_says("has no legal")
        .press("esc")
        .check_says("what to master");
    user.press("x enter");
    assert!(user.app.practice_tab.board.round().is_some() && user.app.practice_tab.board.example().is_none());
}

#[test]
fn after_the_example_comes_a_guided_round() {
    let mut user = user();
    choose(&mut user, "KPvK");
    user.press("x enter").check_says("guided").check_says("keep the win. The idea:");
    // The coach says it before each move, and not for an earlier position.
    let guidance = |user: &User| {
        let active = user.app.practice_tab.board.round().expect("a round");
        active.shown_guidance().map(|guidance| guidance.text.clone())
    };
    let first = guidance(&user).expect("guidance");
    let best = moves(&user.app, |cost| cost == MoveCost::Keeps).swap_remove(0);
    user.play(&best);
    let second = guidance(&user).expect("guidance for the next move");
    user.press(", ,");
    assert_eq!(guidance(&user), None);
    user.press("end");
    assert_eq!(guidance(&user), Some(second));
    assert!(!first.is_empty());
    // It counts as help, and the next round is one of the player's own.
    solve(&mut user);
    assert!(account(&user).helped && account(&user).outcome.is_solved());
    user.press("ctrl-n");
    assert_eq!(guidance(&user), None);
    user.press("esc y");
    user.press("enter");
    assert_eq!(guidance(&user), None, "a round from the list is not guided");
}

#[test]
fn starts_are_as_hard_as_asked_for() {
    let mut user = user();
    choose(&mut user, "KRvK");
    user.happens(Message::Resize(120, 40));
    user.check_says("easy: 5 to 8 moves").press("right").check_says("medium: 9 to 12 moves");
    user.press("right right").check_says("hard: 13 or more moves").press("enter");
    let par = user.app.practice_tab.board.round().expect("a round").round.par();
    assert!(par >= 13, "{par}");
    user.press("L");
    assert!(!user.screen().contains("par"), "{}", user.screen());
    user.press("L").check_says("par");
}

#[test]
fn the_other_side_is_played_and_the_defense_chosen() {
    let mut user = user();
    choose(&mut user, "KQvK");
    user.press("o").check_says("Be mated as late as you can").press("enter");
    let round = user.app.practice_tab.board.round().expect("a round");
    assert_eq!(
        (round.round.trainee_color(), round.round.exercise().id.as_str()),
        (Color::Black, "KQvK-defense")
    );
    solve(&mut user);
    assert_eq!((account(&user).outcome, account(&user).moves_lost), (RoundOutcome::Perfect, 0));
    user.press("esc o m enter").check_says("defense: trickiest").press("M").check_says("counting off");
}

#[test]
fn before_1970_a_mistake_is_due_the_next_day_too() {
    for day in [-1_827, -1] {
        let mut user = in_round("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1");
        user.happens(Message::DateChanged(day)).play("Kc2").press("enter esc s");
        assert!(user.note().contains("Nothing is due today"), "{day}: {}", user.note());
        user.happens(Message::DateChanged(day + 1)).check_says("1 due today");
        let progress = &user.app.practice_tab.progress;
        assert_eq!((progress.last_day, progress.streak_on(day + 1)), (Some(day), 1));
    }
}

#[test]
fn a_mistake_is_due_the_next_day_and_gone_through() {
    let mut user = in_round("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1");
    user.play("Kc2").press("enter");
    assert_eq!(account(&user).outcome, RoundOutcome::Stalemated);
    user.press("esc s");
    assert!(user.note().contains("Nothing is due today"), "{}", user.note());
    let tomorrow = user.app.shared.today + 1;
    user.happens(Message::DateChanged(tomorrow)).check_says("1 due today").press("v").check_says("0/1");
    user.press("v s");
    let round = user.app.practice_tab.board.round().expect("the mistake");
    let start = matescope::practice::symmetry::canonical(round.round.start());
    let position = matescope::chess::fen::parse("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1").expect("legal");
    assert_eq!(start, matescope::practice::symmetry::canonical(&position));
    solve(&mut user);
    user.press("ctrl-n").check_says("what to master");
    assert!(user.note().contains("Nothing more is due today"), "{}", user.note());
    assert_eq!(user.app.practice_tab.progress.lessons["KQvK"].attempts, 2);
    user.press("enter");
    solve(&mut user);
    user.press("ctrl-n");
    assert!(user.app.practice_tab.board.round().is_some(), "the lesson goes on");
}

#[test]
fn a_passed_level_is_reported_and_harder_starts_follow() {
    let mut user = user();
    choose(&mut user, "KQvK");
    for round in 0..3 {
        if round > 0 {
            user.press("esc");
        }
        user.press("enter");
        solve(&mut user);
    }
    assert!(user.note().contains("easy starts are passed"), "{}", user.note());
    user.press("esc");
    user.happens(Message::Resize(120, 40));
    user.check_says("medium: 6 to 8 moves").check_says("3/3");
}

#[test]
fn what_is_due_of_the_other_side_is_played_from_there_and_a_card_that_fits_no_more_is_dropped() {
    let mut user = user();
    let forgotten = |card: &str| CardReview { card: card.to_owned(), rating: CardRating::Again };
    let memory = &mut user.app.practice_tab.progress.cards;
    memory.review(&forgotten("KQvK-defense"), 0);
    // A draw is no start of a mate.
    memory.review(&forgotten("KRvK 8/8/8/8/8/8/1kR5/7K b - -"), 0);
    memory.review(&forgotten("KRvK nonsense"), 0);
    user.happens(Message::DateChanged(50)).press("3").check_says("3 due today").press("s");
    let round = user.app.practice_tab.board.round().expect("a round");
    assert_eq!(round.round.exercise().id, "KQvK-defense");
    solve(&mut user);
    user.press("ctrl-n");
    assert!(user.note().contains("Nothing is due today"), "{}", user.note());
    assert_eq!(user.app.practice_tab.due_count(50), 0, "what fits no more is dropped");
}

#[test]
fn mixed_practice_hides_the_lesson_until_the_first_move() {
    let mut user = user();
    user.press("3 r");
    let mut names = std::collections::BTreeSet::new();
    for _ in 0..6 {
        let round = user.app.practice_tab.board.round().expect("a round");
        assert!(round.hides_lesson() && round.hidden_name() == "mixed");
        let (id, title) = (round.round.exercise().id.clone(), round.round.exercise().title.clone());
        let screen = user.check_says("Win or hold?").screen();
        assert!(!screen.contains(&format!("{id} ")) && !screen.contains(&title), "{screen}");
        let best = moves(&user.app, |cost| cost == MoveCost::Keeps).swap_remove(0);
        user.play(&best);
        assert!(!user.screen().contains("Win or hold?"));
        assert!(names.replace(id.clone()).is_none_or(|_| names.len() > 1), "{id} comes again at once");
        user.press("ctrl-n");
    }
    assert!(names.len() > 1, "{names:?}");
    // A lesson that is chosen says its name, and so does one that was left.
    user.press("esc enter");
    assert!(!user.app.practice_tab.board.round().expect("a round").hides_lesson());
}

/// Who wins, but without the plan, is told that the round does not count and what the plan was.
#[test]
fn a_round_that_is_too_slow_to_count_says_so() {
    let mut user = user();
    user.press("3 M enter");
    let active = |user: &User| user.app.practice_tab.board.round().expect("a round").clone();
    let lesson = user.app.practice_tab.course.lesson().cloned().expect("a lesson");
    let limit = lesson.pass.move_limit(active(&user).round.par());
    while active(&user).round.moves_played() < limit {
        let slower = moves(&user.app, |cost| matches!(cost, MoveCost::Slower(_)));
        let any = if slower.is_empty() { moves(&user.app, |cost| cost == MoveCost::Keeps) } else { slower };
        user.play(&any[usize::from(active(&user).round.moves_played()) % any.len()]);
    }
    solve(&mut user);
    assert!(account(&user).outcome.is_solved());
    user.happens(Message::Resize(120, 40));
    user.check_says("Too slow for a pass").check_says("The idea:");
    user.press("ctrl-n");
    solve(&mut user);
    assert!(!user.screen().contains("Too slow"));
}

#[test]
fn mixed_practice_keeps_to_what_was_tried() {
    let mut user = user();
    for (ended_at, lesson) in [(1, "KQvK"), (2, "KRvK"), (3, "KPvK")] {
        user.app.practice_tab.add_finished(&finished(ended_at, lesson));
    }
    user.press("3 r");
    for _ in 0..6 {
        let round = user.app.practice_tab.board.round().expect("a round");
        assert!(["KQvK", "KRvK", "KPvK"].contains(&round.round.exercise().id.as_str()));
        user.press("ctrl-n");
    }
}

/// A round that was solved.
fn finished(ended_at: i64, lesson: &str) -> PracticeEntry {
    PracticeEntry::Round(FinishedRound {
        ended_at,
        day: 20_000,
        lesson_id: lesson.to_owned(),
        level: LessonLevel::Easy,
        seed: Seed(1),
        start_origin: StartOrigin::Dealt,
        outcome: RoundOutcome::Solved,
        moves_played: 9,
        par: 8,
        moves_lost: 1,
        helped: false,
        stalemate: None,
        card_reviews: vec![CardReview { card: lesson.to_owned(), rating: CardRating::Again }],
    })
}

/// What was achieved in a lesson that the course no longer has stays in the record, which says so; nothing of it
/// is due.
#[test]
fn a_lesson_that_is_gone_stays_in_the_record() {
    let mut user = user();
    for (ended_at, lesson) in [(1, "mate-in-1"), (2, "mate-in-1"), (3, "stalemate-step"), (4, "KQvK")] {
        user.app.practice_tab.add_finished(&finished(ended_at, lesson));
    }
    user.happens(Message::DateChanged(20_100)).happens(Message::Resize(120, 40)).press("3");
    assert_eq!(user.app.practice_tab.due_count(20_100), 1, "only the lesson that is there");
    user.press("v").check_says("4 of 4 rounds solved");
    let screen = user.screen();
    for (lesson, solved) in [("mate-in-1", "2/2"), ("stalemate-step", "1/1")] {
        let row = screen.lines().find(|row| row.contains(lesson)).expect(lesson);
        assert!(row.contains(&format!("{solved} solved, no longer in the course")), "{row}");
    }
    assert!(!screen.lines().any(|row| row.contains("KQvK") && row.contains("no longer")), "{screen}");
}

#[test]
fn a_round_that_ends_before_the_record_is_read_is_not_forgotten() {
    use matescope::practice::PracticeProgress;
    let mut user = in_round("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1");
    user.app.practice_tab.unmerged = Some(Vec::new());
    solve(&mut user);
    let kept = user.wishes().into_iter().find_map(|wish| match wish {
        Effect::SavePractice(kept) => Some(*kept),
        _ => None,
    });
    let record = PracticeProgress::from_entries(kept.into_iter().map(|kept| kept.with_end_time(5)), i32::MAX);
    assert_eq!(record.lessons["KQvK"].attempts, 1);
    user.happens(Message::PracticeRecord(Box::new(record)));
    assert_eq!(
        user.app.practice_tab.progress.lessons["KQvK"].attempts, 2,
        "the one that was read, and this one"
    );
    assert!(user.app.practice_tab.unmerged.is_none());
}

#[test]
fn a_round_is_reported_in_a_few_words_and_in_figures_where_they_are_wanted() {
    let mut user = in_round("7K/6Q1/8/8/2k5/8/8/8 w - - 0 1");
    let few = user.screen();
    for figure in ["seed", "guard warns", "defense:", "safe steps"] {
        assert!(!few.contains(figure), "{figure}: {few}");
    }
    assert!(few.contains("par"), "{few}");
    user.app.shared.config.practice.details = true;
    for figure in ["seed", "guard warns", "defense: longest"] {
        user.check_says(figure);
    }
}

#[test]
fn a_table_of_five_pieces_says_what_it_takes_before_it_is_built() {
    let mut user = user();
    let five = |lesson: &matescope::practice::Lesson| lesson.exercise.material.piece_count() == 5;
    let at = user.app.practice_tab.course.lessons.iter().position(five).expect("a lesson of five pieces");
    let name = user.app.practice_tab.course.lessons[at].exercise.id.clone();
    choose(&mut user, &name);
    user.wishes();
    let built = |user: &mut User| user.wishes().iter().any(|wish| matches!(wish, Effect::BuildTable(_)));
    user.happens(Message::Resize(200, 60));
    user.check_says("when the lesson is chosen: about").check_says("on disk");
    user.happens(Message::Resize(80, 24));
    user.press("enter").check_says("Build the table of").check_says("of memory");
    assert!(!built(&mut user), "it waits for an answer");
    user.press("n");
    assert!(!built(&mut user) && user.app.practice.pending_round.is_none());
    user.press("enter y");
    assert!(built(&mut user) && user.app.practice.pending_round.is_some());
}

#[test]
fn the_list_of_lessons_shows_a_board() {
    let mut user = user();
    choose(&mut user, "KRvK");
    for size in [(80, 24), (120, 40)] {
        user.happens(Message::Resize(size.0, size.1));
        let screen = user.screen();
        let files = ["a", "b", "c", "d", "e", "f", "g", "h"];
        let named =
            |line: &str| line.replace('│', " ").split_whitespace().rev().take(8).eq(files.into_iter().rev());
        assert!(screen.lines().any(named), "no board at {size:?}: {screen}");
        user.check_says("To pass");
    }
    user.happens(Message::Resize(60, 20)).check_says("To pass");
}
