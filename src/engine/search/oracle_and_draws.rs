//! What is known about a position without searching it: draws by the rules, and the oracle's word.

use crate::chess::score::FIFTY_MOVES;
use crate::chess::{Ply, Score, Verdict};
use crate::engine::search_position::SearchPosition;

use super::SearchWorker;

/// The men up to which an oracle is asked.
const ORACLE_MAX_PIECES: usize = 5;

impl SearchWorker<'_> {
    /// A draw by the rules, or, at the hundredth half-move, mate on the board.
    pub(super) fn draw_score(&self, state: &SearchPosition, ply: Ply) -> Option<Score> {
        if ply == Ply::ZERO {
            return None;
        }
        let halfmoves = state.halfmoves();
        if halfmoves >= FIFTY_MOVES {
            let mated = state.is_check() && !state.can_move();
            return Some(if mated { Score::mated_in(ply) } else { self.draw_value(ply) });
        }
        let repeats = halfmoves >= 4
            && (self.stack.is_repetition(ply, halfmoves)
                || (!self.repeated_keys.is_empty() && self.repeated_keys.contains(&state.key())));
        (repeats || state.board().is_insufficient_material()).then(|| self.draw_value(ply))
    }

    /// The oracle's word on a position, if it has one that the fifty-move rule lets stand.
    pub(super) fn probe_oracle(&self, state: &SearchPosition, ply: Ply) -> Option<Score> {
        if !self.uses_oracle || ply == Ply::ZERO || state.board().occupied().count() > ORACLE_MAX_PIECES {
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
