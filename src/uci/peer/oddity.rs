//! What an engine does wrong: oddities that one can live with, and faults that end the conversation.

use std::fmt;
use std::time::Duration;

/// Something that is not as it should be; the conversation goes on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Oddity {
    /// A line that makes no sense, quoted.
    Garbage(String),
    /// A move in one of its lines is not legal; the line ends before it.
    IllegalInLine(String),
    /// A move although none was asked for.
    UnaskedMove(String),
    /// A setting that it doesn't offer, or a value that the setting doesn't take.
    Setting(String),
    /// It claims a mate that no score can carry.
    WildMate(i32),
}

impl fmt::Display for Oddity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Garbage(quote) => write!(f, "it says \"{quote}\", which means nothing"),
            Self::IllegalInLine(text) => write!(f, "its line has {text}, which is not legal"),
            Self::UnaskedMove(text) => write!(f, "it moves ({text}) although nobody asked"),
            Self::Setting(reason) => f.write_str(reason),
            Self::WildMate(moves) => write!(f, "it claims a mate in {moves}"),
        }
    }
}

/// What ends the conversation. The engine is of no use any more and has to be ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// It never introduced itself.
    NoIntroduction(Duration),
    /// It never said that it is ready.
    NotReady(Duration),
    /// It did not stop when it was told to.
    NoStop(Duration),
    /// It did not move when its time was over.
    NoMove,
    /// It talks nonsense without end.
    Flood(u32),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = |time: &Duration| time.as_secs_f64();
        match self {
            Self::NoIntroduction(time) => {
                write!(f, "no answer to \"uci\" in {} s: is this a UCI engine?", seconds(time))
            }
            Self::NotReady(time) => write!(f, "hangs: not ready after {} s", seconds(time)),
            Self::NoStop(time) => write!(f, "hangs: did not stop in {} s", seconds(time)),
            Self::NoMove => f.write_str("hangs: its time is over and it has not moved"),
            Self::Flood(lines) => write!(f, "talks nonsense: {lines} lines that mean nothing"),
        }
    }
}

/// Why a question got no answer. The engine itself may still be asked others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// Its move is not legal; what it wrote.
    IllegalMove(String),
    /// It gave no move although there is one.
    NoMove,
    /// The position is one of Chess960, which it doesn't play.
    NoChess960,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::IllegalMove(text) => write!(f, "wants to play {text}, which is not legal"),
            Self::NoMove => f.write_str("gives no move although there is one"),
            Self::NoChess960 => f.write_str("does not play Chess960"),
        }
    }
}
