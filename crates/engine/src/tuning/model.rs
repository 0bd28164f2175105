//! The evaluation as a differentiable function of its weights.

use super::adam::narrow;
use super::training_set::{TuningExample, TuningSet, TuningSplit, expected_points};
use crate::eval::terms::{COUNT, danger};
use crate::eval::trace::to_f32;
use crate::eval::{tally, weights};

/// All weights in one vector: middlegame, endgame, king danger.
#[derive(Clone, PartialEq, Debug)]
pub struct TuningModel {
    pub(super) values: Vec<f32>,
}

/// Mean squared errors of the expected score.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TuningErrors {
    /// Over the training positions.
    pub training: f64,
    /// Over the validation positions: one block of lines in ten.
    pub validation: f64,
}

/// The index of the first endgame weight.
const END: usize = COUNT;
/// The index of the first king danger weight.
const DANGER: usize = 2 * COUNT;
/// The number of values.
const LEN: usize = DANGER + danger::COUNT;

impl TuningModel {
    /// The weights that the engine plays with.
    #[must_use]
    pub fn of_engine() -> Self {
        let mut values = vec![0.0; LEN];
        for (index, weight) in weights::WEIGHTS.iter().enumerate() {
            values[index] = to_f32(weight.middle());
            values[END + index] = to_f32(weight.end());
        }
        for (index, &weight) in weights::DANGER.iter().enumerate() {
            values[DANGER + index] = to_f32(weight);
        }
        Self { values }
    }

    /// The number of values.
    pub(super) const fn len(&self) -> usize {
        self.values.len()
    }

    /// The middlegame and endgame halves of a weight.
    pub(super) fn halves(&self, index: usize) -> (f32, f32) {
        (self.values[index], self.values[END + index])
    }

    /// A king danger weight.
    pub(super) fn danger(&self, index: usize) -> f32 {
        self.values[DANGER + index]
    }

    /// The same, in whole centipawns.
    pub(super) fn rounded(&self) -> Self {
        Self { values: self.values.iter().map(|value| value.round()).collect() }
    }

    /// Changes both halves of a weight.
    #[cfg(test)]
    pub(super) fn nudge(&mut self, index: usize, by: f32) {
        self.values[index] += by;
        self.values[END + index] += by;
    }

    /// The evaluation of an example for White in centipawns, and the dangers to both kings.
    pub(super) fn evaluate(&self, set: &TuningSet, example: &TuningExample) -> (f32, [f32; 2]) {
        let (mut middle, mut end) = (0.0, 0.0);
        for &(index, times) in set.counts(example, 0) {
            let (index, times) = (usize::from(index), f32::from(times));
            middle += self.values[index] * times;
            end += self.values[END + index] * times;
        }
        for &(index, times) in set.counts(example, 1) {
            end += self.values[END + usize::from(index)] * f32::from(times);
        }
        let dangers = [2, 3].map(|kind| {
            let units = |&(index, times): &(u16, i16)| self.danger(usize::from(index)) * f32::from(times);
            let sum: f32 = set.counts(example, kind).iter().map(units).sum();
            sum.clamp(0.0, to_f32(tally::MAX_DANGER))
        });
        let [black, white] = dangers;
        middle += (black * black - white * white) / to_f32(tally::DANGER_SQUARED_DIVISOR);
        end += (black - white) / to_f32(tally::DANGER_LINEAR_DIVISOR);
        (middle * example.middle + end * example.end, dangers)
    }

    /// The scale of the sigmoid that fits the game results best.
    pub(super) fn scale(&self, set: &TuningSet) -> f64 {
        let results = set.results();
        let error = |scale: f64| self.errors(set, &results, scale).training;
        let (mut low, mut high) = (0.05, 2.5);
        for _ in 0..24 {
            let third = (high - low) / 3.0;
            if error(low + third) < error(high - third) {
                high -= third;
            } else {
                low += third;
            }
        }
        f64::midpoint(low, high)
    }

    /// The errors over all examples.
    pub(super) fn errors(&self, set: &TuningSet, targets: &[f32], scale: f64) -> TuningErrors {
        let mut sums = [(0.0, 0.0); 2];
        for (example, &target) in set.examples.iter().zip(targets) {
            let miss = expected_points(self.evaluate(set, example).0.into(), scale) - f64::from(target);
            let sum = &mut sums[usize::from(example.split == TuningSplit::Validation)];
            *sum = (sum.0 + miss * miss, sum.1 + 1.0);
        }
        let [fitted, held_out] = sums.map(|(sum, examples)| sum / f64::max(examples, 1.0));
        TuningErrors { training: fitted, validation: held_out }
    }

    /// The gradient of the error over one batch.
    pub(super) fn gradient(&self, set: &TuningSet, batch: &[usize], targets: &[f32], scale: f64) -> Vec<f32> {
        let mut gradient = vec![0.0; LEN];
        let share = 1.0 / f64::from(u32::try_from(batch.len()).unwrap_or(u32::MAX).max(1));
        for &number in batch {
            let example = &set.examples[number];
            let (worth, dangers) = self.evaluate(set, example);
            let expected = expected_points(worth.into(), scale);
            let miss = expected - f64::from(targets[number]);
            let error_gradient = narrow(2.0 * share * miss * expected * (1.0 - expected) * scale / 100.0);
            let (middle, end) = (error_gradient * example.middle, error_gradient * example.end);
            for &(index, times) in set.counts(example, 0) {
                let (index, times) = (usize::from(index), f32::from(times));
                gradient[index] += middle * times;
                gradient[END + index] += end * times;
            }
            for &(index, times) in set.counts(example, 1) {
                gradient[END + usize::from(index)] += end * f32::from(times);
            }
            for (kind, sign, danger) in [(2, 1.0, dangers[0]), (3, -1.0, dangers[1])] {
                if danger <= 0.0 || danger >= to_f32(tally::MAX_DANGER) {
                    continue;
                }
                let squared = 2.0 * danger / to_f32(tally::DANGER_SQUARED_DIVISOR);
                let pull = sign * (middle * squared + end / to_f32(tally::DANGER_LINEAR_DIVISOR));
                for &(index, times) in set.counts(example, kind) {
                    gradient[DANGER + usize::from(index)] += pull * f32::from(times);
                }
            }
        }
        gradient
    }

    /// Adds the gradient of the regularization; large weights are held less strongly.
    pub(super) fn regularize(&self, first: &Self, strength: f32, gradient: &mut [f32]) {
        for ((slope, now), first) in gradient.iter_mut().zip(&self.values).zip(&first.values) {
            let slack = 1.0 + first.abs() / REGULARIZATION_SCALE;
            *slope += strength * (now - first) / (slack * slack);
        }
    }
}

/// Regularization is four times weaker for weights of this size than for zero.
const REGULARIZATION_SCALE: f32 = 15.0;
