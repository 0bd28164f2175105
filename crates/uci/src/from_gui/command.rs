//! The commands of the UCI protocol that an engine receives, as values, and the error for a line that is none of them.

use std::time::Duration;

use chess::Root;

/// A parsed command.
#[derive(Clone, PartialEq, Debug)]
pub enum UciCommand {
    /// `uci`: identify the engine and list its options.
    Uci,
    /// `isready`: reply `readyok` once all previous commands are done.
    IsReady,
    /// `ucinewgame`: a new game starts.
    NewGame,
    /// `position …`: the position and its game, validated.
    Position(Root, UciPositionOrigin),
    /// `setoption name N [value V]`.
    SetOption {
        /// The option's name as sent.
        name: String,
        /// Its value, if any.
        value: Option<String>,
    },
    /// `go …`: search.
    Go(UciGo),
    /// `go perft N`: count the leaf nodes at depth N.
    Perft(u8),
    /// `ponderhit`: the expected move was played; the clock starts now.
    PonderHit,
    /// `stop`: end the search and send `bestmove`.
    Stop,
    /// `d`: print the board.
    Display,
    /// `eval`: print the static evaluation.
    Evaluate,
    /// `bench [depth]`: print the bench signature and the speed.
    Bench(Option<i16>),
    /// `help`: list the commands.
    Help,
    /// `quit`: exit.
    Quit,
    /// `debug on|off`, `register …`, an empty line: ignored.
    Ignored,
}

/// The origin of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UciPositionOrigin {
    /// From the moves of a game, or the start of a game.
    Game,
    /// A position without moves that was set up.
    Setup,
}

/// The error for an invalid line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("ignored \"{line}\": {reason}")]
pub struct UciCommandError {
    /// The line, truncated if it is long.
    pub line: String,
    /// What is wrong with it.
    pub reason: String,
}

/// The arguments of `go`. Numbers are clamped to their range.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct UciGo {
    /// The maximum depth, 1 or more.
    pub depth: Option<i16>,
    /// The node limit.
    pub nodes: Option<u64>,
    /// The exact search time.
    pub movetime: Option<Duration>,
    /// White's remaining time.
    pub white_time: Option<Duration>,
    /// Black's remaining time.
    pub black_time: Option<Duration>,
    /// White's increment per move.
    pub white_increment: Duration,
    /// Black's increment per move.
    pub black_increment: Duration,
    /// Moves until the next time control.
    pub moves_to_go: Option<u16>,
    /// Search for a mate in this number of moves.
    pub mate: Option<u16>,
    /// Search until `stop`; no `bestmove` is sent before that.
    pub infinite: bool,
    /// Ponder: the last move of the position is only expected. No `bestmove` is sent before `ponderhit` or
    /// `stop`.
    pub ponder: bool,
    /// Restrict the search to these moves, in UCI notation; empty means all.
    pub search_moves: Vec<String>,
    /// Unknown words, which the protocol requires to be ignored.
    pub unknown: Vec<String>,
    /// What is wrong with the arguments that were left out.
    pub faults: Vec<String>,
}

/// Truncates long texts, so that an error message stays readable.
pub(super) fn truncated(text: &str) -> String {
    const MAX_CHARS: usize = 60;
    match text.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
