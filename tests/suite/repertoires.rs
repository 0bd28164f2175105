//! `repertoire`: files are added, listed, checked, and held against the games of the library.

use std::fs;

use serde_json::Value;

use crate::program::Home;

const GAMES: &str = "[White \"Ann\"]\n[Black \"Bob\"]\n[Date \"2024.05.01\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n\n\
                     [White \"Ann\"]\n[Black \"Cid\"]\n[Date \"2024.06.01\"]\n\n1. e4 e6 2. d4 d5 1/2-1/2\n\n\
                     [White \"Ann\"]\n[Black \"Dan\"]\n[Date \"2024.07.01\"]\n\n1. Nf3 Nc6 2. e4 e5 3. d4 exd4 0-1\n\n\
                     [White \"Eve\"]\n[Black \"Ann\"]\n[Date \"2024.08.01\"]\n\n1. d4 d5 0-1\n";

const ITALIAN: &str = "[Event \"Open games\"]\n\n1. e4 e5 (1... c5 2. Nf3) 2. Nf3 Nc6 3. Bb5 (3. Bc4) *\n";

/// A user called Ann with games and a repertoire for White.
fn home(name: &str) -> Home {
    let home = Home::with_games(name, &[("games.pgn", GAMES)]);
    fs::create_dir_all(home.folder.join("config/matescope")).unwrap();
    home.file("config/matescope/config.toml", b"[games]\nmy_names = [\"Ann\"]\n");
    home.file("open.pgn", ITALIAN.as_bytes());
    home
}

fn output(home: &Home, words: &[&str]) -> String {
    let answer = home.run(words, "");
    let errors = answer.errors.replace("Indexing the games\n", "");
    assert_eq!((answer.status, errors.as_str()), (0, ""), "{words:?}");
    answer.output
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn a_file_is_added_listed_and_checked() {
    let home = home("repertoire-add");
    let none = home.run(&["repertoire", "list"], "");
    assert!(none.status == 2 && none.errors.contains("matescope repertoire add FILE"), "{}", none.errors);
    let added = output(&home, &["repertoire", "add", "open.pgn"]);
    assert!(added.contains("open.pgn\n1 chapter for White\n"), "{added}");
    assert!(added.contains("1 chapter without the tag Orientation: White has fewer alternatives"), "{added}");
    let listed = output(&home, &["repertoire", "list"]);
    assert_eq!(listed, "White: 9 positions, 4 asked, 0 due, 4 new\n  open 1  Open games, 8 moves\n");
    let checked = output(&home, &["repertoire", "check"]);
    assert_eq!(
        checked,
        "open 1: no tag Orientation says whose repertoire it is; it is taken as one for White\n\
         White: 1.e4 e5 2.Nf3 Nc6: all of these are right: Bb5 (open 1), Bc4 (open 1)\n"
    );
    // With a side the tag is written.
    let tagged = json(&output(&home, &["repertoire", "add", "open.pgn", "--side", "black", "--json"]));
    assert_eq!((&tagged["black_chapters"], &tagged["guessed"]), (&1.into(), &0.into()));
    assert!(tagged["file"].as_str().unwrap().ends_with("open-2.pgn"), "{tagged}");
    let listed = output(&home, &["repertoire", "list", "--json"]);
    let sides: Vec<Value> = listed.lines().map(json).collect();
    assert_eq!(
        (&sides[0]["chapters"][0]["file"], &sides[1]["chapters"][0]["file"]),
        (&"open".into(), &"open-2".into())
    );
}

#[test]
fn what_comes_through_a_pipe_is_added() {
    let home = home("repertoire-pipe");
    let added = home.run(&["repertoire", "add", "-", "--side", "black"], "1. d4 d5 *\n");
    assert!(
        added.status == 0 && added.output.contains("repertoire.pgn\n1 chapter for Black"),
        "{}",
        added.errors
    );
}

#[test]
fn gaps_come_by_how_often_they_are_played() {
    let home = home("repertoire-gaps");
    output(&home, &["repertoire", "add", "open.pgn"]);
    let gaps = output(&home, &["repertoire", "gaps"]);
    let lines: Vec<&str> = gaps.lines().collect();
    assert!(
        lines[0].starts_with("White: share of games in which you have a move, by moves: 1. 100 %  2. 50 %"),
        "{gaps}"
    );
    assert_eq!(lines[1], "   50.0 %  1.e4 e6  (1 game)");
    let found = json(&output(&home, &["repertoire", "gaps", "black:cid", "--json", "--limit", "1"]));
    assert_eq!(
        (&found["games"], &found["gaps"][0]["san"], &found["gaps"][0]["share"]),
        (&1.into(), &"e6".into(), &1.0.into())
    );
    let wrong = home.run(&["repertoire", "gaps", "elo:high"], "");
    assert!(wrong.status == 2 && wrong.errors.contains("elo:high"), "{}", wrong.errors);
}

#[test]
fn own_games_say_where_they_left_the_repertoire() {
    let home = home("repertoire-games");
    output(&home, &["repertoire", "add", "open.pgn"]);
    let games = output(&home, &["repertoire", "games"]);
    let sentences: Vec<&str> = games.lines().filter(|line| line.starts_with("    ")).map(str::trim).collect();
    let wanted = [
        // By another order of moves.
        "you left your repertoire with 3.d4; it has 3.Bb5, 3.Bc4",
        "your opponent left your repertoire with 1...e6",
        "your repertoire ended before 3...a6",
    ];
    assert_eq!(sentences, wanted, "{games}");
    assert!(
        games.starts_with(
            "White: 3 games in your repertoire: you left it in 1, your opponent in 1, it ended in 1\n"
        ),
        "{games}"
    );
    let found = output(&home, &["repertoire", "games", "date:2024.06", "--json"]);
    let found = json(&found);
    assert_eq!(
        (&found["left_by"], &found["ply"], &found["black"]),
        (&"opponent".into(), &1.into(), &"Cid".into())
    );
}

#[test]
fn what_cannot_be_read_is_said_with_its_place() {
    let home = home("repertoire-faults");
    fs::write(
        home.folder.join("broken.pgn"),
        "[Event \"Broken\"]\n\n1. e4 e5 2. Ke3 d6 *\n\n[Variant \"Atomic\"]\n\n1. Nf3 *\n",
    )
    .unwrap();
    output(&home, &["repertoire", "add", "broken.pgn", "--side", "white"]);
    let checked = output(&home, &["repertoire", "check"]);
    assert!(checked.contains("broken.pgn, line 4, column 13") && checked.contains("Atomic"), "{checked}");
    let listed = home.run(&["repertoire", "list"], "");
    assert!(listed.status == 0 && listed.errors.contains("warning:"), "{}", listed.errors);
    let missing = home.run(&["repertoire", "add", "missing.pgn"], "");
    assert!(
        missing.status == 2 && missing.errors.contains("missing.pgn: there is no such file"),
        "{}",
        missing.errors
    );
    home.file("text.pgn", b"Dear diary\n");
    let text = home.run(&["repertoire", "add", "text.pgn"], "");
    assert!(text.status == 2 && text.errors.contains("there is no game with moves in"), "{}", text.errors);
}
