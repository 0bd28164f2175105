//! The formulas of the search, apart from its flow: margins, reductions, depth limits and bonuses. Scores and
//! margins are in centipawns.

use std::ops::RangeInclusive;

use crate::chess::{Depth, Score};

/// A score plus a number of centipawns.
pub(super) fn offset_score(score: Score, by: i32) -> Score {
    Score::from_raw(i32::from(score.raw()) + by)
}

/// Reverse futility pruning: maximum depth.
pub(super) const REVERSE_FUTILITY_DEPTH: i16 = 8;
/// Razoring: maximum depth.
pub(super) const RAZORING_DEPTH: i16 = 3;
/// Null move pruning: minimum depth.
pub(super) const NULL_MOVE_DEPTH: i16 = 3;
/// Null move pruning: depth from which every cutoff is verified, whatever the material.
pub(super) const NULL_MOVE_VERIFICATION_DEPTH: i16 = 14;
/// Internal iterative reduction: minimum depth.
pub(super) const INTERNAL_REDUCTION_DEPTH: i16 = 4;
/// Late move pruning: maximum depth.
pub(super) const LATE_MOVE_DEPTH: i16 = 8;
/// Futility pruning of quiet moves: maximum reduced depth.
pub(super) const FUTILITY_DEPTH: i16 = 7;
/// SEE pruning: maximum depth.
pub(super) const SEE_DEPTH: i16 = 8;
/// Singular extensions: minimum depth.
pub(super) const SINGULAR_DEPTH: i16 = 7;
/// Late move reductions: minimum depth.
pub(super) const REDUCTION_DEPTH: i16 = 3;
/// Late move reductions: children whose sibling nodes had more beta cutoffs than this are reduced more.
pub(super) const MANY_CUTOFFS: u32 = 3;
/// Depths at which the moves after one that raised alpha are searched a ply shallower.
pub(super) const ALPHA_REDUCTION_DEPTHS: RangeInclusive<i16> = 3..=12;
/// Aspiration windows: minimum depth.
pub(super) const ASPIRATION_DEPTH: i16 = 5;
/// Aspiration windows: distance of the first bounds from the previous score.
pub(super) const ASPIRATION_WINDOW: i32 = 18;

/// Reverse futility margin: how far the evaluation must be above beta for a cutoff without a search.
pub(super) fn reverse_futility_margin(depth: Depth, improving: bool) -> i32 {
    let spared = i32::from(improving);
    75 * (i32::from(depth.get()) - spared).max(0) + 15
}

/// Razoring margin: how far the evaluation must be below alpha to drop into quiescence search.
pub(super) fn razoring_margin(depth: Depth) -> i32 {
    220 + 230 * i32::from(depth.get())
}

/// Null move reduction in plies; larger at high depth and far above beta.
pub(super) fn null_move_reduction(depth: Depth, above_beta: i32) -> i16 {
    let surplus = i16::try_from((above_beta / 180).clamp(0, 3)).unwrap_or_default();
    4 + depth.get() / 4 + surplus
}

/// Late move pruning: the number of moves that are searched before the remaining quiet moves are skipped.
pub(super) fn late_move_count(depth: Depth, improving: bool) -> usize {
    let depth = usize::try_from(depth.get().max(0)).unwrap_or_default();
    let count = 4 + depth * depth;
    if improving { count } else { count / 2 + 1 }
}

/// Futility margin: how much a quiet move may improve the static evaluation at most.
pub(super) fn futility_margin(depth: i16) -> i32 {
    90 + 85 * i32::from(depth)
}

/// History pruning: quiet moves with a lower history score are skipped.
pub(super) fn history_pruning_threshold(depth: i16) -> i32 {
    -3_000 * i32::from(depth)
}

/// SEE pruning of quiet moves: the largest loss that is accepted, as a negative score.
pub(super) fn quiet_see_threshold(depth: i16) -> i32 {
    -22 * i32::from(depth) * i32::from(depth)
}

/// SEE pruning of captures: the largest loss that is accepted, as a negative score.
pub(super) fn capture_see_threshold(depth: Depth) -> i32 {
    -95 * i32::from(depth.get())
}

/// Singular beta: the table move is singular if all other moves score below this.
pub(super) fn singular_beta(table: Score, depth: Depth) -> Score {
    offset_score(table, -2 * i32::from(depth.get()))
}

/// Delta pruning margin of quiescence search: what a capture may gain beyond the captured piece.
pub(super) const DELTA_MARGIN: i32 = 180;

/// History bonus of the move that caused a cutoff, and malus of the moves before it.
pub(super) fn history_bonus(depth: Depth) -> i32 {
    (150 * i32::from(depth.get()) - 90).clamp(60, 1_600)
}

/// Static evaluations from here on, in centipawns, are not corrected.
pub(super) const MAX_CORRECTED_EVAL: i32 = 5_000;

/// Correction bonus: the difference between the score of a search and the static evaluation, weighted by depth.
pub(super) fn correction_bonus(difference: i32, depth: Depth) -> i32 {
    difference * i32::from(depth.get()) / 8
}

/// Late move reduction in plies from depth and move number, before the adjustments for the node and the move.
pub(super) fn late_move_reduction(depth: Depth, tried: usize) -> i16 {
    let log = |n: usize| LOGARITHMS[n.min(LOGARITHMS.len() - 1)];
    let depth = usize::try_from(depth.get().max(0)).unwrap_or_default();
    let product = log(depth) * log(tried);
    i16::try_from((78 * 100 + product * 100 / 230) / 10_000).unwrap_or_default()
}

/// Plies by which the search after a late move reduction that failed high is deeper (1) or shallower (-1) than
/// `full`: deeper where the reduced score is far above the best score so far, shallower where it is hardly
/// above.
pub(super) fn research_extension(score: Score, best: Score, full: Depth, reduction: i16) -> i16 {
    let depth = i32::from(full.get());
    if best == Score::LOWEST || best.is_mate() || score.is_mate() {
        0
    } else if reduction > 1 && score > offset_score(best, 40 + 2 * depth) {
        1
    } else if score < offset_score(best, depth) {
        -1
    } else {
        0
    }
}

/// The natural logarithm of 0 (taken as 0) to 63, in hundredths.
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
