//! What the list of games shows of each game, and its preview.

use std::path::PathBuf;
use std::sync::Arc;

use matescope::chess::{Bound, Certainty, Line, Position, PositionEvaluation, Score};
use matescope::config::{GameColumn, GameColumns};
use matescope::game::{GameListEntry, GameLocation, pasted, pgn};
use matescope::practice::Review;
use matescope::practice::review::KeptReview;
use matescope::tui::message::{Effect, LibraryRequest, Message};
use matescope::tui::model::games::{GameListSource, GameReadPurpose, LibraryEvent, PastedGame};
use matescope::tui::theme::{Charset, ColorScheme, Role, Theme, ThemeColorDepth};
use matescope::tui::view;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Color;

use super::User;

const GAMES: [&str; 4] = [
    "[White \"Anna\"]\n[Black \"Berg\"]\n[Event \"Club Cup\"]\n[Site \"Graz\"]\n[Round \"3.1\"]\n[Date \"2026.05.04\"]\n[ECO \"C20\"]\n[Opening \"King's Pawn Game\"]\n[TimeControl \"180+2\"]\n\n1. e4 e5 1-0\n\n",
    "[White \"Carl\"]\n[Black \"Anna\"]\n[Event \"Club Cup\"]\n[Date \"2026.05.03\"]\n\n1. d4 d5 2. c4 1-0\n\n",
    "[White \"Anna\"]\n[Black \"Dora\"]\n[Event \"Winter Open\"]\n[Date \"2026.05.02\"]\n\n1. c4 1/2-1/2\n\n",
    "[White \"Emil\"]\n[Black \"Fred\"]\n[Date \"2026.05.01\"]\n[Opening \"Bird Opening\"]\n\n1. f4 d5 2. g3 0-1\n\n",
];

/// The games of Anna's library: she won, lost and drew one each, and the last one is of others.
pub(crate) fn rows() -> Vec<GameListEntry> {
    let file = |row: GameListEntry| {
        let location = GameLocation { file: PathBuf::from("/games/four.pgn"), ..row.location };
        GameListEntry { location, ..row }
    };
    pasted::list_games(&GAMES.concat()).into_iter().map(file).collect()
}

/// Anna looks at her games, of which those at these places have a review.
pub(crate) fn list_into(user: &mut User, reviewed: &[usize]) {
    user.app.shared.config.games.my_names = vec!["Anna".to_owned()];
    let reviewed = reviewed.iter().map(|&game| rows()[game].fingerprint).collect();
    user.press("5").happens(Message::Library(LibraryEvent::ReviewsListed(Arc::new(reviewed))));
    user.happens(Message::Library(LibraryEvent::listed(GameListSource::Library, &rows())));
    user.wishes();
}

fn anna(reviewed: &[usize]) -> User {
    let mut user = User::new();
    list_into(&mut user, reviewed);
    user
}

/// The library's answer to the request for the preview of a game.
pub(crate) fn preview(user: &mut User, game: usize, review: Option<KeptReview>) {
    let mut read = PastedGame::parse(GAMES[game]);
    read.kept_review = review.map(Box::new);
    let place = rows()[game].location.clone();
    user.happens(Message::Library(LibraryEvent::GameRead(place, GameReadPurpose::Preview, Box::new(read))));
}

/// A review of a game by a search that found it level all the time.
fn level_review(game: &str) -> KeptReview {
    let tree = pgn::read(game, &Position::start()).game.tree;
    let mut review = Review::new(&tree);
    for (index, root) in review.unanalyzed(&tree) {
        let moves = root.position.legal_moves().into_iter().take(1).collect();
        let (score, bound, certainty) = (Score::centipawns(0), Bound::Exact, Certainty::Searched);
        let line = Line { score, bound, certainty, moves, ends_in: None };
        review.update(&tree, index, PositionEvaluation::from_line(line));
    }
    review.to_kept(&tree, 100_000).expect("every position has an evaluation")
}

/// The row of the list with these words.
#[track_caller]
fn row_with(user: &User, words: &str) -> String {
    let screen = user.screen();
    let row = screen.lines().find(|line| line.starts_with('│') && line.contains(words));
    row.unwrap_or_else(|| panic!("no {words:?} in\n{screen}")).to_owned()
}

#[test]
fn a_reviewed_game_has_a_check_mark() {
    let mut user = anna(&[1]);
    assert!(row_with(&user, "Carl - Anna").contains('✓'));
    assert!(!row_with(&user, "Anna - Berg").contains('✓'));
    // A review that is kept while the list is there, in the background or on the analysis board.
    user.wishes();
    user.happens(Message::Library(LibraryEvent::ReviewKept(rows()[0].fingerprint)));
    assert!(row_with(&user, "Anna - Berg").contains('✓'));
    let read = LibraryRequest::ReadGame(rows()[0].location.clone(), GameReadPurpose::Preview);
    assert_eq!(user.wishes(), [Effect::Library(read)], "the preview says how accurate the moves were");
    preview(&mut user, 0, Some(level_review(GAMES[0])));
    user.check_says("Reviewed: accuracy of White");
    assert!(row_with(&user, "Anna - Berg").contains('✓'));
}

#[test]
fn a_review_that_turns_out_to_be_damaged_has_no_mark() {
    let mut user = anna(&[0]);
    assert!(row_with(&user, "Anna - Berg").contains('✓'));
    preview(&mut user, 0, None);
    assert!(!row_with(&user, "Anna - Berg").contains('✓'));
}

#[test]
fn games_of_a_text_have_no_marks() {
    let mut user = anna(&[0, 1]);
    user.paste(&GAMES.concat());
    assert!(!user.screen().contains('✓'), "{}", user.screen());
}

#[test]
fn without_colors_words_say_how_a_game_of_the_user_ended() {
    let mut user = anna(&[]);
    for (players, result) in
        [("Anna - Berg", "1-0"), ("Carl - Anna", "1-0"), ("Anna - Dora", "½"), ("Emil - Fred", "0-1")]
    {
        let row = row_with(&user, players);
        assert!(row.contains(result) && !row.contains("won") && !row.contains("lost"), "{row}");
    }
    user.app.shared.theme = Theme::new(ColorScheme::default(), ThemeColorDepth::Mono, Charset::Unicode);
    for (players, result) in [
        ("Anna - Berg", "1-0 won "),
        ("Carl - Anna", "1-0 lost"),
        ("Anna - Dora", "½"),
        ("Emil - Fred", "0-1"),
    ] {
        let row = row_with(&user, players);
        assert!(row.contains(result), "{row}");
        assert_eq!(row.contains("won") || row.contains("lost"), result.contains(' '), "{row}");
    }
}

/// The color of the result in the row with these players.
fn color_of_result(user: &User, players: &str, result: &str) -> Color {
    let (width, height) = user.app.shared.size;
    let area = Rect { x: 0, y: 0, width, height };
    let mut buffer = Buffer::empty(area);
    view::draw(&user.app, area, &mut buffer);
    let screen = user.screen();
    let row = (0..).zip(screen.lines()).find(|(_, line)| line.contains(players));
    let (y, line) = row.unwrap_or_else(|| panic!("no {players:?} in\n{screen}"));
    let before = &line[..line.rfind(result).expect("a result")];
    buffer[(u16::try_from(before.chars().count()).unwrap(), y)].fg
}

#[test]
fn results_have_the_color_of_the_side_of_the_user() {
    let mut user = anna(&[]);
    // The chosen row has colors of its own.
    user.press("end");
    let theme = user.app.shared.theme;
    for (players, result, role) in [
        ("Anna - Berg", "1-0", Role::Win),
        ("Carl - Anna", "1-0", Role::Loss),
        ("Anna - Dora", "½", Role::Draw),
    ] {
        assert_eq!(Some(color_of_result(&user, players, result)), theme.style(role).fg, "{players}");
    }
    user.press("home");
    let neutral = color_of_result(&user, "Emil - Fred", "0-1");
    assert_eq!(Some(neutral), theme.style(Role::Ground).fg);
}

const LAST_OF_CARL: &str = "rnbqkbnr/ppp1pppp/8/3p4/2PP4/8/PP2PPPP/RNBQKBNR b KQkq - 0 2";
const AFTER_D4: &str = "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1";

#[test]
fn the_preview_steps_through_the_moves_of_the_game() {
    let mut user = anna(&[]);
    preview(&mut user, 0, None);
    user.press("down");
    preview(&mut user, 1, None);
    user.check_fen(LAST_OF_CARL);
    user.press("left left").check_fen(AFTER_D4);
    user.press("right").check_fen("rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2");
    user.press("< left").check_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    user.press(". > right").check_fen(LAST_OF_CARL);
    assert_eq!(user.app.games.chosen, 1, "the row stays chosen");
    // What is read again stays where it is; another row begins at its end, and so does this one then.
    user.press(", ,").check_fen(AFTER_D4);
    preview(&mut user, 1, None);
    user.check_fen(AFTER_D4);
    user.press("down");
    preview(&mut user, 2, None);
    user.check_fen("rnbqkbnr/pppppppp/8/8/2P5/8/PP1PPPPP/RNBQKBNR b KQkq - 0 1");
    user.press("up");
    preview(&mut user, 1, None);
    user.check_fen(LAST_OF_CARL);
    // Up and down again before the other game was read.
    user.press("left left down up").check_fen(LAST_OF_CARL);
    preview(&mut user, 2, None);
    user.check_fen(LAST_OF_CARL);
}

#[test]
fn a_game_is_opened_at_the_move_that_its_preview_shows() {
    let mut user = anna(&[]);
    user.press("down");
    preview(&mut user, 1, None);
    let open = |user: &mut User| {
        let read = Box::new(PastedGame::parse(GAMES[1]));
        let place = rows()[1].location.clone();
        user.press("enter").happens(Message::Library(LibraryEvent::GameRead(
            place,
            GameReadPurpose::Open,
            read,
        )));
        let fen = user.fen();
        user.press("5");
        fen
    };
    user.press("left left");
    assert_eq!(open(&mut user), AFTER_D4);
    user.press(">");
    assert_eq!(open(&mut user), LAST_OF_CARL);
}

/// The names of the columns above the list.
fn heads(user: &User) -> String {
    let head = row_with(user, "White - Black");
    head.trim_matches(['│', ' ']).split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn columns_are_chosen_in_a_window_and_saved() {
    let mut user = anna(&[]);
    user.happens(Message::Resize(160, 40));
    user.app.shared.config.games.my_names.clear();
    assert_eq!(heads(&user), "date White - Black opening result moves");
    user.press("c").check_says("[x] date").check_says("[ ] event").check_says("[x] moves");
    user.press("j j j space");
    assert_eq!(
        user.saved_settings(),
        [r#"games.columns = ["date", "players", "elo", "event", "opening", "result", "moves"]"#]
    );
    user.check_says("[x] event").press("esc");
    assert_eq!(heads(&user), "date White - Black event opening result moves");
    assert!(row_with(&user, "Anna - Dora").contains("Winter Open"));
    // A column goes to the left and takes its place in the list at once.
    user.press("c j j j left left left").press("esc");
    assert_eq!(heads(&user), "event date White - Black opening result moves");
    // The players stay.
    user.press("c j j j j j space").check_says("[x] White - Black");
    assert!(user.note().starts_with("The players are always shown"), "{}", user.note());
    user.press("x esc");
    assert_eq!(heads(&user), "date White - Black opening result moves");
    assert_eq!(user.app.shared.config.games.columns, GameColumns::default());
}

#[test]
fn every_column_says_what_the_game_has() {
    use GameColumn as C;
    let mut user = anna(&[]);
    user.happens(Message::Resize(200, 40));
    let columns = vec![C::Players, C::Site, C::Round, C::Eco, C::Opening, C::Time, C::Result];
    user.app.shared.config.games.columns = columns.into();
    assert_eq!(heads(&user), "White - Black site round ECO opening time result");
    let row = row_with(&user, "Anna - Berg");
    let row =
        row.split('│').nth(1).expect("inside the frame").split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(row, "▸ Anna - Berg Graz 3.1 C20 King's Pawn Game blitz 1-0");
    // Where the code has no column of its own, it is beside the name.
    user.app.shared.config.games.columns = vec![C::Players, C::Opening].into();
    assert!(row_with(&user, "Anna - Berg").contains("C20 King's Pawn Game"));
}

#[test]
fn the_accuracy_of_reviewed_games_is_read_a_few_at_a_time() {
    let mut user = anna(&[0, 2]);
    assert_eq!(user.wishes(), [], "without the column no review is read");
    user.app.shared.config.games.columns = vec![GameColumn::Players, GameColumn::Accuracy].into();
    user.press("j");
    let reads = |user: &mut User| -> Vec<u64> {
        let wishes = user.wishes().into_iter().filter_map(|wish| match wish {
            Effect::Library(LibraryRequest::ReadAccuracies(games)) => Some(games),
            _ => None,
        });
        let mut games = wishes.flatten().collect::<Vec<_>>();
        games.sort_unstable();
        games
    };
    let mut expected = [0, 2].map(|game: usize| rows()[game].fingerprint);
    expected.sort_unstable();
    assert_eq!(reads(&mut user), expected);
    user.press("k");
    assert!(reads(&mut user).is_empty(), "they are being read");
    let read = vec![(rows()[0].fingerprint, Some([Some(87.4), Some(100.0)])), (rows()[2].fingerprint, None)];
    user.happens(Message::Library(LibraryEvent::AccuraciesRead(read)));
    assert!(row_with(&user, "Anna - Berg").contains("87 - 100"), "{}", user.screen());
    assert!(!row_with(&user, "Anna - Dora").contains('✓'), "there is no review after all");
    assert!(reads(&mut user).is_empty());
    // A new review of the game is read again.
    user.happens(Message::Library(LibraryEvent::ReviewKept(rows()[0].fingerprint)));
    assert_eq!(reads(&mut user), [rows()[0].fingerprint]);
}
