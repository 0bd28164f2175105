//! A dialog for one line of text: a file name, a comment.

use tui_input::{Input, InputRequest};

use crate::game::NodeId;

/// The question and what is typed so far.
#[derive(Clone, Debug)]
pub struct InputDialog {
    /// The purpose of the prompt.
    pub purpose: InputPurpose,
    /// The text.
    pub input: Input,
    /// Whether the text is a suggestion that the first typed character replaces.
    pub is_suggestion: bool,
    /// What keeps the file from being written.
    pub obstacle: Option<WriteObstacle>,
    /// Completions of what was typed.
    pub choices: Vec<String>,
}

/// What the user has to agree to before a file is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WriteObstacle {
    /// There is a file of that name.
    FileExists,
    /// There is a saved search of that name.
    SearchExists,
    /// Its folder is not there.
    MissingFolder,
}

/// The purpose of a line of text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InputPurpose {
    /// The file to import games from.
    Import,
    /// The file whose games are listed where it lies.
    Link,
    /// The file to write the shown games to.
    Export,
    /// The names of the user as a player.
    MyNames,
    /// The labels of a game of the list.
    Labels,
    /// The name under which the present search is saved.
    SearchName,
    /// The names of a player.
    Player,
    /// The moves that analysis is to look at.
    Moves,
    /// The depth that analysis is to reach.
    Depth,
    /// The folder with Syzygy tables.
    Syzygy,
    /// A comment on a move.
    Comment(NodeId),
    /// Colored squares and arrows on a position.
    Drawings(NodeId),
}

impl InputDialog {
    /// An open question with a text to begin with.
    pub(crate) fn new(purpose: InputPurpose, text: &str) -> Self {
        let input = Input::new(text.to_owned());
        Self { purpose, input, is_suggestion: false, obstacle: None, choices: Vec::new() }
    }

    /// The same with its text as a suggestion.
    pub(crate) fn suggested(self) -> Self {
        Self { is_suggestion: true, ..self }
    }

    /// Edits the text. Typing replaces a suggestion; any other key accepts it.
    pub(crate) fn edit(&mut self, request: InputRequest) {
        if std::mem::take(&mut self.is_suggestion)
            && matches!(request, InputRequest::InsertChar(_) | InputRequest::DeletePrevChar)
        {
            self.input = Input::default();
        }
        self.input.handle(request);
        self.obstacle = None;
        self.choices = Vec::new();
    }

    /// Whether Tab completes the text.
    pub(crate) const fn is_completed(&self) -> bool {
        self.is_path() || matches!(self.purpose, InputPurpose::Labels | InputPurpose::Player)
    }

    /// Whether the file of an import is linked now where it was copied before, or the other way round. False for another
    /// question.
    pub(crate) fn toggle_link(&mut self) -> bool {
        self.purpose = match self.purpose {
            InputPurpose::Import => InputPurpose::Link,
            InputPurpose::Link => InputPurpose::Import,
            _ => return false,
        };
        true
    }

    /// Whether the text is the path of a file.
    pub(crate) const fn is_path(&self) -> bool {
        matches!(self.purpose, InputPurpose::Import | InputPurpose::Link | InputPurpose::Export)
    }
}

impl InputPurpose {
    /// The question's title.
    pub(crate) const fn title(self) -> &'static str {
        match self {
            Self::Import => "Import a PGN file: its games are copied",
            Self::Link => "Import a PGN file: it is listed where it lies",
            Self::Export => "Write the games shown to a file",
            Self::MyNames => "Which player are you? Several names: a comma between",
            Self::Labels => "Labels of the game; several: a comma between",
            Self::SearchName => "Save the search under a name; @name finds it again",
            Self::Player => "Report on which player? Several names: ; between",
            Self::Moves => "Moves to look at (Nf3 d4), or to leave out (-Nf3)",
            Self::Depth => "Depth to analyze to, in half-moves",
            Self::Syzygy => "Folder with Syzygy tables",
            Self::Comment(_) => "Comment",
            Self::Drawings(_) => "Squares (e4) and arrows (e2e4); G R Y B before: color",
        }
    }

    /// What should be known before a file is linked, or instead of it.
    pub(crate) const fn advice(self) -> Option<&'static str> {
        match self {
            Self::Link => Some("No copy: what you change or delete changes this file."),
            _ => None,
        }
    }

    /// What an empty line does, where it does something.
    pub(crate) const fn empty_label(self) -> Option<&'static str> {
        match self {
            Self::MyNames => Some("no name is yours"),
            Self::Labels => Some("no label"),
            Self::Moves => Some("all moves"),
            Self::Depth => Some("no limit"),
            Self::Syzygy => Some("no folder"),
            Self::Comment(_) => Some("no comment"),
            Self::Drawings(_) => Some("no drawing"),
            Self::Import | Self::Link | Self::Export | Self::SearchName | Self::Player => None,
        }
    }

    /// What Enter does.
    pub(crate) const fn enter_label(self) -> &'static str {
        match self {
            Self::Import => "copies",
            Self::Link => "links it",
            Self::Export => "writes the file",
            Self::MyNames => "keeps your names; n changes them",
            Self::Labels => "keeps these; leave empty for none",
            Self::SearchName => "saves it",
            Self::Player => "shows the report",
            Self::Moves => "searches these; leave empty for all",
            Self::Depth => "stops there; leave empty for no limit",
            Self::Syzygy => "uses it at once; nothing means none",
            Self::Comment(_) => "saves it; leave empty to delete it",
            Self::Drawings(_) => "draws them; leave empty for none",
        }
    }
}
