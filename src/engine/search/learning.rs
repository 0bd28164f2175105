//! What a finished node teaches: which moves refute, and by how much the evaluation missed.

use crate::chess::board::Step;
use crate::chess::{Bound, Depth, Ply, Score};
use crate::engine::state::State;
use crate::engine::table::PackedMove;

use super::{Searcher, margin};

impl Searcher<'_> {
    /// Counts what refuted and what failed to.
    pub(super) fn learn(&mut self, state: &State, step: Step, depth: Depth, ply: Ply, failed: &[Step]) {
        let turn = state.turn();
        let bonus = margin::history_bonus(depth);
        let before = self.frames.before(ply);
        let quiet = !step.is_noisy();
        if quiet {
            let frame = self.frames.at_mut(ply);
            let packed = PackedMove::of(step);
            if frame.killers[0] != packed {
                frame.killers = [packed, frame.killers[0]];
            }
            self.histories.count_quiet(turn, step, before, bonus);
        } else {
            self.histories.count_capture(turn, step, bonus);
        }
        for &failed in failed {
            if failed.is_noisy() {
                self.histories.count_capture(turn, failed, -bonus);
            } else if quiet {
                self.histories.count_quiet(turn, failed, before, -bonus);
            }
        }
    }

    /// Remembers by how much the evaluation missed in a quiet position.
    pub(super) fn learn_error(
        &mut self,
        state: &State,
        eval: Option<Score>,
        best: Score,
        bound: Bound,
        best_move: Option<Step>,
        depth: Depth,
    ) {
        let Some(eval) = eval else { return };
        let tells = match bound {
            Bound::Exact => true,
            Bound::AtLeast => best > eval,
            Bound::AtMost => best < eval,
        };
        if tells && !best.is_mate() && best_move.is_none_or(|step| !step.is_noisy()) {
            let error = i32::from(best.raw()) - i32::from(eval.raw());
            self.histories.correct(state, error, i32::from(depth.get()));
        }
    }
}
