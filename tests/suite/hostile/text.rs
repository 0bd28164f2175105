//! Hostile text in files, arguments and lines of input: no control sequence reaches the terminal, and every
//! error says what is wrong once.

use std::fmt::Write as _;
use std::io::{Read, Write};
use std::process::Stdio;
use std::time::{Duration, Instant};

use super::{Folder, check_harmless};
use crate::program::{command, run};
use crate::pty::{Home, Tty};

/// Text that a terminal would execute, or that would hide or reverse other text: escape sequences, C1
/// controls, bidirectional marks, tag characters.
const RAW: &str =
    "\u{1b}]52;c;eA==\u{7}\u{1b}[2J\u{9b}31m\u{7f}\u{8}\u{202e}\u{2066}\u{61c}\u{200f}\u{e0041}\u{e007f}";

#[test]
fn no_control_sequence_comes_out_of_a_command() {
    let folder = Folder::new("raw");
    let pgn = format!(
        "[White \"{RAW}a\"]\n[Black \"b{RAW}\"]\n[Event \"{RAW}\"]\n\n1. e4 {{{RAW}}} e5 2. Nf{RAW}9 *\n\n\
         [White \"c\"]\n[FEN \"8/8/8/8/8/8/8/{RAW}K w - - 0 1\"]\n\n1. e4 *\n"
    );
    let pgn = folder.file(&format!("{RAW}.pgn"), &pgn);
    let certificate = folder.file("certificate", &format!("matescope {RAW}\n{RAW}\n"));
    let config = folder
        .file("config.toml", &format!("[board]\ntheme = \"{RAW}\n{RAW} = 3\n[engine]\nlines = \"{RAW}\"\n"));
    let fens =
        [RAW.to_owned(), format!("8/8/8/8/8/1Q6/8/k2K4{RAW} w {RAW} - 0 1"), format!("8/{RAW}/8 w - -")];
    let mut calls: Vec<Vec<&str>> = vec![
        vec!["review", &pgn, "--nodes", "100"],
        vec!["review", &pgn, "--nodes", "100", "--json"],
        vec!["review", &pgn, "--nodes", "100", "--pgn"],
        vec!["verify", &certificate],
        vec!["verify", &certificate, "--json"],
        vec!["verify", RAW],
        vec!["config", "--config", &config],
        vec!["config", "--config", &config, "--json"],
        vec!["config", "--config", RAW],
        vec!["practice", "deal", RAW],
        vec!["practice", "import", RAW],
        vec!["table", "show", RAW],
        vec!["match", RAW, "built-in"],
        vec!["--pgn", RAW],
        vec![RAW],
    ];
    for fen in &fens {
        for name in ["analyze", "mate", "table", "perft"] {
            calls.push(vec![name, "--fen", fen]);
        }
        calls.push(vec!["--fen", fen]);
    }
    for words in calls {
        let answer = run(&words, "");
        assert!(!(answer.output.is_empty() && answer.errors.is_empty()), "{words:?}");
        check_harmless(&answer.output);
        check_harmless(&answer.errors);
    }
    let answer = run(&["uci"], &format!("{RAW}\nposition fen {RAW}\nsetoption name {RAW} value 1\nquit\n"));
    check_harmless(&answer.output);
}

/// The output of line mode for these bytes, and its exit status.
fn linear(input: &[u8]) -> (String, i32) {
    let folder = Folder::new("linear");
    let mut command = command(&["--linear"]);
    command.env("XDG_STATE_HOME", &folder.0).env("XDG_DATA_HOME", &folder.0);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut output = child.stdout.take().unwrap();
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        output.read_to_string(&mut text).map(|_| text)
    });
    // A program that has ended reads no input.
    let _ = child.stdin.take().unwrap().write_all(input);
    let text = reader.join().unwrap().unwrap();
    (text, child.wait().unwrap().code().unwrap_or(-1))
}

#[test]
fn lines_that_are_no_text_are_reported_and_the_dialog_goes_on() {
    let mut input = b"e\xff4\n".to_vec();
    input.extend_from_slice("\u{7}zz\u{202e}9\u{9b}\n".as_bytes());
    input.extend(std::iter::repeat_n(b'x', 3 << 20));
    input.extend_from_slice(b"\n\x00\nfen\n");
    input.extend_from_slice(RAW.as_bytes());
    input.extend_from_slice(b"\nesc\nquit\n");
    let (text, status) = linear(&input);
    assert_eq!(status, 0, "{text}");
    check_harmless(&text);
    for part in [
        "This line is no UTF-8 text (byte 2); it is left out. Type help.",
        "\"zz9\" is neither a move here nor a command",
        "This line is longer than 1 MiB; it is left out.",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(text.lines().all(|line| line.len() < 1_000), "a line is echoed in full");
}

/// Lines of any kind, by the thousand: none of them costs more the more there are.
#[test]
fn thousands_of_lines_are_answered_in_time() {
    let count = if std::env::var_os("RUN_SLOW_TESTS").is_some() { 20_000 } else { 2_000 };
    let illegal = "\"Qh7\" is not legal: the queen on d1 can't reach h7";
    let analyze = "tab-analyze\nengine\n";
    for (before, lines, answer) in [
        ("", &["xyzzy"][..], Some("\"xyzzy\" is neither a move here nor a command. Type help.")),
        ("", &["Ke4", "Qh7"], Some(illegal)),
        ("", &[""], Some("Moves, 20 legal")),
        (analyze, &["Nf3", "Nf6", "Ng1", "Ng8"], Some("knight g8")),
        (analyze, &["Ke4", "Qh7"], Some(illegal)),
        ("paste\n", &["some words"], None),
    ] {
        let mut input = before.to_owned();
        for line in lines.iter().cycle().take(count) {
            input.push_str(line);
            input.push('\n');
        }
        let begun = Instant::now();
        let (text, status) = linear(input.as_bytes());
        let taken = begun.elapsed();
        assert_eq!(status, 0, "{lines:?}");
        if let Some(answer) = answer {
            let answers = text.lines().filter(|line| line.ends_with(answer)).count();
            // A game has fewer half-moves than the slow test types.
            let wanted = count.min(17_000) / lines.len();
            assert!(answers >= wanted, "{lines:?}: {answers} answers, not {wanted}");
        }
        assert!(taken < Duration::from_mins(1), "{count} lines {lines:?} took {taken:?}");
    }
}

#[test]
fn a_reader_that_goes_away_ends_the_program_quietly() {
    for words in
        [&["--linear"][..], &["perft", "--depth", "3", "--divide"], &["man"], &["completions", "bash"]]
    {
        let folder = Folder::new("pipe");
        let mut command = command(words);
        command.env("XDG_STATE_HOME", &folder.0).env("XDG_DATA_HOME", &folder.0);
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let _ = child.stdin.take().unwrap().write_all(b"fen\nfen\nfen\nquit\n");
        let output = child.wait_with_output().unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), errors.as_str()), (Some(0), ""), "{words:?}");
    }
}

#[test]
fn errors_name_a_path_once_and_no_number_of_the_system() {
    for (words, wanted) in [
        (&["review", "/no/such.pgn"][..], "error: /no/such.pgn: there is no such file\n"),
        (&["verify", "/no/such"], "error: /no/such: there is no such file\n"),
        (&["config", "--config", "/no/such"], "error: /no/such: there is no such file\n"),
        (&["--linear", "--config", "/no/such"], "error: /no/such: there is no such file\n"),
        (&["--linear", "--pgn", "/no/such"], "error: /no/such: there is no such file\n"),
        (&["practice", "import", "/no/such"], "error: /no/such: there is no such file\n"),
        (&["review", "/"], "error: /: this is a folder\n"),
    ] {
        let answer = run(words, "");
        assert_eq!((answer.status, answer.errors.as_str()), (2, wanted), "{words:?}");
    }
    let folder = Folder::new("paths");
    let empty = folder.file("empty.pgn", "nothing\n");
    let answer = run(&["review", &empty], "");
    assert_eq!(answer.errors, format!("error: there is no game in {empty}\n"));
}

#[test]
fn what_a_file_says_never_commands_the_terminal() {
    let home = Home::new("hostile");
    let evil = "\x1b]0;owned\x07\x1b[2J\u{9b}31m\u{202e}";
    let mut text = String::new();
    for number in 0..3 {
        write!(
            text,
            "[White \"W{number}{evil}\"]\n[Black \"{evil}\"]\n[Event \"{evil}\"]\n[Opening \"{evil}\"]\n\n\
             {{{evil}}} 1. e4 {{said{evil}}} e5 ({{{evil}}} 1... c5) *\n\n"
        )
        .expect("a string takes it");
    }
    let file = home.path().join("evil\x1b]0;owned\x07.pgn");
    std::fs::write(&file, text).expect("a file");
    let mut tty = Tty::matescope(&home, &["--pgn", file.to_str().expect("a name")]);
    tty.wait_for("3 games");
    tty.send("\r");
    tty.wait_for("said");
    tty.wait_for_silence(Duration::from_millis(100));
    let bytes = tty.received().bytes.clone();
    let shown = String::from_utf8_lossy(&bytes);
    for part in ["\x1b]0;", "\u{7}", "\u{9b}", "\u{202e}"] {
        assert!(!shown.contains(part), "{part:?} came through");
    }
}
