//! `games label` and `games labels`: labels of games, and searches for them.

use std::fs;

use serde_json::Value;

use crate::program::Home;

const GAMES: &str = "[White \"Ann\"]\n[Black \"Bob\"]\n[Date \"2024.05.01\"]\n\n1. e4 e5 1-0\n\n\
                     [White \"Cid\"]\n[Black \"Ann\"]\n\n1. d4 d5 1/2-1/2\n\n\
                     [White \"Eve\"]\n[Black \"Dan\"]\n\n1. c4 0-1\n";

fn home_with_games(name: &str) -> Home {
    Home::with_games(name, &[("games.pgn", GAMES)])
}

/// What a call prints, which succeeds.
fn output(home: &Home, words: &[&str]) -> String {
    let answer = home.run(words, "");
    assert_eq!(
        (answer.status, answer.errors.replace("Indexing the games\n", "").as_str()),
        (0, ""),
        "{words:?}"
    );
    answer.output
}

#[test]
fn labels_are_given_taken_listed_and_searched() {
    let home = home_with_games("label-search");
    assert_eq!(
        output(&home, &["games", "labels"]),
        "no game has a label: matescope games label QUERY NAME gives one\n"
    );
    let given = output(&home, &["games", "label", "white:eve", "starred", "Must study"]);
    assert_eq!(given, "1 game labeled: starred, Must study\nEve - Dan  0-1  A10  1 move\n");
    let given = output(&home, &["games", "label", "ann", "must study", "--all"]);
    assert!(given.starts_with("2 games labeled: must study\n"), "{given}");
    let again = output(&home, &["games", "label", "label:must", "must study", "--all", "--json"]);
    let json: Value = serde_json::from_str(&again).unwrap();
    assert_eq!((&json["games"], &json["changed"], &json["unchanged"]), (&3.into(), &0.into(), &3.into()));
    assert_eq!((&json["added"][0], &json["list"][0]["white"]), (&"must study".into(), &"Ann".into()));
    for (query, wanted) in [
        ("is:starred", "1 game\nEve - Dan"),
        ("label:study -is:starred", "2 games\n"),
        (" -label:\"must study\"", "0 games\n"),
        ("label:STAR result:0-1", "1 game\n"),
        ("label:other", "0 games\n"),
    ] {
        let found = output(&home, &["games", "find", query]);
        assert!(found.starts_with(wanted), "{query}: {found}");
    }
    assert!(output(&home, &["games", "tree", "label:study -is:starred"]).starts_with("2 games"));
    assert!(output(&home, &["games", "export", "is:starred"]).contains("[White \"Eve\"]"));
    let listed = output(&home, &["games", "labels"]);
    assert_eq!(listed, "Must study  3 games\nstarred  1 game\n");
    let taken = output(&home, &["games", "label", "white:cid", "Must study", "--remove"]);
    assert!(taken.starts_with("1 game without these labels now: Must study\n"), "{taken}");
    let json: Value = serde_json::from_str(&output(&home, &["games", "labels", "--json"])).unwrap();
    assert_eq!((&json[0]["label"], &json[0]["games"]), (&"Must study".into(), &2.into()));
    // A change of tags by the program takes the labels along.
    output(&home, &["games", "tag", "white:eve", "White=Eva Lind", "Date=2025.01.01"]);
    assert!(output(&home, &["games", "find", "is:starred"]).contains("Eva Lind - Dan"));
}

#[test]
fn several_games_get_a_label_only_with_consent() {
    let home = home_with_games("label-consent");
    let refused = home.run(&["games", "label", "ann", "study"], "");
    assert_eq!((refused.status, refused.output.as_str()), (2, ""));
    assert!(refused.errors.contains("2 games fit the search, so nothing has changed"), "{}", refused.errors);
    for (words, wanted) in [
        (&["games", "label", "white:ann", "a/b"][..], "a/b: the name of a label cannot have /"),
        (&["games", "label", "white:zoe", "study"], "no game fits the search, so nothing has changed"),
        (&["games", "label", "white:ann", "study", "--remove"], "there is no label study"),
    ] {
        let refused = home.run(words, "");
        assert!(refused.status == 2 && refused.errors.contains(wanted), "{}", refused.errors);
    }
    assert!(!home.library().folder().join("labels").exists());
}

#[test]
fn a_line_that_cannot_be_read_is_named() {
    let home = home_with_games("label-line");
    output(&home, &["games", "label", "white:ann", "study"]);
    let file = home.library().folder().join("labels/study.txt");
    let text = format!(
        "{}0123456789abcdef 0123456789abcdef Gone - Lost\nnonsense\n",
        fs::read_to_string(&file).unwrap()
    );
    fs::write(&file, &text).unwrap();
    let answer = home.run(&["games", "labels"], "");
    assert_eq!(answer.output, "study  1 game (1 line of its file mean no game of the library)\n");
    assert!(
        answer.errors.contains("warning: ") && answer.errors.contains("study.txt, line 3: nonsense: "),
        "{}",
        answer.errors
    );
    output(&home, &["games", "find", "white:ann"]);
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
}
