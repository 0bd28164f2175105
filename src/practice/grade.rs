//! One move against the truth, with a reason in words.

use crate::chess::{Cost, Ending, Move, Oracle, Position, Verdict};

/// What a move was worth.
#[derive(Clone, PartialEq, Debug)]
pub struct Grade {
    /// The move.
    pub mv: Move,
    /// The move in standard algebraic notation.
    pub san: String,
    /// What it gave away.
    pub cost: Cost,
    /// The truth before the move, from the mover's side.
    pub before: Verdict,
    /// The truth after the move, from the mover's side; the distance counts what comes after the move.
    pub after: Verdict,
    /// How the game ended with the move, if it did.
    pub ending: Option<Ending>,
    /// The best moves, in standard algebraic notation.
    pub best: Vec<String>,
    /// How many legal moves there were.
    pub legal: usize,
    /// How many of them would have been stalemate.
    pub stalemates: usize,
    /// Why the move was no good, in one sentence without a full stop; None where it kept the result.
    pub reason: Option<String>,
}

/// Grades a legal move. None where the oracle does not cover the position (yet) or the move is not legal.
#[must_use]
pub fn grade(position: &Position, mv: Move, oracle: &dyn Oracle) -> Option<Grade> {
    let _ = (position, mv, oracle);
    None
}
