//! History and killer updates after a beta cutoff.

use super::SearchWorker;
use crate::chess::board::BoardMove;
use crate::chess::{Depth, Ply};
use crate::engine::search_position::SearchPosition;
use crate::engine::transposition_table::PackedMove;

impl SearchWorker<'_> {
    /// Rewards the move that caused the cutoff and penalizes the moves that were searched before it.
    pub(super) fn update_histories(
        &mut self,
        state: &SearchPosition,
        mv: BoardMove,
        depth: Depth,
        ply: Ply,
        failed: &[BoardMove],
    ) {
        let turn = state.turn();
        let bonus = self.margins.history_bonus(depth);
        let previous_moves = self.stack.previous_moves(ply);
        let quiet = !mv.is_noisy();
        if quiet {
            let frame = self.stack.at_mut(ply);
            let packed = PackedMove::of(mv);
            if frame.killers[0] != packed {
                frame.killers = [packed, frame.killers[0]];
            }
            self.histories.update_quiet(turn, mv, previous_moves, bonus);
        } else {
            self.histories.update_capture(turn, mv, bonus);
        }
        for &failed in failed {
            if failed.is_noisy() {
                self.histories.update_capture(turn, failed, -bonus);
            } else if quiet {
                self.histories.update_quiet(turn, failed, previous_moves, -bonus);
            }
        }
    }
}
