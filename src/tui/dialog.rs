//! What lies over a screen and takes the keys until it is closed: one at a time.

pub mod ask;
pub mod engines;
pub mod help;
pub mod new_game;
pub mod paste;
pub mod seating;

use tui_input::Input;

use crate::chess::{Move, Role, Square};

pub use ask::Ask;
pub use engines::{EngineList, EngineOptions};
pub use help::Help;
pub use new_game::NewGame;
pub use paste::{Found, Paste};
pub use seating::Seating;

/// The dialog that is open.
#[derive(Clone, Debug)]
pub enum Dialog {
    /// The keys that work here.
    Help(Help),
    /// Every action by name.
    Palette(Palette),
    /// Settings of a new game.
    NewGame(Box<NewGame>),
    /// Who plays on.
    Seating(Seating),
    /// A position, a game or moves as text.
    Paste(Box<Paste>),
    /// A line of text that is asked for.
    Ask(Ask),
    /// What a pawn becomes.
    Promotion(Promotion),
    /// The engines, to choose from.
    Engines(EngineList),
    /// The settings of an engine outside.
    EngineOptions(EngineOptions),
    /// A question whose answer cannot be taken back.
    Confirm(Question),
    /// The settings that can be changed while the program runs.
    Settings {
        /// The row that is chosen, an index of [`crate::tui::app::Preference::ALL`].
        chosen: usize,
    },
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

impl Promotion {
    /// What the pawn would become.
    #[must_use]
    pub fn role(&self) -> Option<Role> {
        self.moves.get(self.chosen).and_then(|mv| mv.promotion())
    }
}

/// A question that wants yes or no.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// Give up the game?
    Resign,
    /// End a game of two engines without a result?
    StopGame,
    /// Leave the program although a round of practice is running?
    Quit,
    /// Leave the round for the list of drills?
    LeaveRound,
}

impl Question {
    /// The question as it is asked.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Resign => "Resign this game?",
            Self::StopGame => "Stop this game without a result? It stays in the list.",
            Self::Quit => "Leave Matescope? This round of practice is not finished.",
            Self::LeaveRound => "Leave this round? It is not finished.",
        }
    }

    /// What its key for yes does.
    #[must_use]
    pub const fn does(self) -> &'static str {
        match self {
            Self::Resign => "resigns",
            Self::StopGame => "stops it",
            Self::Quit => "leaves Matescope",
            Self::LeaveRound => "leaves the round",
        }
    }

    /// What Esc does instead.
    #[must_use]
    pub const fn leaves(self) -> &'static str {
        match self {
            Self::Resign => "keeps playing",
            Self::StopGame => "goes on watching",
            Self::Quit | Self::LeaveRound => "goes on with the round",
        }
    }
}
