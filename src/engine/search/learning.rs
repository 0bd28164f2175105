//! What a finished node teaches: which moves refute, and which fail to.

use crate::chess::board::Step;
use crate::chess::{Depth, Ply};
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
}
