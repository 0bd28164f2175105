//! The weights of the network, and the figures that follow from them.

use super::features::{FEATURES, Perspective};
use chess::board::Board;
use chess::{Color, Role, Square};
use platform::processor::with_wide_vectors;

/// Neurons of the first layer, for each side.
pub(crate) const HIDDEN: usize = 128;
/// Output neurons.
pub(crate) const OUTPUTS: usize = 8;
/// The first layer's weights and outputs are multiples of 1/255.
pub(crate) const FEATURE_SCALE: i16 = 255;
/// The second layer's weights are multiples of 1/64.
pub(crate) const OUTPUT_SCALE: i16 = 64;
/// What the network calls 1, in centipawns: about what turns a score into the expected points of selfplay games by
/// the logistic function.
pub(crate) const CENTIPAWNS: i32 = 200;

/// Bytes of the file.
pub(crate) const FILE_BYTES: usize = 2 * HIDDEN * (FEATURES + 1) + OUTPUTS * (2 * HIDDEN + 4);

/// The weights of one neuron layer for one side.
pub(crate) type Layer = [i16; HIDDEN];

/// The network of the engine.
pub(super) static NETWORK: Network = Network::decode(include_bytes!("../../assets/network.bin"));

/// The weights of a network.
#[repr(C, align(64))]
pub(crate) struct Network {
    /// By input.
    pub(crate) feature_weights: [Layer; FEATURES],
    pub(crate) feature_bias: Layer,
    /// By output, for the side to move and the other side.
    pub(crate) output_weights: [[Layer; 2]; OUTPUTS],
    /// By output, in units of the product of both scales.
    pub(crate) output_bias: [i32; OUTPUTS],
}

impl Network {
    /// Reads the weights in the order of the fields, little-endian: 16 bits each in the first layer, 8 in the
    /// second, 32 for the output biases.
    #[expect(clippy::large_stack_arrays, reason = "it is computed when the program is compiled")]
    pub(crate) const fn decode(bytes: &[u8; FILE_BYTES]) -> Self {
        let mut network = Self {
            feature_weights: [[0; HIDDEN]; FEATURES],
            feature_bias: [0; HIDDEN],
            output_weights: [[[0; HIDDEN]; 2]; OUTPUTS],
            output_bias: [0; OUTPUTS],
        };
        let mut at = 0;
        let mut row = 0;
        while row <= FEATURES {
            let mut neuron = 0;
            while neuron < HIDDEN {
                let weight = i16::from_le_bytes([bytes[at], bytes[at + 1]]);
                if row < FEATURES {
                    network.feature_weights[row][neuron] = weight;
                } else {
                    network.feature_bias[neuron] = weight;
                }
                at += 2;
                neuron += 1;
            }
            row += 1;
        }
        let mut index = 0;
        while index < OUTPUTS * 2 * HIDDEN {
            let (output, rest) = (index / (2 * HIDDEN), index % (2 * HIDDEN));
            network.output_weights[output][rest / HIDDEN][rest % HIDDEN] = bytes[at].cast_signed() as i16;
            at += 1;
            index += 1;
        }
        let mut output = 0;
        while output < OUTPUTS {
            let bias = [bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]];
            network.output_bias[output] = i32::from_le_bytes(bias);
            at += 4;
            output += 1;
        }
        network
    }

    /// The first layer of one side before clamping, from scratch.
    pub(super) fn first_layer(&self, board: &Board, color: Color) -> Layer {
        let perspective = Perspective::of(color, board.king(color).unwrap_or(Square::A1));
        let mut sums = self.feature_bias;
        for role in Role::ALL {
            for square in board.by_role(role) {
                let owner = Color::from_white(board.by_color(Color::White).contains(square));
                let weights = &self.feature_weights[perspective.index(role.of(owner), square)];
                for (sum, weight) in sums.iter_mut().zip(weights) {
                    *sum += weight;
                }
            }
        }
        sums
    }

    /// The output in centipawns, from the first layers of the side to move and the other side.
    pub(super) fn output(&self, [own, other]: [&Layer; 2], pieces: u32) -> i32 {
        let output = output_index(pieces);
        let weights = &self.output_weights[output];
        let sum = with_wide_vectors(|| screlu_sum(own, &weights[0]) + screlu_sum(other, &weights[1]));
        // One scale is left over: the values were squared.
        let sum = sum / i32::from(FEATURE_SCALE) + self.output_bias[output];
        sum * CENTIPAWNS / (i32::from(FEATURE_SCALE) * i32::from(OUTPUT_SCALE))
    }

    /// The output for a board, from scratch.
    #[cfg(test)]
    pub(crate) fn evaluate(&self, board: &Board) -> i32 {
        let [own, other] = [board.turn(), board.turn().other()].map(|color| self.first_layer(board, color));
        self.output([&own, &other], board.occupied().0.count_ones())
    }
}

/// The output neuron for a number of pieces, 2 to 32.
pub(crate) const fn output_index(pieces: u32) -> usize {
    let index = (pieces.saturating_sub(2) / 4) as usize;
    if index < OUTPUTS { index } else { OUTPUTS - 1 }
}

/// The sum of the squares of the clamped values times their weights. A weight is at most 127, so a value times
/// its weight fits 16 bits, and the sum over both sides fits 32.
#[inline]
fn screlu_sum(values: &Layer, weights: &Layer) -> i32 {
    values
        .iter()
        .zip(weights)
        .map(|(&value, &weight)| {
            let value = value.clamp(0, FEATURE_SCALE);
            i32::from(value) * i32::from(value.wrapping_mul(weight))
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_of_pieces_has_an_output() {
        assert_eq!((output_index(2), output_index(5), output_index(6), output_index(32)), (0, 0, 1, 7));
    }

    #[test]
    fn no_sum_can_overflow() {
        let most = NETWORK.output_weights.iter().map(|sides| {
            let weights = sides.iter().flatten();
            weights.map(|&weight| i64::from(weight.unsigned_abs()) * 255 * 255).sum::<i64>()
        });
        let bias = NETWORK.output_bias.iter().map(|bias| i64::from(bias.unsigned_abs())).max().unwrap();
        let most = most.max().unwrap();
        assert!(most <= i64::from(i32::MAX), "{most}");
        assert!((most / 255 + bias) * i64::from(CENTIPAWNS) <= i64::from(i32::MAX), "{most}");
    }
}
