//! `games split`: games in several PGN files, each byte for byte, and no file that is there written over.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::program::Home;

const GAMES: [&str; 4] = [
    "[Event \"Club: Cup\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n[Date \"2024.05.01\"]\n[Result \"1-0\"]\n\n1. e4   e5 {a  comment} 1-0",
    "[Event \"CON\"]\n[White \"Bob\"]\n[Black \"Cid\"]\n[Date \"2023.??.??\"]\n[Result \"1/2-1/2\"]\n\n1. d4 d5 1/2-1/2",
    "[Event \"club: cup\"]\n[White \"Cid\"]\n[Black \"Ann\"]\n[Date \"????.??.??\"]\n[Result \"0-1\"]\n\n1. c4 c5 0-1",
    "[Event \"Club: Cup\"]\n[White \"Ann\"]\n[Black \"Cid\"]\n[Date \"2024.06.02\"]\n\n1. e4 c5 *",
];

/// The names of files with the games in each.
type SplitGames<'f> = &'f [(&'f str, &'f [usize])];

fn text(games: &[usize]) -> String {
    games.iter().flat_map(|&game| [GAMES[game], "\n\n"]).collect()
}

fn home_with_games(name: &str) -> Home {
    let home = Home::new(name);
    fs::create_dir_all(home.library().folder()).unwrap();
    fs::write(home.library().folder().join("games.pgn"), text(&[0, 1, 2, 3])).unwrap();
    home
}

/// Runs the command with a folder beside the library: the exit status, what it says, and the files with their texts.
fn split(home: &Home, out: &str, words: &[&str]) -> (i32, String, Vec<(String, String)>) {
    let folder = home.library().folder().join("..").join(out);
    let out = folder.to_string_lossy().into_owned();
    let words: Vec<&str> = ["games", "split", "--out", &out].iter().chain(words).copied().collect();
    let answer = home.run(&words, "");
    (answer.status, answer.output + &answer.errors, files(&folder))
}

fn files(folder: &Path) -> Vec<(String, String)> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<(String, String)> = entries
        .map(|entry| entry.unwrap())
        .map(|entry| (entry.file_name().into_string().unwrap(), fs::read_to_string(entry.path()).unwrap()))
        .collect();
    files.sort();
    files
}

fn expected(files: SplitGames<'_>) -> Vec<(String, String)> {
    files.iter().map(|&(name, games)| (name.to_owned(), text(games))).collect()
}

#[test]
fn each_value_has_a_file_with_its_games_as_they_stand() {
    let home = home_with_games("split-values");
    let cases: [(&[&str], SplitGames<'_>); 6] = [
        (&["--by", "event"], &[("CON_.pgn", &[1]), ("Club- Cup.pgn", &[0, 3]), ("club- cup-2.pgn", &[2])]),
        (&["--by", "year"], &[("2023.pgn", &[1]), ("2024.pgn", &[0, 3]), ("unknown.pgn", &[2])]),
        (&["--by", "month"], &[("2024-05.pgn", &[0]), ("2024-06.pgn", &[3]), ("unknown.pgn", &[1, 2])]),
        (&["--by", "result", "white:ann"], &[("unknown.pgn", &[3]), ("white wins.pgn", &[0])]),
        (
            &["--by", "player", "--sort", "date", "--descending"],
            &[("Ann.pgn", &[3, 0, 2]), ("Bob.pgn", &[0, 1]), ("Cid.pgn", &[3, 1, 2])],
        ),
        (&["--every", "3"], &[("games-0001.pgn", &[0, 1, 2]), ("games-0002.pgn", &[3])]),
    ];
    for (number, (words, wanted)) in cases.into_iter().enumerate() {
        let (status, said, files) = split(&home, &format!("out{number}"), words);
        assert_eq!((status, files), (0, expected(wanted)), "{words:?}: {said}");
    }
}

#[test]
fn a_file_that_is_there_is_named_and_nothing_is_written() {
    let home = home_with_games("split-exists");
    let out = home.library().folder().join("../out");
    fs::create_dir(&out).unwrap();
    fs::write(out.join("2024.pgn"), "mine").unwrap();
    let (status, said, files) = split(&home, "out", &["--by", "year"]);
    assert_eq!(status, 2, "{said}");
    assert!(said.contains("2024.pgn is there already, so nothing was written"), "{said}");
    assert_eq!(files, [("2024.pgn".to_owned(), "mine".to_owned())]);
    let (status, said, files) = split(&home, "no/such", &["--by", "year"]);
    assert!(status == 2 && said.contains("there is no folder") && files.is_empty(), "{said}");
    let (status, said, files) = split(&home, "many", &["--by", "year", "--max-files", "2"]);
    assert!(status == 2 && said.contains("more than 2 files") && files.is_empty(), "{said}");
    let (status, said, _) = split(&home, "many", &["--by", "year", "--max-files", "3"]);
    assert_eq!(status, 0, "{said}");
    let (status, said, files) = split(&home, "unnamed", &["--by", "round", "white:ann"]);
    assert!(status == 2 && said.contains("possible values") && files.is_empty(), "{said}");
}

#[test]
fn games_of_a_file_are_split_and_json_lists_the_files() {
    let home = Home::new("split-file");
    let folder = home.library().folder().to_owned();
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("../club.pgn").to_string_lossy().into_owned();
    fs::write(&file, text(&[2, 0, 1])).unwrap();
    let (status, said, files) = split(&home, "out", &["--by", "white", "--file", &file, "--json"]);
    assert_eq!(status, 0, "{said}");
    assert_eq!(files, expected(&[("Ann.pgn", &[0]), ("Bob.pgn", &[1]), ("Cid.pgn", &[2])]));
    let json: Value = serde_json::from_str(said.lines().next().unwrap()).unwrap();
    assert_eq!(json["games"], 3);
    assert_eq!(json["files"][1]["value"], "Bob");
    assert_eq!(json["files"][1]["games"], 1);
    let (status, said, _) = split(&home, "none", &["--by", "white", "--file", "/no/such.pgn"]);
    assert!(status == 2 && said.contains("such.pgn"), "{said}");
    let (status, said, _) = split(&home, "none", &["--by", "white", "--file", &file, "label:x"]);
    assert!(status == 2 && said.contains("library"), "{said}");
}
