//! Performance statistics on the command line: figures that can be counted by hand.

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
    let results = |games: u32, won: u32, drawn: u32, lost: u32, score: f64| json!({"games": games, "won": won, "drawn": drawn, "lost": lost, "unfinished": 0, "score": score});
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
        assert!(answer.errors.starts_with("error: ") && answer.errors.contains(part), "{}", answer.errors);
    };
    check(&Home::new("stats-empty"), &["stats", "--me", "Anna"], "matescope import FILE brings your games");
    let home = home("stats-nobody");
    check(&home, &["stats"], "which player are you? --me NAME says it, or n in the list of games; ");
    check(&home, &["stats"], "Anna has 4 games there");
    check(&home, &["stats", "--json", "--me", "Dora"], "no game of Dora is in the library: --me NAME");
}
