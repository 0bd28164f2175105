//! What an interface says to an engine: the position with all that led to it, and what may be spent.

use std::fmt::Write;
use std::time::Duration;

use shakmaty::{CastlingMode, Move};

use crate::chess::{Position, fen};

use super::from_engine::mv;

/// What a search may spend.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Spend {
    /// As much as it likes until it is told to stop.
    #[default]
    Anything,
    /// Exactly this long.
    Time(Duration),
    /// What the move is worth of a clock.
    Clock(Clocks),
    /// So many half-moves deep.
    Depth(u16),
    /// So many positions.
    Nodes(u64),
    /// Until a mate in so many moves is found.
    Mate(u16),
}

/// Both clocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clocks {
    /// Time left to White.
    pub white: Duration,
    /// Time left to Black.
    pub black: Duration,
    /// Time that each move adds.
    pub increment: Duration,
}

/// `position …`: the start and every move since, castling as `mode` wants it.
#[must_use]
pub fn position(start: &Position, moves: &[Move], mode: CastlingMode) -> String {
    let mut line = if *start == Position::start() && mode == CastlingMode::Standard {
        "position startpos".to_owned()
    } else {
        format!("position fen {}", fen::format(start))
    };
    if !moves.is_empty() {
        line.push_str(" moves");
        for &played in moves {
            line.push(' ');
            line.push_str(&mv(played, mode));
        }
    }
    line
}

/// `go …`; `ponder` where the last move of the position is only expected.
#[must_use]
pub fn go(spend: Spend, ponder: Ponder, only: &[Move], mode: CastlingMode) -> String {
    let ms = |time: Duration| time.as_millis().max(1);
    let mut line = "go".to_owned();
    if ponder == Ponder::Yes {
        line.push_str(" ponder");
    }
    match spend {
        Spend::Anything => line.push_str(" infinite"),
        Spend::Time(time) => add(&mut line, "movetime", ms(time)),
        Spend::Clock(Clocks { white, black, increment }) => {
            for (word, time) in [("wtime", white), ("btime", black)] {
                add(&mut line, word, ms(time));
            }
            for word in ["winc", "binc"] {
                add(&mut line, word, increment.as_millis());
            }
        }
        Spend::Depth(depth) => add(&mut line, "depth", depth),
        Spend::Nodes(nodes) => add(&mut line, "nodes", nodes),
        Spend::Mate(moves) => add(&mut line, "mate", moves),
    }
    if !only.is_empty() {
        line.push_str(" searchmoves");
        for &played in only {
            line.push(' ');
            line.push_str(&mv(played, mode));
        }
    }
    line
}

/// Whether the last move of a position is only expected.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ponder {
    /// It was played.
    #[default]
    No,
    /// It is only expected.
    Yes,
}

fn add(line: &mut String, word: &str, number: impl std::fmt::Display) {
    // A string takes everything.
    let _ = write!(line, " {word} {number}");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation;
    use crate::uci::from_gui::{self, Command};

    #[test]
    fn a_position_is_told_with_its_past() {
        let start = Position::start();
        let mv = notation::parse_move(&start, "e4").unwrap();
        assert_eq!(position(&start, &[mv], CastlingMode::Standard), "position startpos moves e2e4");
        let castles = fen::parse("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
        let mv = notation::parse_move(&castles, "O-O").unwrap();
        let told = position(&castles, &[mv], CastlingMode::Standard);
        assert_eq!(told, "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1g1");
        assert!(position(&castles, &[mv], CastlingMode::Chess960).ends_with(" moves e1h1"));
    }

    #[test]
    fn our_own_engine_understands_every_go() {
        let ms = Duration::from_millis;
        let clocks = Clocks { white: ms(60_000), black: ms(0), increment: ms(100) };
        for (spend, ponder, wanted) in [
            (Spend::Anything, Ponder::No, "go infinite"),
            (Spend::Time(ms(250)), Ponder::No, "go movetime 250"),
            (Spend::Clock(clocks), Ponder::Yes, "go ponder wtime 60000 btime 1 winc 100 binc 100"),
            (Spend::Depth(9), Ponder::No, "go depth 9"),
            (Spend::Nodes(5), Ponder::No, "go nodes 5"),
            (Spend::Mate(3), Ponder::No, "go mate 3"),
        ] {
            let line = go(spend, ponder, &[], CastlingMode::Standard);
            assert_eq!(line, wanted);
            let Ok(Command::Go(read)) = from_gui::parse(&line) else { panic!("{line}") };
            assert!(read.unknown.is_empty(), "{line}");
        }
        let mv = notation::parse_move(&Position::start(), "e4").unwrap();
        let line = go(Spend::Anything, Ponder::No, &[mv], CastlingMode::Standard);
        assert_eq!(line, "go infinite searchmoves e2e4");
    }
}
