//! The keys of the positions since the last irreversible move: what a repetition is counted from.

use shakmaty::Move;

use super::ending::Ending;
use super::position::Position;

/// The positions that could still come back, oldest first, without the current one's future.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trail {
    keys: Vec<u64>,
}

impl Trail {
    /// The trail of a game that begins at `position`.
    #[must_use]
    pub fn starting_at(position: &Position) -> Self {
        Self { keys: vec![position.key()] }
    }

    /// Adds the position that a move led to. A capture or pawn move forgets all that came before, for
    /// nothing from before it can come back.
    pub fn push(&mut self, position: &Position) {
        if position.halfmoves() == 0 {
            self.keys.clear();
        }
        self.keys.push(position.key());
    }

    /// The keys, oldest first; the last one is the current position's.
    #[must_use]
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// How often the current position has stood on the board, now included.
    #[must_use]
    pub fn times_seen(&self) -> usize {
        self.keys.last().map_or(0, |last| self.times(*last))
    }

    /// How often the position with this key has stood on the board.
    #[must_use]
    pub fn times(&self, key: u64) -> usize {
        self.keys.iter().filter(|&&seen| seen == key).count()
    }
}

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
