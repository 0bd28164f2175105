//! The formulas of the search, apart from its flow: how much is pruned, reduced and counted.

use crate::chess::{Depth, Score};

/// Whether the static evaluation has risen since the side to move was last here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Trend {
    /// It has.
    Improving,
    /// It has not, or nobody knows.
    Flat,
}

/// A score moved by centipawns.
pub(super) fn offset_score(score: Score, by: i32) -> Score {
    Score::from_raw(i32::from(score.raw()) + by)
}

/// Depth up to which reverse futility is tried.
pub(super) const REVERSE_FUTILITY_DEPTH: i16 = 8;
/// Depth up to which razoring is tried.
pub(super) const RAZORING_DEPTH: i16 = 3;
/// Depth from which null moves are tried.
pub(super) const NULL_MOVE_DEPTH: i16 = 3;
/// Depth from which a null move that refutes is verified whatever the men.
pub(super) const NULL_MOVE_VERIFICATION_DEPTH: i16 = 14;
/// Depth from which a missing table move costs a ply.
pub(super) const INTERNAL_REDUCTION_DEPTH: i16 = 4;
/// Depth up to which late quiet moves are left out.
pub(super) const LATE_MOVE_DEPTH: i16 = 8;
/// Reduced depth up to which quiet moves are held against the evaluation.
pub(super) const FUTILITY_DEPTH: i16 = 7;
/// Depth up to which moves are held against the exchange.
pub(super) const SEE_DEPTH: i16 = 8;
/// Depth from which the table move is tested for being the only good one.
pub(super) const SINGULAR_DEPTH: i16 = 7;
/// Depth from which late moves are reduced.
pub(super) const REDUCTION_DEPTH: i16 = 3;
/// Depth from which the first window is narrow.
pub(super) const ASPIRATION_DEPTH: i16 = 5;
/// Half the width of the first window, in centipawns.
pub(super) const ASPIRATION_WINDOW: i32 = 18;

/// How far the evaluation must be above beta to be believed without a search.
pub(super) fn reverse_futility_margin(depth: Depth, trend: Trend) -> i32 {
    let spared = i32::from(trend == Trend::Improving);
    75 * (i32::from(depth.get()) - spared).max(0) + 15
}

/// How far the evaluation must be below alpha for quiescence to have the last word.
pub(super) fn razoring_margin(depth: Depth) -> i32 {
    220 + 230 * i32::from(depth.get())
}

/// How much shallower the reply to a null move is searched.
pub(super) fn null_move_reduction(depth: Depth, above_beta: i32) -> i16 {
    let surplus = i16::try_from((above_beta / 180).clamp(0, 3)).unwrap_or_default();
    4 + depth.get() / 4 + surplus
}

/// How many moves are tried before quiet ones are left out.
pub(super) fn late_move_count(depth: Depth, trend: Trend) -> usize {
    let depth = usize::try_from(depth.get().max(0)).unwrap_or_default();
    let count = 4 + depth * depth;
    if trend == Trend::Improving { count } else { count / 2 + 1 }
}

/// What a quiet move may be hoped to add to the evaluation.
pub(super) fn futility_margin(depth: i16) -> i32 {
    90 + 85 * i32::from(depth)
}

/// The merit below which a quiet move is left out.
pub(super) fn history_pruning_threshold(depth: i16) -> i32 {
    -3_000 * i32::from(depth)
}

/// What a quiet move may lose by exchange.
pub(super) fn quiet_see_threshold(depth: i16) -> i32 {
    -22 * i32::from(depth) * i32::from(depth)
}

/// What a capture may lose by exchange.
pub(super) fn capture_see_threshold(depth: Depth) -> i32 {
    -95 * i32::from(depth.get())
}

/// The score that all other moves have to miss for the table move to be singular.
pub(super) fn singular_beta(table: Score, depth: Depth) -> Score {
    offset_score(table, -2 * i32::from(depth.get()))
}

/// What may be gained in quiescence beyond the man that is taken.
pub(super) const DELTA_MARGIN: i32 = 180;

/// What a refutation adds to its counters.
pub(super) fn history_bonus(depth: Depth) -> i32 {
    (150 * i32::from(depth.get()) - 90).clamp(60, 1_600)
}

/// Plies that a late move is searched shallower, before the node's own circumstances.
pub(super) fn late_move_reduction(depth: Depth, tried: usize) -> i16 {
    let log = |n: usize| LOGARITHMS[n.min(LOGARITHMS.len() - 1)];
    let depth = usize::try_from(depth.get().max(0)).unwrap_or_default();
    let product = log(depth) * log(tried);
    i16::try_from((78 * 100 + product * 100 / 230) / 10_000).unwrap_or_default()
}

/// The natural logarithm in hundredths.
const LOGARITHMS: [i32; 64] = [
    0, 0, 69, 110, 139, 161, 179, 195, 208, 220, 230, 240, 248, 256, 264, 271, 277, 283, 289, 294, 300, 304,
    309, 314, 318, 322, 326, 330, 333, 337, 340, 343, 347, 350, 353, 356, 358, 361, 364, 366, 369, 371, 374,
    376, 378, 381, 383, 385, 387, 389, 391, 393, 395, 397, 399, 401, 403, 404, 406, 408, 409, 411, 413, 414,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_and_deeper_moves_are_reduced_more() {
        for depth in 3..40 {
            for tried in 2..60 {
                let here = late_move_reduction(Depth::new(depth), tried);
                assert!((0..9).contains(&here));
                assert!(late_move_reduction(Depth::new(depth + 1), tried) >= here);
                assert!(late_move_reduction(Depth::new(depth), tried + 1) >= here);
            }
        }
        assert_eq!(late_move_reduction(Depth::new(10), 10), 3);
    }
}
