//! `book`: opening books are those of Polyglot's `make-book`, byte for byte.

use std::fs;
use std::process::{Command, Stdio};

use matescope::chess::{Move, Position, notation};
use serde_json::Value;

use crate::program::Home;
use crate::skip::{SkipReason, skipped};

/// Games with random moves of a few openings, so that positions repeat.
fn games(count: u32) -> String {
    let mut random = fastrand::Rng::with_seed(5);
    let mut text = String::new();
    for _ in 0..count {
        let mut position = Position::start();
        let mut words = Vec::new();
        for ply in 0..30 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let choices = if ply < 12 { moves.len().min(3) } else { moves.len() };
            let mv: Move = moves[random.usize(..choices)];
            words.push(notation::san(&position, mv));
            position.play(mv);
        }
        let result = ["1-0", "0-1", "1/2-1/2", "*"][random.usize(..4)];
        let moves = words.join(" ");
        text += &["[Event \"e\"]\n[Result \"", result, "\"]\n\n", &moves, " ", result, "\n\n"].concat();
    }
    text
}

fn make(home: &Home, words: &[&str]) -> Vec<u8> {
    let made = home.run(&[&["book", "make", "games.pgn", "--out", "own.bin", "--force"], words].concat(), "");
    assert_eq!((made.status, made.errors.as_str()), (0, ""));
    fs::read(home.folder.join("own.bin")).unwrap()
}

#[test]
fn books_are_those_of_polyglot_byte_for_byte() {
    let home = Home::new("book-polyglot");
    home.file("games.pgn", games(2_000).as_bytes());
    for (theirs, ours) in [
        (&[][..], &[][..]),
        (&["-min-game", "1", "-max-ply", "20"], &["--min-games", "1", "--max-ply", "20"]),
        (&["-min-score", "55"], &["--min-score", "55"]),
        (&["-only-black", "-uniform"], &["--only", "black", "--uniform"]),
    ] {
        let mut polyglot = Command::new("/usr/games/polyglot");
        polyglot.args(["make-book", "-pgn", "games.pgn", "-bin", "theirs.bin"]).args(theirs);
        match polyglot.current_dir(&home.folder).stdout(Stdio::null()).stderr(Stdio::null()).status() {
            Ok(status) => assert!(status.success(), "{status}"),
            Err(_) => return skipped(&SkipReason::MissingPeer("polyglot")),
        }
        let theirs = fs::read(home.folder.join("theirs.bin")).unwrap();
        assert!(theirs.len() > 16 * 100, "{}", theirs.len());
        assert!(make(&home, ours) == theirs, "{ours:?}");
    }
}

#[test]
fn a_book_says_what_it_has_and_is_not_overwritten_unasked() {
    let home = Home::new("book-probe");
    home.file("games.pgn", b"[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n[Result \"1/2-1/2\"]\n\n1. d4 d5 1/2-1/2\n");
    let made = home.run(&["book", "make", "games.pgn", "--min-games", "1", "--out", "own.bin"], "");
    assert_eq!(made.output, "3 entries of 2 games\n", "1...e5 scored nothing");
    let again = home.run(&["book", "make", "games.pgn", "--out", "own.bin"], "");
    assert!(again.status == 2 && again.errors.contains("--force"), "{}", again.errors);
    let probed = home.run(&["book", "probe", "own.bin"], "");
    assert_eq!(probed.output, "e4           2  66.7 %\nd4           1  33.3 %\n");
    let json = home.run(&["book", "probe", "own.bin", "--json"], "").output;
    let first: Value = serde_json::from_str(json.lines().next().unwrap()).unwrap();
    assert_eq!((&first["san"], &first["uci"], &first["weight"]), (&"e4".into(), &"e2e4".into(), &2.into()));
    let elsewhere = home.run(&["book", "probe", "own.bin", "--fen", "4k3/8/8/8/8/8/8/4K2R w - - 0 1"], "");
    assert_eq!(elsewhere.output, "the book does not have this position\n");
    home.file("cut.bin", &[0; 17]);
    let cut = home.run(&["book", "probe", "cut.bin"], "");
    assert!(cut.status == 2 && cut.errors.contains("cut.bin: it has 17 bytes"), "{}", cut.errors);
    let none = home.run(&["book", "make", "missing.pgn", "--out", "x.bin"], "");
    assert!(
        none.status == 2 && none.errors.contains("missing.pgn: there is no such file"),
        "{}",
        none.errors
    );
    assert!(!home.folder.join("x.bin").exists());
}

#[test]
fn a_book_is_made_of_a_repertoire() {
    let home = Home::new("book-repertoire");
    home.file("mine.pgn", b"[Orientation \"white\"]\n\n1. e4 e5 2. Nf3 (2. Bc4) *\n");
    home.run(&["repertoire", "add", "mine.pgn"], "");
    let made = home.run(&["book", "make", "--repertoire", "white", "--out", "mine.bin"], "");
    assert_eq!((made.status, made.output.as_str()), (0, "3 entries\n"), "{}", made.errors);
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    assert_eq!(
        home.run(&["book", "probe", "mine.bin", "--fen", fen], "").output,
        "Nf3          1  50.0 %\nBc4          1  50.0 %\n"
    );
    let none = home.run(&["book", "make", "--repertoire", "black", "--out", "black.bin"], "");
    assert!(none.status == 2 && none.errors.contains("no repertoire for this side"), "{}", none.errors);
}
