//! Endgame table probes at inner nodes.

use super::SearchWorker;
use crate::search_position::SearchPosition;
use chess::table_policy::MAX_TABLE_PIECES;
use chess::{CountedVerdict, FiftyMoveEffect, Ply, Score, Verdict};

impl SearchWorker<'_> {
    /// The score of a position from endgame tables; None where they do not cover it, or where the fifty-move rule
    /// leaves the result open.
    pub(super) fn probe_oracle(&self, state: &SearchPosition, ply: Ply) -> Option<Score> {
        if !self.uses_oracle || ply == Ply::ZERO || state.board().occupied().count() > MAX_TABLE_PIECES {
            return None;
        }
        let position = state.board().to_position()?;
        let counted = CountedVerdict::at_sight(&position, self.oracle.probe(&position)?);
        let at = |plies: Ply| Ply::new(plies.get() + ply.get());
        (counted.effect != FiftyMoveEffect::Undecided).then(|| match counted.verdict {
            Verdict::Win(plies) => Score::mates_in(at(plies)),
            Verdict::Loss(plies) => Score::mated_in(at(plies)),
            Verdict::Draw => self.draw_value(ply),
        })
    }
}
