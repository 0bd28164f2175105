//! Oracles: exact results of positions, from endgame tables.

use super::material::Material;
use super::position::Position;
use super::score::{FIFTY_MOVES, Score};
use super::unit::Ply;

/// The exact result of a position for the side to move, with the distance to mate under best play. It ignores
/// the fifty-move counter: see [`super::fifty_moves`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// The side to move mates in this many half-moves (odd).
    Win(Ply),
    /// Neither side can force mate.
    Draw,
    /// The side to move is mated in this many half-moves (even; 0 is checkmate on the board).
    Loss(Ply),
}

impl Verdict {
    /// The distance to mate in half-moves, if there is one.
    #[must_use]
    pub const fn distance(self) -> Option<Ply> {
        match self {
            Self::Win(plies) | Self::Loss(plies) => Some(plies),
            Self::Draw => None,
        }
    }

    /// The verdict as a score.
    #[must_use]
    pub const fn score(self) -> Score {
        match self {
            Self::Win(plies) => Score::mates_in(plies),
            Self::Draw => Score::DRAW,
            Self::Loss(plies) => Score::mated_in(plies),
        }
    }

    /// The verdict for the side that has just moved. The distance stays that of the position: half-moves
    /// after the move.
    #[must_use]
    pub const fn for_mover(self) -> Self {
        match self {
            Self::Win(plies) => Self::Loss(plies),
            Self::Draw => Self::Draw,
            Self::Loss(plies) => Self::Win(plies),
        }
    }

    /// The verdict counted from one half-move earlier: with [`Verdict::for_mover`], the value of a move
    /// before it is played.
    #[must_use]
    pub const fn one_ply_earlier(self) -> Self {
        match self {
            Self::Win(plies) => Self::Win(plies.next()),
            Self::Draw => Self::Draw,
            Self::Loss(plies) => Self::Loss(plies.next()),
        }
    }

    /// Whether the mate certainly comes before the fifty-move rule ends the game, with the counter at
    /// `halfmoves`. Always true for draws. A capture or pawn move on the way may save a mate for which this
    /// is false.
    #[must_use]
    pub const fn beats_fifty_move_rule(self, halfmoves: u16) -> bool {
        match self.distance() {
            Some(plies) => plies.get().saturating_add(halfmoves) <= FIFTY_MOVES,
            None => true,
        }
    }
}

/// A source of exact results for some positions, usually endgame tables.
pub trait Oracle: Send + Sync {
    /// The verdict of a position, or None if it is not covered (yet).
    fn probe(&self, position: &Position) -> Option<Verdict>;

    /// Whether every position with this material, of either color and without castling rights, is covered.
    fn covers(&self, _: &Material) -> bool {
        false
    }

    /// Whether the game goes on after fifty moves without a capture or a pawn move, so that the counter does not
    /// matter.
    fn ignores_fifty_move_rule(&self) -> bool {
        false
    }
}

/// An oracle that covers nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoOracle;

impl Oracle for NoOracle {
    fn probe(&self, _: &Position) -> Option<Verdict> {
        None
    }
}
