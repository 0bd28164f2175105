//! The opening explorer: what was played from the position on the board in the games of the library.

use std::sync::Arc;

use matescope::analysis::AnalysisEvent;
use matescope::chess::{Position, Score};
use matescope::database::{OpeningTreeCounter, SegmentBuilder};
use matescope::game::pgn::split::PgnSplitter;
use matescope::tui::message::{Effect, Message, MouseGesture};
use matescope::tui::model::{ExplorerAnswer, ExplorerEvent, ExplorerQuestion, LibraryEvent};
use matescope::tui::screen;

use super::{User, found};

/// The games of the library.
const GAMES: &str = "[WhiteElo \"2600\"]\n[BlackElo \"2500\"]\n[Date \"2019.05.01\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n\
    [WhiteElo \"2700\"]\n[BlackElo \"2650\"]\n[Date \"2021.05.01\"]\n\n1. e4 c5 1-0\n\n\
    1. e4 e5 2. Nf3 Nf6 1/2-1/2\n\n1. e4 e6 0-1\n\n[BlackElo \"2400\"]\n\n1. d4 d5 1/2-1/2\n\n1. c4 *\n";

/// What the index of [`GAMES`] answers.
fn answer(position: &Position) -> ExplorerAnswer {
    let mut builder = SegmentBuilder::new();
    for game in PgnSplitter::new(GAMES.as_bytes()) {
        builder.add(&game.expect("a text can be read"));
    }
    let counter = OpeningTreeCounter::new(position);
    ExplorerAnswer::Tree(Arc::new(counter.tree(&counter.count(&builder.finish(), |_| true))))
}

/// The question that was sent since the last look.
fn question(user: &mut User) -> Option<ExplorerQuestion> {
    user.wishes().into_iter().fold(None, |question, effect| match effect {
        Effect::AskExplorer(next) => Some(next),
        Effect::CloseExplorer => None,
        _ => question,
    })
}

fn answers(user: &mut User, question: &ExplorerQuestion) {
    let event = ExplorerEvent::Answered(question.position.clone(), answer(&question.position));
    user.happens(Message::Explorer(event));
}

/// Shows the explorer for the first position, with its answer.
pub(crate) fn explore(user: &mut User) {
    user.press("2 ctrl-o");
    let question = question(user).expect("a question");
    answers(user, &question);
}

#[test]
fn the_explorer_asks_about_the_position_on_the_board() {
    let mut user = User::new();
    user.press("2");
    assert_eq!(question(&mut user), None, "hidden until somebody wants it");
    user.press("ctrl-o");
    let first = question(&mut user).expect("a question");
    assert_eq!(*first.position, Position::start());
    assert!(!user.screen().contains("games,"), "nothing is known yet");
    answers(&mut user, &first);
    user.check_says("Explorer").check_says("6 games, White 60 %").check_says("e4");
    assert_eq!(question(&mut user), None, "the answer is there");
    user.press("ctrl-o");
    assert!(user.wishes().contains(&Effect::CloseExplorer));
    assert!(!user.screen().contains("Explorer"));
    user.press("ctrl-o").check_says("6 games, White 60 %");
    assert!(question(&mut user).is_some(), "another program may have changed the library");
}

#[test]
fn an_answer_never_stands_for_another_position() {
    let mut user = User::new();
    user.press("2 ctrl-o");
    let start = question(&mut user).expect("a question");
    user.play("e4");
    let after = question(&mut user).expect("the next question");
    assert_ne!(start.position, after.position);
    answers(&mut user, &start);
    assert!(!user.screen().contains("games,"), "{}", user.screen());
    answers(&mut user, &after);
    user.check_says("4 games, White 63 %");
    user.press("left");
    assert!(!user.screen().contains("games,"), "the answer came too late to be kept");
    let again = question(&mut user).expect("the first question again");
    answers(&mut user, &again);
    user.check_says("6 games");
    user.press("right").check_says("4 games");
    user.press("left").check_says("6 games");
    assert_eq!(question(&mut user), None, "both answers were kept");
    user.play("a4");
    let rare = question(&mut user).expect("a question");
    answers(&mut user, &rare);
    user.check_says("No game of the library reaches");
}

#[test]
fn the_explorer_follows_a_line_and_rests_on_other_screens() {
    let mut user = User::new();
    user.press("2");
    let job = user.job().expect("a job");
    explore_shown(&mut user);
    let lines = found(&job, &[(Score::centipawns(30), "d4 d5")]);
    user.happens(Message::Analysis(AnalysisEvent::Done(Box::new(lines)))).press("l");
    let in_line = question(&mut user).expect("the position in the line");
    answers(&mut user, &in_line);
    user.check_says("1 game, White 50 %");
    user.press("1").play("e4");
    assert_eq!(question(&mut user), None, "another screen has no explorer");
}

/// Shows the explorer, on the analysis board.
fn explore_shown(user: &mut User) {
    user.press("ctrl-o");
    let question = question(user).expect("a question");
    answers(user, &question);
}

#[test]
fn a_click_on_a_row_plays_its_move() {
    let mut user = User::new();
    explore(&mut user);
    let rows = user.screen();
    let row = rows.lines().position(|line| line.contains("│ d4")).expect("a row of the explorer");
    let column = rows.lines().nth(row).and_then(|line| line.chars().position(|c| c == '│')).expect("a frame");
    let at = |user: &User, row: usize| {
        let (column, row) = (u16::try_from(column + 3).expect("small"), u16::try_from(row).expect("small"));
        screen::hit(&user.app, column, row)
    };
    let hit = at(&user, row);
    assert_eq!(at(&user, row + 1), None, "below the last move");
    user.mouse(MouseGesture::Press, hit);
    assert_eq!(user.sheet(), "d4");
}

#[test]
fn a_change_of_the_library_is_asked_about() {
    let mut user = User::new();
    explore(&mut user);
    user.play("e4");
    let after = question(&mut user).expect("a question");
    answers(&mut user, &after);
    user.happens(Message::Library(LibraryEvent::Restored));
    let changed = question(&mut user).expect("the same position again");
    assert!(changed.is_library_changed && changed.position == after.position);
    user.check_says("4 games");
    user.happens(Message::Explorer(ExplorerEvent::Answered(changed.position, ExplorerAnswer::EmptyLibrary)));
    user.check_says("No game is in the library");
    user.press("left");
    let first = question(&mut user).expect("what was known is forgotten");
    assert!(!first.is_library_changed, "the index was brought up to date already");
}

#[test]
fn the_pane_says_why_it_has_no_moves() {
    let mut user = User::new();
    user.press("2 ctrl-o");
    let first = question(&mut user).expect("a question");
    user.happens(Message::Explorer(ExplorerEvent::Indexing(42))).check_says("Indexing the games, 42 %");
    let failed = ExplorerAnswer::Failed("The disk is full".to_owned());
    user.happens(Message::Explorer(ExplorerEvent::Answered(first.position, failed)));
    user.check_says("The disk is full");
    assert!(!user.screen().contains("Indexing"));
    assert_eq!(question(&mut user), None, "the same question has the same answer");
    user.press("ctrl-o ctrl-o");
    assert!(question(&mut user).is_some(), "unless somebody asks again");
}
