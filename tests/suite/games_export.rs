//! `games export`: games as PGN and as tables, which other programs read and count as ours does.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::{Command, Stdio};
use std::{fs, io};

use matescope::chess::{Position, fen};
use serde_json::{Value, json};

use crate::program::Home;
use crate::skip::{SkipReason, skipped};

const GAMES: &str = "[Event \"Club, first\"]\n[White \"Ann \\\"A\\\" Berg\"]\n[Black \"Bob\"]\n[WhiteElo \"2100\"]\n[BlackElo \"1900\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 {a comment} 1-0\n\n\
    [Event \"Club\"]\n[White \"Bob\"]\n[Black \"Cid\"]\n[WhiteElo \"1900\"]\n[BlackElo \"1700\"]\n[Result \"1/2-1/2\"]\n\n1. Nf3 Nc6 (1... d5) 2. e4 e5 1/2-1/2\n\n\
    [Event \"Club\"]\n[White \"Dan\"]\n[Black \"Eve\"]\n[Result \"0-1\"]\n\n1. e4 c5 2. Nf3 Nc6 3. Ng1 Nb8 4. Nf3 Nc6 0-1\n\n\
    [Event \"Analysis\"]\n[AnalysisMark \"1\"]\n\n1. e4 d5 *\n";

/// A home with some games in its library, as they are in a file of theirs.
fn home_with(name: &str, games: &[u8]) -> Home {
    let home = Home::new(name);
    let folder = home.library().folder().to_owned();
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("games.pgn"), games).unwrap();
    home
}

fn export(home: &Home, words: &[&str]) -> String {
    let words: Vec<&str> = ["games", "export"].iter().chain(words).copied().collect();
    let answer = home.run(&words, "");
    assert_eq!(answer.status, 0, "{words:?}: {}", answer.errors);
    answer.output
}

/// The rows of a table, each value by the name of its column.
fn rows(table: &str) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    reader.deserialize().collect::<Result<_, _>>().unwrap()
}

#[test]
fn pgn_is_written_as_it_stands_in_the_files() {
    let home = home_with("export-pgn", GAMES.as_bytes());
    let games: Vec<&str> = GAMES.split("\n\n[Event").collect();
    assert_eq!(export(&home, &[]).trim_end(), GAMES.trim_end(), "all of them, in the order of the file");
    let draws = export(&home, &["result:draw"]);
    assert_eq!(draws, format!("[Event{}\n\n", games[1]));
    let sorted = export(&home, &["--sort", "white", "--descending", "event:club"]);
    let names = ["Dan", "Bob", "Ann"].map(|name| sorted.find(&format!("[White \"{name}")).unwrap());
    assert!(names.is_sorted());
    let again = home_with("export-again", sorted.as_bytes());
    assert_eq!(export(&again, &["--games"]).lines().count(), 4, "three games with their head");
}

#[test]
fn tables_have_a_row_for_each_game_and_each_position() {
    let home = home_with("export-tables", GAMES.as_bytes());
    let games = rows(&export(&home, &["--games"]));
    assert_eq!(games.len(), 3, "without the analysis");
    let first = &games[0];
    assert_eq!(
        [&first["game"], &first["white"], &first["event"], &first["white_elo"], &first["result"]],
        ["1", "Ann \"A\" Berg", "Club, first", "2100", "1-0"]
    );
    let text = fs::read(&first["file"]).unwrap();
    let [from, length]: [usize; 2] = ["offset", "length"].map(|column| first[column].parse().unwrap());
    assert!(GAMES.starts_with(std::str::from_utf8(&text[from..from + length]).unwrap().trim_end()));
    let objects = export(&home, &["--json"]);
    let objects: Vec<Value> = objects.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((objects.len(), &objects[2]["white"], &objects[2]["game"]), (3, &json!("Dan"), &json!(3)));

    let positions = rows(&export(&home, &["--positions"]));
    assert_eq!(positions.len(), 5 + 5 + 9);
    let second: Vec<&str> =
        positions.iter().filter(|row| row["game"] == "2").map(|row| row["san"].as_str()).collect();
    assert_eq!(second, ["Nf3", "Nc6", "e4", "e5", ""]);
    let last = positions.last().unwrap();
    assert_eq!(
        [&last["ply"], &last["epd"], &last["san"], &last["uci"]],
        ["8", "r1bqkbnr/pp1ppppp/2n5/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -", "", ""]
    );
    // What the rows say of each position is what the tree says.
    for epd in positions.iter().map(|row| row["epd"].as_str()).collect::<BTreeSet<_>>() {
        let tree = home.run(&["games", "tree", "--json", "--fen", &format!("{epd} 0 1")], "").output;
        let tree: Value = serde_json::from_str(&tree).unwrap();
        let here = || positions.iter().filter(|row| row["epd"] == epd);
        let games_of = |san: Option<&str>| {
            let rows = here().filter(|row| san.is_none_or(|san| row["san"] == san));
            rows.map(|row| row["game"].as_str()).collect::<BTreeSet<_>>().len()
        };
        assert_eq!(tree["games"], json!(games_of(None)), "{epd}");
        let moves: BTreeSet<&str> =
            here().map(|row| row["san"].as_str()).filter(|san| !san.is_empty()).collect();
        let of_tree = tree["moves"].as_array().unwrap();
        assert_eq!(of_tree.len(), moves.len());
        for found in of_tree {
            assert_eq!(found["games"], json!(games_of(found["san"].as_str())), "{epd} {found}");
        }
    }
}

#[test]
fn forms_that_exclude_each_other_are_refused() {
    let home = home_with("export-refused", GAMES.as_bytes());
    for words in [["--games", "--positions"], ["--games", "--json"], ["--positions", "--json"]] {
        let words: Vec<&str> = ["games", "export"].into_iter().chain(words).collect();
        let refused = home.run(&words, "");
        assert_eq!(refused.status, 2);
        assert!(refused.errors.contains("cannot be used with"), "{}", refused.errors);
    }
    let none = home.run(&["games", "export", "white:nobody"], "");
    assert_eq!((none.status, none.output.as_str()), (0, ""));
}

/// The queries of the documentation, in their order.
fn queries() -> Vec<String> {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/database.md")).unwrap();
    let blocks = page.split("```sql\n").skip(1);
    blocks.map(|block| block.split("```").next().unwrap().to_owned()).collect()
}

/// What `DuckDB` answers to queries in a folder: the rows of each.
fn ask_duckdb(folder: &Path, queries: &[String]) -> io::Result<Option<Vec<Vec<Vec<Value>>>>> {
    const ASK: &str = "\
import duckdb, json, sys
print(json.dumps([duckdb.sql(query).fetchall() for query in json.loads(sys.argv[1])], default=str))
";
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let has_duckdb = Command::new(&python).args(["-c", "import duckdb"]).stderr(Stdio::null()).status();
    if !has_duckdb.is_ok_and(|status| status.success()) {
        return Ok(None);
    }
    let asked = serde_json::to_string(queries).unwrap();
    let answer = Command::new(&python).args(["-c", ASK, &asked]).current_dir(folder).output()?;
    assert!(answer.status.success(), "{}", String::from_utf8_lossy(&answer.stderr));
    Ok(Some(serde_json::from_slice(&answer.stdout).unwrap()))
}

#[test]
fn duckdb_counts_the_same() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/games");
    let games = fs::read(folder.join("Kasparov.pgn")).unwrap_or_else(|_| GAMES.into());
    let home = home_with("export-duckdb", &games);
    home.file("games.csv", export(&home, &["--games"]).as_bytes());
    let positions = home.file("positions.csv", export(&home, &["--positions"]).as_bytes());
    let queries = queries();
    assert_eq!(queries.len(), 3);
    let Some(answers) = ask_duckdb(positions.parent().unwrap(), &queries).unwrap() else {
        return skipped(&SkipReason::NotPossible("wants a python (PYTHON=...) with duckdb"));
    };
    let start = fen::format(&Position::start());
    let tree: Value =
        serde_json::from_str(&home.run(&["games", "tree", "--json", "--fen", &start], "").output).unwrap();
    let mut moves: Vec<Vec<Value>> = tree["moves"]
        .as_array()
        .unwrap()
        .iter()
        .map(|found| ["san", "games", "white", "draws", "black"].map(|key| found[key].clone()).to_vec())
        .collect();
    moves.sort_by_key(|row| (std::cmp::Reverse(row[1].as_u64()), row[0].as_str().map(str::to_owned)));
    assert_eq!(answers[0], moves);
    assert_eq!(tree["games"], json!(answers[1].len()));
    let mut bands: BTreeMap<u64, u64> = BTreeMap::new();
    for game in rows(&fs::read_to_string(positions.with_file_name("games.csv")).unwrap()) {
        let elos = ["white_elo", "black_elo"].map(|column| game[column].parse::<u64>());
        if let [Ok(white), Ok(black)] = elos {
            *bands.entry((white + black) / 400 * 200).or_default() += 1;
        }
    }
    let counted: BTreeMap<u64, u64> =
        answers[2].iter().map(|row| (row[0].as_u64().unwrap(), row[1].as_u64().unwrap())).collect();
    assert_eq!(counted, bands);
}
