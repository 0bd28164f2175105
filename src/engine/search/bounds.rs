//! What a bounded score says, and whether it may end a search.

use crate::chess::board::BoardMove;
use crate::chess::{Bound, Depth, Score, Window};
use crate::engine::transposition_table::TtEntry;

/// Which side of the truth a finished node's score is on.
pub(super) fn node_bound(best: Score, best_move: Option<BoardMove>, beta: Score) -> Bound {
    if best >= beta {
        Bound::AtLeast
    } else if best_move.is_some() {
        Bound::Exact
    } else {
        Bound::AtMost
    }
}

/// Whether an entry decides what the window asks at this depth. A mate that is found, or that no move
/// escapes, holds at any depth.
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

/// Whether a bounded score decides what the window asks.
pub(super) fn causes_cutoff(score: Score, bound: Bound, window: Window) -> bool {
    match bound {
        Bound::AtLeast => score >= window.beta,
        Bound::AtMost => score <= window.alpha,
        Bound::Exact => score >= window.beta || score <= window.alpha,
    }
}
