//! Bounds of scores (upper, lower, exact) and the cutoffs that they allow.

use crate::transposition_table::TtEntry;
use chess::board::BoardMove;
use chess::{Bound, Depth, Score, Window};

/// The bound of a finished node: fail-high gives a lower bound, fail-low an upper bound.
pub(super) fn node_bound(best: Score, best_move: Option<BoardMove>, beta: Score) -> Bound {
    if best >= beta {
        Bound::AtLeast
    } else if best_move.is_some() {
        Bound::Exact
    } else {
        Bound::AtMost
    }
}

/// Whether a table entry allows a cutoff at this depth and window. A forced mate, for or against the side to
/// move, is accepted from an entry of any depth.
pub(super) fn allows_tt_cutoff(entry: TtEntry, score: Score, depth: Depth, window: Window) -> bool {
    let proved = match entry.bound {
        Bound::AtLeast => score.is_mating() && score >= window.beta,
        Bound::AtMost => score.is_mated() && score <= window.alpha,
        Bound::Exact => {
            (score.is_mating() && score >= window.beta) || (score.is_mated() && score <= window.alpha)
        }
    };
    proved || (entry.depth >= depth && causes_cutoff(score, entry.bound, window))
}

/// Whether a bounded score lies outside the window on the side where its bound holds.
pub(super) fn causes_cutoff(score: Score, bound: Bound, window: Window) -> bool {
    match bound {
        Bound::AtLeast => score >= window.beta,
        Bound::AtMost => score <= window.alpha,
        Bound::Exact => score >= window.beta || score <= window.alpha,
    }
}
