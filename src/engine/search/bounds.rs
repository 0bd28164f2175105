//! What a bounded score says, and whether it may end a search.

use crate::chess::{Bound, Move, Score, Window};

/// Which side of the truth a finished node's score is on.
pub(super) fn bound_of(best: Score, best_move: Option<Move>, beta: Score) -> Bound {
    if best >= beta {
        Bound::AtLeast
    } else if best_move.is_some() {
        Bound::Exact
    } else {
        Bound::AtMost
    }
}

/// Whether a bounded score proves a mate: one that is found, or one that no move escapes.
pub(super) fn claims_mate(score: Score, bound: Bound) -> bool {
    match bound {
        Bound::AtLeast => score.is_mating(),
        Bound::AtMost => score.is_mated(),
        Bound::Exact => score.is_mate(),
    }
}

/// Whether a bounded score decides what the window asks.
pub(super) fn cuts(score: Score, bound: Bound, window: Window) -> bool {
    match bound {
        Bound::AtLeast => score >= window.beta,
        Bound::AtMost => score <= window.alpha,
        Bound::Exact => score >= window.beta || score <= window.alpha,
    }
}
