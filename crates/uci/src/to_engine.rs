//! Writes the commands for an engine: `position` and `go`.

use std::fmt::Write;
use std::time::Duration;

use shakmaty::{CastlingMode, Move};

use super::from_engine::format_move;
use chess::{Position, fen};

/// The limits of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum UciSearchLimit {
    /// Infinite.
    #[default]
    Infinite,
    /// A fixed time.
    MoveTime(Duration),
    /// On a clock.
    Clock(UciClocks),
    /// A depth.
    Depth(u16),
    /// A number of nodes.
    Nodes(u64),
    /// A mate in this number of moves.
    Mate(u16),
}

/// The clocks of both sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UciClocks {
    /// White's remaining time.
    pub white: Duration,
    /// Black's remaining time.
    pub black: Duration,
    /// Increment per move.
    pub increment: Duration,
}

/// The `position` command: the start and every move since; castling according to `mode`.
#[must_use]
pub fn format_position(start: &Position, moves: &[Move], mode: CastlingMode) -> String {
    let mut line = if *start == Position::start() && mode == CastlingMode::Standard {
        "position startpos".to_owned()
    } else {
        format!("position fen {}", fen::format(start))
    };
    if !moves.is_empty() {
        line.push_str(" moves");
        for &played in moves {
            line.push(' ');
            line.push_str(&format_move(played, mode));
        }
    }
    line
}

/// The `go` command, with `ponder` if the last move of the position is only expected.
#[must_use]
pub fn format_go(limit: UciSearchLimit, ponder: Ponder, search_moves: &[Move], mode: CastlingMode) -> String {
    let ms = |time: Duration| time.as_millis().max(1);
    let mut line = "go".to_owned();
    if ponder == Ponder::Yes {
        line.push_str(" ponder");
    }
    match limit {
        UciSearchLimit::Infinite => line.push_str(" infinite"),
        UciSearchLimit::MoveTime(time) => add(&mut line, "movetime", ms(time)),
        UciSearchLimit::Clock(UciClocks { white, black, increment }) => {
            for (word, time) in [("wtime", white), ("btime", black)] {
                add(&mut line, word, ms(time));
            }
            for word in ["winc", "binc"] {
                add(&mut line, word, increment.as_millis());
            }
        }
        UciSearchLimit::Depth(depth) => add(&mut line, "depth", depth),
        UciSearchLimit::Nodes(nodes) => add(&mut line, "nodes", nodes),
        UciSearchLimit::Mate(moves) => add(&mut line, "mate", moves),
    }
    if !search_moves.is_empty() {
        line.push_str(" searchmoves");
        for &played in search_moves {
            line.push(' ');
            line.push_str(&format_move(played, mode));
        }
    }
    line
}

/// Whether the last move of a position is only expected.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ponder {
    /// The move was played.
    #[default]
    No,
    /// The move is only expected.
    Yes,
}

fn add(line: &mut String, word: &str, number: impl std::fmt::Display) {
    // Writing to a string cannot fail.
    let _ = write!(line, " {word} {number}");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::from_gui::{self, UciCommand};
    use chess::notation;

    #[test]
    fn a_position_is_sent_with_its_moves() {
        let start = Position::start();
        let mv = notation::parse_move(&start, "e4").unwrap();
        assert_eq!(format_position(&start, &[mv], CastlingMode::Standard), "position startpos moves e2e4");
        let castles = fen::parse("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
        let mv = notation::parse_move(&castles, "O-O").unwrap();
        let written = format_position(&castles, &[mv], CastlingMode::Standard);
        assert_eq!(written, "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1g1");
        assert!(format_position(&castles, &[mv], CastlingMode::Chess960).ends_with(" moves e1h1"));
    }

    #[test]
    fn our_own_engine_understands_every_go() {
        let ms = Duration::from_millis;
        let clocks = UciClocks { white: ms(60_000), black: ms(0), increment: ms(100) };
        for (spend, ponder, wanted) in [
            (UciSearchLimit::Infinite, Ponder::No, "go infinite"),
            (UciSearchLimit::MoveTime(ms(250)), Ponder::No, "go movetime 250"),
            (UciSearchLimit::Clock(clocks), Ponder::Yes, "go ponder wtime 60000 btime 1 winc 100 binc 100"),
            (UciSearchLimit::Depth(9), Ponder::No, "go depth 9"),
            (UciSearchLimit::Nodes(5), Ponder::No, "go nodes 5"),
            (UciSearchLimit::Mate(3), Ponder::No, "go mate 3"),
        ] {
            let line = format_go(spend, ponder, &[], CastlingMode::Standard);
            assert_eq!(line, wanted);
            let Ok(UciCommand::Go(read)) = from_gui::parse(&line) else { panic!("{line}") };
            assert!(read.unknown.is_empty(), "{line}");
        }
        let mv = notation::parse_move(&Position::start(), "e4").unwrap();
        let line = format_go(UciSearchLimit::Infinite, Ponder::No, &[mv], CastlingMode::Standard);
        assert_eq!(line, "go infinite searchmoves e2e4");
    }
}
