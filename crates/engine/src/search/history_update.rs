//! History and killer updates after a beta cutoff.

use super::SearchWorker;
use crate::order::history::QuietContext;
use crate::search_position::SearchPosition;
use crate::transposition_table::PackedMove;
use chess::board::BoardMove;
use chess::{Depth, Ply};

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
        let bonus = self.parameters.history_bonus(depth);
        for &failed in failed.iter().filter(|failed| failed.is_noisy()) {
            self.histories.update_capture(turn, failed, -bonus);
        }
        if mv.is_noisy() {
            self.histories.update_capture(turn, mv, bonus);
            return;
        }
        let frame = self.stack.at_mut(ply);
        let packed = PackedMove::of(mv);
        if frame.killers[0] != packed {
            frame.killers = [packed, frame.killers[0]];
        }
        let context = QuietContext::of(state.board(), self.stack.previous_moves(ply));
        self.histories.update_quiet(mv, &context, bonus);
        for &failed in failed.iter().filter(|failed| !failed.is_noisy()) {
            self.histories.update_quiet(failed, &context, -bonus);
        }
    }
}
