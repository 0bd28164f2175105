//! The network in single precision, and the gradient of its squared error.

use super::samples::{ActiveFeatures, PackedSample};
use crate::network::features::FEATURES;
#[cfg(test)]
use crate::network::weights::CENTIPAWNS;
use crate::network::weights::{HIDDEN, OUTPUTS, output_index};

type Layer = [f32; HIDDEN];

/// The largest weight that the integers of the engine can hold in the second layer, and enough in the first.
const MAX_WEIGHT: f32 = 1.98;

/// Where the parts of the network lie among its weights.
const FEATURE_BIAS: usize = FEATURES * HIDDEN;
const OUTPUT_WEIGHTS: usize = FEATURE_BIAS + HIDDEN;
const OUTPUT_BIAS: usize = OUTPUT_WEIGHTS + OUTPUTS * 2 * HIDDEN;
const WEIGHTS: usize = OUTPUT_BIAS + OUTPUTS;

/// A network that is trained.
pub(super) struct TrainingNetwork {
    /// First layer by input, its biases, second layer by output and side, its biases.
    weights: Vec<f32>,
}

/// The values of one position on their way through the network.
struct Forward {
    active: ActiveFeatures,
    output: usize,
    /// The first layer of the side to move and of the other one.
    sums: [Layer; 2],
    /// The evaluation in units of the network.
    logit: f32,
}

impl Forward {
    /// The expected score, 0 to 1.
    fn expected(&self) -> f32 {
        1.0 / (1.0 + (-self.logit).exp())
    }
}

impl TrainingNetwork {
    /// Small random weights.
    pub(super) fn random(random: &mut fastrand::Rng) -> Self {
        let mut weights = vec![0.0; WEIGHTS];
        let mut fill = |range: std::ops::Range<usize>, spread: f32| {
            for weight in &mut weights[range] {
                *weight = spread * (2.0 * random.f32() - 1.0);
            }
        };
        fill(0..FEATURE_BIAS, 0.06);
        fill(FEATURE_BIAS..OUTPUT_WEIGHTS, 0.06);
        fill(OUTPUT_WEIGHTS..OUTPUT_BIAS, 0.06);
        Self { weights }
    }

    pub(super) fn weights(&self) -> &[f32] {
        &self.weights
    }

    pub(super) fn weights_mut(&mut self) -> &mut [f32] {
        &mut self.weights
    }

    /// Clips the weights to what the engine can hold.
    pub(super) fn clip(&mut self) {
        for weight in &mut self.weights[..OUTPUT_BIAS] {
            *weight = weight.clamp(-MAX_WEIGHT, MAX_WEIGHT);
        }
    }

    /// As [`first_layer`](Self::first_layer), [`second_layer`](Self::second_layer) and
    /// [`output_bias`](Self::output_bias).
    pub(super) fn parts_mut(&mut self) -> (&mut [f32], &mut [f32], &mut [f32]) {
        let (first, rest) = self.weights.split_at_mut(OUTPUT_WEIGHTS);
        let (second, bias) = rest.split_at_mut(OUTPUT_BIAS - OUTPUT_WEIGHTS);
        (first, second, bias)
    }

    /// First layer's weights of all inputs, then its biases.
    pub(super) fn first_layer(&self) -> &[f32] {
        &self.weights[..OUTPUT_WEIGHTS]
    }

    /// Second layer's weights by output and side.
    pub(super) fn second_layer(&self) -> &[f32] {
        &self.weights[OUTPUT_WEIGHTS..OUTPUT_BIAS]
    }

    /// Second layer's biases.
    pub(super) fn output_bias(&self) -> &[f32] {
        &self.weights[OUTPUT_BIAS..]
    }

    /// The expected score of a position, 0 to 1.
    pub(super) fn expected_score(&self, sample: &PackedSample) -> f32 {
        self.forward(sample).expected()
    }

    /// The correction of the hand-crafted evaluation for the side to move, in centipawns.
    #[cfg(test)]
    #[expect(clippy::cast_precision_loss, reason = "a small figure")]
    pub(super) fn correction(&self, sample: &PackedSample) -> f32 {
        (self.forward(sample).logit - sample.base()) * CENTIPAWNS as f32
    }

    fn forward(&self, sample: &PackedSample) -> Forward {
        let active = sample.features();
        let output = output_index(u32::try_from(active.pieces()).unwrap_or_default());
        let mut logit = sample.base() + self.weights[OUTPUT_BIAS + output];
        let mut sums = [[0.0; HIDDEN]; 2];
        for (side, sums) in sums.iter_mut().enumerate() {
            *sums = *layer(&self.weights, FEATURE_BIAS);
            for &index in active.of_side(side) {
                let weights = layer(&self.weights, usize::from(index) * HIDDEN);
                for (sum, weight) in sums.iter_mut().zip(weights) {
                    *sum += weight;
                }
            }
            let weights = layer(&self.weights, output_start(output, side));
            let mut lanes = [0.0; LANES];
            for (sums, weights) in sums.chunks_exact(LANES).zip(weights.chunks_exact(LANES)) {
                for lane in 0..LANES {
                    let clamped = sums[lane].clamp(0.0, 1.0);
                    lanes[lane] += clamped * clamped * weights[lane];
                }
            }
            logit += lanes.iter().sum::<f32>();
        }
        Forward { active, output, sums, logit }
    }
}

/// Sums that are added side by side, so that they are computed with vector instructions.
const LANES: usize = 8;

/// Where the second layer's weights of an output and a side begin.
const fn output_start(output: usize, side: usize) -> usize {
    OUTPUT_WEIGHTS + (2 * output + side) * HIDDEN
}

/// A layer's weights among all weights.
fn layer(weights: &[f32], start: usize) -> &Layer {
    weights[start..].first_chunk().unwrap_or(&[0.0; HIDDEN])
}

fn layer_mut(weights: &mut [f32], start: usize) -> Option<&mut Layer> {
    weights[start..].first_chunk_mut()
}

/// A sum of gradients.
pub(super) struct Gradient {
    weights: Vec<f32>,
    /// The sum of the squared errors.
    pub(super) error: f64,
}

impl Default for Gradient {
    fn default() -> Self {
        Self { weights: vec![0.0; WEIGHTS], error: 0.0 }
    }
}

impl Gradient {
    pub(super) fn weights(&self) -> &[f32] {
        &self.weights
    }

    pub(super) fn clear(&mut self) {
        self.weights.fill(0.0);
        self.error = 0.0;
    }

    /// Adds others and multiplies the sum.
    pub(super) fn mean_with(&mut self, others: &[Self], factor: f32) {
        for other in others {
            for (sum, weight) in self.weights.iter_mut().zip(&other.weights) {
                *sum += weight;
            }
        }
        for weight in &mut self.weights {
            *weight *= factor;
        }
    }

    /// Adds the gradient of the squared error of one position.
    pub(super) fn add(&mut self, network: &TrainingNetwork, sample: &PackedSample, target: f32) {
        let forward = network.forward(sample);
        let expected = forward.expected();
        let Forward { active, output, sums, .. } = forward;
        let difference = expected - target;
        self.error += f64::from(difference * difference);
        let slope = 2.0 * difference * expected * (1.0 - expected);
        self.weights[OUTPUT_BIAS + output] += slope;
        for (side, sums) in sums.iter().enumerate() {
            let start = output_start(output, side);
            let output_weights = layer(&network.weights, start);
            let mut back = [0.0; HIDDEN];
            let Some(gradient) = layer_mut(&mut self.weights, start) else { continue };
            for neuron in 0..HIDDEN {
                let clamped = sums[neuron].clamp(0.0, 1.0);
                gradient[neuron] += slope * clamped * clamped;
                // Where the value was clamped, nothing passes back.
                let open = if sums[neuron] > 0.0 && sums[neuron] < 1.0 { 2.0 * clamped } else { 0.0 };
                back[neuron] = slope * output_weights[neuron] * open;
            }
            let inputs = active.of_side(side).iter().map(|&index| usize::from(index) * HIDDEN);
            for start in inputs.chain([FEATURE_BIAS]) {
                let Some(gradient) = layer_mut(&mut self.weights, start) else { continue };
                for (sum, step) in gradient.iter_mut().zip(&back) {
                    *sum += step;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_gradient_is_the_slope_of_the_error() {
        let mut network = TrainingNetwork::random(&mut fastrand::Rng::with_seed(4));
        // Larger than the error of single precision, and open in both layers.
        for weight in &mut network.weights {
            *weight *= 4.0;
        }
        let line = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4;25;1";
        let sample = PackedSample::parse(line).unwrap();
        let mut gradient = Gradient::default();
        gradient.add(&network, &sample, 0.9);
        let mut random = fastrand::Rng::with_seed(5);
        let active = sample.features();
        let mut checked = 0;
        for _ in 0..200 {
            let input = usize::from(active.of_side(0)[random.usize(..active.pieces())]);
            let index = match random.u32(0..3) {
                0 => input * HIDDEN + random.usize(..HIDDEN),
                1 => FEATURE_BIAS + random.usize(..HIDDEN),
                _ => output_start(7, random.usize(..2)) + random.usize(..HIDDEN),
            };
            let mut error = |step: f32| {
                let before = network.weights[index];
                network.weights[index] += step;
                let difference = f64::from(network.expected_score(&sample)) - 0.9;
                network.weights[index] = before;
                difference * difference
            };
            let slope = (error(0.004) - error(-0.004)) / 0.008;
            let found = f64::from(gradient.weights[index]);
            assert!((slope - found).abs() < 0.002 + 0.05 * slope.abs(), "{index}: {slope} {found}");
            checked += usize::from(slope.abs() > 0.01);
        }
        assert!(checked > 20, "only {checked} slopes that are not flat");
    }
}
