//! Misbehavior of engines: warnings, failed searches and fatal errors.

use std::fmt;
use std::time::Duration;

/// A warning; the session continues.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UciWarning {
    /// An invalid line, quoted.
    UnknownLine(String),
    /// An illegal move in a variation; the variation ends before it.
    IllegalPvMove(String),
    /// A `bestmove` without a search.
    UnexpectedBestMove(String),
    /// An option that the engine does not declare, or an invalid value.
    BadOption(String),
    /// A mate distance out of range.
    ImpossibleMate(i32),
}

impl fmt::Display for UciWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownLine(quote) => write!(f, "it sent an unknown line: \"{quote}\""),
            Self::IllegalPvMove(text) => write!(f, "its line has {text}, which is not legal"),
            Self::UnexpectedBestMove(text) => write!(f, "it sent the move {text} without a search"),
            Self::BadOption(reason) => f.write_str(reason),
            Self::ImpossibleMate(moves) => write!(f, "it claims a mate in {moves}"),
        }
    }
}

/// A fatal error: the engine has to be terminated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UciFatalError {
    /// No `uciok`.
    NoUciOk(Duration),
    /// No `readyok`.
    NoReadyOk(Duration),
    /// No `bestmove` after `stop`.
    NotStopped(Duration),
    /// No `bestmove` when its time was over.
    MoveOverdue,
    /// Too many invalid lines.
    TooManyUnknownLines(u32),
}

impl fmt::Display for UciFatalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = |time: &Duration| time.as_secs_f64();
        match self {
            Self::NoUciOk(time) => {
                write!(f, "no answer to \"uci\" in {} s: is this a UCI engine?", seconds(time))
            }
            Self::NoReadyOk(time) => write!(f, "hangs: not ready after {} s", seconds(time)),
            Self::NotStopped(time) => write!(f, "hangs: did not stop in {} s", seconds(time)),
            Self::MoveOverdue => f.write_str("hangs: its time is over and it has not moved"),
            Self::TooManyUnknownLines(lines) => write!(f, "sends invalid output: {lines} unknown lines"),
        }
    }
}

/// Why a search failed. The engine remains usable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UciSearchError {
    /// The best move is illegal, as written.
    IllegalMove(String),
    /// No best move although there are legal moves.
    NoMove,
    /// A Chess960 position for an engine without Chess960.
    Chess960Unsupported,
}

impl fmt::Display for UciSearchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::IllegalMove(text) => write!(f, "wants to play {text}, which is not legal"),
            Self::NoMove => f.write_str("gives no move although there is one"),
            Self::Chess960Unsupported => f.write_str("does not play Chess960"),
        }
    }
}
