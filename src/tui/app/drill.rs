//! The practice screen: the list of drills, and the round that is played.

use crate::chess::{Color, Ending, Move, Ranking};
use crate::game::Walk;

/// Whether a stalemating move is announced, or refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Guard {
    /// A stalemating move is played like any other.
    Off,
    /// It is marked, and wants Enter twice.
    #[default]
    Warn,
    /// It is marked, and not played.
    Block,
}

impl Guard {
    /// The next setting, around.
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Self::Off => Self::Warn,
            Self::Warn => Self::Block,
            Self::Block => Self::Off,
        }
    }

    /// The setting as it is shown.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Off => "OFF",
            Self::Warn => "WARN",
            Self::Block => "BLOCK",
        }
    }
}

/// The practice screen.
#[derive(Clone, Debug, Default)]
pub struct Practice {
    /// The drill that is chosen in the list.
    pub chosen: usize,
    /// The round that is played, or None while the list is shown.
    pub round: Option<Drilling>,
}

/// A round in progress, with what the screen adds to it.
#[derive(Clone, Debug)]
pub struct Drilling {
    /// The moves.
    pub walk: Walk,
    /// The player's color.
    pub you: Color,
    /// How much of the hint is shown.
    pub hint: Hint,
    /// How the round ended, once it has.
    pub over: Option<Ending>,
    /// The ranking before the player's move, where the tables are ready.
    pub ranking: Option<Ranking>,
}

/// How much of a hint is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Hint {
    /// Nothing.
    #[default]
    None,
    /// Which man to move.
    Piece(Move),
    /// Where it goes.
    Square(Move),
    /// The whole line.
    Line(Move),
}
