//! Who listens while the terms of an evaluation are named: play sums their worth, tuning counts them.

use crate::chess::Color;

use super::side::Side;
use super::taper::{Taper, taper};
use super::weights::{DANGER, WEIGHTS};

/// Is told of every term that a position has.
pub(super) trait Tally {
    /// The weight `index` counts so many times for a side.
    fn add<S: Side>(&mut self, index: usize, times: i32);

    /// The danger to a side's king grows by so many times the weight `index` of [`DANGER`].
    fn endanger<S: Side>(&mut self, index: usize, times: i32);

    /// One term that counts once.
    fn note<S: Side>(&mut self, index: usize) {
        self.add::<S>(index, 1);
    }
}

/// The sum, White's terms less Black's.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sum {
    pub(super) worth: Taper,
    /// The danger to each king: Black's, White's.
    danger: [i32; 2],
}

impl Sum {
    pub(super) const fn from(worth: Taper) -> Self {
        Self { worth, danger: [0; 2] }
    }

    /// The danger to each king: Black's, White's.
    pub(super) const fn dangers(&self) -> [i32; 2] {
        self.danger
    }

    /// All that was named, the danger to the kings weighed.
    pub(super) fn total(&self) -> Taper {
        let [black, white] = self.danger;
        self.worth + weighed(black) - weighed(white)
    }
}

impl Tally for Sum {
    fn add<S: Side>(&mut self, index: usize, times: i32) {
        let worth = WEIGHTS[index] * times;
        match S::US {
            Color::White => self.worth += worth,
            Color::Black => self.worth -= worth,
        }
    }

    fn note<S: Side>(&mut self, index: usize) {
        match S::US {
            Color::White => self.worth += WEIGHTS[index],
            Color::Black => self.worth -= WEIGHTS[index],
        }
    }

    fn endanger<S: Side>(&mut self, index: usize, times: i32) {
        self.danger[S::US as usize] += DANGER[index] * times;
    }
}

/// The units of danger that cost a centipawn in the middlegame, when as many come together.
pub(crate) const DANGER_SQUARES: i32 = 720;
/// The units of danger that cost a centipawn in the endgame.
pub(crate) const DANGER_STEPS: i32 = 20;
/// No king is in more danger than this.
pub(crate) const MOST_DANGER: i32 = 1_100;

/// What danger to a king is worth to the other side: it grows with its square.
pub(super) fn weighed(danger: i32) -> Taper {
    let danger = danger.clamp(0, MOST_DANGER);
    taper(danger * danger / DANGER_SQUARES, danger / DANGER_STEPS)
}
