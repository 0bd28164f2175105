//! What the parser returns: a game as far as it could be read, and what could not.

use std::fmt;

use super::PgnGame;
use crate::tree::NodeId;

/// A parse error.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {reason}")]
pub struct PgnError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What is wrong and what was expected.
    pub reason: String,
}

impl PgnError {
    /// The error with its line in a file, where the game's text begins on this line, from 1.
    #[must_use]
    pub fn in_file(self, first_line: usize) -> Self {
        Self { line: self.line + first_line.saturating_sub(1), ..self }
    }
}

/// A game as far as it could be parsed, with what could not.
#[derive(Clone, Debug)]
pub struct PgnReadResult {
    /// The game.
    pub game: PgnGame,
    /// The first error.
    pub fault: Option<PgnError>,
    /// The parts of the text that could not be read, in their order.
    pub unread: Vec<UnreadText>,
    /// Why there is no board to play the moves on. The tree has no moves then, its start means nothing, and all
    /// moves are among the unread parts.
    pub unplayable: Option<UnplayableGame>,
}

impl UnreadText {
    pub(super) fn new(after: NodeId, text: &str, extent: UnreadExtent) -> Self {
        Self { after, text: text.trim().to_owned(), extent }
    }
}

impl PgnReadResult {
    /// Whether moves of the main line could not be read.
    #[must_use]
    pub fn lacks_moves(&self) -> bool {
        self.unread.iter().any(|part| part.extent == UnreadExtent::MainLine)
    }
}

/// A part of a game's text that could not be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnreadText {
    /// The node behind which it stands.
    pub after: NodeId,
    /// The text as it was written, without white space around it.
    pub text: String,
    /// How much of the game is lost with it.
    pub extent: UnreadExtent,
}

/// How much of a game could not be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnreadExtent {
    /// Tokens that are no moves; the reading went on behind them.
    Tokens,
    /// A variation from here on, without its closing bracket.
    Variation,
    /// The rest of the game, without the result behind it.
    MainLine,
}

/// Why a game's moves cannot be played on a board. It is kept as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UnplayableGame {
    /// It has the rules of another variant: its name.
    OtherVariant(String),
    /// Its `FEN` tag is no legal position: the reason.
    IllegalStart(String),
}

impl fmt::Display for UnplayableGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherVariant(name) => write!(f, "it is a game of {name}, which has other rules"),
            Self::IllegalStart(reason) => write!(f, "its FEN tag is not a legal position: {reason}"),
        }
    }
}
