//! Which games are the same, which are of another variant, and what becomes of their reviews.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;
use twox_hash::XxHash3_64;

use super::report;
use crate::program::Home;

/// A home with the games of a report, imported as Ann's, and what the import says as JSON.
fn imported(home: &str, file: &str) -> (Home, Value) {
    let home = Home::new(home);
    let answer = import(&home, file);
    (home, answer)
}

fn import(home: &Home, file: &str) -> Value {
    let answer = home.run(&["import", report(file).to_str().unwrap(), "--me", "Ann", "--json"], "");
    assert_eq!(answer.status, 0, "{}", answer.errors);
    serde_json::from_str(&answer.output).unwrap()
}

/// The numbers of an import: new games, other texts of known games, games that are there, faulty ones, empty ones.
fn counts(answer: &Value) -> [u64; 5] {
    ["new", "other_texts", "doubles", "faulty", "empty"].map(|key| answer[key].as_u64().unwrap())
}

/// The text of all files of the library.
fn library_text(home: &Home) -> String {
    let files = fs::read_dir(home.library().folder()).unwrap().map(|entry| entry.unwrap().path());
    let mut games: Vec<_> =
        files.filter(|file| file.extension().is_some_and(|ending| ending == "pgn")).collect();
    games.sort();
    games.iter().map(|file| fs::read_to_string(file).unwrap()).collect()
}

fn stats(home: &Home) -> Value {
    let answer = home.run(&["stats", "--json"], "");
    assert_eq!(answer.status, 0, "{}", answer.errors);
    serde_json::from_str(&answer.output).unwrap()
}

#[test]
fn chapters_with_the_same_moves_and_chapters_of_text_are_kept() {
    let (home, answer) = imported("report-chapters", "05-same-game-other-annotations.pgn");
    assert_eq!(counts(&answer), [3, 0, 0, 0, 0]);
    let text = library_text(&home);
    for note in ["{the plan}", "{something else}", "(2. Bc4 Nf6 3. d3)", "{an introduction without a move}"] {
        assert!(text.contains(note), "{note} is gone");
    }
    assert_eq!(counts(&import(&home, "05-same-game-other-annotations.pgn")), [0, 0, 3, 0, 0]);
}

#[test]
fn two_games_of_one_day_are_two() {
    let (home, answer) = imported("report-one-day", "06-two-games-one-day.pgn");
    assert_eq!(counts(&answer), [2, 0, 0, 0, 0]);
    let stats = stats(&home);
    assert_eq!((&stats["results"]["won"], &stats["results"]["lost"]), (&1.into(), &1.into()), "{stats}");
    assert_eq!(counts(&import(&home, "06-two-games-one-day.pgn")), [0, 0, 2, 0, 0]);
}

#[test]
fn a_game_with_other_notes_is_kept_by_name_and_counts_once() {
    let home = Home::new("report-other-notes");
    let game = |notes: &str| {
        format!(
            "[White \"Ann\"]\n[Black \"Bob\"]\n[Date \"2024.01.02\"]\n[Result \"1-0\"]\n\n1. e4 {notes}e5 1-0\n"
        )
    };
    home.file("plain.pgn", game("").as_bytes());
    home.file("notes.pgn", game("{good} ").as_bytes());
    assert_eq!(home.run(&["import", "plain.pgn", "--me", "Ann"], "").status, 0);
    let notes = home.run(&["import", "notes.pgn"], "");
    let said =
        "notes.pgn: 0 games new, 1 with the moves of a game that is there and another text\nYou are Ann\n";
    assert_eq!((notes.status, notes.output.as_str()), (0, said));
    assert!(library_text(&home).contains("{good}"));
    for file in ["plain.pgn", "notes.pgn"] {
        let again = home.run(&["import", file], "");
        assert_eq!(again.output, format!("{file}: 0 games new, 1 already there\nYou are Ann\n"));
    }
    let answer = home.run(&["stats"], "");
    assert!(answer.output.contains("1 game"), "{}", answer.output);
    let stats = stats(&home);
    assert_eq!(stats["results"]["won"], 1, "{stats}");
}

/// The files of the reviews, with their names.
fn review_files(home: &Home) -> Vec<PathBuf> {
    let files = fs::read_dir(home.reviews_folder()).unwrap().map(|entry| entry.unwrap().path());
    files.filter(|file| file.extension().is_some_and(|ending| ending == "review")).collect()
}

#[test]
fn a_review_of_a_newer_version_is_left_alone_and_counted_apart() {
    let (home, _) = imported("report-newer-reviews", "06-two-games-one-day.pgn");
    home.file("more.pgn", b"[White \"Ann\"]\n[Black \"Cy\"]\n\n1. d4 d5 2. c4 e6 1-0\n");
    assert_eq!(home.run(&["import", "more.pgn"], "").status, 0);
    assert_eq!(home.run(&["review", "--library", "--nodes", "500"], "").status, 0);
    let files = review_files(&home);
    assert_eq!(files.len(), 2, "games with the same moves share a review");
    let text = fs::read_to_string(&files[0]).unwrap();
    let json = text.split_once('\n').unwrap().1.replace("\"version\":1", "\"version\":2");
    let newer = format!("{:016x}\n{json}", XxHash3_64::oneshot(json.as_bytes()));
    fs::write(&files[0], &newer).unwrap();
    for _ in 0..2 {
        let answer = home.run(&["review", "--library", "--nodes", "500"], "");
        let said = "0 games reviewed, 1 had a review, 1 reviewed by a newer Matescope\n";
        assert_eq!((answer.status, answer.output.as_str()), (0, said), "{}", answer.errors);
        let reviewed = stats(&home)["reviewed"].as_u64().unwrap();
        assert!((1..=2).contains(&reviewed), "{reviewed}");
        assert_eq!(fs::read_to_string(&files[0]).unwrap(), newer);
    }
}

#[test]
fn puzzle_files_of_one_name_are_two_sets() {
    let home = Home::new("report-puzzle-names");
    let line = |from: &str, mv: &str| format!("6k1/5ppp/8/8/8/8/5PPP/{from}2K1 w - - bm {mv}; id \"x\";\n");
    for (folder, text) in [("a", line("3R", "Rd8#")), ("b", line("2R1", "Rc8#"))] {
        fs::create_dir(home.folder.join(folder)).unwrap();
        home.file(&format!("{folder}/tactics.epd"), text.as_bytes());
    }
    let import = |file: &str| {
        let answer = home.run(&["puzzle", "import", file], "");
        assert_eq!(answer.status, 0, "{}", answer.errors);
        answer.output
    };
    assert!(import("a/tactics.epd").starts_with("1 puzzle in the set tactics"));
    let second = import("b/tactics.epd");
    assert!(second.starts_with("1 puzzle in the set tactics-2"), "{second}");
    assert!(second.contains("There is another set tactics: --name NAME chooses a name"), "{second}");
    let again = import("b/tactics.epd");
    assert!(again.contains("The set tactics-2 has these puzzles already: nothing has changed"), "{again}");
    for (set, mv) in [("tactics", "Rd8#"), ("tactics-2", "Rc8#")] {
        let list = home.run(&["puzzle", "list", "--set", set], "");
        assert!(list.output.contains(mv), "{}", list.output);
    }
    home.file("tactics.csv.zst", b"\x28\xb5\x2f\xfd0123456789");
    let packed = home.run(&["puzzle", "import", "tactics.csv.zst"], "");
    assert_eq!(packed.status, 2);
    assert!(
        packed.errors.contains("compressed with zstd: unpack it first (zstd -d FILE)"),
        "{}",
        packed.errors
    );
}
