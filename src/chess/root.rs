//! A position with its past: what a search starts from and what a referee judges.

use shakmaty::Move;

use super::ending::Ending;
use super::position::Position;
use super::trail::Trail;

/// A position together with how it came about: all that a search or a judge has to know of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Root {
    /// The position itself.
    pub position: Position,
    /// The positions that could still repeat; the last key is `position`'s.
    pub trail: Trail,
}

impl Root {
    /// A position without a past.
    #[must_use]
    pub fn new(position: Position) -> Self {
        let trail = Trail::starting_at(&position);
        Self { position, trail }
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: Move) {
        self.position.play(mv);
        self.trail.push(&self.position);
    }

    /// How the game is over here by the rules, if it is.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        Ending::of(&self.position, &self.trail)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{fen, notation};

    #[test]
    fn the_third_time_ends_the_game() {
        let mut root = Root::new(fen::parse("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1").unwrap());
        let cycle = ["b3b4", "a1a2", "b4b3", "a2a1"];
        for (n, text) in cycle.iter().cycle().take(8).enumerate() {
            assert_eq!(root.ending(), None, "before half-move {n}");
            let mv = notation::parse_move(&root.position, text).unwrap();
            root.play(mv);
        }
        assert_eq!(root.ending(), Some(Ending::Threefold));
    }
}
