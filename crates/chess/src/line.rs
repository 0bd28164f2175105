//! A line of play with its score and the reliability of the score.

use shakmaty::Move;

use super::score::Score;
use super::termination::GameTermination;

/// The bound of a score.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bound {
    /// Upper bound: the true score is this or lower.
    AtMost,
    /// Lower bound: the true score is this or higher.
    AtLeast,
    /// Exact score.
    Exact,
}

/// How reliable a score is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Certainty {
    /// From a search: a mate is forced, but a shorter one may exist.
    Searched,
    /// From a table or a proof: certain, and no shorter mate exists.
    Proven,
    /// From an external engine: a mate is only claimed.
    Claimed,
}

/// A line of play, best moves of both sides as far as they are known.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// From the side to move at the line's first move; mates counted from there.
    pub score: Score,
    /// The bound of `score`.
    pub bound: Bound,
    /// How reliable `score` is.
    pub certainty: Certainty,
    /// The moves. Where `score` is a mate there are exactly as many as it claims, unless it is only
    /// [`Certainty::Claimed`].
    pub moves: Vec<Move>,
    /// How the game ends after the last of `moves`, if it does.
    pub ends_in: Option<GameTermination>,
}
