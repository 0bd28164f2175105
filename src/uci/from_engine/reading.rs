//! Reads one line of somebody else's engine. Whatever it says becomes a value; what makes no sense becomes
//! one too. Texts come out harmless: see [`plain`].

use std::time::Duration;

use crate::chess::Bound;
use crate::uci::option::{Declaration, reading};
use crate::uci::plain::plain;

/// The longest name of an engine or its authors, in characters.
const LONGEST_NAME: usize = 60;
/// The longest piece of a line that is quoted, in characters.
const LONGEST_QUOTE: usize = 60;
/// The most moves of a line that are read.
const MOST_MOVES: usize = 512;

/// A line, understood.
#[derive(Clone, PartialEq, Debug)]
pub enum Heard {
    /// `id name …`.
    Name(String),
    /// `id author …`.
    Author(String),
    /// `option …`: a setting that it offers.
    Declared(Declaration),
    /// `uciok`: it has introduced itself.
    Introduced,
    /// `readyok`.
    Ready,
    /// `info …` about its search.
    Told(Box<Told>),
    /// `bestmove …`: the move and the reply that it expects, as it wrote them; None where it has none.
    Move(Option<String>, Option<String>),
    /// Nothing that matters here: an empty line, a remark for people, what copy protection says.
    Nothing,
    /// A line that makes no sense, quoted.
    Garbage(String),
}

/// What an `info` line says. What it doesn't say, or says in no numbers, is None.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Told {
    /// The iteration, in half-moves.
    pub depth: Option<u16>,
    /// The longest line looked at, in half-moves.
    pub seldepth: Option<u16>,
    /// The place among the best root moves, from 1.
    pub rank: Option<usize>,
    /// What it claims, from the side to move.
    pub score: Option<(Claim, Bound)>,
    /// Positions made.
    pub nodes: Option<u64>,
    /// How full its table is, in thousandths.
    pub hashfull: Option<u16>,
    /// Time since its search began.
    pub time: Option<Duration>,
    /// Its line as it wrote it; empty where there is none.
    pub moves: Vec<String>,
}

/// A score as it is claimed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Moves to a mate; negative where the side to move is mated, nought where it is mated now.
    Mate(i32),
}

/// Reads a line.
#[must_use]
pub fn read(line: &str) -> Heard {
    let line = line.trim();
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    match first {
        "" | "copyprotection" | "registration" => Heard::Nothing,
        "id" => identity(rest).unwrap_or_else(|| garbage(line)),
        "option" => reading::read(rest).map_or_else(|| garbage(line), Heard::Declared),
        "uciok" => Heard::Introduced,
        "readyok" => Heard::Ready,
        "bestmove" => best_move(rest).unwrap_or_else(|| garbage(line)),
        "info" => told(rest).map_or(Heard::Nothing, |told| Heard::Told(Box::new(told))),
        _ => garbage(line),
    }
}

/// A piece of a line as it may be quoted.
#[must_use]
pub fn quote(text: &str) -> String {
    plain(text, LONGEST_QUOTE)
}

fn garbage(line: &str) -> Heard {
    Heard::Garbage(quote(line))
}

fn identity(rest: &str) -> Option<Heard> {
    let (what, name) = rest.trim_start().split_once(char::is_whitespace)?;
    let name = plain(name, LONGEST_NAME);
    match what {
        _ if name.is_empty() => None,
        "name" => Some(Heard::Name(name)),
        "author" => Some(Heard::Author(name)),
        _ => None,
    }
}

fn best_move(rest: &str) -> Option<Heard> {
    let mut words = rest.split_whitespace();
    let first = words.next()?;
    let none = ["(none)", "0000", "NULL", "null"];
    let best = (!none.contains(&first)).then(|| quote(first));
    let ponder = words.next().filter(|&word| word == "ponder").and_then(|_| words.next());
    Some(Heard::Move(best, ponder.filter(|word| !none.contains(word)).map(quote)))
}

/// Words in any order; one that is not known is passed over, as the protocol wants it. None for a remark.
fn told(rest: &str) -> Option<Told> {
    let mut told = Told::default();
    let mut words = rest.split_whitespace().peekable();
    while let Some(word) = words.next() {
        match word {
            // All that follows is for people.
            "string" if told == Told::default() => return None,
            "string" => break,
            "depth" => told.depth = number(words.next()),
            "seldepth" => told.seldepth = number(words.next()),
            "multipv" => told.rank = number(words.next()),
            "nodes" => told.nodes = number(words.next()),
            "hashfull" => told.hashfull = number(words.next()),
            "time" => told.time = number(words.next()).map(Duration::from_millis),
            "score" => {
                let kind = words.next();
                let claim = words.next().and_then(|text| text.parse().ok());
                let bound = match words.peek() {
                    Some(&"lowerbound") => Bound::AtLeast,
                    Some(&"upperbound") => Bound::AtMost,
                    _ => Bound::Exact,
                };
                told.score = match (kind, claim) {
                    (Some("cp"), Some(value)) => Some((Claim::Centipawns(value), bound)),
                    (Some("mate"), Some(moves)) => Some((Claim::Mate(moves), bound)),
                    _ => None,
                };
            }
            "pv" => {
                told.moves = words.by_ref().take(MOST_MOVES).map(quote).collect();
            }
            _ => {}
        }
    }
    Some(told)
}

fn number<T: std::str::FromStr>(word: Option<&str>) -> Option<T> {
    word.and_then(|word| word.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::uci::plain::is_plain;
    use proptest::prelude::*;

    fn check(line: &str, wanted: &Heard) {
        assert_eq!(read(line), *wanted, "{line}");
    }

    fn best(best: &str, ponder: Option<&str>) -> Heard {
        Heard::Move(Some(best.to_owned()), ponder.map(str::to_owned))
    }

    #[test]
    fn plain_words_are_understood() {
        check("uciok", &Heard::Introduced);
        check("  readyok\r", &Heard::Ready);
        check("id name Stockfish 17", &Heard::Name("Stockfish 17".to_owned()));
        check("id author  a, b", &Heard::Author("a, b".to_owned()));
        check("bestmove e2e4", &best("e2e4", None));
        check("bestmove e7e8q ponder a1a2", &best("e7e8q", Some("a1a2")));
        check("bestmove (none)", &Heard::Move(None, None));
        check("bestmove 0000 ponder 0000", &Heard::Move(None, None));
        check("", &Heard::Nothing);
        check("copyprotection ok", &Heard::Nothing);
        check("info string NNUE enabled", &Heard::Nothing);
    }

    #[test]
    fn what_makes_no_sense_is_quoted_without_harm() {
        check("Segmentation fault", &Heard::Garbage("Segmentation fault".to_owned()));
        check("bestmove", &Heard::Garbage("bestmove".to_owned()));
        check("id name \u{1b}", &Heard::Garbage("id name".to_owned()));
        check("id name \u{1b}[31mEvil\u{7}", &Heard::Name("[31mEvil".to_owned()));
        let Heard::Garbage(quoted) = read(&"x".repeat(1 << 20)) else { panic!("sense was made of it") };
        assert_eq!(quoted.chars().count(), LONGEST_QUOTE);
    }

    #[test]
    fn progress_comes_in_any_order_and_with_holes() {
        let line = "info depth 20 seldepth 31 multipv 2 score cp -35 upperbound nodes 1234 nps 99 hashfull 7 \
                    tbhits 0 time 41 pv e2e4 e7e5";
        check(
            line,
            &Heard::Told(Box::new(Told {
                depth: Some(20),
                seldepth: Some(31),
                rank: Some(2),
                score: Some((Claim::Centipawns(-35), Bound::AtMost)),
                nodes: Some(1_234),
                hashfull: Some(7),
                time: Some(Duration::from_millis(41)),
                moves: vec!["e2e4".to_owned(), "e7e5".to_owned()],
            })),
        );
        let score = |line: &str| match read(line) {
            Heard::Told(told) => told.score,
            other => panic!("{other:?}"),
        };
        assert_eq!(score("info score mate -3"), Some((Claim::Mate(-3), Bound::Exact)));
        assert_eq!(score("info score mate 99999999999999"), None);
        assert_eq!(score("info score cp"), None);
        assert_eq!(
            score("info depth x nodes -1 score cp 1 wdl 1 2 3"),
            Some((Claim::Centipawns(1), Bound::Exact))
        );
    }

    proptest! {
        #[test]
        fn no_line_does_harm(line in "(info|id|name|score|cp|mate|pv|bestmove|depth|option|type| |-?[0-9]{1,25}|\\PC|\u{1b}){0,40}") {
            match read(&line) {
                Heard::Name(text) | Heard::Author(text) | Heard::Garbage(text) => prop_assert!(is_plain(&text)),
                Heard::Move(best, ponder) => {
                    prop_assert!(best.iter().chain(&ponder).all(|text| is_plain(text)));
                }
                _ => {}
            }
        }
    }
}
