//! Scores, bounds and tables: what is said is true.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

use matescope::chess::{Oracle as _, Position, StopToken, Verdict, fen};
use matescope::solver::Tables;
use serde_json::Value;

use crate::program::{Home, run};

fn best_moves(output: &str) -> usize {
    output.lines().filter(|line| line.starts_with("bestmove ")).count()
}

/// A faulty part of `go` is left out and said; the rest of the line counts, and there is one best move.
#[test]
fn every_go_has_one_best_move() {
    for (go, fault) in [
        ("go depth 0", "go: depth needs a number from 1"),
        ("go nodes 0", "go: nodes needs a number from 1"),
        ("go mate 0", "go: mate needs a number from 1"),
        ("go depth 3 searchmoves", "go: searchmoves needs moves like e2e4"),
        ("go searchmoves zzzz", "go: searchmoves needs moves like e2e4, not \"zzzz\""),
        ("go depth 2 searchmoves zzzz a2a3", "go: searchmoves needs moves like e2e4, not \"zzzz\""),
        ("go wtime x btime x", "go: wtime needs a number, not \"x\""),
        ("go depth 2 nodes", "go: nodes needs a number"),
        ("go perft 0", "go: perft needs a number from 1 to 255"),
    ] {
        let answer = run(&["uci"], &format!("position startpos\n{go}\nstop\nisready\nquit\n"));
        assert_eq!(best_moves(&answer.output), 1, "{go}: {}", answer.output);
        assert!(answer.output.contains(&format!("info string {fault}\n")), "{go}: {}", answer.output);
    }
    let only = run(&["uci"], "position startpos\ngo depth 2 searchmoves zzzz a2a3\n");
    assert!(only.output.contains("bestmove a2a3"), "{}", only.output);
    let clock = run(&["uci"], "position startpos\ngo wtime 1000.0 btime 1000.0\n");
    assert_eq!(best_moves(&clock.output), 1);
    assert!(!clock.output.contains("info string go:"), "whole milliseconds: {}", clock.output);
}

/// Whatever stands behind `go`: one best move, at the latest after `stop`.
#[test]
fn any_words_after_go_give_one_best_move() {
    const WORDS: [&str; 34] = [
        "depth",
        "nodes",
        "mate",
        "movetime",
        "wtime",
        "btime",
        "winc",
        "binc",
        "movestogo",
        "searchmoves",
        "infinite",
        "ponder",
        "0",
        "1",
        "3",
        "-1",
        "-0",
        "+2",
        "1000",
        "1000.0",
        "1.5.2",
        ".",
        "1e3",
        "99999999999999999999",
        "-99999999999999999999",
        "e2e4",
        "a2a3",
        "e7e8q",
        "0000",
        "zzzz",
        "e2e5",
        "go",
        "perft",
        "ü",
    ];
    let mut state = 20_261_129_u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap() % below
    };
    let (mut input, mut lines) =
        (String::from("setoption name Hash value 1\nposition startpos\n"), Vec::new());
    while lines.len() < 200 {
        let words: Vec<&str> = (0..random(7)).map(|_| WORDS[random(WORDS.len())]).collect();
        // That counts moves, as it should.
        if words.windows(2).any(|two| {
            two[0] == "perft" && two[1].trim_start_matches('+').parse::<i128>().is_ok_and(|n| n > 0)
        }) {
            continue;
        }
        let line = format!("go {}", words.join(" "));
        let _ = write!(input, "{line}\nstop\n");
        lines.push(line);
    }
    let answer = run(&["uci"], &input);
    assert_eq!(best_moves(&answer.output), lines.len(), "{lines:#?}\n{}", answer.output);
}

/// Clearing a large table again and again takes no time, for nothing was stored in it.
#[test]
fn thousands_of_new_games_take_no_time() {
    let since = Instant::now();
    let answer =
        run(&["uci"], &format!("setoption name Hash value 256\n{}quit\n", "ucinewgame\n".repeat(2_000)));
    assert_eq!(answer.status, 0);
    let again = run(&["uci"], &format!("{}quit\n", "ucinewgame\nisready\n".repeat(2_000)));
    assert_eq!(again.output.matches("readyok").count(), 2_000);
    assert!(since.elapsed() < Duration::from_secs(30), "{:?}", since.elapsed());
}

/// A bound is no score: it is left out of the game.
#[test]
#[cfg(target_os = "linux")]
fn a_bound_is_not_written_into_a_game() {
    let home = Home::new("report-bounds");
    let engine = |score: &str, name: &str| {
        let program = env!("CARGO_BIN_EXE_matescope");
        let script = format!(
            "#!/bin/sh\n\"{program}\" uci | sed -u 's/score [cm][pa][te]* *[-0-9]*/score {score}/'\n"
        );
        let file = home.file(name, script.as_bytes());
        format!("sh \"{}\"", file.display())
    };
    let (lower, upper) = (engine("mate 1 lowerbound", "lower"), engine("mate -1 upperbound", "upper"));
    let words = ["match", &lower, &upper, "--games", "1", "--time", "0.02s", "--pgn", "x.pgn"];
    let answer = home.run(&words, "");
    assert_eq!((answer.status, answer.errors.as_str()), (0, ""), "{}", answer.output);
    let game = std::fs::read_to_string(home.folder.join("x.pgn")).unwrap();
    assert!(game.contains("1. ") && !game.contains("M1"), "{game}");
}

/// Two bishops on one color without a missing pawn: that is the reason, not the number of pieces.
#[test]
fn bishops_of_one_color_are_named() {
    let position = std::fs::read_to_string(super::report("17-same-colored-bishops.fen")).unwrap();
    let answer = run(&["perft", "--fen", position.trim(), "--depth", "1"], "");
    assert_eq!(answer.status, 2, "{}", answer.output);
    let reason = "White's bishops both stand on dark squares, and no pawn is missing";
    assert!(answer.errors.contains(reason), "{}", answer.errors);
    let perft = |board: &str| run(&["perft", "--fen", &format!("{board} w - - 0 1"), "--depth", "1"], "");
    assert_eq!(perft("4k3/8/8/8/8/8/PPPPPPP1/B1B1K3").status, 0, "a pawn has become the second bishop");
    for (board, reason) in [
        ("4k3/8/8/8/8/8/PPPPPPPP/Q2QK3", "White has 2 queens, and no pawn is missing"),
        ("4k3/8/8/8/8/8/PPPPPPP1/QQQ1K3", "White has 3 queens, and only 1 pawn is missing"),
        (
            "bnbrkrnr/pppppppp/8/8/8/8/8/4K3",
            "Black has 3 rooks and 2 bishops on light squares, and no pawn is missing",
        ),
    ] {
        let answer = perft(board);
        assert_eq!(answer.status, 2, "{board}: {}", answer.output);
        assert!(answer.errors.contains(reason), "{board}: {}", answer.errors);
    }
}

/// The mutual zugzwangs of king and pawn against king, counted one by one: all, and those that no reflection of the
/// board makes equal.
#[test]
fn mutual_zugzwangs_are_counted_and_listed_in_full() {
    let tables = Tables::new();
    tables.build_three_piece_endings(&StopToken::never(), &mut |_| {}).expect("nobody stops it");
    let mirrored = |square: usize| square ^ 7;
    let (mut count, mut classes) = (0_u64, BTreeSet::new());
    for (king, pawn, other) in (8..56).flat_map(|pawn| (0..64 * 64).map(move |n| (n / 64, pawn, n % 64))) {
        if king == pawn || other == pawn || king == other {
            continue;
        }
        let position = |turn: char| -> Option<Position> {
            let piece = |square: usize| match square {
                _ if square == king => 'K',
                _ if square == pawn => 'P',
                _ if square == other => 'k',
                _ => '1',
            };
            let rank = |rank: usize| (0..8).map(|file| piece(8 * rank + file)).collect::<String>();
            let rows: Vec<String> = (0..8).rev().map(rank).collect();
            fen::parse(&format!("{} {turn} - - 0 1", rows.join("/"))).ok()
        };
        let Some((white, black)) = position('w').zip(position('b')) else { continue };
        let verdict = |position| tables.probe(position).expect("three pieces");
        if verdict(&white) == Verdict::Draw && matches!(verdict(&black), Verdict::Loss(_)) {
            count += 1;
            classes.insert([king, pawn, other].min([mirrored(king), mirrored(pawn), mirrored(other)]));
        }
    }
    assert!(count > 0 && count == 2 * classes.len() as u64);
    let home = Home::new("report-zugzwangs");
    let command = |words: &[&str]| {
        let mut command = home.command(words);
        command.env("XDG_CACHE_HOME", home.folder.join("cache"));
        crate::program::finish(command, "")
    };
    let page = command(&["table", "stats", "KPK"]).output;
    let said = format!("{count} mutual zugzwangs ({} up to symmetry)", classes.len());
    assert!(page.contains(&said), "{said} is missing: {page}");
    let json: Value = serde_json::from_str(&command(&["table", "stats", "kp-k", "--json"]).output).unwrap();
    let zugzwangs = &json["mutual_zugzwangs"];
    assert_eq!((&zugzwangs["count"], &zugzwangs["up_to_symmetry"]), (&count.into(), &classes.len().into()));
    assert_eq!(zugzwangs["white_draws_fens"].as_array().unwrap().len(), classes.len());
    let epd = command(&["table", "stats", "KP v K", "--zugzwangs", "-"]).output;
    let lines: BTreeSet<&str> = epd.lines().collect();
    assert_eq!(lines.len(), classes.len());
    for line in lines {
        let (position, name) = line.split_once(" id \"KPvK ").unwrap();
        assert!(name.ends_with("c0 \"White to move only draws, Black to move loses\";"), "{line}");
        let white = fen::parse(&format!("{position} 0 1")).unwrap();
        assert_eq!(tables.probe(&white), Some(Verdict::Draw), "{line}");
        assert!(matches!(tables.probe(&white.after_null_move().unwrap()), Some(Verdict::Loss(_))), "{line}");
    }
    let written = command(&["table", "stats", "KP/K", "--zugzwangs", "z.pgn"]);
    let said = format!(
        "{} mutual zugzwangs written, one of each set of symmetric positions: {count} in all\n",
        classes.len()
    );
    assert_eq!(written.output, said, "both numbers, each with its meaning");
    let pgn = std::fs::read_to_string(home.folder.join("z.pgn")).unwrap();
    assert_eq!(pgn.matches("[FEN \"").count(), classes.len());
    let again = command(&["table", "stats", "KPvK", "--zugzwangs", "z.pgn"]);
    assert_eq!(again.status, 2, "an old file is kept: {}", again.output);
    assert_eq!(command(&["table", "stats", "KPvK", "--zugzwangs", "z.pgn", "--force"]).status, 0);
}

/// What was counted is kept beside its table, and never believed when it is damaged.
#[test]
fn statistics_are_kept_beside_their_table() {
    let home = Home::new("report-stats");
    let command = |words: &[&str]| {
        let mut command = home.command(words);
        command.env("XDG_CACHE_HOME", home.folder.join("cache"));
        crate::program::finish(command, "")
    };
    let first = command(&["table", "stats", "KBBK"]);
    assert_eq!(first.status, 0, "{}", first.errors);
    let file = home.folder.join("cache/matescope/tables/KBBvK.stats");
    let kept = std::fs::read(&file).expect("it is kept");
    let again = command(&["table", "stats", "KBBvK"]);
    assert_eq!(again.output, first.output);
    // It is read, not counted: another number in it (with its checksum) would be said; a damaged one is not.
    let mut damaged = kept.clone();
    let last = damaged.len() - 3;
    damaged[last] ^= 1;
    std::fs::write(&file, damaged).unwrap();
    assert_eq!(command(&["table", "stats", "KBBvK"]).output, first.output);
    assert_eq!(std::fs::read(&file).unwrap(), kept, "it is counted anew");
    let listed = command(&["table", "list"]).output;
    assert!(!listed.contains("unfinished"), "{listed}");
}
