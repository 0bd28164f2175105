//! Options at start, and errors that keep the interface from starting.

use std::io::{self};
use std::path::PathBuf;

use crate::chess::Position;
use crate::store::io_error;

/// Options at start.
#[derive(Clone, Debug, Default)]
pub struct TuiOptions {
    /// What is shown first.
    pub start: StartScreen,
    /// The settings file in place of the user's own.
    pub config: Option<PathBuf>,
    /// The data folder in place of the user's own.
    pub state: Option<PathBuf>,
    /// The front end.
    pub frontend: FrontendKind,
}

/// The front end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum FrontendKind {
    /// Full-screen mode.
    #[default]
    Screen,
    /// Line mode, for screen readers.
    Linear,
}

/// What is shown first.
#[derive(Clone, Debug, Default)]
pub enum StartScreen {
    /// The saved game, or a new one.
    #[default]
    Game,
    /// A position on the analysis board.
    Analyze(Box<Position>),
    /// A round, by its name: `KQvK`.
    Practice(String),
    /// The games of a file.
    File(PathBuf),
    /// The games of a text that came through a pipe, or out of a compressed file.
    Text(String),
}

/// Why the interface could not be started, or ended early.
#[derive(Debug, thiserror::Error)]
pub enum TuiError {
    /// There is no terminal to draw on.
    #[error("this is not a terminal: try `matescope analyze --fen FEN`, or `matescope --help`")]
    NoTerminal,
    /// The terminal cannot be drawn on.
    #[error(
        "TERM={0} says that this terminal cannot be drawn on: `matescope --linear` plays in lines of text, \
             or set TERM to what the terminal is (`xterm-256color`)"
    )]
    Dumb(String),
    /// A console of the system that understands no escape sequences.
    #[error(
        "this console is too old to draw on: use Windows Terminal or Windows 10 and newer, or play in lines of \
             text with `matescope --linear`"
    )]
    OldConsole,
    /// The terminal does not respond as requested.
    #[error("the terminal fails: {}", io_error::describe_io_error(.0))]
    Terminal(#[from] io::Error),
    /// Input has ended.
    #[error("the input ended ({0}), so Matescope did, too; the game is saved")]
    InputLost(String),
    /// A thread that the screen needs could not be started.
    #[error("{0}")]
    NoThread(io::Error),
    /// Something could not be saved.
    #[error("{0}; what was saved before is kept")]
    NotSaved(String),
    /// The settings file that was named cannot be read.
    #[error("{}: {}", file.display(), io_error::describe_io_error(error))]
    Config {
        /// The file.
        file: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The file with games cannot be read.
    #[error("{}: {}", file.display(), io_error::describe_io_error(error))]
    Games {
        /// The file.
        file: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A round of this name does not exist.
    #[error("there is no lesson \"{name}\": {known}{faults}")]
    NoLesson {
        /// The name that was requested.
        name: String,
        /// The names that exist.
        known: String,
        /// What is wrong with the user's own lessons, each on a line of its own.
        faults: String,
    },
    /// The program has panicked; the terminal has been restored.
    #[error("Matescope has crashed; the game is saved. Please report this:\n{0}")]
    Crash(String),
}
