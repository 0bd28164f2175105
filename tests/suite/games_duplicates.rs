//! `games duplicates`: games with several texts are listed side by side, and merged.

use std::fs;

use serde_json::Value;

use crate::program::Home;

const PLAYERS: &str = "[White \"Ann\"]\n[Black \"Bob\"]\n[Date \"2024.01.02\"]\n";

fn home_with_games(name: &str) -> Home {
    let club = format!(
        "{PLAYERS}[Event \"Cup\"]\n\n1. e4 {{best}} e5 1-0\n\n[White \"Cid\"]\n[Black \"Dan\"]\n\n1. d4 *\n"
    );
    let site = format!("{PLAYERS}[Event \"Rated\"]\n\n1. e4 e5 (1... c5 {{sharp}}) 1-0\n");
    Home::with_games(name, &[("club.pgn", &club), ("site.pgn", &site)])
}

#[test]
fn texts_of_a_game_stand_side_by_side_and_become_one() {
    let home = home_with_games("duplicates");
    let listed = home.run(&["games", "duplicates"], "");
    assert_eq!(listed.status, 0, "{}", listed.errors);
    for part in [
        "2024.01.02  Ann - Bob  1 move\n",
        "  club.pgn, line 1: 1 comment, 2 half-moves, Event \"Cup\"\n",
        "  site.pgn, line 1: 1 comment, 3 half-moves, 1 of them in variations, Event \"Rated\"\n",
        "1 game with several texts; --merge makes one of them\n",
    ] {
        assert!(listed.output.contains(part), "{part:?} is not in {}", listed.output);
    }
    let none = home.run(&["games", "duplicates", "white:cid"], "");
    assert_eq!(none.output, "no game has several texts\n");
    let merged = home.run(&["games", "duplicates", "--merge", "--json"], "");
    assert_eq!(merged.status, 0, "{}", merged.errors);
    let json: Value = serde_json::from_str(&merged.output).unwrap();
    assert_eq!((&json["merged"], &json["trashed"], &json["texts"]), (&1.into(), &1.into(), &2.into()));
    assert_eq!(json["list"][0]["texts"].as_array().map(Vec::len), Some(2));
    let found = home.run(&["games", "find", "white:ann"], "");
    assert!(found.output.starts_with("1 game\n"), "{}", found.output);
    let folder = home.library().folder().to_owned();
    let texts =
        ["club.pgn", "site.pgn"].map(|name| fs::read_to_string(folder.join(name)).unwrap_or_default());
    let whole = texts.iter().find(|text| text.contains("{best}")).expect("the merged game");
    assert!(whole.contains("c5 {sharp})"), "{whole}");
    assert!(folder.join("trash").read_dir().is_ok_and(|mut files| files.next().is_some()));
    let again = home.run(&["games", "duplicates"], "");
    assert_eq!(again.output, "no game has several texts\n");
}

#[test]
fn several_games_are_merged_only_with_consent() {
    let home = home_with_games("duplicates-several");
    let file = home.library().folder().join("more.pgn");
    fs::write(&file, "[White \"Cid\"]\n[Black \"Dan\"]\n\n1. d4 {x} *\n").unwrap();
    let refused = home.run(&["games", "duplicates", "--merge"], "");
    assert_eq!((refused.status, refused.output.as_str()), (2, ""));
    assert!(
        refused.errors.contains("2 games have several texts, so nothing has changed"),
        "{}",
        refused.errors
    );
    assert!(file.exists());
    let merged = home.run(&["games", "duplicates", "--merge", "--all"], "");
    assert!(merged.output.ends_with("2 games merged, 2 texts in the trash\n"), "{}", merged.output);
}
