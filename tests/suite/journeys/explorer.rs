//! The opening explorer: what was played from the position on the board in the games of the library.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;

use matescope::analysis::AnalysisEvent;
use matescope::chess::{Position, Score};
use matescope::database::{OpeningTreeCounter, SegmentBuilder};
use matescope::game::game_list::GamePlaces;
use matescope::game::pgn::split::PgnSplitter;
use matescope::game::{GameListEntry, GameQuery};
use matescope::tui::keymap::KeyContext;
use matescope::tui::message::{Effect, LibraryRequest, Message, MouseGesture};
use matescope::tui::model::{
    ExplorerAnswer, ExplorerEvent, ExplorerListing, ExplorerQuestion, ExplorerSource, GameListSource,
    GameReadPurpose, LibraryEvent, PastedGame,
};
use matescope::tui::navigation::Tab;
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
    receives(user, question, answer(&question.position));
}

fn receives(user: &mut User, question: &ExplorerQuestion, answer: ExplorerAnswer) {
    user.happens(Message::Explorer(ExplorerEvent::Answered(Box::new(question.clone()), answer)));
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
    receives(&mut user, &changed, ExplorerAnswer::EmptyLibrary);
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
    receives(&mut user, &first, failed);
    user.check_says("The disk is full");
    assert!(!user.screen().contains("Indexing"));
    assert_eq!(question(&mut user), None, "the same question has the same answer");
    user.press("ctrl-o ctrl-o");
    assert!(question(&mut user).is_some(), "unless somebody asks again");
}

#[test]
fn a_key_goes_through_the_games_that_are_counted() {
    let mut user = User::new();
    user.app.shared.config.games.my_names = vec!["Ann".to_owned()];
    let all = question(user.press("2 A")).expect("it is shown first");
    assert_eq!(all.query, GameQuery::new("", &["Ann".to_owned()]));
    answers(&mut user, &all);
    user.check_says("6 games");
    for (color, title) in [("white", "Explorer: you as White"), ("black", "Explorer: you as Black")] {
        let mine = question(user.press("A")).expect("other games, another question");
        assert_eq!(mine.query, GameQuery::new(&format!("color:{color}"), &["Ann".to_owned()]));
        user.check_says(title);
        assert!(!user.screen().contains("6 games"), "the answer of other games is not theirs");
        user.happens(Message::Explorer(ExplorerEvent::Located(Box::new(mine.clone()), GamePlaces::new())));
        assert_eq!(
            user.note().to_lowercase(),
            format!("none of your games with {color} reaches this position")
        );
        answers(&mut user, &mine);
        user.check_says("6 games");
    }
    user.press("A");
    assert_eq!(user.app.analyze.explorer.source, ExplorerSource::All, "there is no search");
    let all = question(&mut user).expect("a question");
    let mine = ExplorerQuestion { query: GameQuery::new("color:black", &["Ann".to_owned()]), ..all.clone() };
    answers(&mut user, &mine);
    assert!(!user.screen().contains("6 games"), "an answer that came too late");
    answers(&mut user, &all);
    user.check_says("6 games");
}

#[test]
fn the_search_of_the_list_narrows_the_explorer() {
    let mut user = User::new();
    user.press("5 /").types("elo:>2400").press("enter 2");
    explore_shown(&mut user);
    let found = question(user.press("A A A")).expect("a question");
    assert_eq!(found.query, GameQuery::new("elo:>2400", &[]));
    user.check_says("Explorer: the search");
    user.press("5 /").types(" elo:x").press("enter 2");
    let faulty = question(&mut user).expect("another search");
    let nothing = OpeningTreeCounter::new(&faulty.position);
    let tree = nothing.tree(&nothing.count(&SegmentBuilder::new().finish(), |_| true));
    receives(&mut user, &faulty, ExplorerAnswer::Tree(Arc::new(tree)));
    user.check_says("elo:x: give >2400");
}

/// The games of the list: the first and the last reach the position after 1. e4 e5.
fn rows() -> Vec<GameListEntry> {
    let games =
        "[White \"A\"]\n\n1. e4 e5 1-0\n\n[White \"B\"]\n\n1. d4 0-1\n\n[White \"C\"]\n\n1. e4 e5 2. Nf3 *\n";
    let pieces = PgnSplitter::new(games.as_bytes());
    pieces.map(|piece| GameListEntry::of("/games/a.pgn".into(), &piece.expect("a game"), 0)).collect()
}

#[test]
fn a_key_lists_the_games_with_the_position_and_esc_comes_back() {
    let mut user = User::new();
    user.press("2").play("e4").play("e5").press("ctrl-d");
    let asked = question(&mut user).expect("a question");
    assert!(asked.listed == Some(ExplorerListing::Here) && user.screen().contains("Explorer"));
    let rows = rows();
    let offsets = [0, 2].map(|row: usize| rows[row].location.offset);
    let places = GamePlaces::from([("/games/a.pgn".into(), HashSet::from(offsets))]);
    user.happens(Message::Explorer(ExplorerEvent::Located(Box::new(asked.clone()), places)));
    user.check_tab(Tab::Games).check_says("Games: after 1...e5");
    let listed = |user: &User| {
        let games = &user.app.games;
        games.listing.entries().map(|row| row.white).collect::<Vec<_>>()
    };
    user.happens(Message::Library(LibraryEvent::listed(GameListSource::Library, &rows)));
    assert_eq!(listed(&user), ["A", "C"]);
    let text = "[White \"A\"]\n\n1. e4 e5 2. Nf3 1-0\n";
    let (place, read) = (rows[0].location.clone(), Box::new(PastedGame::parse(text)));
    user.happens(Message::Library(LibraryEvent::GameRead(place, GameReadPurpose::Open, read)));
    user.check_tab(Tab::Analyze);
    assert_eq!(*user.app.analyze.walk.position(), *asked.position, "the game is opened at the position");
    user.press("5");
    // Places change when games go, texts do not.
    let fewer = rows[1..].iter().cloned().map(|mut row| {
        row.location.offset -= rows[1].location.offset;
        row
    });
    let fewer: Vec<_> = fewer.collect();
    user.happens(Message::Library(LibraryEvent::listed(GameListSource::Library, &fewer)));
    assert_eq!(listed(&user), ["C"]);
    user.press("esc").check_tab(Tab::Analyze);
    user.press("5");
    assert_eq!(listed(&user), ["B", "C"], "all of them");
    user.press("2 ctrl-d");
    let asked = question(&mut user).expect("a question");
    user.happens(Message::Explorer(ExplorerEvent::Located(Box::new(asked), GamePlaces::new())));
    assert_eq!(user.note(), "No game of the library reaches this position");
    user.check_tab(Tab::Analyze);
}

/// The list and the search that the index was asked for last.
fn board_search(user: &mut User) -> Option<(GameListSource, GameQuery)> {
    user.wishes().into_iter().rev().find_map(|wish| match wish {
        Effect::Library(LibraryRequest::SearchBoards(source, query)) => Some((source, query)),
        _ => None,
    })
}

#[test]
fn keys_search_the_games_with_the_pawns_or_the_material_of_the_board() {
    let mut user = User::new();
    user.press("5").happens(Message::Library(LibraryEvent::listed(GameListSource::Library, &rows())));
    user.press("2").play("e4").play("e5").press("ctrl-s").check_tab(Tab::Games);
    let search = "pawns:8/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/8";
    user.check_says(search);
    let listed = rows();
    user.happens(Message::Library(LibraryEvent::listed(GameListSource::Library, &listed)));
    let asked = (GameListSource::Library, GameQuery::new(search, &[]));
    assert_eq!(board_search(&mut user).as_ref(), Some(&asked));
    let places = GamePlaces::from([("/games/a.pgn".into(), HashSet::from([listed[2].location.offset]))]);
    user.happens(Message::Library(LibraryEvent::BoardMatches(asked.0, asked.1, places)));
    user.check_says("1 of 3 games");
    let read = Box::new(PastedGame::parse("[White \"C\"]\n\n1. e4 e5 2. Nf3 *\n"));
    let place = listed[2].location.clone();
    user.happens(Message::Library(LibraryEvent::GameRead(place, GameReadPurpose::Open, read)));
    user.check_tab(Tab::Analyze);
    let walk = &user.app.analyze.walk;
    assert_eq!(
        walk.tree().ply(walk.node_id()),
        2,
        "the game is opened where the pawns stand like that first"
    );
    user.press("5 esc").check_tab(Tab::Analyze);
    user.press("p").paste("8/4k3/8/8/8/8/4P3/4K2R w - - 0 1").press("enter ctrl-t").check_tab(Tab::Games);
    user.check_says("material:KRPvK");
    // A search that was changed is one of the list.
    user.press("/ backspace enter esc").check_tab(Tab::Games).check_says("3 games");
}

#[test]
fn games_of_a_file_are_counted_listed_and_searched() {
    let mut user = User::new();
    let file = PathBuf::from("/games/a.pgn");
    let source = GameListSource::File(file.clone());
    user.happens(Message::OpenFile(file.clone()));
    user.happens(Message::Library(LibraryEvent::listed(source.clone(), &rows())));
    user.press("2").play("e4").play("e5");
    explore(&mut user);
    let asked = question(user.press("A A A")).expect("a question");
    assert_eq!(asked.file.as_ref(), Some(&file));
    answers(&mut user, &asked);
    user.check_says("Explorer: the file").check_says("2 games");
    let asked = question(user.press("ctrl-d")).expect("a question");
    let places = GamePlaces::from([(file, HashSet::from([rows()[2].location.offset]))]);
    user.happens(Message::Explorer(ExplorerEvent::Located(Box::new(asked), places)));
    user.check_tab(Tab::Games).check_says("1 of 3 games");
    assert_eq!(user.app.games.source, source);
    user.press("esc").check_tab(Tab::Analyze);
    user.wishes();
    user.press("ctrl-s").check_tab(Tab::Games);
    assert_eq!(board_search(&mut user).map(|(source, _)| source), Some(source));
    // In the games of the library those of the file do not count.
    user.press("esc").check_tab(Tab::Analyze).press("5 esc").check_tab(Tab::Games);
    let of_library = question(user.press("2")).expect("another question");
    assert_eq!(of_library.file, None);
    user.check_says("Explorer");
    assert_eq!(user.app.analyze.explorer.source, ExplorerSource::All);
}

#[test]
fn a_small_window_says_whose_games_are_counted() {
    let mut user = User::new();
    user.app.shared.size = (60, 20);
    explore(&mut user);
    let mine = question(user.press("A")).expect("a question");
    answers(&mut user, &mine);
    user.press("tab tab").check_says(" Explorer ").check_says("you as White").check_says("6 games");
}

#[test]
fn arrow_keys_choose_a_row_and_play_it_while_the_explorer_has_them() {
    let mut user = User::new();
    explore(&mut user);
    user.press("J");
    assert_eq!(user.app.contexts().first(), Some(&KeyContext::Explorer));
    user.check_says("▸ e4").check_says("Enter play").press("down").check_says("▸ ");
    assert_eq!(user.app.analyze.explorer_row().map(|(row, _)| row), Some(1));
    user.press("up up end").press("pageup home right");
    assert_eq!(user.sheet(), "e4");
    let after = question(&mut user).expect("a question");
    user.press("down enter");
    assert_eq!(
        (user.sheet().as_str(), user.note()),
        ("e4", "The games of this position are still being counted")
    );
    answers(&mut user, &after);
    user.check_says("▸ e5").press("down enter");
    assert_eq!(user.sheet(), "e4 e6");
    user.press("left").check_says("▸ e6").press("left").check_says("▸ e4").press("right");
    assert_eq!(user.sheet(), "e4 e6", "the row of the move that comes next is chosen");
    // A typed move and a click go on in the explorer, Esc gives the arrow keys back.
    user.press("left").play("e4");
    assert!(user.app.analyze.explorer.has_focus());
    user.press("esc");
    assert!(!user.app.analyze.explorer.has_focus() && user.screen().contains("Explorer"));
    user.press("left").press("J J");
    assert!(!user.app.analyze.explorer.has_focus(), "the same key does");
    user.press("J ctrl-o");
    assert!(!user.app.analyze.explorer.has_focus(), "a hidden explorer has no keys");
}

#[test]
fn a_key_shows_a_hidden_explorer_and_has_nothing_to_choose_in_an_empty_one() {
    let mut user = User::new();
    user.press("2 J");
    let first = question(&mut user).expect("it is shown first");
    receives(&mut user, &first, ExplorerAnswer::EmptyLibrary);
    user.press("down enter");
    assert_eq!(user.note(), "The explorer has no move here");
    user.press("ctrl-d");
    assert_eq!(question(&mut user), None);
    user.press("esc").play("e4").press("left right");
    assert_eq!(user.sheet(), "e4", "the arrow keys are the board's again");
}

#[test]
fn the_games_of_the_chosen_move_are_listed() {
    let mut user = User::new();
    explore(&mut user);
    let asked = question(user.press("J down ctrl-d")).expect("a question");
    let Some(ExplorerListing::After(mv)) = asked.listed else { panic!("{:?}", asked.listed) };
    assert_eq!(*asked.position, Position::start());
    let places = GamePlaces::from([("/games/a.pgn".into(), HashSet::from([rows()[1].location.offset]))]);
    user.happens(Message::Explorer(ExplorerEvent::Located(Box::new(asked.clone()), places)));
    let after = matescope::chess::notation::san(&asked.position, mv);
    user.check_tab(Tab::Games).check_says(&format!("Games: after 1.{after}"));
    user.press("esc").check_tab(Tab::Analyze);
    assert!(user.app.analyze.explorer.has_focus(), "the next move can be chosen");
}

#[test]
fn a_small_window_shows_the_explorer_while_moves_are_chosen_in_it() {
    for size in [(60, 20), (80, 24), (120, 40)] {
        let mut user = User::new();
        user.app.shared.size = size;
        explore(&mut user);
        user.press("J down down").check_says("▸ ");
        let (row, _) = user.app.analyze.explorer_row().expect("a row");
        assert_eq!(row, 2);
    }
}
