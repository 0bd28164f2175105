//! The formulas of the search and their parameters, apart from its flow: margins, reductions, depth limits and bonuses.
//! Scores and margins are in centipawns.

use std::ops::RangeInclusive;

use chess::{Depth, Score};

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
/// History pruning: maximum reduced depth.
pub(super) const HISTORY_PRUNING_DEPTH: i16 = 4;
/// Static evaluations from here on, in centipawns, are not corrected.
pub(super) const MAX_CORRECTED_EVAL: i32 = 5_000;

/// The parameters of the search that games decide: [`crate::tuning::spsa`] tunes them. Margins are in
/// centipawns, reductions in hundredths of a ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SearchParameters {
    /// Reverse futility pruning: how far the evaluation must be above beta, for each ply of depth.
    pub(crate) reverse_futility: i32,
    /// The same, added once.
    pub(crate) reverse_futility_base: i32,
    /// Razoring: how far the evaluation must be below alpha, for each ply of depth.
    pub(crate) razoring: i32,
    /// Null move pruning: how far the static evaluation may be below beta at depth 0.
    pub(crate) null_move_base: i32,
    /// Null move pruning: by how much that falls with each ply of depth.
    pub(crate) null_move_slope: i32,
    /// Null move reduction, before depth and evaluation count.
    pub(crate) null_move_reduction: i32,
    /// The evaluation above beta for another ply of null move reduction.
    pub(crate) null_move_surplus: i32,
    /// Late move pruning: moves searched at depth 0, in hundredths.
    pub(crate) late_moves_base: i32,
    /// Late move pruning: moves searched for the square of the depth, in hundredths.
    pub(crate) late_moves: i32,
    /// Futility pruning: how much a quiet move may improve the static evaluation, at depth 0.
    pub(crate) futility_base: i32,
    /// The same, for each ply of depth.
    pub(crate) futility: i32,
    /// History pruning: quiet moves are skipped below minus this, for each ply of depth.
    pub(crate) history_pruning: i32,
    /// SEE pruning of quiet moves: the loss that is accepted, for the square of the depth.
    pub(crate) quiet_see: i32,
    /// SEE pruning of captures: the loss that is accepted, for each ply of depth.
    pub(crate) capture_see: i32,
    /// Singular extension: how far the other moves must be below the table score, for each ply of depth, in
    /// hundredths.
    pub(crate) singular: i32,
    /// Double extension: how far below that.
    pub(crate) double_extension: i32,
    /// Delta pruning: what a capture may gain beyond the captured piece.
    pub(crate) delta: i32,
    /// History bonus for each ply of depth.
    pub(crate) history_bonus: i32,
    /// The largest history bonus.
    pub(crate) history_bonus_limit: i32,
    /// Late move reduction, before depth and move number count.
    pub(crate) reduction_base: i32,
    /// The product of the logarithms of depth and move number for a ply of late move reduction, in hundredths.
    pub(crate) reduction_divisor: i32,
    /// More reduction in cut nodes.
    pub(crate) reduction_cut_node: i32,
    /// More reduction where the static evaluation isn't improving.
    pub(crate) reduction_not_improving: i32,
    /// More reduction where the table move is a capture or promotion.
    pub(crate) reduction_noisy_table_move: i32,
    /// More reduction where siblings of the child often failed high.
    pub(crate) reduction_cutoffs: i32,
    /// Less reduction in nodes that once were PV nodes.
    pub(crate) reduction_was_pv: i32,
    /// Less reduction of moves that give check.
    pub(crate) reduction_check: i32,
    /// The history score for a ply less of late move reduction.
    pub(crate) reduction_history: i32,
    /// Reduced searches this far above the best score are repeated a ply deeper.
    pub(crate) deeper_research: i32,
    /// Aspiration windows: distance of the first bounds from the previous score.
    pub(crate) aspiration_window: i32,
    /// Correction history: the weight of a difference for each ply of depth, in thousandths.
    pub(crate) correction: i32,
}

impl SearchParameters {
    /// The values of the engine.
    pub(crate) const DEFAULT: Self = Self {
        reverse_futility: 75,
        reverse_futility_base: 15,
        razoring: 230,
        null_move_base: 120,
        null_move_slope: 25,
        null_move_reduction: 400,
        null_move_surplus: 180,
        late_moves_base: 400,
        late_moves: 100,
        futility_base: 90,
        futility: 85,
        history_pruning: 3_000,
        quiet_see: 22,
        capture_see: 95,
        singular: 200,
        double_extension: 24,
        delta: 180,
        history_bonus: 150,
        history_bonus_limit: 1_600,
        reduction_base: 78,
        reduction_divisor: 230,
        reduction_cut_node: 100,
        reduction_not_improving: 100,
        reduction_noisy_table_move: 100,
        reduction_cutoffs: 100,
        reduction_was_pv: 100,
        reduction_check: 100,
        reduction_history: 9_000,
        deeper_research: 40,
        aspiration_window: 18,
        correction: 125,
    };

    /// Reverse futility margin: how far the evaluation must be above beta for a cutoff without a search.
    pub(super) fn reverse_futility_margin(&self, depth: Depth, improving: bool) -> i32 {
        let spared = i32::from(improving);
        self.reverse_futility * (i32::from(depth.get()) - spared).max(0) + self.reverse_futility_base
    }

    /// Razoring margin: how far the evaluation must be below alpha to drop into quiescence search.
    pub(super) fn razoring_margin(&self, depth: Depth) -> i32 {
        self.razoring * i32::from(depth.get()) + 220
    }

    /// Null move margin: how far the static evaluation must be above beta for a null move.
    pub(super) fn null_move_margin(&self, depth: Depth) -> i32 {
        self.null_move_base - self.null_move_slope * i32::from(depth.get())
    }

    /// Null move reduction in plies; larger at high depth and far above beta.
    pub(super) fn null_move_reduction(&self, depth: Depth, above_beta: i32) -> i16 {
        let surplus = (above_beta * 100 / self.null_move_surplus).clamp(0, 300);
        plies(self.null_move_reduction + 25 * i32::from(depth.get()) + surplus)
    }

    /// Late move pruning: the number of moves that are searched before the remaining quiet moves are skipped.
    pub(super) fn late_move_count(&self, depth: Depth, improving: bool) -> usize {
        let depth = i32::from(depth.get());
        let count = self.late_moves_base + self.late_moves * depth * depth;
        let count = if improving { count } else { count / 2 + 100 };
        usize::try_from(count / 100).unwrap_or_default()
    }

    /// Futility margin: how much a quiet move may improve the static evaluation at most.
    pub(super) fn futility_margin(&self, depth: i16) -> i32 {
        self.futility_base + self.futility * i32::from(depth)
    }

    /// History pruning: quiet moves with a lower history score are skipped.
    pub(super) fn history_pruning_threshold(&self, depth: i16) -> i32 {
        -self.history_pruning * i32::from(depth)
    }

    /// SEE pruning of quiet moves: the largest loss that is accepted, as a negative score.
    pub(super) fn quiet_see_threshold(&self, depth: i16) -> i32 {
        -self.quiet_see * i32::from(depth) * i32::from(depth)
    }

    /// SEE pruning of captures: the largest loss that is accepted, as a negative score.
    pub(super) fn capture_see_threshold(&self, depth: Depth) -> i32 {
        -self.capture_see * i32::from(depth.get())
    }

    /// Singular beta: the table move is singular if all other moves score below this.
    pub(super) fn singular_beta(&self, table: Score, depth: Depth) -> Score {
        offset_score(table, -self.singular * i32::from(depth.get()) / 100)
    }

    /// History bonus of the move that caused a cutoff, and malus of the moves before it.
    pub(super) fn history_bonus(&self, depth: Depth) -> i32 {
        (self.history_bonus * i32::from(depth.get()) - 90).clamp(60, self.history_bonus_limit)
    }

    /// Correction bonus: the difference between the score of a search and the static evaluation, weighted by depth.
    pub(super) fn correction_bonus(&self, difference: i32, depth: Depth) -> i32 {
        difference * i32::from(depth.get()) * self.correction / 1_000
    }

    /// Late move reduction in plies from depth and move number, before the adjustments for the node and the move.
    pub(super) fn late_move_reduction(&self, depth: Depth, tried: usize) -> i16 {
        let log = |n: usize| LOGARITHMS[n.min(LOGARITHMS.len() - 1)];
        let depth = usize::try_from(depth.get().max(0)).unwrap_or_default();
        plies(self.reduction_base + log(depth) * log(tried) / self.reduction_divisor)
    }

    /// What the history score of a quiet move takes off its late move reduction, in hundredths: whole plies, two at
    /// most, either way.
    pub(super) fn history_reduction(&self, history_score: i32) -> i32 {
        100 * (history_score / self.reduction_history).clamp(-2, 2)
    }

    /// Plies by which the search after a late move reduction that failed high is deeper (1) or shallower (-1) than
    /// `full`: deeper where the reduced score is far above the best score so far, shallower where it is hardly
    /// above.
    pub(super) fn research_extension(&self, score: Score, best: Score, full: Depth, reduction: i16) -> i16 {
        let depth = i32::from(full.get());
        if best == Score::LOWEST || best.is_mate() || score.is_mate() {
            0
        } else if reduction > 1 && score > offset_score(best, self.deeper_research + 2 * depth) {
            1
        } else if score < offset_score(best, depth) {
            -1
        } else {
            0
        }
    }
}

/// Whole plies in so many hundredths.
pub(super) fn plies(hundredths: i32) -> i16 {
    i16::try_from(hundredths / 100).unwrap_or_default()
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
                let reduction =
                    |depth, tried| SearchParameters::DEFAULT.late_move_reduction(Depth::new(depth), tried);
                let here = reduction(depth, tried);
                assert!((0..9).contains(&here));
                assert!(reduction(depth + 1, tried) >= here);
                assert!(reduction(depth, tried + 1) >= here);
            }
        }
        assert_eq!(SearchParameters::DEFAULT.late_move_reduction(Depth::new(10), 10), 3);
    }
}
