//! [`Dialog`]: what is drawn over a screen and takes the keys until it is closed; one at a time.

pub mod columns;
pub mod duplicates;
pub mod engines;
pub mod help;
pub mod input;
pub mod new_game;
pub mod new_game_defaults;
pub mod paste;
pub mod players;
pub mod tags;

use std::sync::Arc;

use tui_input::Input;

use crate::analysis::BuildCost;
use crate::chess::{Material, Move, Square};
use crate::config::EngineConfig;
use crate::game::SavedSearches;
pub use crate::tui::model::dialog::columns::ColumnsDialog;
pub use crate::tui::model::dialog::duplicates::{DuplicateMerge, DuplicatesDialog};
pub use crate::tui::model::dialog::engines::{EngineListDialog, EngineOptionsDialog};
pub use crate::tui::model::dialog::help::HelpDialog;
pub use crate::tui::model::dialog::input::InputDialog;
pub use crate::tui::model::dialog::new_game::NewGameDialog;
pub use crate::tui::model::dialog::paste::{PasteContent, PasteDialog};
pub use crate::tui::model::dialog::players::PlayersDialog;
pub use crate::tui::model::dialog::tags::TagsDialog;
use crate::tui::model::table_builds::cost_text;

/// The dialog that is open.
#[derive(Clone, Debug)]
pub enum Dialog {
    /// The keys that work here.
    Help(HelpDialog),
    /// Every action by name.
    Palette(Palette),
    /// Settings of a new game.
    NewGame(Box<NewGameDialog>),
    /// Who plays the running game from here on.
    Players(PlayersDialog),
    /// A position, a game or moves as text.
    Paste(Box<PasteDialog>),
    /// A prompt for a line of text.
    Input(InputDialog),
    /// The tags of a game.
    Tags(Box<TagsDialog>),
    /// The choice of a promotion.
    Promotion(Promotion),
    /// The saved searches, to choose from.
    Searches(SearchListDialog),
    /// The columns of the list of games, to choose from.
    Columns(ColumnsDialog),
    /// The games with several texts.
    Duplicates(Box<DuplicatesDialog>),
    /// The engines, to choose from.
    Engines(EngineListDialog),
    /// The settings of an external engine.
    EngineOptions(EngineOptionsDialog),
    /// Confirmation of an action that cannot be undone.
    Confirm(ConfirmDialog),
    /// The settings that can be changed while the program runs.
    Settings {
        /// The row that is chosen, an index of [`crate::tui::model::preference::Preference::ALL`].
        chosen: usize,
        /// The engine's settings before the first change.
        engine: Option<EngineConfig>,
    },
}

/// The list of saved searches.
#[derive(Clone, Debug, Default)]
pub struct SearchListDialog {
    /// The searches.
    pub searches: Arc<SavedSearches>,
    /// The row that is chosen.
    pub chosen: usize,
    /// The name of the search that is deleted if the key is pressed once more.
    pub removal_to_confirm: Option<String>,
}

/// The palette: a search among all actions.
#[derive(Clone, Debug, Default)]
pub struct Palette {
    /// What is searched for.
    pub input: Input,
    /// The row that is chosen among the matching ones.
    pub chosen: usize,
}

/// The choice of a promotion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Promotion {
    /// The pawn.
    pub from: Square,
    /// The square that it goes to.
    pub to: Square,
    /// The moves to choose from: queen, rook, bishop, knight.
    pub moves: Vec<Move>,
    /// The one that is chosen, an index of `moves`.
    pub chosen: usize,
}

/// A yes-or-no question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ConfirmDialog {
    /// Give up the game?
    Resign,
    /// End a game of two engines without a result?
    StopGame,
    /// Leave the program although a round of practice is running?
    Quit,
    /// Leave the round for the list of rounds?
    LeaveRound,
    /// Build a table that takes a while?
    BuildTable(Material, BuildCost),
}

impl ConfirmDialog {
    /// The question as it is asked.
    pub(crate) fn question_text(self) -> String {
        match self {
            Self::Resign => "Resign this game?".to_owned(),
            Self::StopGame => "Stop this game without a result? It stays in the list.".to_owned(),
            Self::Quit => "Leave Matescope? This round of practice is not finished.".to_owned(),
            Self::LeaveRound => "Leave this round? It is not finished.".to_owned(),
            Self::BuildTable(material, _) => format!("Build the table of {material}?"),
        }
    }

    /// What the user should know before answering.
    pub(crate) fn details(self) -> Option<String> {
        match self {
            Self::BuildTable(_, cost) => Some(cost_text(&cost)),
            _ => None,
        }
    }

    /// What its key for yes does.
    pub(crate) const fn yes_label(self) -> &'static str {
        match self {
            Self::Resign => "resigns",
            Self::StopGame => "stops it",
            Self::Quit => "leaves Matescope",
            Self::LeaveRound => "leaves the round",
            Self::BuildTable(..) => "builds it",
        }
    }

    /// What Esc does instead.
    pub(crate) const fn no_label(self) -> &'static str {
        match self {
            Self::Resign => "keeps playing",
            Self::StopGame => "goes on watching",
            Self::Quit | Self::LeaveRound => "goes on with the round",
            Self::BuildTable(..) => "goes back",
        }
    }
}
