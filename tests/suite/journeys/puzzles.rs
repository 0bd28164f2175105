//! Puzzles on the board: rated ones, runs, imported sets.

use std::time::Duration;

use matescope::analysis::side_query::SideQueryUpdate;
use matescope::analysis::{AnalysisEvent, AnalysisJob, JobId};
use matescope::chess::{Ply, Score};
use matescope::practice::puzzle::{PuzzleAnswer, PuzzleRun, PuzzleRunKind, PuzzleSet, text};
use matescope::practice::record::PracticeEntry;
use matescope::tui::message::{Effect, LibraryRequest, Message};
use matescope::tui::model::games::LibraryEvent;

use super::{User, found};

/// A mate in two, and two other puzzles that are harder.
const LINES: [&str; 3] = [
    "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w - - 0 1\td2h6 g7h6 h4f6\tmate\t900\tmate 2",
    "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1\td1d8\tmate\t1000\tmate 1",
    "6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 1\te1e8\tmate\t1100\tmate 1",
];

fn set(name: &str, lines: &[&str]) -> PuzzleSet {
    PuzzleSet::new(name.to_owned(), lines.iter().map(|line| text::parse_line(line).unwrap()))
}

/// A user with an imported set, which is chosen; the first row of the page is chosen again.
fn user(lines: &[&str]) -> User {
    let mut user = User::new();
    user.press("3").press("z").check_says("rated puzzles").check_says("2,100");
    assert!(user.wishes().contains(&Effect::Library(LibraryRequest::ReadPuzzleSets)));
    user.happens(Message::Library(LibraryEvent::PuzzleSetsRead(vec![set("mine", lines)], Vec::new())));
    user.press("end").check_says("mine").press("enter").press("home").check_says("Puzzles near your rating");
    user
}

/// Moves to a row of the page and takes it.
fn take(user: &mut User, rows_down: usize) {
    for _ in 0..rows_down {
        user.press("down");
    }
    user.press("enter");
}

fn saved(user: &mut User) -> (Vec<PuzzleAnswer>, Vec<PuzzleRun>) {
    let (mut answers, mut runs) = (Vec::new(), Vec::new());
    for wish in user.wishes() {
        if let Effect::SavePractice(entry) = wish {
            match *entry {
                PracticeEntry::PuzzleAnswer(answer) => answers.push(answer),
                PracticeEntry::PuzzleRun(run) => runs.push(run),
                other => panic!("{other:?}"),
            }
        }
    }
    (answers, runs)
}

fn query(user: &mut User) -> AnalysisJob {
    let job = user.wishes().into_iter().find_map(|wish| match wish {
        Effect::StartSideQuery(job) => Some(*job),
        _ => None,
    });
    job.expect("a search")
}

fn answer(user: &mut User, job: &AnalysisJob, lines: &[(Score, &str)]) {
    let answer = SideQueryUpdate::Done(Box::new(found(job, lines)));
    user.happens(Message::Analysis(AnalysisEvent::SideQuery(JobId::default(), answer)));
}

#[test]
fn a_puzzle_is_solved_against_the_longest_defense_and_raises_the_rating() {
    let mut user = user(&LINES[..1]);
    take(&mut user, 0);
    user.check_says("mate in 2").check_says("move 1 of 2").check_says("the solution has 2 moves");
    assert!(!user.screen().contains("900"), "the rating would tell how hard it is");
    user.press("enter");
    assert!(user.note().contains("s shows the solution"), "{}", user.note());
    user.play("Qh6").check_says("Qh6+ is right").check_says("move 2 of 2");
    assert!(saved(&mut user).0.is_empty());
    user.play("Bxf6")
        .check_says("solves it")
        .check_says("mate in 2 proven, one key")
        .check_says("rating 900");
    let (answers, runs) = saved(&mut user);
    assert!(answers.len() == 1 && answers[0].is_solved && answers[0].is_rated && runs.is_empty());
    user.check_says("Your rating: 15").check_says("Enter goes on").press("esc").check_says("rated puzzles");
}

#[test]
fn a_wrong_move_counts_once_and_is_refuted_on_the_board() {
    let mut user = user(&LINES[..1]);
    take(&mut user, 0);
    user.wishes();
    user.play("Rh3").check_says("Rh3 is not the move").check_says("Looking for the refutation");
    let job = query(&mut user);
    assert_eq!(job.limits.search_moves.len(), 2, "the solution and the move that was tried");
    answer(
        &mut user,
        &job,
        &[(Score::mates_in(Ply::new(3)), "Qh6"), (Score::centipawns(-210), "Rh3 fxg6")].map(
            // The second move of the line only has to be legal.
            |(score, line)| (score, if line.starts_with("Rh3") { "Rh3 Rh8" } else { line }),
        ),
    );
    user.check_says("It leads to -2.10").check_says("Rh8");
    assert_eq!(user.app.practice_tab.progress.puzzles.rated_count, 1);
    user.play("Qh6").play("Bxf6").check_says("solves it");
    assert!(saved(&mut user).0.is_empty(), "it was counted with the wrong move");
    assert!(user.app.practice_tab.progress.puzzles.rating.rating < 1500.0);
}

#[test]
fn the_solution_can_be_looked_at_and_stepped_through() {
    let mut user = user(&LINES[..1]);
    take(&mut user, 0);
    user.press("s").check_says("Solution: Qh6+ Kxh6 Bxf6#").check_says("Enter goes on");
    assert!(saved(&mut user).0.iter().all(|answer| !answer.is_solved));
    user.press(",").press(",").check_says("goes back to the puzzle").press("end");
    user.press("A").check_tab(matescope::tui::navigation::Tab::Analyze);
}

#[test]
fn a_search_decides_whether_another_move_of_an_imported_puzzle_is_as_good() {
    let unproven = LINES[0].replace("mate 2", "-");
    for (score, is_as_good) in [(Score::mates_in(Ply::new(3)), true), (Score::mates_in(Ply::new(5)), false)] {
        let mut user = user(&[&unproven]);
        take(&mut user, 0);
        user.wishes();
        user.play("Rh3").check_says("Is Rh3 as good");
        let job = query(&mut user);
        answer(&mut user, &job, &[(Score::mates_in(Ply::new(3)), "Qh6"), (score, "Rh3 Rh8")]);
        user.check_says(if is_as_good { "Rh3 solves it" } else { "Rh3 is not the move" });
        let answers = saved(&mut user).0;
        assert_eq!(answers.iter().map(|answer| answer.is_solved).collect::<Vec<_>>(), [is_as_good]);
    }
}

#[test]
fn a_streak_goes_on_to_the_first_mistake() {
    let mut user = user(&LINES);
    take(&mut user, 1);
    user.check_says("Streak").check_says("solved 0").wishes();
    user.play("Qh6")
        .play("Bxf6")
        .check_says("solved 1")
        .check_says("Qh6+ Kxh6 Bxf6#")
        .check_says("mate in 1");
    user.play("Rd7").check_says("The streak is over: 1 in a row").check_says("Solution: Rd8#");
    let (answers, runs) = saved(&mut user);
    assert_eq!(
        answers.iter().map(|answer| (answer.is_solved, answer.is_rated)).collect::<Vec<_>>(),
        [(true, false), (false, false)]
    );
    assert_eq!((runs.len(), runs[0].kind, runs[0].solved, runs[0].wrong), (1, PuzzleRunKind::Streak, 1, 1));
    user.check_says("starts again").press("enter").check_says("solved 0").check_says("mate in 2");
    user.press("esc").check_says("best 1");
}

#[test]
fn the_clock_runs_and_a_wrong_move_costs_time_and_the_puzzle() {
    let mut user = user(&LINES);
    take(&mut user, 2);
    user.check_says("3:00").wishes();
    user.play("Rh3").check_says("2:50").check_says("wrong 1").check_says("mate in 1");
    // A dialog stops the clock.
    user.press("?").later(Duration::from_mins(1)).press("esc").check_says("2:50");
    user.play("Rd8").check_says("solved 1").later(Duration::from_secs(171));
    user.check_says("The time is up").check_says("Solution: Re8#");
    let (answers, runs) = saved(&mut user);
    assert_eq!((answers.len(), runs.len(), runs[0].seconds), (2, 1, 180));
}

#[test]
fn a_woodpecker_set_is_the_same_the_next_time() {
    let mut user = user(&LINES);
    take(&mut user, 4);
    user.check_says("1 of 3, cycle 1").wishes();
    user.play("Rh3").check_says("not the move").play("Qh6").play("Bxf6").check_says("solves it");
    user.later(Duration::from_secs(30)).press("enter").check_says("2 of 3").play("Rd8").play("Re8");
    user.check_says("The set is through").check_says("solved 2");
    let (answers, runs) = saved(&mut user);
    assert_eq!((answers.len(), runs.len(), runs[0].puzzles.len(), runs[0].seconds), (3, 1, 3, 30));
    user.press("esc").press("home");
    take(&mut user, 3);
    user.check_says("1 of 3, cycle 2; the last one took").check_says("0:30, 2 solved");
}
