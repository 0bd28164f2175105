//! The page of statistics: figures of the user's games, unfolded and followed to their games.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use matescope::chess::{Color, Depth, Position};
use matescope::game::pgn::split::PgnSplitter;
use matescope::game::player_match::WrittenName;
use matescope::game::{CountedPlayer, GameListEntry, PlayerMatch, pgn};
use matescope::practice::performance::{GameMoves, PerformanceFigure};
use matescope::practice::{Performance, Review};
use matescope::store::performance::read_performance;
use matescope::tui::message::{Effect, LibraryRequest, Message, MouseGesture, MouseHit};
use matescope::tui::model::games::{GameListSource, GamesPage, LibraryEvent};
use matescope::tui::model::statistics::{StatisticsReading, StatisticsResult};
use matescope::tui::model::statistics_rows::{FoldState, RowFigures, StatisticsSection, StatisticsTarget};
use matescope::tui::navigation::Tab;
use serde_json::{Value, json};

use super::User;
use super::review::{FOUND, GAME, finding};
use crate::program::Home;

/// Openings with the results of Anna's games, `w`, `d` or `l`, with White.
const WITH_WHITE: [(&str, &str); 5] = [
    ("1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6", "wwdlw"),
    ("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6", "ldw"),
    ("1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6", "wwl"),
    ("1. e4 c6 2. d4 d5 3. e5 Bf5", "ld"),
    ("1. e4 e6 2. d4 d5 3. Nc3 Bb4", "w"),
];

/// The same with Black.
const WITH_BLACK: [(&str, &str); 11] = [
    ("1. d4 Nf6 2. c4 g6 3. Nc3 Bg7 4. e4 d6", "wlld"),
    ("1. d4 d5 2. c4 e6 3. Nc3 Nf6", "dd"),
    ("1. c4 e5", "w"),
    ("1. Nf3 d5", "l"),
    ("1. d4 f5", "w"),
    ("1. e4 e5 2. f4 exf4", "l"),
    ("1. e4 e5 2. Nc3 Nf6", "w"),
    ("1. b3 e5", "d"),
    ("1. f4 d5", "l"),
    ("1. g3 d5", "w"),
    ("1. e4 d5 2. exd5 Qxd5", "l"),
];

/// Anna's games without a review: the PGN of all of them.
fn pgn_text() -> String {
    let mut games = Vec::new();
    let sides = [(Color::White, &WITH_WHITE[..]), (Color::Black, &WITH_BLACK[..])];
    for (color, (moves, results)) in
        sides.into_iter().flat_map(|(color, openings)| openings.iter().map(move |opening| (color, opening)))
    {
        for result in results.chars() {
            let (white, black) = if color == Color::White { ("Anna", "Bo") } else { ("Bo", "Anna") };
            let result = match (result, color) {
                ('d', _) => "1/2-1/2",
                ('w', Color::White) | ('l', Color::Black) => "1-0",
                _ => "0-1",
            };
            let number = games.len();
            // No game in March 2024; one without a date.
            let month = [1, 2, 4, 5][number % 4];
            let date =
                if number == 7 { "????.??.??".to_owned() } else { format!("2024.{month:02}.{number:02}") };
            let control = ["60", "180+2", "600", "-"][number % 4];
            games.push(format!(
                "[White \"{white}\"]\n[Black \"{black}\"]\n[Date \"{date}\"]\n[Result \"{result}\"]\n\
                 [TimeControl \"{control}\"]\n\n{moves} {result}\n\n"
            ));
        }
    }
    games.concat()
}

/// The game that was reviewed, once in each of three months.
fn reviewed_text(month: u32) -> String {
    format!("[Date \"2024.{month:02}.28\"]\n[TimeControl \"180\"]\n{GAME}")
}

pub(crate) fn entries(text: &str) -> Vec<GameListEntry> {
    let pieces = PgnSplitter::new(text.as_bytes()).map(|piece| piece.expect("a text"));
    pieces.map(|piece| GameListEntry::of(PathBuf::from("/games/anna.pgn"), &piece, 0)).collect()
}

/// Anna's games, and one of others.
pub(crate) fn rows() -> Vec<GameListEntry> {
    entries(&all_text())
}

/// The texts of these games.
fn texts() -> Vec<String> {
    let text = all_text();
    let pieces = PgnSplitter::new(text.as_bytes()).map(|piece| piece.expect("a text"));
    pieces.map(|piece| pgn::decode(&piece.bytes).into_owned()).collect()
}

fn all_text() -> String {
    let others = "[White \"Bo\"]\n[Black \"Cy\"]\n\n1. d4 d5 1-0\n";
    let reviewed: String = [1, 2, 4].map(reviewed_text).join("\n");
    format!("{}{others}\n{reviewed}", pgn_text())
}

/// The statistics of Anna, with or without the reviews of three games.
pub(crate) fn performance(has_reviews: bool) -> Performance {
    let mut performance = Performance::default();
    let tree = pgn::read(GAME, &Position::start()).game.tree;
    let mut review = Review::new(&tree);
    review.update_endings(&tree);
    for (index, &(what, text)) in FOUND.iter().enumerate() {
        let position = tree.node(review.nodes[index]).position();
        review.update(&tree, index, finding(position, what, text).with_depth(Depth::new(12)));
    }
    let kept = review.to_kept(&tree, 100_000).expect("a finished review");
    let review = Review::from_kept(&tree, &kept).expect("the same game");
    let my_names = ["Anna".to_owned()];
    for (row, text) in rows().into_iter().zip(texts()) {
        let Some(color) = row.side_of(&my_names) else { continue };
        performance.add_game(&row, color);
        performance.add_moves(
            &row,
            color,
            &GameMoves::of(&row, color, &pgn::read(&text, &Position::start())),
        );
        if has_reviews && row.black == "Bert" {
            performance.add_review(&row, color, &tree, &review);
        }
    }
    performance
}

fn receives(user: &mut User, result: StatisticsResult) -> &mut User {
    user.happens(Message::Library(LibraryEvent::Statistics(result)))
}

/// Answers requests for the list of games.
fn lists(user: &mut User) -> Vec<Effect> {
    let wishes = user.wishes();
    if wishes.contains(&Effect::Library(LibraryRequest::ListGames)) {
        user.happens(Message::Library(LibraryEvent::listed(GameListSource::Library, &rows())));
    }
    wishes
}

/// Anna on the page, before the statistics were read.
fn waiting(user: &mut User) -> &mut User {
    user.app.shared.config.games.my_names = vec!["Anna".to_owned()];
    user.press("5");
    lists(user);
    user.press("t")
}

/// Anna on the page of her statistics.
pub(crate) fn on_page(user: &mut User, performance: Performance) -> &mut User {
    waiting(user);
    user.wishes();
    receives(user, StatisticsResult::Read(vec!["Anna".to_owned()], Arc::new(performance)))
}

/// Chooses the row of this name.
fn choose(user: &mut User, section: StatisticsSection, name: &str) {
    user.press("home");
    let rows = &user.app.games.statistics.rows;
    let at = rows.iter().position(|row| row.section == section && row.name == name);
    for _ in 0..at.unwrap_or_else(|| panic!("no {name} in {rows:#?}")) {
        user.press("j");
    }
}

/// The checksums of the games that are listed.
fn listed(user: &User) -> BTreeSet<u64> {
    let games = &user.app.games;
    games.listing.entries().map(|row| row.location.digest).collect()
}

#[test]
fn the_page_is_read_in_the_background_and_shows_figures() {
    let mut user = User::new();
    waiting(&mut user).check_says("Your games are being read.");
    assert_eq!(
        user.wishes().last(),
        Some(&Effect::Library(LibraryRequest::ReadPerformance(vec!["Anna".to_owned()])))
    );
    receives(&mut user, StatisticsResult::Progress(420)).check_says("Your games are being read: 42 %.");
    receives(&mut user, StatisticsResult::Read(vec!["Anna".to_owned()], Arc::new(performance(true))));
    user.check_says("all games")
        .check_says("with White")
        .check_says("blitz")
        .check_says("32 games: won 12, drawn 7, lost 13");
    // Counted by hand: 14 games with White and 15 with Black without a review, and 3 lost ones with one.
    let row = user.app.games.statistics.row().expect("a row").clone();
    let RowFigures::Score(score) = row.figures else { panic!("{row:?}") };
    assert_eq!((score.games(), score.won, score.drawn, score.lost), (32, 12, 7, 13));
    user.press("end").check_says("Without a date").check_says("Score % by month");
    // Nothing of the list below works here.
    assert_eq!(user.app.games.selected_game(), None);
    assert_eq!(user.app.shown_position(), None);
    user.wishes();
    user.press("x u e s / enter");
    assert_eq!(user.app.games.page, GamesPage::List, "Enter shows the games of the last row");
}

#[test]
fn an_opening_unfolds_to_its_variations() {
    let mut user = User::new();
    on_page(&mut user, performance(false));
    let section = StatisticsSection::Openings(Color::White);
    choose(&mut user, section, "Ruy Lopez");
    let names = |user: &User| -> Vec<String> {
        let rows = user.app.games.statistics.rows.iter();
        rows.filter(|row| row.section == section).map(|row| row.name.clone()).collect()
    };
    let folded = names(&user);
    user.press("right");
    let unfolded = names(&user);
    assert_eq!(unfolded.len(), folded.len() + 2, "{unfolded:?}");
    assert_eq!(unfolded[1..3], ["C65 Berlin Defense", "C70 Morphy Defense"]);
    user.check_says("C65 Berlin Defense");
    // From a variation back to its opening, then it folds.
    user.press("j j left");
    assert_eq!(user.app.games.statistics.row().map(|row| row.fold), Some(FoldState::Unfolded));
    user.press("h");
    assert_eq!(names(&user), folded);
    // What is rare is shown on request.
    let black = StatisticsSection::Openings(Color::Black);
    let count =
        |user: &User| user.app.games.statistics.rows.iter().filter(|row| row.section == black).count();
    assert_eq!(count(&user), 9);
    choose(&mut user, black, "3 more openings");
    user.press("enter");
    assert_eq!(count(&user), 12);
    choose(&mut user, black, "only the most frequent openings");
    user.press("enter");
    assert_eq!(count(&user), 9);
}

#[test]
fn each_figure_leads_to_exactly_its_games() {
    let performance = performance(true);
    let mut user = User::new();
    on_page(&mut user, performance.clone());
    let section = StatisticsSection::Openings(Color::White);
    choose(&mut user, section, "Ruy Lopez");
    user.press("right");
    let mut followed = 0;
    for index in 0..user.app.games.statistics.rows.len() {
        user.app.games.statistics.chosen = index;
        let row = user.app.games.statistics.rows[index].clone();
        let StatisticsTarget::Figure(figure) = &row.target else { continue };
        let Some(games) = performance.games_of(figure) else {
            assert_eq!(row.figures, RowFigures::Mistakes([0; 3]), "{row:?}");
            user.press("enter");
            assert_eq!(user.app.games.page, GamesPage::Statistics, "no game to show: {row:?}");
            continue;
        };
        user.press("enter");
        assert_eq!(listed(&user), *games, "{row:?}");
        if let RowFigures::Score(score) | RowFigures::Month(score, ..) = row.figures {
            assert_eq!(user.app.games.listing.len(), score.games() as usize, "{row:?}");
        }
        user.check_says("Games: ").check_says("Esc goes back");
        // The list is read again, and the filter stays.
        lists(&mut user);
        assert_eq!(listed(&user), *games, "{row:?}");
        user.press("esc");
        assert_eq!(user.app.games.page, GamesPage::Statistics);
        assert_eq!(user.app.games.statistics.chosen, index, "{row:?}");
        followed += 1;
    }
    assert!(followed > 25, "{followed}");
}

#[test]
fn the_games_of_a_figure_are_searched_and_left() {
    let mut user = User::new();
    on_page(&mut user, performance(false));
    choose(&mut user, StatisticsSection::Results, "with Black");
    user.press("enter").check_says("Games: with Black");
    lists(&mut user);
    assert_eq!(user.app.games.listing.len(), 15);
    user.press("/ z u k e r enter").check_says("/ zuker");
    assert_eq!(user.app.games.listing.len(), 1);
    user.press("esc").check_says("Games: with Black");
    assert_eq!(user.app.games.listing.len(), 15);
    user.press("esc").check_says("Statistics");
    user.press("esc").check_says("White - Black");
    lists(&mut user);
    assert_eq!(user.app.games.listing.len(), rows().len());
    // The key of the page goes there and back.
    user.press("t").check_says("with Black").press("t").check_says("White - Black");
}

#[test]
fn reading_stops_when_the_page_is_left() {
    for keys in ["esc", "1", "t", "tab 2"] {
        let mut user = User::new();
        waiting(&mut user).wishes();
        user.press(keys);
        assert!(user.wishes().contains(&Effect::Library(LibraryRequest::CancelPerformance)), "{keys}");
        // What was under way is ignored.
        receives(&mut user, StatisticsResult::Read(vec!["Anna".to_owned()], Arc::new(performance(false))));
        assert!(user.app.games.statistics.performance.is_none(), "{keys}");
    }
    // A pasted game leads away, too; back on the tab they are read again.
    let mut user = User::new();
    waiting(&mut user).wishes();
    user.paste("1. e4 e5").check_tab(Tab::Analyze);
    assert!(user.wishes().contains(&Effect::Library(LibraryRequest::CancelPerformance)));
    user.press("5").check_says("Your games are being read.");
    assert!(
        user.wishes().contains(&Effect::Library(LibraryRequest::ReadPerformance(vec!["Anna".to_owned()])))
    );
}

#[test]
fn other_names_have_other_statistics() {
    let mut user = User::new();
    on_page(&mut user, performance(false));
    user.press("n ctrl-u B o enter");
    assert!(user.wishes().contains(&Effect::Library(LibraryRequest::ReadPerformance(vec!["Bo".to_owned()]))));
    user.check_says("reading 0 %").check_says("all games");
    let before = user.app.games.statistics.performance.clone();
    receives(&mut user, StatisticsResult::Read(vec!["Anna".to_owned()], Arc::new(Performance::default())));
    assert_eq!(user.app.games.statistics.performance, before, "those of Anna are no longer wanted");
    assert!(matches!(user.app.games.statistics.reading, StatisticsReading::Running(_)));
    receives(&mut user, StatisticsResult::Failed("the folder cannot be read".to_owned()));
    user.check_says("not up to date").check_says("all games");
}

#[test]
fn where_there_is_nothing_to_count_it_is_said_what_to_do() {
    let mut user = User::new();
    user.press("5").happens(Message::Library(LibraryEvent::listed(GameListSource::Library, &[])));
    user.press("t");
    receives(&mut user, StatisticsResult::Read(Vec::new(), Arc::default()));
    user.check_says("No finished game is in your library: i imports a PGN file.");
    let mut user = User::new();
    user.press("5");
    lists(&mut user);
    user.press("t");
    receives(&mut user, StatisticsResult::Read(Vec::new(), Arc::default()));
    user.check_says("Which player are you? n says it. Anna has 32 games there.");
    let mut user = User::new();
    waiting(&mut user);
    user.app.shared.config.games.my_names = vec!["Dora".to_owned()];
    receives(&mut user, StatisticsResult::Read(vec!["Dora".to_owned()], Arc::default()));
    user.check_says("No game of Dora is in your library: n takes another name.");
    let mut user = User::new();
    waiting(&mut user);
    receives(&mut user, StatisticsResult::Failed("the folder cannot be read".to_owned()));
    user.check_says("the folder cannot be read.");
    let mut user = User::new();
    on_page(&mut user, performance(false)).check_says("No game has a review yet: R reviews all your games");
    assert!(!user.app.games.statistics.rows.iter().any(|row| row.section == StatisticsSection::Phases));
}

#[test]
fn games_of_a_file_have_no_statistics() {
    let mut user = User::new();
    let file = PathBuf::from("/elsewhere/club.pgn");
    waiting(&mut user).happens(Message::OpenFile(file.clone()));
    assert_eq!(user.app.games.page, GamesPage::List);
    user.happens(Message::Library(LibraryEvent::listed(GameListSource::File(file), &rows()))).wishes();
    user.press("t");
    assert_eq!((user.app.games.page, user.wishes()), (GamesPage::List, Vec::new()));
    assert!(user.note().starts_with("Statistics are made of the games in your library"), "{}", user.note());
}

#[test]
fn a_figure_is_clicked_and_scrolled() {
    let mut user = User::new();
    on_page(&mut user, performance(false));
    user.mouse(MouseGesture::WheelDown, None);
    assert_eq!(user.app.games.statistics.chosen, 1);
    user.mouse(MouseGesture::Press, Some(MouseHit::Row(2)));
    assert_eq!((user.app.games.statistics.chosen, user.app.games.page), (2, GamesPage::Statistics));
    user.mouse(MouseGesture::Press, Some(MouseHit::Row(2))).check_says("Games: with Black");
}

/// The rows of a section by their names.
fn figures(user: &User, section: StatisticsSection) -> Vec<(PerformanceFigure, RowFigures)> {
    let rows = user.app.games.statistics.rows.iter().filter(|row| row.section == section);
    let figure = |target: &StatisticsTarget| match target {
        StatisticsTarget::Figure(figure) => Some(figure.clone()),
        StatisticsTarget::Rest(_) => None,
    };
    rows.filter_map(|row| Some((figure(&row.target)?, row.figures))).collect()
}

/// A score as `stats --json` writes it.
fn score_json(figures: RowFigures) -> Value {
    let (RowFigures::Score(score) | RowFigures::Month(score, ..)) = figures else { panic!("{figures:?}") };
    json!({
        "games": score.games(), "won": score.won, "drawn": score.drawn, "lost": score.lost,
        "unfinished": score.unfinished, "score": score.percent(),
    })
}

/// The fields of a score in an object with more fields.
fn score_of(object: &Value) -> Value {
    let fields = ["games", "won", "drawn", "lost", "unfinished", "score"];
    fields.into_iter().map(|field| (field.to_owned(), object[field].clone())).collect()
}

/// Whether a figure is the printed one, as exactly as text is read.
fn is_same(figure: Option<f64>, printed: Option<f64>) -> bool {
    match (figure, printed) {
        (Some(figure), Some(printed)) => (figure - printed).abs() < 1e-9,
        (figure, printed) => figure.is_none() && printed.is_none(),
    }
}

fn moves_json(figures: RowFigures) -> Value {
    let RowFigures::Moves(moves) = figures else { panic!("{figures:?}") };
    let [inaccuracies, mistakes, blunders] = moves.judgments;
    json!({
        "moves": moves.moves, "inaccuracies": inaccuracies, "mistakes": mistakes, "blunders": blunders,
        "average_centipawn_loss": moves.average_centipawn_loss(),
    })
}

#[test]
fn the_page_has_the_figures_of_the_command_line() {
    let home = Home::new("statistics-page");
    home.file("games.pgn", pgn_text().as_bytes());
    let imported = home.run(&["import", "games.pgn", "--me", "Anna"], "");
    assert_eq!(imported.status, 0, "{}", imported.errors);
    let clock = "[White \"Anna\"]\n[Black \"Bo\"]\n[Date \"2023.11.09\"]\n[TimeControl \"180\"]\n\n\
        1. e4 {[%clk 0:03:00]} e5 {[%clk 0:02:40]} 2. Qh5 {[%clk 0:00:29]} Nc6 {[%clk 0:00:12]} \
        3. Bc4 {[%clk 0:00:05]} Nf6 {[%clk 0:00:03]} 4. Qxf7# 1-0\n";
    home.file("clock.pgn", clock.as_bytes());
    home.run(&["import", "clock.pgn"], "");
    home.run(&["review", "--library", "--nodes", "300"], "");
    let printed = home.run(&["stats", "--json"], "");
    let printed: Value = serde_json::from_str(&printed.output).expect(&printed.errors);

    let my_names = vec!["Anna".to_owned()];
    let rows = home.library().list().expect("the library");
    let player = CountedPlayer::User(my_names.clone());
    let read = read_performance(&rows, &home.reviews(), &player, &|_, _| true).expect("not canceled");
    let mut user = User::new();
    waiting(&mut user);
    receives(&mut user, StatisticsResult::Read(my_names, Arc::new(read)));
    for section in [StatisticsSection::Openings(Color::White), StatisticsSection::Openings(Color::Black)] {
        user.app.games.statistics.unfolded.insert(StatisticsTarget::Rest(section));
    }
    choose(&mut user, StatisticsSection::Openings(Color::White), "Ruy Lopez");
    user.press("right");

    let results: Vec<Value> =
        figures(&user, StatisticsSection::Results).into_iter().map(|(_, of)| score_json(of)).collect();
    let expected = ["results", "white", "black"].map(|list| score_of(&printed[list]));
    assert_eq!(results, expected);
    let same_scores = |section: StatisticsSection, list: &Value| {
        let shown: Vec<Value> = figures(&user, section).into_iter().map(|(_, of)| score_json(of)).collect();
        let printed: Vec<Value> = list.as_array().expect("a list").iter().map(score_of).collect();
        assert_eq!(shown, printed, "{section:?}");
    };
    same_scores(StatisticsSection::TimeClasses, &printed["time_classes"]);
    same_scores(StatisticsSection::Form, &printed["form"]);
    let with_games = |list: &Value| -> Value {
        list.as_array().expect("a list").iter().filter(|of| of["games"] != 0).cloned().collect()
    };
    same_scores(StatisticsSection::Lengths, &with_games(&printed["lengths"]));
    same_scores(StatisticsSection::Ends, &with_games(&printed["ends"]));
    for (color, side) in [(Color::White, "white"), (Color::Black, "black")] {
        same_scores(StatisticsSection::FirstMoves(color), &printed["first_moves"][side]);
    }
    same_scores(StatisticsSection::Openings(Color::Black), &printed["openings"]["black"]);
    let mut with_white = printed["openings"]["white"].as_array().expect("a list").clone();
    let ruy = with_white.iter().position(|family| family["name"] == "Ruy Lopez").expect("Anna plays it");
    let variations = with_white[ruy]["variations"].as_array().expect("a list").clone();
    assert_eq!(variations.len(), 2, "{variations:?}");
    with_white.splice(ruy + 1..=ruy, variations);
    same_scores(StatisticsSection::Openings(Color::White), &Value::Array(with_white));
    let mut months = printed["months"].as_array().expect("a list").clone();
    months.reverse();
    let shown = figures(&user, StatisticsSection::Months);
    assert_eq!(shown.len(), months.len() + 1, "one for the games without a date");
    for ((_, of), month) in shown.iter().zip(&months) {
        assert_eq!(score_json(*of), score_of(month));
        let RowFigures::Month(_, reviewed, accuracy) = *of else { panic!("{of:?}") };
        assert_eq!(json!(reviewed), month["reviewed"]);
        let printed = month["accuracy"].as_f64();
        assert!(is_same(accuracy, printed), "{accuracy:?}, printed {printed:?}");
    }
    assert_eq!(score_json(shown[months.len()].1)["games"], printed["undated"]);

    let phases = figures(&user, StatisticsSection::Phases);
    assert_eq!(moves_json(phases[0].1), printed["moves"]);
    let without = |list: &str, key: &str| -> Vec<Value> {
        let with_moves = printed[list].as_array().expect("a list").iter().filter(|of| of["moves"] != 0);
        let list = with_moves.map(|of| {
            let mut of = of.clone();
            of.as_object_mut().expect("an object").remove(key);
            of
        });
        list.collect()
    };
    let moves = |rows: &[(PerformanceFigure, RowFigures)]| -> Vec<Value> {
        rows.iter().map(|(_, of)| moves_json(*of)).collect()
    };
    assert_eq!(moves(&phases[1..]), without("phases", "phase"));
    let by_clock = figures(&user, StatisticsSection::Clock);
    assert!(by_clock.len() >= 3, "{by_clock:?}");
    assert_eq!(moves(&by_clock), without("clock", "under_seconds"));
    let kinds: Vec<[Value; 3]> = figures(&user, StatisticsSection::MistakeKinds)
        .into_iter()
        .map(|(_, of)| match of {
            RowFigures::Mistakes(counts) => counts.map(Value::from),
            of => panic!("{of:?}"),
        })
        .collect();
    let printed_kinds: Vec<[Value; 3]> = printed["kinds"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|of| ["inaccuracies", "mistakes", "blunders"].map(|key| of[key].clone()))
        .collect();
    assert_eq!(kinds, printed_kinds);
}

/// What the worker sends for a report on Anna, or on a player whose games are taken for hers.
fn report(typed: &str, others: &[&str]) -> StatisticsResult {
    let written = |name: &str| WrittenName { name: name.to_owned(), games: 3 };
    let names = PlayerMatch {
        counted: vec![written(typed.trim_start_matches('='))],
        others: others.iter().map(|name| written(name)).collect(),
        spellings: vec![written("Anna-Maria")],
    };
    StatisticsResult::ReportRead(vec![typed.to_owned()], Arc::new(performance(false)), Arc::new(names))
}

/// The report on Bo, from a game against Anna.
pub(crate) fn on_report(user: &mut User) {
    user.app.shared.config.games.my_names = vec!["Anna".to_owned()];
    user.press("5");
    lists(user);
    user.press("o").wishes();
    receives(user, report("=Bo", &["Bo, Ann"]));
}

fn asks_for(user: &mut User, typed: &[&str]) {
    let typed = typed.iter().map(|name| (*name).to_owned()).collect();
    let wanted = Effect::Library(LibraryRequest::ReadReport(typed));
    let wishes = user.wishes();
    assert!(wishes.contains(&wanted), "{wishes:?}");
}

#[test]
fn a_key_shows_the_report_on_the_opponent_and_esc_leads_back() {
    let mut user = User::new();
    user.app.shared.config.games.my_names = vec!["Anna".to_owned()];
    user.press("5");
    lists(&mut user);
    user.press("/ r u y enter j j");
    let chosen = user.app.games.selected_game().expect("a game").location;
    user.press("o").check_says("Report: Bo").check_says("The games are being read.");
    asks_for(&mut user, &["=Bo"]);
    // What was read for somebody else is ignored.
    receives(&mut user, report("=Cy", &[]));
    receives(&mut user, StatisticsResult::Read(vec!["Anna".to_owned()], Arc::new(performance(false))));
    receives(&mut user, StatisticsResult::ReportFailed(vec!["Cy".to_owned()], "nobody".to_owned()));
    user.check_says("The games are being read.");
    receives(&mut user, report("=Bo", &["Bo, Ann"]));
    user.check_says("Report: Bo").check_says("all games").check_says("Bo, Ann 3").check_says("Anna-Maria 3");
    // Neither player of this game is somebody else besides.
    assert!(!user.wishes().iter().any(|wish| matches!(wish, Effect::Library(LibraryRequest::ReadReport(_)))));
    user.press("o");
    assert!(!user.wishes().iter().any(|wish| matches!(wish, Effect::Library(LibraryRequest::ReadReport(_)))));
    // The games of a figure, back to the report, and back to the list as it was.
    choose(&mut user, StatisticsSection::FirstMoves(Color::White), "1.e4");
    user.press("enter").check_says("Games: Bo, 1.e4 with White");
    lists(&mut user);
    assert_eq!(user.app.games.listing.len(), 17);
    user.press("esc").check_says("Report: Bo");
    user.press("esc").check_says("/ ruy");
    lists(&mut user);
    assert_eq!(user.app.games.selected_game().map(|game| game.location), Some(chosen));
    // The own statistics are others.
    user.press("t").check_says("Your games are being read.");
}

#[test]
fn of_two_others_white_comes_first_and_then_black() {
    let mut user = User::new();
    user.app.shared.config.games.my_names = vec!["Anna".to_owned()];
    user.press("5");
    lists(&mut user);
    let of_others = user.app.games.listing.entries().position(|game| game.black == "Cy").expect("a game");
    user.app.games.chosen = of_others;
    user.press("o").check_says("Report: Bo");
    asks_for(&mut user, &["=Bo"]);
    user.press("o").check_says("Report: Cy");
    asks_for(&mut user, &["=Cy"]);
    user.press("o");
    asks_for(&mut user, &["=Bo"]);
    user.press("esc");
    assert_eq!((user.app.games.page, user.app.games.chosen), (GamesPage::List, of_others));
    assert!(user.wishes().contains(&Effect::Library(LibraryRequest::CancelPerformance)));
}

#[test]
fn any_name_is_typed_and_completed() {
    let mut user = User::new();
    user.press("5");
    lists(&mut user);
    // Anna has the most games of those with an n, and others follow in a circle.
    user.press("O a n tab").check_says("Report on which player?").check_says("Anna");
    user.press("; space B tab enter");
    asks_for(&mut user, &["Anna", "Bo"]);
    let typed = vec!["Anna".to_owned(), "Bo".to_owned()];
    receives(&mut user, StatisticsResult::ReportFailed(typed, "no player of the library has x".to_owned()));
    user.check_says("no player of the library has x.");
    // The names are there to be changed.
    user.press("O").check_says("Anna; Bo");
    user.press("ctrl-u Z q enter");
    asks_for(&mut user, &["Zq"]);
    user.press("O ctrl-u enter");
    assert_eq!(user.wishes(), Vec::new(), "no name, no report");
    user.press("esc").check_says("White - Black");
}

#[test]
fn first_moves_unfold_to_replies() {
    let mut user = User::new();
    on_page(&mut user, performance(false));
    let section = StatisticsSection::FirstMoves(Color::White);
    choose(&mut user, section, "1.e4");
    user.press("right j right j");
    let names: Vec<(usize, String)> = user
        .app
        .games
        .statistics
        .rows
        .iter()
        .filter(|row| row.section == section)
        .map(|row| (row.depth, row.name.clone()))
        .collect();
    let names: Vec<(usize, &str)> = names.iter().map(|(depth, name)| (*depth, name.as_str())).collect();
    let expected = [(0, "1.e4"), (1, "1...e5"), (2, "2.Nf3"), (1, "1...c5"), (1, "1...c6"), (1, "1...e6")];
    assert_eq!(names, expected);
    // From a move to the one before it, which folds.
    user.press("left");
    assert_eq!(user.app.games.statistics.row().map(|row| row.name.as_str()), Some("1...e5"));
    user.press("left left left");
    assert_eq!(user.app.games.statistics.rows.iter().filter(|row| row.section == section).count(), 1);
}

#[test]
fn the_form_has_the_rating_month_by_month() {
    let game = |month: u32, elo: u32, day: u32| {
        format!(
            "[White \"Anna\"]\n[Black \"Bo\"]\n[Date \"{}.{month:02}.{day:02}\"]\n[WhiteElo \"{elo}\"]\n\
             [BlackElo \"1600\"]\n\n1. e4 e5 1-0\n\n",
            2_022 + month / 6
        )
    };
    let text = game(1, 1_500, 3) + &game(7, 1_600, 1) + &game(7, 1_700, 2) + &game(8, 1_580, 9);
    let mut performance = Performance::default();
    for row in entries(&text) {
        performance.add_game(&row, Color::White);
    }
    let mut user = User::new();
    on_page(&mut user, performance);
    choose(&mut user, StatisticsSection::Form, "last 12 months");
    user.check_says("Rating by month").check_says("1650").check_says("performance 2400 against 1600");
    choose(&mut user, StatisticsSection::Results, "all games");
    user.check_says("Score % by month");
    user.press("end").check_says("Rating 1500.");
}
