//! A position with its history: the root of a search.

use shakmaty::Move;

use super::half_move::HalfMove;
use super::position::Position;
use super::repetition::RepetitionHistory;
use super::termination::GameTermination;

/// A position with the history that repetitions are counted from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Root {
    /// The position itself.
    pub position: Position,
    /// The positions that can still repeat; the last key is that of `position`.
    pub history: RepetitionHistory,
}

impl Root {
    /// A position without history.
    #[must_use]
    pub fn new(position: Position) -> Self {
        let history = RepetitionHistory::starting_at(&position);
        Self { position, history }
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: Move) {
        self.position.play(mv);
        self.history.push(&self.position);
    }

    /// Plays a half-move of a record; false, without a change, where it is not possible. No repetition counts across
    /// a null move.
    pub fn play_half_move(&mut self, half_move: HalfMove) -> bool {
        match (half_move, half_move.after(&self.position)) {
            (_, None) => return false,
            (HalfMove::Move(_), Some(next)) => {
                self.position = next;
                self.history.push(&self.position);
            }
            (HalfMove::Null, Some(next)) => *self = Self::new(next),
        }
        true
    }

    /// How the game is over here by the rules, if it is.
    #[must_use]
    pub fn termination(&self) -> Option<GameTermination> {
        GameTermination::of(&self.position, &self.history)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{fen, notation};

    #[test]
    fn the_third_time_ends_the_game() {
        let mut root = Root::new(fen::parse("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1").unwrap());
        let cycle = ["b3b4", "a1a2", "b4b3", "a2a1"];
        for (n, text) in cycle.iter().cycle().take(8).enumerate() {
            assert_eq!(root.termination(), None, "before half-move {n}");
            let mv = notation::parse_move(&root.position, text).unwrap();
            root.play(mv);
        }
        assert_eq!(root.termination(), Some(GameTermination::Threefold));
    }
}
