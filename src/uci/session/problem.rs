//! What an engine does wrong: oddities that one can live with, and faults that end the conversation.

use std::fmt;
use std::time::Duration;

/// Something that is not as it should be; the conversation goes on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UciWarning {
    /// A line that makes no sense, quoted.
    UnknownLine(String),
    /// A move in one of its lines is not legal; the line ends before it.
    IllegalPvMove(String),
    /// A move although none was asked for.
    UnexpectedBestMove(String),
    /// A setting that it doesn't offer, or a value that the setting doesn't take.
    BadOption(String),
    /// It claims a mate that no score can carry.
    ImpossibleMate(i32),
}

impl fmt::Display for UciWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownLine(quote) => write!(f, "it says \"{quote}\", which means nothing"),
            Self::IllegalPvMove(text) => write!(f, "its line has {text}, which is not legal"),
            Self::UnexpectedBestMove(text) => write!(f, "it moves ({text}) although nobody asked"),
            Self::BadOption(reason) => f.write_str(reason),
            Self::ImpossibleMate(moves) => write!(f, "it claims a mate in {moves}"),
        }
    }
}

/// What ends the conversation. The engine is of no use any more and has to be ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UciFatalError {
    /// It never introduced itself.
    NoUciOk(Duration),
    /// It never said that it is ready.
    NoReadyOk(Duration),
    /// It did not stop when it was told to.
    NotStopped(Duration),
    /// It did not move when its time was over.
    MoveOverdue,
    /// It talks nonsense without end.
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
            Self::TooManyUnknownLines(lines) => write!(f, "talks nonsense: {lines} lines that mean nothing"),
        }
    }
}

/// Why a question got no answer. The engine itself may still be asked others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UciSearchError {
    /// Its move is not legal; what it wrote.
    IllegalMove(String),
    /// It gave no move although there is one.
    NoMove,
    /// The position is one of Chess960, which it doesn't play.
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
