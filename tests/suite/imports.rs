//! Importing games: whole dumps, doubles, files that are broken in every way, and the user's names.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use matescope::chess::{Position, notation};
use matescope::game::GameQuery;
use matescope::store::GameDatabase;
use serde_json::Value;

use crate::program::{Answer, Home};

/// Imports files, and says what came of it.
fn import(home: &Home, words: &[&str]) -> (Value, Answer) {
    let words: Vec<&str> = ["import", "--json"].iter().chain(words).copied().collect();
    let answer = home.run(&words, "");
    assert_eq!(answer.output.lines().count(), 1, "{words:?}: {}", answer.errors);
    (serde_json::from_str(&answer.output).unwrap(), answer)
}

/// The moves of a random game as Lichess writes them, with clocks.
fn random_moves(seed: u64, plies: usize) -> String {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut position = Position::start();
    let mut text = String::new();
    for ply in 0..plies {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let mv = moves[usize::try_from(state % moves.len() as u64).unwrap()];
        let number = if ply % 2 == 0 { format!("{}.", ply / 2 + 1) } else { format!("{}...", ply / 2 + 1) };
        let _ = write!(
            text,
            "{number} {} {{ [%clk 0:0{}:{:02}] }} ",
            notation::san(&position, mv),
            ply % 4,
            ply % 60
        );
        position.play(mv);
    }
    text
}

/// A dump with this number of games.
fn dump(games: usize) -> String {
    let moves: Vec<String> = (0..100).map(|seed| random_moves(seed + 1, 78)).collect();
    let mut text = String::new();
    for game in 0..games {
        let (white, black) = if game % 2 == 0 { ("anna_b", "Rival") } else { ("Rival", "anna_b") };
        let control = ["60+0", "180+2", "600+5", "1800+20", "1/259200"][game % 5];
        let _ = writeln!(
            text,
            "[Event \"Rated game\"]\n[Site \"https://lichess.org/{game:08}\"]\n\
             [Date \"{:04}.{:02}.{:02}\"]\n[White \"{white}\"]\n[Black \"{black}{}\"]\n[Result \"1-0\"]\n\
             [WhiteElo \"{}\"]\n[BlackElo \"1720\"]\n[TimeControl \"{control}\"]\n[Termination \"Normal\"]\n\n{}1-0\n",
            2015 + game % 10,
            1 + game % 12,
            1 + game % 28,
            game / 50,
            1500 + game % 400,
            moves[game % 100],
        );
    }
    text
}

fn time<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let done = work();
    (done, start.elapsed())
}

#[test]
fn ten_thousand_games_are_imported_and_listed() {
    const GAMES: usize = 10_000;
    let home = Home::new("import-dump");
    home.file("dump.pgn", dump(GAMES).as_bytes());
    let ((imported, _), took) = time(|| import(&home, &["dump.pgn", "--me", "Anna_B"]));
    assert_eq!((&imported["games"], &imported["new"]), (&GAMES.into(), &GAMES.into()), "{imported}");
    assert_eq!((&imported["doubles"], &imported["faulty"]), (&0.into(), &0.into()));
    assert!(took < Duration::from_mins(1), "the import took {took:?}");
    let library = home.library();
    assert_eq!(library.list().unwrap().len(), GAMES);
    // The machine may be busy: the fastest of many counts, and as many as it takes.
    let begun = Instant::now();
    let (_, mut listed) = time(|| library.list().unwrap());
    while listed >= Duration::from_millis(30) && begun.elapsed() < Duration::from_secs(20) {
        let (_, took) = time(|| library.list().unwrap());
        listed = listed.min(took);
    }
    let query = GameQuery::new("time:blitz date:2016..2021 color:white", &["anna_b".to_owned()]);
    let games = GameDatabase::open(&library).list(&|_, _| true).unwrap();
    let (shown, filtered) = time(|| games.count(&query));
    println!("imported in {took:?}, listed in {listed:?}, {shown} found in {filtered:?}");
    assert!(listed < Duration::from_millis(50), "the list took {listed:?}");
    assert!(shown > 0 && shown < GAMES / 4, "{shown}");
    let (again, _) = import(&home, &["dump.pgn"]);
    assert_eq!(
        (&again["new"], &again["doubles"], &again["games"]),
        (&0.into(), &GAMES.into(), &GAMES.into())
    );
    assert_eq!(again["my_names"], serde_json::json!(["Anna_B"]));
    assert_eq!(library.list().unwrap().len(), GAMES);
    fs::remove_dir_all(&home.folder).unwrap();
}

#[test]
fn several_files_and_a_pipe_are_added_up() {
    let home = Home::new("import-several");
    home.file("a.pgn", b"[White \"Anna\"]\n[Black \"Bo\"]\n\n1. e4 e5 1-0\n\n[White \"Anna\"]\n\n1. d4 *\n");
    home.file(
        "b.pgn",
        b"[White \"Anna\"]\n[Black \"Bo\"]\n\n1. e4! {best} e5 1-0\n\n[White \"Cy\"]\n\n1. c4 Ke4 *\n",
    );
    let (answer, said) = import(&home, &["a.pgn", "missing.pgn", "b.pgn"]);
    assert_eq!(said.status, 2, "a file is missing, and the others count");
    assert!(said.errors.contains("missing.pgn: there is no such file"), "{}", said.errors);
    assert!(said.errors.contains("b.pgn: line 8, column 7: "), "{}", said.errors);
    let counts = ["games", "new", "other_texts", "doubles", "faulty", "empty"];
    let counts = counts.map(|key| answer[key].as_u64().unwrap());
    assert_eq!(counts, [4, 2, 1, 0, 1, 0], "{answer}");
    let fault = &answer["faults"][0];
    assert_eq!((&fault["file"], &fault["line"], &fault["plies"]), (&"b.pgn".into(), &8.into(), &1.into()));
    assert_eq!(answer["players"][0], serde_json::json!({"name": "Anna", "games": 2}));
    let piped = home.run(&["import", "-", "--me", "Anna", "--me", "Anna Berg"], "1. b3 *\n");
    assert_eq!(
        (piped.status, piped.output.as_str()),
        (0, "standard input: 1 game new\nYou are Anna, Anna Berg\n")
    );
    let settings = fs::read_to_string(home.folder.join("config/matescope/config.toml")).unwrap();
    assert!(settings.contains("my_names = [\"Anna\", \"Anna Berg\"]"), "{settings}");
    let names = home.run(&["import", "--me", "Anna"], "");
    assert_eq!((names.status, names.output.as_str()), (0, "You are Anna, Anna Berg\n"));
    assert_eq!(home.library().list().unwrap().len(), 5);
}

/// A good game between whose neighbors something is broken.
const GOOD: &str = "[White \"Good\"]\n[Black \"Game\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n";

/// Files that are broken in their way: what the file holds, whether the good game in it is found, and a word
/// that has to be said; an empty one where nothing is wrong with the games.
fn broken_files() -> Vec<(&'static str, Vec<u8>, bool, &'static str)> {
    let around = |text: &str| format!("{text}\n\n{GOOD}").into_bytes();
    let game = |moves: &str| around(&format!("[White \"Bad\"]\n\n{moves}"));
    let utf16 = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    let bytes = |parts: &[&[u8]]| parts.concat();
    let good = GOOD.as_bytes();
    vec![
        ("empty", Vec::new(), false, "there is no game in"),
        ("blank", b" \n\r\n\t\n".to_vec(), false, "there is no game in"),
        ("prose", b"Dear John,\nhow are you?\n".to_vec(), false, "there is no game in"),
        ("zeros", vec![0; 5_000], false, "zeros alone"),
        (
            "random",
            (0..20_000_u32).map(|n| n.wrapping_mul(2_654_435_761).to_be_bytes()[1]).collect(),
            false,
            "there is no game in",
        ),
        ("zstd", bytes(&[b"\x28\xb5\x2f\xfd\x24\x15\xff\xff\xff", good]), false, "the zstd data is damaged"),
        ("gzip", bytes(&[b"\x1f\x8b\x08\0", good]), false, "the gzip data is"),
        ("xz", bytes(&[b"\xfd7zXZ\0", good]), false, "compressed with xz"),
        ("zip", bytes(&[b"PK\x03\x04", good]), false, "the ZIP data is cut off"),
        ("html", bytes(&[b"<!DOCTYPE html><html>", good]), false, "a web page"),
        ("json", b"{\"games\":[{\"pgn\":\"1. e4\"}]}".to_vec(), false, "JSON"),
        ("utf-16", bytes(&[b"\xff\xfe", &utf16(GOOD)]), false, "UTF-16"),
        ("utf-16 without mark", utf16(GOOD), false, "UTF-16"),
        ("bom", bytes(&[b"\xef\xbb\xbf", good]), true, ""),
        ("latin-1", bytes(&[b"[White \"J\xf6rg\"]\n\n1. d4 d5 *\n\n", good]), true, ""),
        (
            "mixed encodings",
            bytes(&[
                "[White \"Jörg\"]\n\n1. d4 *\n\n[White \"J".as_bytes(),
                b"\xf6rg\"]\n\n1. c4 *\n\n",
                good,
            ]),
            true,
            "",
        ),
        ("carriage returns", GOOD.replace('\n', "\r\n").into_bytes(), true, ""),
        ("truncated", bytes(&[good, b"[White \"Bad\"]\n\n1. e4 e5 2. Nf"]), true, "line 8, column 13"),
        (
            "truncated in a comment",
            bytes(&[good, b"[White \"Bad\"]\n\n1. e4 {the best"]),
            true,
            "line 8, column 7",
        ),
        (
            "truncated in a variation",
            bytes(&[good, b"[White \"Bad\"]\n\n1. e4 (1. d4 d5"]),
            true,
            "line 8, column 7",
        ),
        ("truncated in a tag", bytes(&[good, b"[White \"Bad\"]\n[Black \"B"]), true, ""),
        ("illegal move", game("1. e4 e5 2. Ke5 Nc6 1-0"), true, "line 3, column 13"),
        ("ambiguous move", game("1. Nf3 Nf6 2. Nc3 Nc6 3. Nb5 Nb4 4. Nd4 *"), true, "line 3"),
        ("unknown word", game("1. e4 hello 1-0"), true, "line 3, column 7"),
        ("a piece in German", game("1. Sf3 d5 1-0"), true, "line 3, column 4"),
        (
            "illegal position",
            around("[White \"Bad\"]\n[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *"),
            true,
            "line 2",
        ),
        ("nul in the moves", game("1. e4 \0e5 1-0"), true, "line 3, column 7"),
        ("nul in a tag", around("[White \"B\0d\"]\n\n1. e4 *"), true, ""),
        ("closing bracket", game("1. e4 ) e5 1-0"), true, "line 3, column 7"),
        ("closing brace", game("1. e4 } e5 1-0"), true, "line 3, column 7"),
        ("missing result", game("1. e4 e5"), true, ""),
        ("missing moves", game("1-0"), true, ""),
        ("doubled game", format!("{GOOD}{GOOD}").into_bytes(), true, ""),
        (
            "variations ten thousand deep",
            game(&format!("1. e4 {}", "(1. d4 ".repeat(10_000))),
            true,
            "line 3",
        ),
        ("a line of 3 MB", game(&format!("1. e4 {{{}}} e5 1-0", "very long ".repeat(300_000))), true, ""),
        ("a word of 3 MB", game(&"e4".repeat(1_500_000)), true, "line 3"),
        (
            "escape sequences",
            around("[White \"\x1b[31mBad\"]\n\n1. e4 {\x1b]0;x\x07} Kx\x1b[2J9 *"),
            true,
            "line 3",
        ),
        ("a thousand tags without moves", around(&"[Event \"none\"]\n\n".repeat(1_000)), true, ""),
    ]
}

#[test]
fn a_file_that_is_broken_gets_a_clear_word_and_loses_no_good_game() {
    let files = broken_files();
    assert!(files.len() >= 30);
    for (name, bytes, has_good, word) in files {
        let home = Home::new("import-broken");
        let file = home.file(&format!("{name}.pgn"), &bytes);
        let (json, answer) = import(&home, &[file.to_str().unwrap()]);
        let said = answer.errors.replace(file.to_str().unwrap(), "FILE");
        let said = said.strip_prefix("Importing FILE\n").unwrap_or(&said);
        println!("{name}: {} {}", json["games"], said.trim_end());
        assert!(said.contains(word) && said.is_empty() == word.is_empty(), "{name}: {word}: {said}");
        assert!(said.len() < 1_000, "{name}: {} letters", said.len());
        assert!(said.chars().all(|c| c == '\n' || !c.is_control()), "{name}");
        assert_eq!(answer.status, if has_good { 0 } else { 2 }, "{name}: {said}");
        assert_eq!(json["faulty"].as_u64(), Some(u64::from(has_good && !word.is_empty())), "{name}: {json}");
        let sum = ["new", "other_texts", "doubles", "faulty", "empty"]
            .iter()
            .map(|key| json[key].as_u64().unwrap())
            .sum::<u64>();
        assert_eq!(json["games"], sum, "{name}");
        let rows = home.library().list().unwrap();
        assert_eq!(rows.iter().filter(|row| row.white == "Good").count(), usize::from(has_good), "{name}");
        assert_eq!(
            rows.len() as u64,
            json["new"].as_u64().unwrap() + json["faulty"].as_u64().unwrap(),
            "{name}"
        );
        assert_eq!(fs::read(&file).unwrap(), bytes, "{name}: the file itself is left alone");
        let (again, _) = import(&home, &[file.to_str().unwrap()]);
        assert_eq!((&again["new"], &again["faulty"]), (&0.into(), &0.into()), "{name}");
    }
}

#[test]
fn what_is_no_file_is_refused() {
    let home = Home::new("import-no-file");
    fs::create_dir(home.folder.join("folder.pgn")).unwrap();
    for (file, word) in [("folder.pgn", "is a folder"), ("none.pgn", "there is no such file")] {
        let (json, answer) = import(&home, &[file]);
        assert!(answer.status == 2 && answer.errors.contains(word), "{file}: {}", answer.errors);
        assert_eq!(json["files"][0]["error"].as_str().map(|error| error.contains(word)), Some(true));
    }
    assert!(!Path::new(&home.folder).join("data/matescope/games/none.pgn").exists());
}

/// A game in gzip and two games in an archive, as the programs `gzip` and `zip` write them.
const GZIP: &[u8] = &[
    0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0x8b, 0x0e, 0xcf, 0xc8, 0x2c, 0x49, 0x55, 0x50, 0x4a, 0x54, 0x8a,
    0xe5, 0xe2, 0x32, 0xd4, 0x53, 0x48, 0x35, 0x51, 0xd0, 0xe2, 2, 0, 0xa0, 0xfc, 0x71, 0x47, 0x15, 0, 0, 0,
];
const ZIP: &[u8] = &[
    0x50, 0x4b, 3, 4, 0x0a, 0, 0, 0, 0, 0, 0xe4, 0x59, 0x7e, 0x5d, 0xa0, 0xfc, 0x71, 0x47, 0x15, 0, 0, 0,
    0x15, 0, 0, 0, 5, 0, 0, 0, 0x61, 0x2e, 0x70, 0x67, 0x6e, 0x5b, 0x57, 0x68, 0x69, 0x74, 0x65, 0x20, 0x22,
    0x61, 0x22, 0x5d, 0x0a, 0x0a, 0x31, 0x2e, 0x20, 0x65, 0x34, 0x20, 0x2a, 0x0a, 0x50, 0x4b, 3, 4, 0x0a, 0,
    0, 0, 0, 0, 0xe4, 0x59, 0x7e, 0x5d, 0x6e, 0x90, 0xbb, 0xfa, 0x15, 0, 0, 0, 0x15, 0, 0, 0, 5, 0, 0, 0,
    0x62, 0x2e, 0x70, 0x67, 0x6e, 0x5b, 0x57, 0x68, 0x69, 0x74, 0x65, 0x20, 0x22, 0x62, 0x22, 0x5d, 0x0a,
    0x0a, 0x31, 0x2e, 0x20, 0x65, 0x34, 0x20, 0x2a, 0x0a, 0x50, 0x4b, 1, 2, 0x1e, 3, 0x0a, 0, 0, 0, 0, 0,
    0xe4, 0x59, 0x7e, 0x5d, 0xa0, 0xfc, 0x71, 0x47, 0x15, 0, 0, 0, 0x15, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 1,
    0, 0, 0, 0xa4, 0x81, 0, 0, 0, 0, 0x61, 0x2e, 0x70, 0x67, 0x6e, 0x50, 0x4b, 1, 2, 0x1e, 3, 0x0a, 0, 0, 0,
    0, 0, 0xe4, 0x59, 0x7e, 0x5d, 0x6e, 0x90, 0xbb, 0xfa, 0x15, 0, 0, 0, 0x15, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0,
    0, 1, 0, 0, 0, 0xa4, 0x81, 0x38, 0, 0, 0, 0x62, 0x2e, 0x70, 0x67, 0x6e, 0x50, 0x4b, 5, 6, 0, 0, 0, 0, 2,
    0, 2, 0, 0x66, 0, 0, 0, 0x70, 0, 0, 0, 0, 0,
];

#[test]
fn compressed_games_come_from_files_and_pipes() {
    let home = Home::new("import-compressed");
    home.file("a.pgn.gz", GZIP);
    home.file("b.zip", ZIP);
    let imported = home.run(&["import", "a.pgn.gz", "b.zip"], "");
    assert_eq!(
        imported.output,
        "a.pgn.gz: 1 game new\nb.zip: 1 game new, 1 already there\nWhich player are you? a plays in 1 of them: matescope import --me NAME\n",
        "{}",
        imported.errors
    );
    for copy in ["a.pgn", "b.pgn"] {
        assert!(home.library().folder().join(copy).exists(), "{copy}");
    }
    let again = home.run(&["import", "-"], ZIP);
    assert!(again.output.starts_with("standard input: 0 games new, 2 already there\n"), "{}", again.output);
    let cut_off = home.run(&["import", "-"], &ZIP[..100]);
    assert_eq!(cut_off.status, 2);
    assert!(cut_off.errors.contains("error: standard input: the ZIP data is cut off"), "{}", cut_off.errors);
    let names = fs::read_dir(home.library().folder()).unwrap().map(|entry| entry.unwrap().file_name());
    let drafts: Vec<_> = names.filter(|name| name.to_string_lossy().ends_with(".new")).collect();
    assert!(drafts.is_empty(), "{drafts:?}");
    let reviewed = home.run(&["review", "b.zip", "--nodes", "50", "--json"], "");
    assert_eq!((reviewed.status, reviewed.output.lines().count()), (0, 2), "{}", reviewed.errors);
}
