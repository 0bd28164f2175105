//! Collects the terms of an evaluation: play sums their weights, tuning counts them.

use super::side::EvalSide;
use super::taper::{Taper, taper};
use super::weights::{DANGER, WEIGHTS};
use chess::Color;

/// Receives every term of a position.
pub(super) trait EvalTally {
    /// Adds `times` the weight `index` for a side.
    fn add<S: EvalSide>(&mut self, index: usize, times: i32);

    /// Adds `times` the weight `index` of [`DANGER`] to the danger of a side's king.
    fn add_danger<S: EvalSide>(&mut self, index: usize, times: i32);

    /// Adds a weight once.
    fn add_once<S: EvalSide>(&mut self, index: usize) {
        self.add::<S>(index, 1);
    }
}

/// The sum of the terms, White's minus Black's.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct EvalSum {
    pub(super) score: Taper,
    /// King danger: of Black's king, of White's king.
    danger: [i32; 2],
}

impl EvalSum {
    pub(super) const fn from(score: Taper) -> Self {
        Self { score, danger: [0; 2] }
    }

    /// King danger: of Black's king, of White's king.
    pub(super) const fn dangers(&self) -> [i32; 2] {
        self.danger
    }

    /// The total score, with the king dangers converted.
    pub(super) fn total(&self) -> Taper {
        let [black, white] = self.danger;
        self.score + danger_score(black) - danger_score(white)
    }
}

impl EvalTally for EvalSum {
    fn add<S: EvalSide>(&mut self, index: usize, times: i32) {
        let worth = WEIGHTS[index] * times;
        match S::US {
            Color::White => self.score += worth,
            Color::Black => self.score -= worth,
        }
    }

    fn add_once<S: EvalSide>(&mut self, index: usize) {
        match S::US {
            Color::White => self.score += WEIGHTS[index],
            Color::Black => self.score -= WEIGHTS[index],
        }
    }

    fn add_danger<S: EvalSide>(&mut self, index: usize, times: i32) {
        self.danger[S::US as usize] += DANGER[index] * times;
    }
}

/// Middlegame penalty of king danger: the square of the danger, divided by this, in centipawns.
pub(crate) const DANGER_SQUARED_DIVISOR: i32 = 720;
/// Endgame penalty of king danger: the danger, divided by this, in centipawns.
pub(crate) const DANGER_LINEAR_DIVISOR: i32 = 20;
/// The largest king danger that counts.
pub(crate) const MAX_DANGER: i32 = 1_100;

/// The score of a king danger for the other side: quadratic in the middlegame, linear in the endgame.
pub(super) fn danger_score(danger: i32) -> Taper {
    let danger = danger.clamp(0, MAX_DANGER);
    taper(danger * danger / DANGER_SQUARED_DIVISOR, danger / DANGER_LINEAR_DIVISOR)
}
