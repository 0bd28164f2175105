//! The commands of the UCI protocol that an engine receives, as values, and the error for a line that is none of them.

use std::time::Duration;

use crate::chess::Root;

/// One line, understood.
#[derive(Clone, PartialEq, Debug)]
pub enum UciCommand {
    /// `uci`: say who you are and what can be set.
    Uci,
    /// `isready`: answer once everything before this is done.
    IsReady,
    /// `ucinewgame`: forget the last game.
    NewGame,
    /// `parse_position …`: the game so far, checked and played through.
    Position(Root, UciPositionOrigin),
    /// `setoption name N [value V]`.
    SetOption {
        /// The setting's name as it was sent.
        name: String,
        /// Its value, where one was sent.
        value: Option<String>,
    },
    /// `go …`: search.
    Go(UciGo),
    /// `go perft N`: count the move sequences of so many half-moves.
    Perft(u8),
    /// `ponderhit`: the expected move was played, the clock runs from now on.
    PonderHit,
    /// `stop`: end the search and say the best move.
    Stop,
    /// `d`: show the board, for people.
    Display,
    /// `eval`: say what the position is worth without a search, for people.
    Evaluate,
    /// `bench [depth]`: the node signature and the speed.
    Bench(Option<i16>),
    /// `help`: say what can be said.
    Help,
    /// `quit`: leave.
    Quit,
    /// `debug on|off`, `register …`, an empty line: nothing to do.
    Ignored,
}

/// How a position came about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UciPositionOrigin {
    /// By the moves of a game, or it is where games begin.
    Game,
    /// Somebody set it up.
    Setup,
}

/// A line that makes no sense.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("ignored \"{line}\": {reason}")]
pub struct UciCommandError {
    /// The line, cut where it is very long.
    pub line: String,
    /// What is wrong with it.
    pub reason: String,
}

/// What a `go` asks for. Numbers beyond their range are cut to it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct UciGo {
    /// The deepest iteration, 1 or more.
    pub depth: Option<i16>,
    /// Positions to make.
    pub nodes: Option<u64>,
    /// Exactly this long.
    pub movetime: Option<Duration>,
    /// White's clock.
    pub white_time: Option<Duration>,
    /// Black's clock.
    pub black_time: Option<Duration>,
    /// What each move adds to White's clock.
    pub white_increment: Duration,
    /// What each move adds to Black's clock.
    pub black_increment: Duration,
    /// Moves until the next time control.
    pub moves_to_go: Option<u16>,
    /// Look for a mate in so many moves.
    pub mate: Option<u16>,
    /// Search until told to stop, and say nothing of a best move before.
    pub infinite: bool,
    /// The last move of the position is only expected: search on the opponent's time, and say nothing of a
    /// best move before it is played.
    pub ponder: bool,
    /// Only these moves, in the protocol's notation; empty means all.
    pub search_moves: Vec<String>,
    /// Words that mean nothing here. The protocol wants them passed over.
    pub unknown: Vec<String>,
}

/// Long texts are cut, so that a remark about them stays readable.
pub(super) fn truncated(text: &str) -> String {
    const MAX_CHARS: usize = 60;
    match text.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
