//! `games tag`: tags change in their file, and no other byte does.

use std::fs;

use serde_json::Value;

use crate::program::Home;

const GAMES: &str = "[Event \"x\"]\r\n[White \"Ann\"]\r\n[Black \"Bob\"]\r\n[Result \"1-0\"]\r\n\r\n1. e4  {odd   spacing} e5 1-0\r\n\r\n\
                     [White \"Cid\"]\n[Black \"Dan\"]\n\n1. d4 *\n";

fn home_with_games(name: &str) -> Home {
    Home::with_games(name, &[("games.pgn", GAMES)])
}

fn text(home: &Home) -> String {
    fs::read_to_string(home.library().folder().join("games.pgn")).unwrap()
}

#[test]
fn tags_of_one_game_change_and_are_found_then() {
    let home = home_with_games("tag-one");
    let answer = home.run(&["games", "tag", "white:ann", "white=Anna Berg", "Date=2024.05.01", "Event="], "");
    assert_eq!(answer.status, 0, "{}", answer.errors);
    let wanted =
        "1 game changed: White is now \"Anna Berg\", Date is now \"2024.05.01\", Event is removed\nAnn - Bob";
    assert!(answer.output.starts_with(wanted), "{}", answer.output);
    let changed =
        GAMES.replace("[Event \"x\"]\r\n", "[Date \"2024.05.01\"]\r\n").replace("\"Ann\"", "\"Anna Berg\"");
    assert_eq!(text(&home), changed);
    let found = home.run(&["games", "find", "white:berg date:2024"], "");
    assert!(found.output.starts_with("1 game\n"), "{}", found.output);
    let again = home.run(&["games", "tag", "white:berg", "Date=2024.05.01"], "");
    assert!(again.output.starts_with("0 games changed, 1 had these tags already: "), "{}", again.output);
    assert_eq!(text(&home), changed);
}

#[test]
fn several_games_change_only_with_consent() {
    let home = home_with_games("tag-several");
    let refused = home.run(&["games", "tag", "", "Event=Cup"], "");
    assert_eq!((refused.status, refused.output.as_str()), (2, ""));
    let wanted = "error: 2 games fit the search, so nothing has changed\n";
    assert!(
        refused.errors.contains(wanted) && refused.errors.contains("= --all changes all of them"),
        "{}",
        refused.errors
    );
    assert_eq!(text(&home), GAMES);
    let answer = home.run(&["games", "tag", "", "Event=Cup", "--all", "--json"], "");
    let json: Value = serde_json::from_str(&answer.output).unwrap();
    assert_eq!((&json["games"], &json["changed"], &json["unchanged"]), (&2.into(), &2.into(), &0.into()));
    assert_eq!((&json["tags"]["Event"], &json["list"][1]["white"]), (&"Cup".into(), &"Cid".into()));
    let wanted =
        GAMES.replace("\"x\"", "\"Cup\"").replace("[White \"Cid\"]", "[Event \"Cup\"]\n[White \"Cid\"]");
    // The line end is that of the game.
    assert_eq!(text(&home), wanted);
}

#[test]
fn a_tag_that_makes_no_sense_is_refused() {
    let home = home_with_games("tag-refused");
    for (change, wanted) in [
        ("Date=1.5.2024", "is no date: write YYYY.MM.DD"),
        ("Result=won", "is no result: write 1-0, 0-1, 1/2-1/2 or *"),
        ("FEN=8/8/8/8/8/8/8/8 w - - 0 1", "FEN: "),
        ("FEN=8/8/8/8/8/1Q6/8/k2K4 w - - 0 1", "the moves of the game cannot be played then"),
        ("White", "write NAME=VALUE"),
        ("Whi te=x", "cannot be the name of a tag"),
    ] {
        let refused = home.run(&["games", "tag", "white:ann", change], "");
        assert_eq!(refused.status, 2, "{change}");
        assert!(refused.errors.contains(wanted), "{change}: {}", refused.errors);
    }
    let none = home.run(&["games", "tag", "white:zoe", "Event=Cup"], "");
    assert!(none.status == 2 && none.errors.contains("no game fits the search"), "{}", none.errors);
    assert_eq!(text(&home), GAMES);
}
