//! Screens of puzzles.

use matescope::analysis::side_query::SideQueryUpdate;
use matescope::analysis::{AnalysisEvent, JobId};
use matescope::chess::{Ply, Score};
use matescope::practice::puzzle::{PuzzleSet, text};
use matescope::tui::games::state::LibraryEvent;
use matescope::tui::message::{Effect, Message};

use super::{check, user};
use crate::journeys::{User, found};

/// On the page of puzzles, with one imported set, which is chosen.
fn puzzle_solver() -> User {
    let line =
        "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w - - 0 1\td2h6 g7h6 h4f6\tmate\t900\tmate 2";
    let set = PuzzleSet::new("mine".to_owned(), [text::parse_line(line).expect("a puzzle")]);
    let mut user = user();
    user.press("3 z").happens(Message::Library(LibraryEvent::PuzzleSetsRead(vec![set])));
    user.press("end enter home");
    user
}

#[test]
fn a_puzzle_stands_with_its_refutation_and_its_proof() {
    check("puzzles", puzzle_solver());
    let mut wrong = puzzle_solver();
    wrong.press("enter").play("Rh3");
    let query = wrong.wishes().into_iter().find_map(|wish| match wish {
        Effect::StartSideQuery(job) => Some(*job),
        _ => None,
    });
    let lines = [(Score::mates_in(Ply::new(3)), "Qh6"), (Score::centipawns(-210), "Rh3 Rh8")];
    let snapshot = found(&query.expect("a search"), &lines);
    let answer = SideQueryUpdate::Done(Box::new(snapshot));
    wrong.happens(Message::Analysis(AnalysisEvent::SideQuery(JobId::default(), answer)));
    check("puzzle_wrong", wrong);
    let mut solved = puzzle_solver();
    solved.press("enter").play("Qh6").play("Bxf6");
    check("puzzle_solved", solved);
    let mut streak = puzzle_solver();
    streak.press("down enter").play("Rh3");
    check("puzzle_streak_over", streak);
}
