//! The king box: the squares left to the hunted king, with the effect of the move that the player considers.

use crate::chess::Color;
use crate::practice::KingBox;
use crate::practice::king_box::KingBoxChange;

/// Whether the board shows where the hunted king can go.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BoxAid {
    /// The pane of a round counts its squares.
    #[default]
    Hidden,
    /// The squares are marked.
    Shown,
}

impl BoxAid {
    /// The opposite setting.
    #[must_use]
    pub const fn toggled(self) -> Self {
        match self {
            Self::Hidden => Self::Shown,
            Self::Shown => Self::Hidden,
        }
    }
}

/// The box in the position on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoxView {
    /// Whose king it is.
    pub king: Color,
    /// The box now.
    pub now: KingBox,
    /// The effect on it of the move that the player considers.
    pub considered_move: Option<BoxConsideredMove>,
}

/// A move that is considered, not yet made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoxConsideredMove {
    /// The move in standard algebraic notation.
    pub san: String,
    /// What it does to the box.
    pub change: KingBoxChange,
}
