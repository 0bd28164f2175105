//! The program as a UCI engine, over real pipes.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use crate::program;

/// The engine in a process of its own.
struct Engine {
    process: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start() -> Self {
        let mut process = program::command(&["uci"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program was built");
        let input = process.stdin.take();
        let output = BufReader::new(process.stdout.take().unwrap());
        Self { process, input, output }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
    }

    /// Reads until a line begins so, and gives all lines up to it.
    fn hear(&mut self, begins: &str) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "gone before {begins}: {lines:#?}");
            lines.push(line.trim_end().to_owned());
            if line.starts_with(begins) {
                return lines;
            }
        }
    }

    /// Waits for the process to end by itself.
    fn ended(mut self) -> i32 {
        drop(self.input.take());
        self.process.wait().unwrap().code().unwrap_or(-1)
    }
}

fn best_move(position: &str, go: &str) -> (Vec<String>, String) {
    let mut engine = Engine::start();
    engine.say(position);
    engine.say(go);
    let mut lines = engine.hear("bestmove");
    engine.say("quit");
    assert_eq!(engine.ended(), 0);
    let best = lines.pop().unwrap();
    (lines, best)
}

#[test]
fn it_introduces_itself_and_is_ready() {
    let mut engine = Engine::start();
    engine.say("uci");
    let lines = engine.hear("uciok");
    assert!(lines.iter().any(|line| line.starts_with("id name Matescope")));
    for option in ["Hash", "Threads", "MultiPV"] {
        assert!(lines.iter().any(|line| line.starts_with(&format!("option name {option} type spin"))));
    }
    engine.say("isready");
    engine.hear("readyok");
    engine.say("quit");
    assert_eq!(engine.ended(), 0);
}

#[test]
fn bad_lines_are_remarked_and_survived() {
    let mut engine = Engine::start();
    for line in [
        "go depth",
        "go depth x",
        "position",
        "position fen garbage",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position startpos moves e2e5",
        "setoption name Hash value -1",
        "setoption name Nothing value 1",
        "go searchmoves e2e5",
        "xyzzy",
        "go nodes 99999999999999999999999999 depth",
        "\u{0}\u{1}\u{2}",
    ] {
        engine.say(line);
        engine.hear("info string ");
    }
    for harmless in ["", "   ", "debug on"] {
        engine.say(harmless);
    }
    engine.input.as_mut().unwrap().write_all(b"\xff\xfe position\n").unwrap();
    engine.hear("info string ");
    engine.say("go depth 1");
    engine.hear("bestmove ");
    engine.say("quit");
    assert_eq!(engine.ended(), 0);
}

#[test]
fn an_infinite_search_ends_by_stop_alone() {
    let mut engine = Engine::start();
    engine.say("position startpos moves e2e4 e7e5");
    engine.say("go infinite");
    engine.hear("info depth 3");
    engine.say("isready");
    let lines = engine.hear("readyok");
    assert!(!lines.iter().any(|line| line.starts_with("bestmove")));
    engine.say("stop");
    engine.hear("bestmove ");
    engine.say("quit");
    assert_eq!(engine.ended(), 0);
}

#[test]
fn quit_and_the_end_of_input_stop_a_search() {
    for farewell in ["quit", ""] {
        let mut engine = Engine::start();
        engine.say("go infinite");
        engine.hear("info depth 1");
        engine.say(farewell);
        assert_eq!(engine.ended(), 0);
    }
}

#[test]
fn a_mate_is_reported_in_moves_with_its_whole_line() {
    let (lines, best) = best_move("position fen 4k3/Q7/3K4/8/8/8/8/8 w - - 0 1", "go depth 4");
    let last = lines.iter().rev().find(|line| line.contains("score mate")).expect("a mate is found");
    assert!(last.contains("score mate 1 "), "{last}");
    let line = last.split(" pv ").nth(1).unwrap();
    assert_eq!(line.split_whitespace().count(), 1);
    assert_eq!(best, format!("bestmove {line}"));
}

#[test]
fn a_side_that_gets_mated_reads_it_below_nought() {
    let (lines, _) = best_move("position fen 8/8/8/8/1Q6/8/k7/3K4 b - - 0 1", "go depth 8");
    let last = lines.iter().rev().find(|line| line.contains("score mate")).expect("a mate is found");
    assert!(last.contains("score mate -2 "), "{last}");
}

#[test]
fn a_game_that_is_over_has_no_move() {
    let (lines, best) = best_move("position fen 8/8/8/8/8/2k5/1q6/K7 w - - 0 1", "go depth 5");
    assert_eq!(
        (lines.last().map(String::as_str), best.as_str()),
        (Some("info depth 0 score mate 0"), "bestmove (none)")
    );
    let (lines, best) = best_move("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "go depth 5");
    let last = lines.last().map(String::as_str);
    assert_eq!((last, best.as_str()), (Some("info depth 0 score cp 0"), "bestmove (none)"));
}

#[test]
fn every_limit_ends_a_search() {
    for go in [
        "go depth 3",
        "go nodes 2000",
        "go movetime 50",
        "go wtime 500 btime 500 winc 10 binc 10",
        "go wtime 0 btime 0",
        "go wtime 300 btime 300 movestogo 1",
        "go mate 1 nodes 5000",
        "go searchmoves a2a3 depth 2",
        "go depth 1 nodes 1 movetime 1",
    ] {
        let (_, best) = best_move("position startpos", go);
        assert!(best.len() >= "bestmove a2a3".len(), "{go}: {best}");
        if go.contains("searchmoves") {
            assert!(best.starts_with("bestmove a2a3"), "{best}");
        }
    }
}

#[test]
fn several_lines_have_several_moves() {
    let mut engine = Engine::start();
    engine.say("setoption name MultiPV value 3");
    engine.say("go depth 4");
    let lines = engine.hear("bestmove");
    for rank in 1..=3 {
        assert!(lines.iter().any(|line| line.contains(&format!(" multipv {rank} "))), "{lines:#?}");
    }
    engine.say("quit");
    assert_eq!(engine.ended(), 0);
}

#[test]
fn castling_is_written_as_it_is_asked_for() {
    let fen = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let (_, best) = best_move(fen, "go depth 1 searchmoves e1g1");
    assert_eq!(best, "bestmove e1g1");
    let mut engine = Engine::start();
    engine.say("setoption name UCI_Chess960 value true");
    engine.say(fen);
    engine.say("go depth 1 searchmoves e1h1");
    assert_eq!(engine.hear("bestmove").last().map(String::as_str), Some("bestmove e1h1"));
    engine.say("quit");
    assert_eq!(engine.ended(), 0);
}
