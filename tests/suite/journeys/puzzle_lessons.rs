//! Lessons of puzzles: in the list of the course, on the board, and passed.

use matescope::practice::course::puzzle_lessons::{self, PuzzleLessons};
use matescope::practice::puzzle::{PuzzleAnswer, PuzzleLesson};
use matescope::practice::record::PracticeEntry;
use matescope::tui::message::Effect;

use super::User;

/// Two mates, the first of them in two with a tempting wrong move.
const LESSON: &str = r#"
    [[puzzle_lesson]]
    id = "my-back-rank"
    chapter = "My patterns"
    title = "Back rank of mine"
    theme = "mate"
    idea = ["Look at the rank behind the pawns."]
    example = { start = "6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1", moves = "1. Rd8# {Nothing guards the rank.}" }
    positions = [
        { start = "3rr1k1/5ppp/8/8/8/4Q3/5PPP/4R1K1 w - - 0 1", proof = "mate 2", moves = "1. Qxe8+ {The queen lures the rook away.} (1. Qf3 {That threatens nothing.}) Rxe8 2. Rxe8# {Nothing guards it any more.}" },
        { start = "3r2k1/8/8/8/8/8/5PPP/6K1 b - - 0 1", proof = "mate 1", moves = "1... Rd1# {The same for Black.}" },
    ]
"#;

/// A user with this lesson as the last one of the list, which is chosen.
fn user() -> User {
    let mut user = User::new();
    let own: Vec<PuzzleLesson> = puzzle_lessons::parse(LESSON).unwrap();
    user.app.practice_tab.course.puzzle_lessons = PuzzleLessons::WithOwn(own.into());
    user.press("3").press("end").check_says("Back rank of mine").check_says("Find the mate");
    user.check_says("To pass: solve each at once, no help;").check_says("0 so far");
    user
}

fn answers(user: &mut User) -> Vec<PuzzleAnswer> {
    let saved = |wish| match wish {
        Effect::SavePractice(entry) => match *entry {
            PracticeEntry::PuzzleAnswer(answer) => Some(answer),
            other => panic!("{other:?}"),
        },
        _ => None,
    };
    user.wishes().into_iter().filter_map(saved).collect()
}

#[test]
fn a_lesson_of_puzzles_is_solved_and_passed() {
    let mut user = user();
    user.press("enter").check_says("Position 1 of 2").check_says("mate in 2");
    user.check_says("Look at the rank behind the pawns.");
    user.play("Qxe8").check_says("Qxe8+ is right").check_says("The queen lures the rook away.");
    user.play("Rxe8").check_says("Rxe8# solves it").check_says("Nothing guards it any more.");
    user.check_says("Proof: mate in 2 proven").check_says("goes on");
    user.press("home").press(".").check_says("The queen lures the rook away.");
    user.press("end").check_says("Nothing guards it any more.");
    user.press("enter").check_says("2 of 2").check_says("Black to move");
    user.play("Rd1").check_says("The same for Black.");
    let saved = answers(&mut user);
    assert_eq!(
        saved.iter().map(|answer| (answer.is_solved, answer.is_rated)).collect::<Vec<_>>(),
        [(true, false), (true, false)]
    );
    user.press("enter").check_says("Back rank of mine").check_says("Passed").check_says("2/2");
    assert_eq!(user.note(), "Lesson passed: 2 positions solved");
    user.press("v").check_says("2/2 positions solved");
}

#[test]
fn a_tempting_move_is_explained_and_the_position_comes_again() {
    let mut user = user();
    user.press("enter").play("Qf3").check_says("Qf3 is not the move").check_says("That threatens nothing.");
    user.play("Qxe8").play("Rxe8").check_says("solves it");
    user.press("enter").play("Rd1").press("enter");
    assert_eq!(user.note(), "1 of 2 positions solved; the others come first next time");
    let saved = answers(&mut user);
    assert_eq!(saved.iter().map(|answer| answer.is_solved).collect::<Vec<_>>(), [false, true]);
    user.press("enter").check_says("1 of 1").check_says("mate in 2");
    user.press("s").check_says("Solution: Qxe8+ Rxe8 Rxe8#");
    user.press("enter");
    assert_eq!(user.note(), "1 of 2 positions solved; the others come first next time");
    user.press("enter")
        .press("esc")
        .check_says("To pass: solve each at once, no help;")
        .check_says("1 so far");
}

#[test]
fn the_example_of_a_lesson_of_puzzles_leads_to_its_positions() {
    let mut user = user();
    user.press("x").check_says("Example").check_says("Look at the rank").check_says("starts the puzzles");
    user.press("right").check_says("Nothing guards the rank.");
    user.press("enter").check_says("mate in 2").check_says("1 of 2");
}

#[test]
fn a_lesson_of_puzzles_is_found_by_its_id() {
    let user = user();
    let practice = &user.app.practice_tab.course;
    assert_eq!(practice.row_of("MY-back-rank"), Some(practice.lessons.len()));
    assert_eq!(practice.row_of("KQvK"), Some(0));
    assert_eq!(practice.row_of("none"), None);
    assert_eq!(practice.lesson_ids().count(), practice.row_count());
}

#[test]
fn a_long_id_stands_apart_in_the_record() {
    let mut user = User::new();
    user.app.practice_tab.course.chosen =
        user.app.practice_tab.course.row_of("opposite-bishops-two-pawns").expect("a lesson");
    user.press("3").press("enter").press("s").press("esc").press("v");
    user.check_says("opposite-bishops-two-pawns ·   0/4 positions solved");
}
