//! From games to network weights on the command line: what one command writes, the other reads.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking, and its own helpers may too")]

use std::path::PathBuf;
use std::{env, fs};

use matescope::cli::CommandStatus;

/// How a command ended, and its texts.
struct Answer {
    status: CommandStatus,
    output: String,
    errors: String,
}

fn run(words: &[&str]) -> Answer {
    let words = std::iter::once("matescope-tune").chain(words.iter().copied());
    let (mut output, mut errors) = (Vec::new(), Vec::new());
    let status = matescope_tune::run(words.map(Into::into), &mut output, &mut errors).unwrap();
    let [output, errors] = [output, errors].map(|bytes| String::from_utf8(bytes).unwrap());
    Answer { status, output, errors }
}

/// A folder that is gone when the test is over.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        let folder = env::temp_dir().join(format!("matescope-training-{:016x}", fastrand::u64(..)));
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn play(games: &str, threads: &str, file: &str) {
    let words = ["selfplay", "--games", games, "--nodes", "60", "--seed", "9", "--threads", threads, file];
    let answer = run(&words);
    assert_eq!(answer.status, CommandStatus::Done, "{}", answer.errors);
}

#[test]
fn a_run_that_goes_on_is_the_run_in_one_piece() {
    let folder = Folder::new();
    let (whole, parts) = (folder.file("whole"), folder.file("parts"));
    play("4", "2", &whole);
    play("2", "1", &parts);
    play("4", "1", &parts);
    let lines = |file: &str| -> Vec<String> {
        let text = fs::read_to_string(file).unwrap();
        text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect()
    };
    assert!(lines(&whole).len() > 20);
    assert_eq!(lines(&whole), lines(&parts));
}

#[test]
fn another_run_is_not_written_over() {
    let folder = Folder::new();
    let file = folder.file("positions");
    fs::write(&file, "# seed 1 nodes 60\n").unwrap();
    let words = ["selfplay", "--games", "2", "--nodes", "60", "--seed", "9", &file];
    let answer = run(&words);
    assert_eq!(answer.status, CommandStatus::BadInput);
    let reason = "not a record of seed 9, 60 nodes and 0 % random moves";
    assert!(answer.errors.contains(reason), "{}", answer.errors);
    assert_eq!(fs::read_to_string(&file).unwrap(), "# seed 1 nodes 60\n");
}

#[test]
fn weights_are_written_as_the_source_they_came_from() {
    let folder = Folder::new();
    let (positions, sheet) = (folder.file("positions"), folder.file("weights.rs"));
    play("3", "1", &positions);
    let answer = run(&["fit", "--epochs", "1", &positions, &sheet]);
    assert_eq!(answer.status, CommandStatus::Done, "{}", answer.errors);
    assert!(answer.output.contains("before: ") && answer.output.contains("validation"), "{}", answer.output);
    let text = fs::read_to_string(&sheet).unwrap();
    let current = include_str!("../../engine/src/eval/weights.rs");
    let comments = |text: &str| -> Vec<String> {
        text.lines().filter(|line| line.trim_start().starts_with("//")).map(str::to_owned).collect()
    };
    assert_eq!(comments(&text), comments(current));
    assert_eq!(text.matches("taper(").count(), current.matches("taper(").count());
}

#[test]
fn what_holds_no_positions_is_refused_with_its_place() {
    let folder = Folder::new();
    let file = folder.file("positions");
    fs::write(&file, "# seed 1 nodes 60\nnothing\n").unwrap();
    let answer = run(&["fit", &file, &folder.file("weights.rs")]);
    assert_eq!(answer.status, CommandStatus::BadInput);
    assert!(answer.errors.contains("line 2"), "{}", answer.errors);
}

#[test]
fn training_goes_on_from_a_network_and_from_nothing_else() {
    let folder = Folder::new();
    let (positions, network) = (folder.file("positions"), folder.file("network.bin"));
    play("3", "1", &positions);
    let train =
        |from: &str| run(&["train", &positions, "--epochs", "1", "--from", from, "--network", &network]);
    let answer = train(concat!(env!("CARGO_MANIFEST_DIR"), "/../engine/assets/network.bin"));
    assert_eq!(answer.status, CommandStatus::Done, "{}", answer.errors);
    assert!(answer.output.contains("epoch 1: training"), "{}", answer.output);
    let written = fs::read(&network).unwrap();
    let ours = include_bytes!("../../engine/assets/network.bin");
    assert!(written.len() == ours.len() && written != ours, "it has learned");

    // No position is read before the mistake is reported.
    let missing = folder.file("none");
    for (from, part) in [(&missing, "there is no such file"), (&positions, "it is not a network")] {
        let answer = train(from);
        assert_eq!(answer.status, CommandStatus::BadInput);
        assert!(answer.output.is_empty(), "{}", answer.output);
        assert!(answer.errors.contains(from.as_str()) && answer.errors.contains(part), "{}", answer.errors);
    }
    assert_eq!(fs::read(&network).unwrap(), written);
}

/// A win by table stays as it is, a win of the queen is found anew, and the starting position is no puzzle.
#[test]
fn searched_puzzles_are_found_anew() {
    let folder = Folder::new();
    let (old, new) = (folder.file("old.tsv"), folder.file("new.tsv"));
    let table = "K7/2k3P1/8/8/8/8/8/1b6 w - - 0 1\tg7g8q b1e4 a8a7\twin,promotion\t480\ttable";
    let queen = "5rk1/1p3pbp/6p1/3P4/Pp2P3/5Q1P/4B1q1/1K5R w - - 2 25";
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let searched = |fen: &str, mv: &str| format!("{fen}\t{mv}\tdefense\t2000\tsearch 10:1 20:2");
    fs::write(&old, [table.to_owned(), searched(queen, "f3g2"), searched(start, "e2e4")].join("\n")).unwrap();
    let answer = run(&["puzzles", &new, "--anew", &old]);
    assert_eq!(answer.status, CommandStatus::Done, "{}", answer.errors);
    assert_eq!(answer.output, "2 puzzles\n");
    let found = fs::read_to_string(&new).unwrap();
    let [first, second] = found.lines().collect::<Vec<_>>()[..] else { panic!("{found}") };
    assert_eq!(first, table);
    let parts: Vec<&str> = second.split('\t').collect();
    assert_eq!((parts[0], parts[1], parts[2]), (queen, "f3g2", "material"), "{second}");
    assert!(parts[3] == "2000" && parts[4].starts_with("search 120000:"), "{second}");

    fs::write(&old, format!("{table}\n8/8/8 w\n")).unwrap();
    let answer = run(&["puzzles", &new, "--anew", &old]);
    assert_eq!(answer.status, CommandStatus::BadInput);
    assert!(answer.errors.contains("old.tsv: line 2: a puzzle has five parts"), "{}", answer.errors);
}

#[test]
fn a_tuning_run_of_the_search_is_resumed() {
    let folder = Folder::new();
    let file = folder.file("run.toml");
    let tune = |pairs: &str| run(&["spsa", "--pairs", pairs, "--nodes", "40", "--seed", "2", &file]);
    let answer = tune("2");
    assert_eq!(answer.status, CommandStatus::Done, "{}", answer.errors);
    assert!(answer.output.starts_with("2 of 2 pairs\n"), "{}", answer.output);
    assert!(answer.output.contains("        reduction_base: "), "{}", answer.output);

    // A run that has ended only says its figures again.
    let stored = fs::read_to_string(&file).unwrap();
    let again = tune("2").output;
    assert!(answer.output.ends_with(&again) && again.starts_with("For SearchParameters"), "{again}");
    assert_eq!(fs::read_to_string(&file).unwrap(), stored);

    let played = run(&["match", "--pairs", "2", "--nodes", "40", &file]);
    assert_eq!(played.status, CommandStatus::Done, "{}", played.errors);
    let games: u64 = played
        .output
        .split([' ', ',', '\n'])
        .filter_map(|word| word.strip_prefix(['+', '=', '-'])?.parse::<u64>().ok())
        .take(3)
        .sum();
    assert_eq!(games, 4, "{}", played.output);
    let missing = run(&["match", &folder.file("none")]);
    assert!(missing.errors.contains("there is no such file"), "{}", missing.errors);

    let half = stored.replace("played = 2", "played = 1");
    fs::write(&file, half).unwrap();
    assert!(tune("2").output.starts_with("2 of 2 pairs\n"));

    for (content, part) in [
        (stored.as_str(), "it is a run of 2 pairs with 40 nodes and seed 2"),
        ("pairs = 3", "`nodes` is not there, or no number"),
        (
            "pairs = 3\nnodes = 40\nseed = 2\nplayed = 0\n[parameters]\nold = 1.0\n",
            "not those that are tuned now",
        ),
    ] {
        fs::write(&file, content).unwrap();
        let answer = tune("3");
        assert_eq!(answer.status, CommandStatus::BadInput);
        assert!(answer.errors.contains(part) && answer.errors.contains("run.toml"), "{}", answer.errors);
        assert_eq!(fs::read_to_string(&file).unwrap(), content);
    }
}
