//! A hash table larger than the machine's memory gives a smaller table and a message, never a crash.
#![cfg(target_os = "linux")]

use std::io::Write;
use std::process::{Command, Output, Stdio};

use crate::program;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Runs the program with so many KiB of address space.
fn run_within(kibibytes: u32, words: &[&str], input: &str) -> Output {
    let program = program::command(&[]).get_program().to_owned();
    let mut command = Command::new("sh");
    command.arg("-c").arg(format!("ulimit -v {kibibytes}; exec \"$0\" \"$@\"")).arg(program).args(words);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("a shell");
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

#[test]
fn analyze_takes_the_hash_that_fits() {
    let words = ["analyze", "--fen", START, "--depth", "4", "--hash", "32768"];
    let answer = run_within(3_000_000, &words, "");
    let errors = String::from_utf8_lossy(&answer.stderr);
    assert!(answer.status.success(), "{:?}: {errors}", answer.status);
    assert!(
        errors.contains("memory has no room for a hash table of 32768 MiB: the engine uses "),
        "{errors}"
    );
    assert!(String::from_utf8_lossy(&answer.stdout).contains("depth 4"), "{answer:?}");
}

#[test]
fn the_engine_of_an_interface_takes_the_hash_that_fits() {
    let input =
        "setoption name Hash value 4000\nisready\nsetoption name Threads value 900\nisready\ngo depth 4\n";
    let answer = run_within(2_500_000, &["uci"], input);
    let told = String::from_utf8_lossy(&answer.stdout);
    assert!(answer.status.success(), "{:?}: {}", answer.status, String::from_utf8_lossy(&answer.stderr));
    assert!(
        told.contains("info string memory has no room for a hash table of 4000 MiB: the engine uses "),
        "{told}"
    );
    assert!(told.contains("memory has no room for 900 threads: the engine uses "), "{told}");
}
