//! A question that wants one line of text: a file's name, a comment.

use tui_input::Input;

use crate::game::NodeId;

/// The question and what is typed so far.
#[derive(Clone, Debug)]
pub struct Ask {
    /// What is asked for.
    pub wanted: Wanted,
    /// The text.
    pub input: Input,
}

/// What a line of text is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// The file to import games from.
    Import,
    /// The file to write the shown games to.
    Export,
    /// The moves that analysis is to look at.
    Moves,
    /// The depth that analysis is to reach.
    Depth,
    /// The folder with Syzygy tables.
    Syzygy,
    /// A comment on a move.
    Comment(NodeId),
}

impl Ask {
    /// An open question with a text to begin with.
    #[must_use]
    pub fn new(wanted: Wanted, text: &str) -> Self {
        Self { wanted, input: Input::new(text.to_owned()) }
    }
}

impl Wanted {
    /// The question's title.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Import => "Import a PGN file",
            Self::Export => "Write the games shown to a file",
            Self::Moves => "Moves to look at (Nf3 d4), or to leave out (-Nf3)",
            Self::Depth => "Depth to analyze to, in half-moves",
            Self::Syzygy => "Folder with Syzygy tables",
            Self::Comment(_) => "Comment",
        }
    }

    /// What Enter does.
    #[must_use]
    pub const fn does(self) -> &'static str {
        match self {
            Self::Import => "copies its games into your list",
            Self::Export => "writes a new file",
            Self::Moves => "searches these; nothing means all",
            Self::Depth => "rests there; nothing means no end",
            Self::Syzygy => "uses it at once; nothing means none",
            Self::Comment(_) => "keeps it; an empty one is none",
        }
    }
}
