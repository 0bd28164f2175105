//! The tables under the rules of a round: where the fifty-move rule does not end it, the counter does not matter.

use chess::{Material, Oracle, Position, Verdict};

/// An oracle under the rules of a round.
pub struct RoundOracle<'a> {
    pub(super) oracle: &'a dyn Oracle,
    /// Whether the fifty-move rule ends the round.
    pub(super) has_draw_rules: bool,
}

impl Oracle for RoundOracle<'_> {
    fn probe(&self, position: &Position) -> Option<Verdict> {
        self.oracle.probe(position)
    }

    fn covers(&self, material: &Material) -> bool {
        self.oracle.covers(material)
    }

    fn ignores_fifty_move_rule(&self) -> bool {
        !self.has_draw_rules
    }
}
