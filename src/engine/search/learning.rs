//! What a finished node teaches: which moves refute, and by how much the evaluation missed.

use crate::chess::{Bound, Depth, Move, Ply, Position, Score};
use crate::engine::order;

use super::{Searcher, margin};

impl Searcher<'_> {
    /// Counts what refuted and what failed to.
    pub(super) fn learn(&mut self, position: &Position, mv: Move, depth: Depth, ply: Ply, failed: &[Move]) {
        let turn = position.turn();
        let bonus = margin::history_bonus(depth);
        let before = self.frames.before(ply);
        let quiet = !order::is_tactical(mv);
        if quiet {
            let frame = self.frames.at_mut(ply);
            if frame.killers[0] != Some(mv) {
                frame.killers = [Some(mv), frame.killers[0]];
            }
            self.histories.count_quiet(turn, mv, before, bonus);
        } else {
            self.histories.count_capture(turn, mv, bonus);
        }
        for &failed in failed {
            if order::is_tactical(failed) {
                self.histories.count_capture(turn, failed, -bonus);
            } else if quiet {
                self.histories.count_quiet(turn, failed, before, -bonus);
            }
        }
    }

    /// Remembers by how much the evaluation missed in a quiet position.
    pub(super) fn learn_error(
        &mut self,
        position: &Position,
        eval: Option<Score>,
        best: Score,
        bound: Bound,
        best_move: Option<Move>,
        depth: Depth,
    ) {
        let Some(eval) = eval else { return };
        let tells = match bound {
            Bound::Exact => true,
            Bound::AtLeast => best > eval,
            Bound::AtMost => best < eval,
        };
        if tells && !best.is_mate() && best_move.is_none_or(|mv| !order::is_tactical(mv)) {
            let error = i32::from(best.raw()) - i32::from(eval.raw());
            self.histories.correct(position, error, i32::from(depth.get()));
        }
    }
}
