//! One line of play with what is claimed about it, and how firmly.

use shakmaty::Move;

use super::score::Score;
use super::termination::GameTermination;

/// Which side of the truth a score is on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bound {
    /// The true score is this or lower.
    AtMost,
    /// The true score is this or higher.
    AtLeast,
    /// The search saw this very score.
    Exact,
}

/// Who vouches for a score.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Certainty {
    /// A search found it: a mate is forced, yet a shorter one may exist.
    Searched,
    /// A table or a proof: it is a fact, and no shorter mate exists.
    Proven,
    /// Somebody else's engine says so: a mate is only its word.
    Claimed,
}

/// A line of play, best moves of both sides as far as they are known.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// From the side to move at the line's first move; mates counted from there.
    pub score: Score,
    /// Which side of the truth `score` is on.
    pub bound: Bound,
    /// Who vouches for `score`.
    pub certainty: Certainty,
    /// The moves. Where `score` is a mate there are exactly as many as it claims, unless it is only
    /// [`Certainty::Claimed`].
    pub moves: Vec<Move>,
    /// How the game ends after the last of `moves`, if it does.
    pub ends_in: Option<GameTermination>,
}
