//! What is known about a position without searching it: draws by the rules, and the oracle's word.

use crate::chess::score::FIFTY_MOVES;
use crate::chess::{Ply, Score, Verdict};
use crate::engine::state::State;

use super::Searcher;

/// The men up to which an oracle is asked.
const ORACLE_MEN: usize = 5;

impl Searcher<'_> {
    /// A draw by the rules, or, at the hundredth half-move, mate on the board.
    pub(super) fn drawn(&self, state: &State, ply: Ply) -> Option<Score> {
        if ply == Ply::ZERO {
            return None;
        }
        let halfmoves = state.halfmoves();
        if halfmoves >= FIFTY_MOVES {
            let mated = state.is_check() && !state.can_move();
            return Some(if mated { Score::mated_in(ply) } else { self.draw(ply) });
        }
        let repeats = halfmoves >= 4
            && (self.frames.repeats(ply, halfmoves)
                || (!self.twice.is_empty() && self.twice.contains(&state.key())));
        (repeats || state.board().is_dead()).then(|| self.draw(ply))
    }

    /// The oracle's word on a position, if it has one that the fifty-move rule lets stand.
    pub(super) fn told(&self, state: &State, ply: Ply) -> Option<Score> {
        if !self.asks_oracle || ply == Ply::ZERO || state.board().occupied().count() > ORACLE_MEN {
            return None;
        }
        let verdict = self.oracle.probe(&state.board().to_position()?)?;
        let at = |plies: Ply| Ply::new(plies.get() + ply.get());
        verdict.arrives(state.halfmoves()).then(|| match verdict {
            Verdict::Win(plies) => Score::mates_in(at(plies)),
            Verdict::Loss(plies) => Score::mated_in(at(plies)),
            Verdict::Draw => self.draw(ply),
        })
    }
}
