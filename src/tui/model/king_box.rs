//! The king box: the squares left to the hunted king, with the effect of the move that the player considers.

use crate::chess::{Color, Position, notation};
use crate::practice::KingBox;
use crate::practice::king_box::{self, KingBoxChange};
use crate::tui::model::Shared;

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

impl BoxView {
    /// The box of a king in the position on the board, with the move that is typed or held over a square.
    pub(crate) fn of(shared: &Shared, position: &Position, king: Color) -> Self {
        let tried = shared.considered_move(position).map(|mv| BoxConsideredMove {
            san: notation::san(position, mv),
            change: king_box::king_box_change(position, &position.after(mv), king),
        });
        Self { king, now: king_box::of(position, king), considered_move: tried }
    }
}
