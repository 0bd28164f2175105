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

#[test]
fn games_of_other_variants_are_kept_named_and_neither_reviewed_nor_counted() {
    let (home, answer) = imported("report-variants", "04-other-variants.pgn");
    assert_eq!(counts(&answer), [2, 0, 0, 0, 0], "kept, and without a fault");
    let whole = fs::read_to_string(report("04-other-variants.pgn")).unwrap();
    let rows = home.library().list().unwrap();
    let texts: Vec<&str> = rows.iter().map(|row| row.opening.as_str()).collect();
    assert_eq!(texts, ["Three-check", "Antichess"], "the newest first");
    assert_eq!(home.library().list().unwrap(), rows, "from the index");
    let stats = home.run(&["stats"], "");
    assert!(
        stats.status == 2 && stats.errors.contains("no finished game is in the library"),
        "{}",
        stats.errors
    );
    let review = home.run(&["review", "--library", "--nodes", "500"], "");
    assert_eq!((review.status, review.output.as_str()), (2, ""), "{}", review.errors);
    assert_eq!(
        home.run(&["cards"], "").output.lines().next().map(|line| line.starts_with("There is no card")),
        Some(true)
    );
    let file = report("04-other-variants.pgn");
    let file = file.to_str().unwrap();
    let review = home.run(&["review", file, "--nodes", "500"], "");
    assert_eq!((review.status, review.output.as_str()), (2, ""));
    for said in [
        "game 1: it is a game of Antichess, which has other rules; it is not reviewed",
        "game 2: it is a game of Three-check, which has other rules; it is not reviewed",
    ] {
        assert!(review.errors.contains(said), "{}", review.errors);
    }
    let annotated = home.run(&["review", file, "--pgn", "--nodes", "500"], "");
    assert_eq!((annotated.status, annotated.output.trim()), (0, whole.trim()), "as they are");
    // The copy of the library has them byte for byte.
    let lines =
        |text: &str| text.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(lines(&library_text(&home)), lines(&whole));
}

#[test]
fn a_review_that_cannot_be_kept_ends_the_work() {
    let (home, _) = imported("report-full-disk", "06-two-games-one-day.pgn");
    let game = |n: usize| {
        format!("[White \"Ann\"]\n[Black \"Bo\"]\n[Date \"2024.03.{n:02}\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n")
    };
    let games: String = (1..=20).map(game).collect();
    home.file("games.pgn", games.as_bytes());
    assert_eq!(home.run(&["import", "games.pgn"], "").status, 0);
    // The lock can be made, and no review: its folder has a file of each name, as a folder.
    let reviews = home.reviews_folder();
    for row in home.library().list().unwrap() {
        fs::create_dir_all(reviews.join(format!("{:016x}.review", row.fingerprint))).unwrap();
    }
    let review = home.run(&["review", "--library", "--nodes", "500", "--threads", "1"], "");
    assert_eq!(review.status, 1, "{}", review.errors);
    assert!(review.errors.contains("error: the review was not kept: "), "{}", review.errors);
    assert!(review.output.contains("0 games reviewed, 21 left"), "{}", review.output);
    assert!(
        !review.errors.contains("Reviewing 21 games: 1 done"),
        "the first one ends it: {}",
        review.errors
    );
    // Cards likewise.
    fs::remove_dir_all(&reviews).unwrap();
    let cards = home.folder.join("data/matescope/cards.jsonl");
    fs::create_dir_all(&cards).unwrap();
    let review = home.run(&["review", "--library", "--nodes", "500"], "");
    assert!(
        review.status != 0 && review.errors.contains("cards.jsonl: this is a folder"),
        "{}",
        review.errors
    );
}

#[test]
fn the_longest_file_names_are_imported_and_written() {
    let home = Home::new("report-long-names");
    for (number, length) in [240, 244, 250, 255].into_iter().enumerate() {
        let name = format!("{}.pgn", "g".repeat(length - 4));
        home.file(&name, format!("[White \"a{number}\"]\n\n1. e4 e5 *\n").as_bytes());
        let answer = home.run(&["import", &name], "");
        assert_eq!(answer.status, 0, "{length}: {}", answer.errors);
        // A second file of this name gets a number.
        home.file(&name, format!("[White \"b{number}\"]\n\n1. e4 e5 *\n").as_bytes());
        let answer = home.run(&["import", &name], "");
        assert_eq!(answer.status, 0, "{length}: {}", answer.errors);
    }
    let library = home.library();
    assert_eq!(library.list().unwrap().len(), 8);
    // They are deleted, one after the other, and brought back.
    let mut trashed = Vec::new();
    for row in library.list().unwrap() {
        trashed.push(library.delete(&row.location).unwrap());
    }
    assert_eq!(library.list().unwrap().len(), 0);
    for game in &trashed {
        library.restore(game).unwrap();
    }
    assert_eq!(library.list().unwrap().len(), 8);
}

#[test]
fn a_library_that_is_busy_or_unreadable_says_what_to_do() {
    let (home, _) = imported("report-busy", "06-two-games-one-day.pgn");
    let lock = home.reviews().lock().unwrap();
    let busy = home.run(&["review", "--library"], "");
    let path = home.reviews_folder().join(".lock");
    let wanted = format!(
        "error: another Matescope reviews the library and has locked {}; try again when it is done, or close it\n",
        path.display()
    );
    assert_eq!((busy.status, busy.errors), (2, wanted));
    drop(lock);
    fs::remove_dir_all(home.library().folder()).unwrap();
    fs::write(home.library().folder(), "in the way").unwrap();
    for words in [&["import", report("06-two-games-one-day.pgn").to_str().unwrap()][..], &["stats"]] {
        let answer = home.run(words, "");
        assert!(
            answer.status == 2 && answer.errors.trim().ends_with("move it elsewhere"),
            "{}",
            answer.errors
        );
    }
}
