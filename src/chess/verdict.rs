//! What is known for certain about a position, and whom to ask.

use super::material::Material;
use super::position::Position;
use super::score::{FIFTY_MOVES, Score};
use super::unit::Ply;

/// The truth about a position, from the side to move, with the distance to mate under best play. The
/// fifty-move counter is not part of it: see [`Verdict::beats_fifty_move_rule`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// The side to move mates in so many half-moves (odd).
    Win(Ply),
    /// Neither side can force mate.
    Draw,
    /// The side to move is mated in so many half-moves (even; nought is mate on the board).
    Loss(Ply),
}

impl Verdict {
    /// Half-moves to the mate, if there is one.
    #[must_use]
    pub const fn distance(self) -> Option<Ply> {
        match self {
            Self::Win(plies) | Self::Loss(plies) => Some(plies),
            Self::Draw => None,
        }
    }

    /// The same truth as a score.
    #[must_use]
    pub const fn score(self) -> Score {
        match self {
            Self::Win(plies) => Score::mates_in(plies),
            Self::Draw => Score::DRAW,
            Self::Loss(plies) => Score::mated_in(plies),
        }
    }

    /// The verdict on a position, as the side that has just moved into it sees it. The distance stays
    /// that of the position: half-moves still to come after the move.
    #[must_use]
    pub const fn for_mover(self) -> Self {
        match self {
            Self::Win(plies) => Self::Loss(plies),
            Self::Draw => Self::Draw,
            Self::Loss(plies) => Self::Win(plies),
        }
    }

    /// The same verdict counted from a half-move earlier: with [`Verdict::for_mover`], what a move is worth
    /// before it is played.
    #[must_use]
    pub const fn one_ply_earlier(self) -> Self {
        match self {
            Self::Win(plies) => Self::Win(plies.next()),
            Self::Draw => Self::Draw,
            Self::Loss(plies) => Self::Loss(plies.next()),
        }
    }

    /// Whether the mate surely comes before the fifty-move rule ends the game, when the counter stands at
    /// `halfmoves`. Draws always arrive. A capture or pawn move on the way may still save what this denies.
    #[must_use]
    pub const fn beats_fifty_move_rule(self, halfmoves: u16) -> bool {
        match self.distance() {
            Some(plies) => plies.get().saturating_add(halfmoves) <= FIFTY_MOVES,
            None => true,
        }
    }
}

/// Whoever knows the truth about some positions: tables, in the main.
pub trait Oracle: Send + Sync {
    /// The truth about a position, or None where the oracle does not cover it (or not yet).
    fn probe(&self, position: &Position) -> Option<Verdict>;

    /// Whether every position with these men, of either color and without castling rights, is answered now.
    fn covers(&self, _: &Material) -> bool {
        false
    }
}

/// The oracle that knows nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoOracle;

impl Oracle for NoOracle {
    fn probe(&self, _: &Position) -> Option<Verdict> {
        None
    }
}
