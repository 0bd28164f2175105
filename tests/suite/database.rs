//! `games`: the database of the library on the command line, against games that are read one by one.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use matescope::chess::{Position, fen, notation};
use matescope::game::pgn;
use matescope::game::pgn::split::PgnSplitter;
use serde_json::Value;

use crate::program::{Answer, Home};
use crate::skip::{SkipReason, skipped};

const CLUB: &str = "[Event \"Club\"]\n[Date \"2023.05.06\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n[Result \"1-0\"]\n[WhiteElo \"2100\"]\n[BlackElo \"1900\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n\n\
[Event \"Club\"]\n[Date \"2024.05.06\"]\n[White \"Bob\"]\n[Black \"Ann\"]\n[Result \"1/2-1/2\"]\n[WhiteElo \"1910\"]\n[BlackElo \"2110\"]\n\n1. Nf3 Nc6 2. e4 e5 3. Bc4 1/2-1/2\n\n\
[Event \"Open\"]\n[Date \"2025.01.??\"]\n[White \"Cid\"]\n[Black \"Dan\"]\n[Result \"0-1\"]\n\n1. d4 d5 2. c4 e6 0-1\n";

const AFTER_KNIGHTS: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";

fn home_with(name: &str, text: &str) -> Home {
    let home = Home::new(name);
    let file = home.file("games.pgn", text.as_bytes());
    assert_eq!(home.run(&["import", file.to_str().unwrap()], "").status, 0);
    home
}

fn ask(home: &Home, words: &[&str]) -> Value {
    let Answer { output, errors, status } = home.run(words, "");
    assert_eq!(status, 0, "{words:?}: {errors}");
    serde_json::from_str(&output).unwrap()
}

#[test]
fn the_tree_and_the_games_of_a_position_do_not_depend_on_the_order_of_moves() {
    let home = home_with("database-tree", CLUB);
    let tree = ask(&home, &["games", "tree", "--json", "--fen", AFTER_KNIGHTS]);
    assert_eq!(
        (&tree["games"], &tree["white"], &tree["draws"], &tree["black"]),
        (&2.into(), &1.into(), &1.into(), &0.into())
    );
    let mut moves: Vec<&Value> = tree["moves"].as_array().unwrap().iter().collect();
    moves.sort_by_key(|found| found["san"].as_str());
    assert_eq!(
        (
            &moves[0]["san"],
            &moves[0]["uci"],
            &moves[0]["games"],
            &moves[0]["average_elo"],
            &moves[0]["last_year"]
        ),
        (&"Bb5".into(), &"f1b5".into(), &1.into(), &2100.into(), &2023.into())
    );
    let found =
        ask(&home, &["games", "find", "--json", "--fen", AFTER_KNIGHTS, "--sort", "date", "--descending"]);
    let names: Vec<&str> =
        found["list"].as_array().unwrap().iter().filter_map(|game| game["white"].as_str()).collect();
    assert_eq!((&found["games"], names), (&2.into(), vec!["Bob", "Ann"]));
    assert_eq!(found["list"][0]["ply"], 4);
    let text = home.run(&["games", "tree"], "").output;
    assert!(text.starts_with("3 games: White won 34 %, drawn 33 %, Black won 33 %"), "{text}");
    assert!(text.contains("\ne4                1   100 %"), "{text}");
}

#[test]
fn a_search_says_which_games_count() {
    let home = home_with("database-search", CLUB);
    let count = |query: &str| ask(&home, &["games", "find", "--json", query])["games"].clone();
    for (query, wanted) in [
        ("", 3),
        ("player:ann", 2),
        ("white:ann", 1),
        ("event:club -result:draw", 1),
        ("elo:>1900", 1),
        ("date:2025", 1),
    ] {
        assert_eq!(count(query), wanted, "{query}");
    }
    assert_eq!(ask(&home, &["games", "tree", "--json", "event:open"])["moves"][0]["san"], "d4");
    let unknown = home.run(&["games", "find", "whte:ann"], "");
    assert_eq!(unknown.status, 2);
    assert!(unknown.errors.contains("white"), "{}", unknown.errors);
    let empty = Home::new("database-empty").run(&["games", "tree"], "");
    assert_eq!(empty.status, 2);
    assert!(empty.errors.contains("matescope import FILE"), "{}", empty.errors);
}

#[test]
fn a_damaged_index_is_made_again_and_a_changed_file_is_read_again() {
    let home = home_with("database-damage", CLUB);
    let before = ask(&home, &["games", "tree", "--json"]);
    for entry in fs::read_dir(home.library().folder().join(".database")).unwrap() {
        let path = entry.unwrap().path();
        let mut bytes = fs::read(&path).unwrap();
        if let Some(byte) = bytes.last_mut() {
            *byte ^= 1;
            fs::write(&path, bytes).unwrap();
        }
        assert_eq!(ask(&home, &["games", "tree", "--json"]), before, "{}", path.display());
    }
    let file = home.library().folder().join("games.pgn");
    let more = fs::read_to_string(&file).unwrap() + "\n[Event \"New\"]\n\n1. f4 *\n";
    fs::write(&file, more).unwrap();
    assert_eq!(ask(&home, &["games", "tree", "--json"])["games"], 4);
    fs::remove_file(&file).unwrap();
    assert_eq!(home.run(&["games", "tree"], "").status, 2);
}

/// Random positions of real games have the tree that playing all games move by move has.
#[test]
fn real_games_have_the_tree_of_brute_force() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/data/games");
    let Ok(text) = fs::read(folder.join("Kasparov.pgn")) else {
        return skipped(&SkipReason::NotPossible("the real games are not here"));
    };
    let home = home_with("database-real", &String::from_utf8_lossy(&text));
    let text = fs::read(home.library().folder().join("games.pgn")).unwrap();
    // By position without its counters: how many games reach it, and go on by each move.
    let mut trees: BTreeMap<String, BTreeMap<String, u64>> = BTreeMap::new();
    for piece in PgnSplitter::new(text.as_slice()) {
        let game = pgn::read(&pgn::decode(&piece.unwrap().bytes), &Position::start()).game;
        let mut seen = std::collections::BTreeSet::new();
        let mut at = game.tree.start();
        for node in game.tree.main_line_from(at) {
            let position = game.tree.node(at).position();
            let key = fen::format(position).rsplitn(3, ' ').nth(2).unwrap().to_owned();
            let san = game.tree.node(node).san().to_owned();
            if seen.insert((key.clone(), san.clone())) {
                *trees.entry(key).or_default().entry(san).or_default() += 1;
            }
            at = node;
        }
    }
    let positions: Vec<_> = trees.iter().collect();
    let step = positions.len() / if std::env::var_os("RUN_SLOW_TESTS").is_some() { 150 } else { 12 };
    for (key, wanted) in positions.into_iter().step_by(step) {
        let tree = ask(&home, &["games", "tree", "--json", "--fen", &format!("{key} 0 1")]);
        let found: BTreeMap<String, u64> = tree["moves"]
            .as_array()
            .unwrap()
            .iter()
            .map(|found| (found["san"].as_str().unwrap().to_owned(), found["games"].as_u64().unwrap()))
            .collect();
        assert_eq!(&found, wanted, "{key}");
        let position = fen::parse(&format!("{key} 0 1")).unwrap();
        for san in found.keys() {
            assert!(notation::parse_move(&position, san).is_ok());
        }
    }
}
