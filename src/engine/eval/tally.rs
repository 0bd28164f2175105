//! Who listens while the terms of an evaluation are named: play sums their worth, tuning counts them.

use crate::chess::Color;

use super::side::EvalSide;
use super::taper::{Taper, taper};
use super::weights::{DANGER, WEIGHTS};

/// Is told of every term that a position has.
pub(super) trait EvalTally {
    /// The weight `index` counts so many times for a side.
    fn add<S: EvalSide>(&mut self, index: usize, times: i32);

    /// The danger to a side's king grows by so many times the weight `index` of [`DANGER`].
    fn add_danger<S: EvalSide>(&mut self, index: usize, times: i32);

    /// One term that counts once.
    fn add_once<S: EvalSide>(&mut self, index: usize) {
        self.add::<S>(index, 1);
    }
}

/// The sum, White's terms less Black's.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct EvalSum {
    pub(super) score: Taper,
    /// The danger to each king: Black's, White's.
    danger: [i32; 2],
}

impl EvalSum {
    pub(super) const fn from(score: Taper) -> Self {
        Self { score, danger: [0; 2] }
    }

    /// The danger to each king: Black's, White's.
    pub(super) const fn dangers(&self) -> [i32; 2] {
        self.danger
    }

    /// All that was named, the danger to the kings weighed.
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

/// The units of danger that cost a centipawn in the middlegame, when as many come together.
pub(crate) const DANGER_SQUARED_DIVISOR: i32 = 720;
/// The units of danger that cost a centipawn in the endgame.
pub(crate) const DANGER_LINEAR_DIVISOR: i32 = 20;
/// No king is in more danger than this.
pub(crate) const MAX_DANGER: i32 = 1_100;

/// What danger to a king is worth to the other side: it grows with its square.
pub(super) fn danger_score(danger: i32) -> Taper {
    let danger = danger.clamp(0, MAX_DANGER);
    taper(danger * danger / DANGER_SQUARED_DIVISOR, danger / DANGER_LINEAR_DIVISOR)
}
