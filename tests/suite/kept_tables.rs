//! Tables on disk as a user meets them: built once, found again, never trusted when damaged, and shared by
//! programs that run side by side.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::Value;

use crate::program;

const ROOK: &str = "8/8/8/8/2r5/8/2k5/K6Q w - - 0 1";

/// A space inside of one word of a command.
const SPACE: &str = "␣";

static CACHES: AtomicU32 = AtomicU32::new(0);

/// A temporary cache folder, removed afterwards.
struct Cache(PathBuf);

impl Cache {
    fn new() -> Self {
        let number = CACHES.fetch_add(1, Ordering::Relaxed);
        let name = format!("tables-{}-{number}", std::process::id());
        let folder = program::temporary_folder().join(name);
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    fn command(&self, words: &str) -> Command {
        let words: Vec<String> = words.split_whitespace().map(|word| word.replace(SPACE, " ")).collect();
        let mut command = program::command(&words.iter().map(String::as_str).collect::<Vec<_>>());
        command.env("XDG_CACHE_HOME", &self.0).stdin(Stdio::null());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Status, output and errors of a call; [`SPACE`] is a space inside of one word.
    fn run(&self, words: &str) -> (i32, String, String) {
        decode_output(self.command(words).output().unwrap())
    }

    fn show(&self) -> (i32, String, String) {
        self.run(&format!("table --fen {} --json", ROOK.replace(' ', SPACE)))
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join("matescope/tables").join(name)
    }
}

impl Drop for Cache {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn decode_output(output: Output) -> (i32, String, String) {
    let Output { status, stdout, stderr } = output;
    (status.code().unwrap_or(-1), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

fn check_distance(answer: &(i32, String, String)) {
    let found: Value = serde_json::from_str(&answer.1).unwrap_or_else(|_| panic!("{answer:?}"));
    assert_eq!((answer.0, &found["dtm_moves"]), (0, &Value::from(35)), "{answer:?}");
}

#[test]
fn a_table_is_built_once_and_found_again() {
    let cache = Cache::new();
    let (status, output, errors) = cache.run("table build KRvKQ --threads 2");
    assert_eq!(status, 0, "{errors}");
    assert!(output.starts_with("Built KQvKR in "), "{output}");
    assert!(output.ends_with(", longest mate 35 moves (70 half-moves)\n"), "{output}");
    let written = fs::metadata(cache.file("KQvKR.table")).unwrap().modified().unwrap();
    let (status, output, _) = cache.run("table build KQvKR");
    assert_eq!((status, output.as_str()), (0, "Nothing was built\nThere already: KQvKR\n"));
    check_distance(&cache.show());
    assert_eq!(fs::metadata(cache.file("KQvKR.table")).unwrap().modified().unwrap(), written);
    let (status, output, _) = cache.run("table list --json");
    let list: Value = serde_json::from_str(&output).unwrap();
    assert_eq!((status, &list["tables"][0]["material"]), (0, &Value::from("KQvKR")));
    assert_eq!(list["tables"].as_array().unwrap().len(), 1);
    assert!(list["tables"][0]["bytes"].as_u64().unwrap() < 2_000_000);
    let (status, output, errors) = cache.run("table check");
    assert_eq!((status, errors.as_str()), (0, ""), "{output}");
}

#[test]
fn a_torn_table_is_reported_and_built_anew() {
    let cache = Cache::new();
    check_distance(&cache.show());
    let file = cache.file("KQvKR.table");
    let whole = fs::read(&file).unwrap();
    let flipped = |at: usize| {
        let mut bytes = whole.clone();
        bytes[at] ^= 4;
        bytes
    };
    let damaged = [
        Vec::new(),
        whole[..40].to_vec(),
        whole[..whole.len() / 2].to_vec(),
        whole[..whole.len() - 1].to_vec(),
        [&whole[..], b"more"].concat(),
        flipped(9),
        flipped(20),
        flipped(70),
        flipped(whole.len() / 2),
        flipped(whole.len() - 9),
        vec![0; whole.len()],
    ];
    for (n, bytes) in damaged.into_iter().enumerate() {
        fs::write(&file, bytes).unwrap();
        let (status, _, errors) = cache.run("table check");
        assert!(status == 1 && errors.contains("KQvKR.table: "), "damage {n}: {errors}");
        check_distance(&cache.show());
        assert_eq!(fs::read(&file).unwrap(), whole, "damage {n} was not mended");
    }
}

#[test]
fn programs_side_by_side_build_it_once() {
    let cache = Cache::new();
    let both = [(); 3].map(|()| cache.command("table build KRvKB").spawn().unwrap());
    let outputs = both.map(|child| decode_output(child.wait_with_output().unwrap()));
    assert!(outputs.iter().all(|(status, ..)| *status == 0), "{outputs:?}");
    let builders = outputs.iter().filter(|(_, output, _)| output.contains("Built KRvKB")).count();
    assert_eq!(builders, 1, "{outputs:?}");
    assert_eq!(cache.run("table check").0, 0);
}

#[test]
fn a_killed_builder_leaves_no_lock_and_nothing_half_done() {
    let cache = Cache::new();
    for _ in 0..3 {
        let mut child = cache.command("table build KQvKR KRvKN").spawn().unwrap();
        // It has begun as soon as it says so.
        let mut errors = std::io::BufReader::new(child.stderr.take().unwrap());
        std::io::BufRead::read_line(&mut errors, &mut String::new()).unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(cache.run("table check").0, 0);
    }
    check_distance(&cache.show());
    let left = fs::read_dir(cache.file("")).unwrap().flatten().map(|entry| entry.file_name());
    assert!(left.into_iter().all(|name| !name.to_string_lossy().ends_with(".new")));
}

#[cfg(unix)]
#[test]
fn an_interrupted_build_ends_cleanly() {
    let cache = Cache::new();
    let mut child = cache.command("table build --all-four --threads 1").spawn().unwrap();
    let mut errors = std::io::BufReader::new(child.stderr.take().unwrap());
    std::io::BufRead::read_line(&mut errors, &mut String::new()).unwrap();
    let asked = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(asked.success());
    let mut rest = String::new();
    std::io::Read::read_to_string(&mut errors, &mut rest).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{rest}");
    assert!(rest.ends_with("the next build continues from there\n"), "{rest}");
    assert_eq!(cache.run("table check").0, 0);
}

#[test]
fn a_place_that_takes_no_file_is_reported_and_the_answer_comes_all_the_same() {
    let cache = Cache::new();
    fs::write(cache.0.join("matescope"), "in the way").unwrap();
    let answer = cache.show();
    check_distance(&answer);
    assert!(answer.2.contains("warning: KQvKR is built and used, but cannot be saved: "), "{answer:?}");
    let (status, _, errors) = cache.run("table list");
    let named = errors.replace('\\', "/");
    assert!(status == 2 && named.contains("in the way") || named.contains("matescope/tables"), "{errors}");
}

#[test]
fn statistics_are_those_that_are_known() {
    let cache = Cache::new();
    for (name, longest) in [("KQvK", 10), ("KRvK", 16), ("KPvK", 28), ("KBvK", 0)] {
        let (code, output, errors) = cache.run(&format!("table stats {name} --json"));
        assert_eq!(code, 0, "{errors}");
        let stats: Value = serde_json::from_str(&output).unwrap();
        let mut keys: Vec<&str> = stats.as_object().unwrap().keys().map(String::as_str).collect();
        keys.sort_unstable();
        let wanted = [
            "black_to_move",
            "histogram",
            "longest_win_fens",
            "longest_win_moves",
            "material",
            "mutual_zugzwangs",
            "white_to_move",
        ];
        assert_eq!(keys, wanted);
        assert_eq!((&stats["material"], &stats["longest_win_moves"]), (&name.into(), &longest.into()));
        for side in ["white_to_move", "black_to_move"] {
            let mut keys: Vec<&str> = stats[side].as_object().unwrap().keys().map(String::as_str).collect();
            keys.sort_unstable();
            let wanted = [
                "draws",
                "longest_only_move_run",
                "longest_only_move_run_fens",
                "losses",
                "mates",
                "only_moves",
                "stalemates",
                "wins",
            ];
            assert_eq!(keys, wanted);
            let fens = stats[side]["longest_only_move_run_fens"].as_array().unwrap();
            assert_eq!(fens.is_empty(), stats[side]["only_moves"] == 0, "{name}");
        }
        let histogram = stats["histogram"].as_object().unwrap();
        let sum: u64 = histogram.values().map(|count| count.as_u64().unwrap()).sum();
        assert_eq!(sum, stats["white_to_move"]["wins"], "{name}");
        let most = histogram.keys().map(|moves| moves.parse::<u64>().unwrap()).max().unwrap_or(0);
        assert_eq!(most, longest, "{name}");
        for fen in stats["longest_win_fens"].as_array().unwrap() {
            let fen = fen.as_str().unwrap().replace(' ', SPACE);
            let (_, output, _) = cache.run(&format!("table --fen {fen} --json"));
            let shown: Value = serde_json::from_str(&output).unwrap();
            assert_eq!(shown["dtm_moves"], longest, "{fen}");
        }
    }
    let (_, page, _) = cache.run("table stats KPvK");
    assert!(page.contains("only one winning move in 13,438 wins (10.8 %),\nat most 6 of them"), "{page}");
    let (status, page, errors) = cache.run("table stats KQvK");
    assert_eq!(status, 0, "{errors}");
    for part in ["White to move wins in at most 10 (19 plies)", "stalemates", "█", "mutual zugzwang"] {
        assert!(page.to_lowercase().contains(&part.to_lowercase()), "{part} is missing:\n{page}");
    }
    assert!(page.lines().all(|line| line.chars().count() <= 80), "{page}");
}

#[test]
fn what_takes_minutes_is_asked_for() {
    let cache = Cache::new();
    let (status, output, errors) = cache.run("table --fen 4k3/8/8/8/8/8/r7/1R2K2P␣w␣-␣-␣0␣1");
    assert!(status == 2 && output.is_empty(), "{output}");
    assert!(!errors.contains("not built"), "a pawn on the first rank is not a position: {errors}");
    let (status, output, errors) = cache.run("table --fen 4k3/8/8/8/8/7P/r7/1R2K3␣w␣-␣-␣0␣1");
    assert!(status == 2 && output.is_empty(), "{output}");
    assert!(errors.contains("matescope table build KRPvKR"), "{errors}");
    let (status, _, errors) = cache.run("table stats KRRPvKR");
    assert!(status == 2 && errors.contains("more than 5 pieces"), "{errors}");
    let (status, _, errors) = cache.run("table build KQRRvKR");
    assert!(status == 2 && errors.contains("more than 5 pieces"), "{errors}");
}

#[test]
fn a_wrong_folder_for_syzygy_is_reported_where_it_matters() {
    let cache = Cache::new();
    let folder = cache.0.join("matescope");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("config.toml"), "[engine]\nsyzygy = \"/nowhere/at/all\"\n").unwrap();
    let probe = |fen: &str| {
        let mut command = cache.command(&format!("table --fen {fen}"));
        decode_output(command.env("XDG_CONFIG_HOME", &cache.0).output().unwrap())
    };
    let (status, _, errors) = probe("4k3/8/8/8/8/7P/r7/1R2K3␣w␣-␣-␣0␣1");
    assert_eq!(status, 2);
    assert!(errors.contains("/nowhere/at/all") && errors.contains("config.toml"), "{errors}");
    let (status, output, errors) = probe("8/8/8/8/8/1Q6/8/k2K4␣w␣-␣-␣0␣1");
    assert_eq!((status, errors.as_str()), (0, ""));
    assert!(output.contains("M3="), "{output}");
}

/// Two games that end with few pieces. The search of the second one meets the first one's ending.
const GAMES: &str = "[FEN \"8/8/8/8/2r5/8/2k5/K6Q w - - 0 1\"]\n\n1. Qh7+ Kc3 2. Qh3+ Kd4 *\n\n\
    [FEN \"8/8/8/8/2r5/P7/2k5/K6Q w - - 0 1\"]\n\n1. Qh7 Kc3 2. Qh3+ Kd4 3. Qg4+ Kc3 4. Qg3+ Kc2 *\n";

#[test]
fn a_review_is_the_same_whatever_tables_are_kept() {
    let cache = Cache::new();
    let file = cache.0.join("games.pgn");
    fs::write(&file, GAMES).unwrap();
    let review = |of: &str| {
        let answer = cache.run(&format!("review {} --nodes 5000 --json {of}", file.display()));
        assert_eq!((answer.0, answer.2.as_str()), (0, ""), "{answer:?}");
        answer.1
    };
    let alone = review("--game 2");
    assert!(!cache.file("KQvKR.table").exists(), "the second game has no such position");
    let both = review("");
    assert!(cache.file("KQvKR.table").exists(), "the first game has");
    let [_, second] = both.lines().collect::<Vec<_>>()[..] else { panic!("{both}") };
    assert_eq!(second, alone.trim_end(), "what one game has had built changes no other game");
    assert_eq!(review(""), both, "with every table kept");
    assert_eq!(review("--game 2"), alone);
}
