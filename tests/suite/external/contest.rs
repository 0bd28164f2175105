//! Engine matches on the command line.

use std::path::PathBuf;

use crate::program::run;

/// A file for one test, in the folder for temporary files of tests.
fn file(name: &str) -> PathBuf {
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{}-{name}", std::process::id()));
    // What another run has left is not this one's.
    let _ = std::fs::remove_file(&file);
    file
}

#[test]
fn a_match_names_who_lies_and_keeps_the_games() {
    let pgn = file("lies.pgn");
    let liar = "sh -c 'while read -r word rest; do case $word in uci) echo uciok ;; isready) echo readyok ;; \
                go) echo bestmove a1a8 ;; quit) exit 0 ;; esac; done'";
    let words = ["match", "built-in", liar, "--games", "2", "--time", "0.05s", "--pgn"];
    let words: Vec<&str> = words.into_iter().chain(pgn.to_str()).collect();
    let answer = run(&words, "");
    assert_eq!((answer.status, answer.errors.as_str()), (0, ""), "{}", answer.output);
    let lines: Vec<&str> = answer.output.lines().collect();
    assert_eq!(lines.len(), 3, "{}", answer.output);
    assert!(lines[0].contains("1-0  Matescope - sh"), "{}", lines[0]);
    assert!(lines[1].contains("0-1  sh - Matescope"), "{}", lines[1]);
    assert!(lines[0].ends_with("sh wants to play a1a8, which is not legal"), "{}", lines[0]);
    assert_eq!(lines[2], "Matescope - sh: +2 =0 -0, 100.0 %, Elo unknown: too few games, or too much alike");
    let games = std::fs::read_to_string(&pgn).unwrap();
    std::fs::remove_file(&pgn).unwrap();
    for part in
        ["[White \"Matescope\"]", "[Black \"Matescope\"]", "[TimeControl \"1/0.05\"]", "rules infraction"]
    {
        assert!(games.contains(part), "{part} is missing:\n{games}");
    }
}

#[test]
fn an_engine_that_cannot_be_started_ends_the_match_at_once() {
    for (engine, reason) in [
        ("/no/such/engine", "error: engine cannot be started: there is no program /no/such/engine"),
        ("sh -c 'exit 3'", "error: sh ended by itself: "),
    ] {
        let answer = run(&["match", "built-in", engine, "--games", "1000", "--time", "9s"], "");
        assert_eq!((answer.status, answer.output.as_str()), (2, ""), "{}", answer.errors);
        assert!(answer.errors.starts_with(reason), "{}", answer.errors);
    }
}

#[test]
fn a_command_that_is_none_is_refused() {
    let answer = run(&["match", "sh -c 'oops", "built-in"], "");
    assert_eq!((answer.status, answer.output.as_str()), (2, ""));
    assert!(answer.errors.contains("a quote is not closed"), "{}", answer.errors);
}
