//! Parses one line of an external engine. Every line becomes a value, invalid ones too. Texts are sanitized:
//! see [`sanitize_and_truncate`].

use std::time::Duration;

use crate::option::{UciOption, parse};
use chess::Bound;
use chess::text::sanitize_and_truncate;

/// The longest name of an engine or its authors, in characters.
const MAX_NAME: usize = 60;
/// The longest quotation of a line, in characters.
const MAX_QUOTE: usize = 60;
/// The largest number of moves of a variation that are parsed.
const MAX_PV_MOVES: usize = 512;

/// A parsed line.
#[derive(Clone, PartialEq, Debug)]
pub enum UciEngineMessage {
    /// `id name …`.
    Name(String),
    /// `id author …`.
    Author(String),
    /// `option …`: a declaration.
    OptionDeclared(UciOption),
    /// `uciok`.
    UciOk,
    /// `readyok`.
    ReadyOk,
    /// `info …` about its search.
    Info(Box<UciEngineInfo>),
    /// `bestmove …`: best move and ponder move as written; None if missing.
    BestMove(Option<String>, Option<String>),
    /// Ignored: an empty line, a message, copy protection.
    Ignored,
    /// An invalid line, quoted.
    Unknown(String),
}

/// The contents of an `info` line; what is missing or no number is None.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct UciEngineInfo {
    /// The depth.
    pub depth: Option<u16>,
    /// The selective depth.
    pub seldepth: Option<u16>,
    /// The `multipv` rank, from 1.
    pub multipv: Option<usize>,
    /// The score for the side to move.
    pub score: Option<(UciScore, Bound)>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Hash usage in permille.
    pub hashfull: Option<u16>,
    /// Search time.
    pub time: Option<Duration>,
    /// The variation as written; empty if missing.
    pub moves: Vec<String>,
}

/// A claimed score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UciScore {
    /// Centipawns.
    Centipawns(i32),
    /// Moves to mate; negative if the side to move is mated, 0 if it is checkmated now.
    Mate(i32),
}

/// Parses a line.
#[must_use]
pub fn parse_engine_line(line: &str) -> UciEngineMessage {
    let line = line.trim();
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    match first {
        "" | "copyprotection" | "registration" => UciEngineMessage::Ignored,
        "id" => parse_id(rest).unwrap_or_else(|| unknown_line(line)),
        "option" => {
            parse::parse_option(rest).map_or_else(|| unknown_line(line), UciEngineMessage::OptionDeclared)
        }
        "uciok" => UciEngineMessage::UciOk,
        "readyok" => UciEngineMessage::ReadyOk,
        "bestmove" => parse_best_move(rest).unwrap_or_else(|| unknown_line(line)),
        "info" => {
            parse_info(rest).map_or(UciEngineMessage::Ignored, |info| UciEngineMessage::Info(Box::new(info)))
        }
        _ => unknown_line(line),
    }
}

/// A sanitized quotation of a line.
#[must_use]
pub fn quote(text: &str) -> String {
    sanitize_and_truncate(text, MAX_QUOTE)
}

fn unknown_line(line: &str) -> UciEngineMessage {
    UciEngineMessage::Unknown(quote(line))
}

fn parse_id(rest: &str) -> Option<UciEngineMessage> {
    let (what, name) = rest.trim_start().split_once(char::is_whitespace)?;
    let name = sanitize_and_truncate(name, MAX_NAME);
    match what {
        _ if name.is_empty() => None,
        "name" => Some(UciEngineMessage::Name(name)),
        "author" => Some(UciEngineMessage::Author(name)),
        _ => None,
    }
}

fn parse_best_move(rest: &str) -> Option<UciEngineMessage> {
    let mut words = rest.split_whitespace();
    let first = words.next()?;
    let none = ["(none)", "0000", "NULL", "null"];
    let best = (!none.contains(&first)).then(|| quote(first));
    let ponder = words.next().filter(|&word| word == "ponder").and_then(|_| words.next());
    Some(UciEngineMessage::BestMove(best, ponder.filter(|word| !none.contains(word)).map(quote)))
}

/// The key-value pairs of an `info` line in any order; unknown words are ignored, as the protocol requires.
/// None for `info string`.
fn parse_info(rest: &str) -> Option<UciEngineInfo> {
    let mut info = UciEngineInfo::default();
    let mut words = rest.split_whitespace().peekable();
    while let Some(word) = words.next() {
        match word {
            // The rest is a message.
            "string" if info == UciEngineInfo::default() => return None,
            "string" => break,
            "depth" => info.depth = number(words.next()),
            "seldepth" => info.seldepth = number(words.next()),
            "multipv" => info.multipv = number(words.next()),
            "nodes" => info.nodes = number(words.next()),
            "hashfull" => info.hashfull = number(words.next()),
            "time" => info.time = number(words.next()).map(Duration::from_millis),
            "score" => {
                let kind = words.next();
                let claim = words.next().and_then(|text| text.parse().ok());
                let bound = match words.peek() {
                    Some(&"lowerbound") => Bound::AtLeast,
                    Some(&"upperbound") => Bound::AtMost,
                    _ => Bound::Exact,
                };
                info.score = match (kind, claim) {
                    (Some("cp"), Some(value)) => Some((UciScore::Centipawns(value), bound)),
                    (Some("mate"), Some(moves)) => Some((UciScore::Mate(moves), bound)),
                    _ => None,
                };
            }
            "pv" => {
                info.moves = words.by_ref().take(MAX_PV_MOVES).map(quote).collect();
            }
            _ => {}
        }
    }
    Some(info)
}

fn number<T: std::str::FromStr>(word: Option<&str>) -> Option<T> {
    word.and_then(|word| word.parse().ok())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use chess::text::is_sanitized;

    fn check(line: &str, wanted: &UciEngineMessage) {
        assert_eq!(parse_engine_line(line), *wanted, "{line}");
    }

    fn best(best: &str, ponder: Option<&str>) -> UciEngineMessage {
        UciEngineMessage::BestMove(Some(best.to_owned()), ponder.map(str::to_owned))
    }

    #[test]
    fn plain_words_are_understood() {
        check("uciok", &UciEngineMessage::UciOk);
        check("  readyok\r", &UciEngineMessage::ReadyOk);
        check("id name Stockfish 17", &UciEngineMessage::Name("Stockfish 17".to_owned()));
        check("id author  a, b", &UciEngineMessage::Author("a, b".to_owned()));
        check("bestmove e2e4", &best("e2e4", None));
        check("bestmove e7e8q ponder a1a2", &best("e7e8q", Some("a1a2")));
        check("bestmove (none)", &UciEngineMessage::BestMove(None, None));
        check("bestmove 0000 ponder 0000", &UciEngineMessage::BestMove(None, None));
        check("", &UciEngineMessage::Ignored);
        check("copyprotection ok", &UciEngineMessage::Ignored);
        check("info string NNUE enabled", &UciEngineMessage::Ignored);
    }

    #[test]
    fn what_makes_no_sense_is_quoted_without_harm() {
        check("Segmentation fault", &UciEngineMessage::Unknown("Segmentation fault".to_owned()));
        check("bestmove", &UciEngineMessage::Unknown("bestmove".to_owned()));
        check("id name \u{1b}", &UciEngineMessage::Unknown("id name".to_owned()));
        check("id name \u{1b}[31mEvil\u{7}", &UciEngineMessage::Name("[31mEvil".to_owned()));
        let UciEngineMessage::Unknown(quoted) = parse_engine_line(&"x".repeat(1 << 20)) else {
            panic!("sense was made of it")
        };
        assert_eq!(quoted.chars().count(), MAX_QUOTE);
    }

    #[test]
    fn progress_comes_in_any_order_and_with_holes() {
        let line = "info depth 20 seldepth 31 multipv 2 score cp -35 upperbound nodes 1234 nps 99 hashfull 7 \
                    tbhits 0 time 41 pv e2e4 e7e5";
        check(
            line,
            &UciEngineMessage::Info(Box::new(UciEngineInfo {
                depth: Some(20),
                seldepth: Some(31),
                multipv: Some(2),
                score: Some((UciScore::Centipawns(-35), Bound::AtMost)),
                nodes: Some(1_234),
                hashfull: Some(7),
                time: Some(Duration::from_millis(41)),
                moves: vec!["e2e4".to_owned(), "e7e5".to_owned()],
            })),
        );
        let score = |line: &str| match parse_engine_line(line) {
            UciEngineMessage::Info(info) => info.score,
            other => panic!("{other:?}"),
        };
        assert_eq!(score("info score mate -3"), Some((UciScore::Mate(-3), Bound::Exact)));
        assert_eq!(score("info score mate 99999999999999"), None);
        assert_eq!(score("info score cp"), None);
        assert_eq!(
            score("info depth x nodes -1 score cp 1 wdl 1 2 3"),
            Some((UciScore::Centipawns(1), Bound::Exact))
        );
    }

    proptest! {
        #[test]
        fn no_line_does_harm(line in "(info|id|name|score|cp|mate|pv|bestmove|depth|option|type| |-?[0-9]{1,25}|\\PC|\u{1b}){0,40}") {
            match parse_engine_line(&line) {
                UciEngineMessage::Name(text) | UciEngineMessage::Author(text) | UciEngineMessage::Unknown(text) => prop_assert!(is_sanitized(&text)),
                UciEngineMessage::BestMove(best, ponder) => {
                    prop_assert!(best.iter().chain(&ponder).all(|text| is_sanitized(text)));
                }
                _ => {}
            }
        }
    }
}
