//! Hints: help with the next move in three steps: which piece, where it goes, the move.

use crate::chess::{Move, Position, Square, destination_square, notation};

/// A requested hint. It is valid for one position only.
#[derive(Clone, PartialEq, Debug)]
pub struct HintState {
    /// The position that it is about.
    pub position: Position,
    /// The suggested move, once it is known.
    pub mv: Option<Move>,
    /// How much of it is shown.
    pub detail: HintDetail,
}

/// How much of a hint is shown.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum HintDetail {
    /// Which piece moves.
    Piece,
    /// Where it goes.
    Square,
    /// The move as it is written.
    Move,
}

impl HintDetail {
    /// The next step; the last one stays.
    pub(crate) const fn next(self) -> Self {
        match self {
            Self::Piece => Self::Square,
            Self::Square | Self::Move => Self::Move,
        }
    }
}

impl HintState {
    /// The squares that it points at.
    #[must_use]
    pub fn squares(&self) -> Vec<Square> {
        let Some(mv) = self.mv else { return Vec::new() };
        let target = (self.detail > HintDetail::Piece).then(|| destination_square(mv));
        mv.from().into_iter().chain(target).collect()
    }

    /// The hint as a sentence, as far as it is shown.
    pub(crate) fn text(&self) -> String {
        let Some(mv) = self.mv else { return "Looking for a hint".to_owned() };
        let piece = crate::chess::names::role_name(mv.role());
        let from = mv.from().map_or_else(String::new, |from| format!(" on {from}"));
        match self.detail {
            HintDetail::Piece => format!("Hint 1 of 3: move the {piece}{from}"),
            HintDetail::Square => {
                format!("Hint 2 of 3: the {piece}{from} goes to {}", destination_square(mv))
            }
            HintDetail::Move => format!("Hint 3 of 3: {}", notation::san(&self.position, mv)),
        }
    }
}
