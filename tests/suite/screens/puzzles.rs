//! Screens of puzzles.

use matescope::analysis::side_query::SideQueryUpdate;
use matescope::analysis::{AnalysisEvent, JobId};
use matescope::chess::{Ply, Score};
use matescope::practice::puzzle::{PuzzleSet, text};
use matescope::tui::message::{Effect, Message};
use matescope::tui::model::games::LibraryEvent;

use super::{check, check_state, user};
use crate::journeys::{User, found};

/// On the page of puzzles, with one imported set, which is chosen.
fn puzzle_solver() -> User {
    let line =
        "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w - - 0 1\td2h6 g7h6 h4f6\tmate\t900\tmate 2";
    let set = PuzzleSet::new("mine".to_owned(), [text::parse_line(line).expect("a puzzle")]);
    let mut user = user();
    user.press("3 z").happens(Message::Library(LibraryEvent::PuzzleSetsRead(vec![set], Vec::new())));
    user.press("end enter home");
    user
}

/// Answers the search for the refutation of a wrong move.
fn refute(user: &mut User, lines: &[(Score, &str)]) {
    let query = user.wishes().into_iter().find_map(|wish| match wish {
        Effect::StartSideQuery(job) => Some(*job),
        _ => None,
    });
    let answer = SideQueryUpdate::Done(Box::new(found(&query.expect("a search"), lines)));
    user.happens(Message::Analysis(AnalysisEvent::SideQuery(JobId::default(), answer)));
}

#[test]
fn a_puzzle_stands_with_its_refutation_and_its_proof() {
    check("puzzles", puzzle_solver());
    let mut wrong = puzzle_solver();
    wrong.press("enter").play("Rh3");
    refute(&mut wrong, &[(Score::mates_in(Ply::new(3)), "Qh6"), (Score::centipawns(-210), "Rh3 Rh8")]);
    check_state("puzzle_wrong", wrong);
    let mut solved = puzzle_solver();
    solved.press("enter").play("Qh6").play("Bxf6");
    check_state("puzzle_solved", solved);
    let mut streak = puzzle_solver();
    streak.press("down enter").play("Rh3");
    check_state("puzzle_streak_over", streak);
}

/// On the list of lessons, on the first one of puzzles.
fn pupil() -> User {
    let mut user = user();
    user.app.practice_tab.course.chosen =
        user.app.practice_tab.course.row_of("back-rank-mate").expect("a lesson");
    user.press("3");
    user
}

#[test]
fn a_lesson_of_puzzles_explains_right_and_wrong_moves() {
    check("puzzle_lesson_list", pupil());
    let mut wrong = pupil();
    wrong.press("enter").play("Rfe8");
    refute(&mut wrong, &[(Score::mates_in(Ply::new(3)), "Qd1"), (Score::centipawns(-590), "Rfe8 h3")]);
    check_state("puzzle_lesson_wrong", wrong);
    let mut solved = pupil();
    solved.press("enter").play("Qd1").play("Qxe1");
    check_state("puzzle_lesson_solved", solved);
}
