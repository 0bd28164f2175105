//! Performance statistics on the command line: figures that can be counted by hand.

use std::fmt::Write as _;

use serde_json::{Value, json};
use unicode_width::UnicodeWidthStr;

use crate::program::Home;

/// Four games of Anna (two won, one drawn, one lost, of these one without a date) and one of others.
const GAMES: &str = "\
[White \"Anna\"]\n[Black \"Bo\"]\n[Date \"2024.03.09\"]\n[TimeControl \"180\"]\n\n\
1. e4 {[%clk 0:03:00]} e5 {[%clk 0:02:40]} 2. Qh5 {[%clk 0:00:29]} Nc6 {[%clk 0:00:12]} \
3. Bc4 {[%clk 0:00:05]} Nf6 {[%clk 0:00:03]} 4. Qxf7# 1-0\n\n\
[White \"Bo\"]\n[Black \"anna\"]\n[Date \"2024.03.10\"]\n[TimeControl \"600\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n\
[White \"Cy\"]\n[Black \"Anna\"]\n[Date \"2024.04.01\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 1/2-1/2\n\n\
[White \"Cy\"]\n[Black \"Anna\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n\n\
[White \"Cy\"]\n[Black \"Bo\"]\n\n1. d4 d5 *\n";

fn home(name: &str) -> Home {
    let home = Home::new(name);
    home.file("games.pgn", GAMES.as_bytes());
    let answer = home.run(&["import", "games.pgn"], "");
    assert_eq!(answer.status, 0, "{}", answer.errors);
    home
}

fn stats(home: &Home) -> Value {
    let answer = home.run(&["stats", "--me", "Anna", "--json"], "");
    assert_eq!((answer.status, answer.output.lines().count()), (0, 1), "{}", answer.errors);
    serde_json::from_str(&answer.output).unwrap()
}

#[test]
fn results_are_counted_by_color_opening_time_and_month() {
    let home = home("stats-results");
    let found = stats(&home);
    assert_eq!((&found["games"], &found["reviewed"], &found["undated"]), (&4.into(), &0.into(), &1.into()));
    let results = |games: u32, won: u32, drawn: u32, lost: u32, score: f64| {
        json!({
            "games": games, "won": won, "drawn": drawn, "lost": lost, "unfinished": 0, "score": score,
            "rated": 0, "average_opponent": null, "performance": null,
        })
    };
    assert_eq!(found["results"], results(4, 2, 1, 1, 62.5));
    assert_eq!(found["white"], results(1, 1, 0, 0, 100.0));
    assert_eq!(found["black"], results(3, 1, 1, 1, 50.0));
    let ruy = &found["openings"]["black"][0];
    assert_eq!((&ruy["name"], &ruy["games"], &ruy["score"]), (&"Ruy Lopez".into(), &2.into(), &25.0.into()));
    assert_eq!(ruy["variations"][0]["eco"], "C65");
    let class = |class: Value, games: u32| (class, Value::from(games));
    let classes = found["time_classes"].as_array().unwrap();
    assert_eq!(
        classes.iter().map(|of| (of["class"].clone(), of["games"].clone())).collect::<Vec<_>>(),
        [class("blitz".into(), 1), class("rapid".into(), 1), class(Value::Null, 2)]
    );
    let months = found["months"].as_array().unwrap();
    assert_eq!(
        months
            .iter()
            .map(|of| (of["month"].as_str().unwrap(), of["games"].as_u64().unwrap()))
            .collect::<Vec<_>>(),
        [("2024.03", 2), ("2024.04", 1)]
    );
    assert_eq!((&found["accuracy"], &found["moves"]["moves"]), (&Value::Null, &0.into()));
    let text = home.run(&["stats", "--me", "Anna"], "");
    assert!(text.output.starts_with("Anna · 4 games · 0 reviewed\n"), "{}", text.output);
    assert!(text.output.contains("No game has a review yet: matescope review --library"), "{}", text.output);
}

#[test]
fn reviewed_games_show_accuracy_mistakes_and_the_clock() {
    let home = home("stats-reviews");
    home.run(&["import", "--me", "Anna"], "");
    let reviewed = home.run(&["review", "--library", "--nodes", "2000"], "");
    assert_eq!(reviewed.output.lines().last(), Some("4 games reviewed"), "{}", reviewed.errors);
    let found = stats(&home);
    assert_eq!((&found["reviewed"], &found["moves"]["moves"]), (&4.into(), &12.into()));
    assert!(found["accuracy"].as_f64().is_some_and(|mean| mean > 50.0 && mean <= 100.0), "{found}");
    let moves = |list: &str, key: &str| -> Vec<(Value, u64)> {
        let list = found[list].as_array().unwrap();
        list.iter().map(|of| (of[key].clone(), of["moves"].as_u64().unwrap())).collect()
    };
    assert_eq!(
        moves("phases", "phase"),
        [("opening".into(), 12), ("middlegame".into(), 0), ("endgame".into(), 0)]
    );
    // The clocks of the first game: 2. Qh5 with 3 min, 3. Bc4 with 29 s, 4. Qxf7# with 5 s.
    assert_eq!(
        moves("clock", "under_seconds"),
        [(10.into(), 1), (30.into(), 1), (60.into(), 0), (180.into(), 0), (Value::Null, 1)]
    );
    let judged = |of: &Value| {
        ["inaccuracies", "mistakes", "blunders"].map(|key| of[key].as_u64().unwrap()).iter().sum::<u64>()
    };
    let kinds: u64 = found["kinds"].as_array().unwrap().iter().map(judged).sum();
    assert_eq!(kinds, judged(&found["moves"]), "every judged move has one kind: {found}");
    let month = &found["months"][0];
    assert_eq!((&month["month"], &month["reviewed"]), (&"2024.03".into(), &2.into()));
    let text = home.run(&["stats"], "");
    assert_eq!(text.status, 0, "{}", text.errors);
    println!("{}", text.output);
    let widest = text.output.lines().map(UnicodeWidthStr::width).max();
    assert!(widest <= Some(80), "{widest:?}: {}", text.output);
    for part in ["Openings with Black", "clock under 10 s", "allowed a forced mate", "2024.04", "accuracy"] {
        assert!(text.output.contains(part), "{part}: {}", text.output);
    }
}

#[test]
fn where_nothing_can_be_counted_it_is_said_what_to_do() {
    let check = |home: &Home, words: &[&str], part: &str| {
        let answer = home.run(words, "");
        assert_eq!((answer.status, answer.output.as_str()), (2, ""), "{words:?}");
        let error = answer.errors.lines().find(|line| line.starts_with("error: ")).unwrap_or_default();
        assert!(error.contains(part), "{}", answer.errors);
    };
    check(&Home::new("stats-empty"), &["stats", "--me", "Anna"], "matescope import FILE brings your games");
    let home = home("stats-nobody");
    check(&home, &["stats"], "which player are you? --me NAME says it, or n in the list of games; ");
    check(&home, &["stats"], "Anna has 4 games there");
    check(&home, &["stats", "--json", "--me", "Dora"], "no game of Dora is in the library: --me NAME");
}

/// Games of Viktor and Igor Korchnoi in several spellings.
const SPELLINGS: &str = "\
[White \"Korchnoi, Viktor\"]\n[Black \"Cy\"]\n[Date \"1978.07.01\"]\n[BlackElo \"2600\"]\n\n1. c4 e5 1-0\n\n\
[White \"Cy\"]\n[Black \"Korchnoi, Viktor\"]\n[Date \"2001.01.01\"]\n\n1. e4 e6 1-0\n\n\
[White \"Korchnoi, V\"]\n[Black \"You\"]\n\n1. c4 c5 1/2-1/2\n\n\
[White \"Kortschnoj, Viktor\"]\n[Black \"Bo\"]\n[Date \"1980.01.01\"]\n\n1. c4 c5 1-0\n\n\
[White \"Korchnoi, Igor\"]\n[Black \"Bo\"]\n\n1. e4 c5 0-1\n\n\
[White \"Carlsen, Magnus\"]\n[Black \"Karlsson, M\"]\n\n1. d4 d5 0-1\n";

fn spellings_home(name: &str) -> Home {
    let home = Home::new(name);
    home.file("games.pgn", SPELLINGS.as_bytes());
    assert_eq!(home.run(&["import", "games.pgn"], "").status, 0);
    home
}

#[test]
fn a_report_says_which_names_it_counts() {
    let home = spellings_home("stats-spellings");
    let text = home.run(&["stats", "--player", "korchnoi"], "");
    assert!(
        text.output.starts_with("Korchnoi, Viktor · 3 games · 0 reviewed\n"),
        "{}{}",
        text.output,
        text.errors
    );
    for line in [
        "Counted: Korchnoi, Viktor (2 games), Korchnoi, V (1 game)",
        "Not counted, other players or unclear: Korchnoi, Igor (1 game)",
        "Other spellings in the library? Kortschnoj, Viktor (1 game)",
        "To count a name, too: add --player \"=Kortschnoj, Viktor\"",
    ] {
        assert!(text.output.lines().any(|found| found == line), "{line}: {}", text.output);
    }
    let widest = text.output.lines().map(UnicodeWidthStr::width).max();
    assert!(widest <= Some(80), "{widest:?}: {}", text.output);
    let json = |words: &[&str]| -> Value {
        let answer = home.run(&[&["stats", "--json"], words].concat(), "");
        serde_json::from_str(&answer.output).expect(&answer.errors)
    };
    let both = json(&["--player", "korchnoi", "--player", "=Kortschnoj, Viktor"]);
    assert_eq!((&both["games"], &both["results"]["won"]), (&4.into(), &2.into()));
    assert_eq!(both["not_counted"]["others"], json!([{"name": "Korchnoi, Igor", "games": 1}]));
    assert_eq!(both["not_counted"]["spellings"], json!([]));
    assert_eq!((&both["white"]["average_opponent"], &both["white"]["rated"]), (&2_600.into(), &1.into()));
    let early = json(&["--player", "korchnoi", "--player", "kortschnoj", "date:1970..1999"]);
    assert_eq!((&early["games"], &early["first_moves"]["white"][0]["moves"]), (&2.into(), &"c4".into()));
    // Games of the user against the player count, and the user's own are others.
    assert_eq!(json(&["--player", "=Korchnoi, V"])["games"], 1);
    assert_eq!(json(&["--player", "carlsen"])["not_counted"]["spellings"], json!([]));
    // A search of positions asks the index.
    assert_eq!(
        json(&["--player", "cy", "pawns:rnbqkbnr/pppp1ppp/4p3/8/4P3/8/PPPP1PPP/RNBQKBNR"])["games"],
        1
    );
}

#[test]
fn a_name_that_is_not_there_is_answered_with_the_nearest() {
    let home = spellings_home("stats-nearest");
    let check = |words: &[&str], part: &str| {
        let answer = home.run(&[&["stats"], words].concat(), "");
        assert_eq!((answer.status, answer.output.as_str()), (2, ""), "{words:?}");
        assert!(answer.errors.contains(part), "{}", answer.errors);
    };
    check(&["--player", "Kortchnoi"], "the nearest names: Korchnoi, Viktor (2 games)");
    check(&["--player", "Kortchnoi"], "Kortschnoj, Viktor (1 game)");
    check(&["--player", "Qqqqq"], "no player of the library has Qqqqq in the name\n");
    check(
        &["--player", "korchnoi", "date:2020.."],
        "Korchnoi, Viktor (2 games), Korchnoi, V (1 game): no game fits date:2020..",
    );
    check(&["--player", "korchnoi", "dat:2020"], "dat: is not a search key");
}

/// A game of the made-up library, in figures.
struct MadeUpGame {
    is_white: bool,
    /// Twice the points of the player.
    half_points: u64,
    elo: Option<u64>,
    date: u64,
    moves: u64,
    first: &'static str,
    has_trouble: bool,
}

/// Sixty games of Dora with figures that follow from their numbers.
fn made_up() -> (String, Vec<MadeUpGame>) {
    const FIRST: [&str; 3] = ["e4 c5", "e4 e5", "d4 d5"];
    let (mut text, mut games) = (String::new(), Vec::new());
    for number in 0..60_u64 {
        let is_white = number % 3 != 0;
        let half_points = number * 7 % 3;
        let elo = (number % 5 != 0).then_some(2_000 + number * 37 % 600);
        let (year, month, day) = (2_020 + number % 4, 1 + number % 12, 1 + number % 28);
        let moves = 2 + number * 11 % 70;
        let first = FIRST[(number * 5 % 7 % 3) as usize];
        let has_trouble = number % 4 == 1;
        let [white, black] = if is_white { ["Dora", "Eve"] } else { ["Eve", "Dora"] };
        let result = match (half_points, is_white) {
            (1, _) => "1/2-1/2",
            (2, true) | (0, false) => "1-0",
            _ => "0-1",
        };
        let elo_tag = elo.map_or_else(String::new, |elo| {
            format!("[{}Elo \"{elo}\"]\n", if is_white { "Black" } else { "White" })
        });
        write!(
            text,
            "[White \"{white}\"]\n[Black \"{black}\"]\n[Date \"{year}.{month:02}.{day:02}\"]\n{elo_tag}\
             [TimeControl \"300\"]\n[Result \"{result}\"]\n\n"
        )
        .expect("a string takes all");
        let mut line: Vec<&str> = first.split(' ').collect();
        // Knights go out and back: the games are told apart by their dates.
        let shuffle = ["Nf3", "Nf6", "Ng1", "Ng8"];
        line.extend((0..2 * (moves - 1)).map(|ply| shuffle[(ply % 4) as usize]));
        for (ply, san) in line.iter().enumerate() {
            let clock = if has_trouble && ply >= 2 { "0:00:29" } else { "0:04:00" };
            write!(text, "{san} {{[%clk {clock}]}} ").expect("a string takes all");
        }
        writeln!(text, "{result}\n").expect("a string takes all");
        let date = year * 10_000 + month * 100 + day;
        games.push(MadeUpGame { is_white, half_points, elo, date, moves, first, has_trouble });
    }
    (text, games)
}

#[test]
fn figures_of_a_report_are_those_that_are_counted_game_by_game() {
    let (text, games) = made_up();
    let home = Home::new("stats-made-up");
    home.file("games.pgn", text.as_bytes());
    assert_eq!(home.run(&["import", "games.pgn"], "").status, 0);
    let answer = home.run(&["stats", "--player", "dora", "--json"], "");
    let found: Value = serde_json::from_str(&answer.output).expect(&answer.errors);
    let check = |printed: &Value, of: &dyn Fn(&MadeUpGame) -> bool| {
        let these: Vec<&MadeUpGame> = games.iter().filter(|game| of(game)).collect();
        let with = |points: u64| these.iter().filter(|game| game.half_points == points).count();
        let [lost, drawn, won] = [0, 1, 2].map(with);
        let counts = ["games", "won", "drawn", "lost"].map(|key| printed[key].clone());
        assert_eq!(json!(counts), json!([these.len(), won, drawn, lost]), "{printed}");
        let rated: Vec<u64> = these.iter().filter_map(|game| game.elo).collect();
        let average = (!rated.is_empty()).then(|| {
            let count = rated.len() as u64;
            (rated.iter().sum::<u64>() + count / 2) / count
        });
        assert_eq!(json!([printed["rated"], printed["average_opponent"]]), json!([rated.len(), average]));
    };
    check(&found["results"], &|_| true);
    check(&found["white"], &|game| game.is_white);
    check(&found["black"], &|game| !game.is_white);
    for range in found["opponents"].as_array().expect("a list") {
        let is_in = |elo: Option<u64>| match (elo, range["from"].as_u64(), range["to"].as_u64()) {
            (Some(elo), Some(from), Some(to)) => (from..=to).contains(&elo),
            (elo, from, _) => elo.is_none() && from.is_none(),
        };
        check(range, &|game| is_in(game.elo));
    }
    let mut from = 0;
    for length in found["lengths"].as_array().expect("a list") {
        let to = length["up_to_moves"].as_u64().unwrap_or(u64::MAX);
        check(length, &|game| game.moves > from && game.moves <= to);
        from = to;
    }
    for (side, is_white) in [("white", true), ("black", false)] {
        for first in found["first_moves"][side].as_array().expect("a list") {
            let moves = first["moves"].as_str().expect("moves");
            check(first, &|game| game.is_white == is_white && game.first.starts_with(moves));
            for reply in first["replies"].as_array().expect("a list") {
                check(reply, &|game| {
                    game.is_white == is_white && Some(game.first) == reply["moves"].as_str()
                });
            }
        }
    }
    let mut dates: Vec<u64> = games.iter().map(|game| game.date).collect();
    dates.sort_unstable();
    let last = dates[59];
    let form = found["form"].as_array().expect("a list");
    assert_eq!(form.len(), 4, "{form:?}");
    check(&form[0], &|game| game.date >= dates[50]);
    check(&form[1], &|game| game.date >= dates[40]);
    check(&form[2], &|game| game.date > last - 10_000);
    check(&form[3], &|game| game.date <= last - 10_000);
    let time = &found["time_use"][0];
    assert_eq!((&time["class"], &time["games"]), (&"blitz".into(), &60.into()));
    check(&time["time_trouble"], &|game| game.has_trouble);
    // From the third time on that the knights are back draws are by repetition, after 50 moves by the fifty-move rule.
    let ends = found["ends"].as_array().expect("a list");
    let repeated = ends.iter().find(|end| end["end"] == "repetition").expect("a kind");
    check(repeated, &|game| game.half_points == 1 && (5..51).contains(&game.moves));
}
