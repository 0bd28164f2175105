//! Runs the built program as a script would: arguments in, output and exit status out.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// The program's output.
pub(crate) struct Answer {
    pub(crate) status: i32,
    pub(crate) output: String,
    pub(crate) errors: String,
}

/// The folder for what tests write, by its whole path: a build for another system may know it without its drive.
pub(crate) fn temporary_folder() -> PathBuf {
    std::path::absolute(env!("CARGO_TARGET_TMPDIR")).unwrap()
}

/// A call of the program isolated from this machine's user, without a terminal.
pub(crate) fn command(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_matescope"));
    let nowhere = &temporary_folder();
    command.args(words).env("HOME", nowhere).env("XDG_CONFIG_HOME", nowhere).env("XDG_STATE_HOME", nowhere);
    command.env("XDG_CACHE_HOME", nowhere);
    command
}

/// Runs the program with an input to its end.
pub(crate) fn run(words: &[&str], input: &str) -> Answer {
    finish(command(words), input)
}

/// Runs a command with an input to its end.
pub(crate) fn finish(mut command: Command, input: &str) -> Answer {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program was built");
    // A program that has ended already reads no input.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
    Answer {
        status: status.code().unwrap_or(-1),
        output: String::from_utf8(stdout).unwrap(),
        errors: String::from_utf8(stderr).unwrap(),
    }
}
