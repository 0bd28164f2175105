//! Memory, signals, clocks, files without end: the terminal is given back and nothing is lost.
#![cfg(target_os = "linux")]

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::program::{Answer, Home, finish};

/// Longer than anything here takes on a busy machine.
const PATIENCE: Duration = Duration::from_mins(1);

/// A call of the program by this user, all of whose folders are below one.
fn command(home: &Home, words: &[&str]) -> Command {
    let mut command = home.command(words);
    command.env("XDG_STATE_HOME", home.folder.join("state")).env("XDG_CACHE_HOME", home.folder.join("cache"));
    command
}

/// The same with a limit on its address space in mebibytes.
fn limited(home: &Home, megabytes: u64, words: &[&str]) -> Command {
    let program = command(home, &[]);
    let mut shell = Command::new("sh");
    let limit = format!("ulimit -c 0; ulimit -v {}; exec \"$0\" \"$@\"", megabytes << 10);
    shell.arg("-c").arg(limit).arg(program.get_program()).args(words).current_dir(&home.folder);
    shell.envs(program.get_envs().filter_map(|(name, value)| Some((name, value?))));
    shell
}

/// A file of two gigabytes of holes, which takes no room on the disk.
fn huge(file: &Path) {
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    File::create(file).unwrap().set_len(2 << 30).unwrap();
}

#[test]
fn a_table_that_does_not_fit_into_memory_is_refused_with_both_numbers() {
    let home = Home::new("short-memory-build");
    for megabytes in [300, 400, 600] {
        let answer = finish(limited(&home, megabytes, &["table", "build", "KRBvKR"]), "");
        assert_eq!(answer.status, 2, "{megabytes} MB: {}", answer.errors);
        let reason = answer.errors.lines().find(|line| line.starts_with("error: ")).unwrap_or_default();
        let numbers = reason.strip_prefix("error: not enough memory for the KRBvKR table: ");
        let (needed, free) = numbers.and_then(|numbers| numbers.split_once(" MB needed, ")).unwrap();
        let free = free.strip_suffix(" MB free").unwrap();
        assert_eq!(needed, "693");
        assert!(free.parse::<u64>().unwrap() < megabytes, "{reason}");
    }
}

#[test]
fn the_engine_of_an_interface_answers_with_little_memory() {
    let home = Home::new("short-memory-uci");
    let largest = "setoption name Hash value 4096\nsetoption name Threads value 64\nisready\ngo depth 4\n";
    let ending = "setoption name Hash value 16\nposition fen 8/8/4k3/8/8/3QK3/8/5r2 w - - 0 1\ngo depth 4\n";
    for megabytes in [150, 200, 250, 300, 400] {
        for input in [largest, ending] {
            let answer = finish(limited(&home, megabytes, &["uci"]), input);
            assert_eq!(answer.status, 0, "{megabytes} MB: {}", answer.errors);
            assert!(answer.output.contains("\nbestmove "), "{megabytes} MB: {}", answer.output);
        }
    }
}

/// The files that a program keeps, each of two gigabytes: the program says which one it refuses, with little memory.
#[test]
fn a_kept_file_without_end_is_refused_and_named() {
    let check = |name: &str, file: &str, words: &[&str], reason: &str| -> Answer {
        let home = Home::new(&format!("endless-{name}"));
        let file = home.folder.join(file);
        huge(&file);
        let answer = finish(limited(&home, 700, words), "quit\n");
        let all = format!("{}{}", answer.output, answer.errors);
        assert!((0..=2).contains(&answer.status), "{name}: status {}: {all}", answer.status);
        assert!(all.contains(reason), "{name}: {all}");
        answer
    };
    check("practice", "state/matescope/practice.jsonl", &["practice"], "it is longer than 256 MB");
    check("cards", "data/matescope/cards.jsonl", &["cards"], "it is longer than 256 MB");
    check("settings", "config/matescope/config.toml", &["--linear"], "it is longer than 256 KB");
    check("game", "state/matescope/game.json", &["--linear"], "it is longer than 128 MB");
    check("analysis", "state/matescope/study.json", &["--linear"], "it is longer than 128 MB");
    let set = "data/matescope/puzzles/endless.tsv";
    check("puzzles", set, &["puzzle", "list", "--set", "endless"], "it is longer than 256 MB");
    // What can be made again is made again.
    check("index", "data/matescope/games/.database/catalog", &["stats"], "");
}

/// Sends a signal once the program handles it, and waits for the end.
fn end_by(mut child: Child, signal: &str, number: u32) -> (i32, String) {
    let begun = Instant::now();
    let handles = || {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap_or_default();
        u64::from_str_radix(caught.trim(), 16).is_ok_and(|caught| caught >> (number - 1) & 1 == 1)
    };
    while !handles() {
        assert!(begun.elapsed() < PATIENCE, "it handles no SIG{signal}");
        std::thread::yield_now();
    }
    let sent = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status();
    assert!(sent.unwrap().success());
    let ended = loop {
        match child.try_wait().unwrap() {
            Some(ended) => break ended,
            None if begun.elapsed() > PATIENCE => {
                child.kill().unwrap();
                panic!("one SIG{signal} does not end it");
            }
            None => std::thread::yield_now(),
        }
    };
    let mut errors = String::new();
    child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    (ended.code().unwrap_or(-1), errors)
}

#[test]
fn one_signal_ends_an_import_that_waits_for_its_input() {
    let home = Home::new("waiting-import");
    for (words, canceled) in [
        (&["import", "-"][..], "canceled: no game of standard input was added"),
        (&["puzzle", "import", "-"], "canceled: no puzzle was imported"),
    ] {
        for (signal, number) in [("INT", 2), ("TERM", 15)] {
            let mut command = command(&home, words);
            command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
            let mut child = command.spawn().unwrap();
            // Its input stays open.
            let mut input = child.stdin.take().unwrap();
            input.write_all(b"[White \"a\"]\n\n1. e4 ").unwrap();
            let (status, errors) = end_by(child, signal, number);
            // Before it there may be the progress of the reading.
            let last = errors.lines().last().unwrap_or_default();
            assert_eq!((status, last), (130, canceled), "{words:?} {signal}");
            drop(input);
        }
    }
    assert_eq!(home.library().list().unwrap(), []);
}

#[test]
fn a_device_is_no_file_of_puzzles_or_problems() {
    let home = Home::new("device");
    for words in
        [&["puzzle", "import", "/dev/zero"][..], &["mate", "--epd", "/dev/zero"], &["verify", "/dev/zero"]]
    {
        let answer = home.run(words, "");
        assert_eq!(answer.status, 2, "{words:?}: {}", answer.errors);
        assert!(
            answer.errors.contains("/dev/zero: this is a device, not a file"),
            "{words:?}: {}",
            answer.errors
        );
    }
    let mut command = command(&home, &["puzzle", "import", "-"]);
    command.stdin(File::open("/dev/zero").unwrap()).stdout(Stdio::null());
    let output = command.output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(errors.contains("standard input: it is zeros alone"), "{errors}");
}
