//! Endgame table probes at inner nodes.

use super::SearchWorker;
use crate::chess::table_policy::MAX_TABLE_PIECES;
use crate::chess::{Ply, Score, Verdict};
use crate::engine::search_position::SearchPosition;

impl SearchWorker<'_> {
    /// The score of a position from endgame tables; None where they do not cover it, or where the fifty-move rule
    /// may change the result.
    pub(super) fn probe_oracle(&self, state: &SearchPosition, ply: Ply) -> Option<Score> {
        if !self.uses_oracle || ply == Ply::ZERO || state.board().occupied().count() > MAX_TABLE_PIECES {
            return None;
        }
        let verdict = self.oracle.probe(&state.board().to_position()?)?;
        let at = |plies: Ply| Ply::new(plies.get() + ply.get());
        verdict.beats_fifty_move_rule(state.halfmoves()).then(|| match verdict {
            Verdict::Win(plies) => Score::mates_in(at(plies)),
            Verdict::Loss(plies) => Score::mated_in(at(plies)),
            Verdict::Draw => self.draw_value(ply),
        })
    }
}
