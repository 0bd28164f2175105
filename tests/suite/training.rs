//! From games to network weights on the command line: what one command writes, the other reads.

use std::path::PathBuf;
use std::{env, fs};

use matescope::cli::CommandStatus;
use matescope::tuner;

/// How a command ended, and its texts.
struct Answer {
    status: CommandStatus,
    output: String,
    errors: String,
}

fn run(words: &[&str]) -> Answer {
    let words = std::iter::once("matescope-tune").chain(words.iter().copied());
    let (mut output, mut errors) = (Vec::new(), Vec::new());
    let status = tuner::run(words.map(Into::into), &mut output, &mut errors).unwrap();
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
    assert!(answer.errors.contains("not a record of seed 9 and 60 nodes"), "{}", answer.errors);
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
    let current = include_str!("../../src/engine/eval/weights.rs");
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
