//! Help with the next move, given in three steps: which man, where it goes, the move.

use crate::chess::{Move, Position, Square, notation};
use crate::tui::widget::board::marks::landing;

/// A hint that was asked for. It is about one position and means nothing on another.
#[derive(Clone, PartialEq, Debug)]
pub struct Advice {
    /// The position that it is about.
    pub position: Position,
    /// The move, once somebody has said one.
    pub mv: Option<Move>,
    /// How much of it is told.
    pub step: Step,
}

/// How much of a hint is told.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Step {
    /// Which man moves.
    Man,
    /// Where it goes.
    Square,
    /// The move as it is written.
    Move,
}

impl Step {
    /// The next one; the last stays.
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Self::Man => Self::Square,
            Self::Square | Self::Move => Self::Move,
        }
    }
}

impl Advice {
    /// The squares that it points at.
    #[must_use]
    pub fn squares(&self) -> Vec<Square> {
        let Some(mv) = self.mv else { return Vec::new() };
        let target = (self.step > Step::Man).then(|| landing(mv));
        mv.from().into_iter().chain(target).collect()
    }

    /// What is told of it, as a sentence.
    #[must_use]
    pub fn words(&self) -> String {
        let Some(mv) = self.mv else { return "Looking for a hint".to_owned() };
        let man = crate::chess::names::man_name(mv.role());
        let from = mv.from().map_or_else(String::new, |from| format!(" on {from}"));
        match self.step {
            Step::Man => format!("Hint 1 of 3: move the {man}{from}"),
            Step::Square => format!("Hint 2 of 3: the {man}{from} goes to {}", landing(mv)),
            Step::Move => format!("Hint 3 of 3: {}", notation::san(&self.position, mv)),
        }
    }
}
