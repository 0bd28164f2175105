//! The trained network as the file of the engine: integers, see [`crate::network::weights`].

use super::model::TrainingNetwork;
use crate::network::features::FEATURES;
use crate::network::weights::{FEATURE_SCALE, FILE_BYTES, HIDDEN, OUTPUT_SCALE, OUTPUTS};

/// The error for a file that is no network of this engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("it is not a network of up to {HIDDEN} neurons: its length is wrong")]
pub struct NetworkFileError;

/// A network file of the engine, of today or of fewer neurons.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NetworkFile {
    bytes: Vec<u8>,
    /// Neurons of the first layer, 1 to [`HIDDEN`].
    neurons: usize,
}

impl NetworkFile {
    /// Checks the content of a file.
    ///
    /// # Errors
    /// When its length is not that of a network.
    pub fn parse(bytes: Vec<u8>) -> Result<Self, NetworkFileError> {
        const BYTES_PER_NEURON: usize = 2 * (FEATURES + 1) + 2 * OUTPUTS;
        let neurons = bytes.len().saturating_sub(4 * OUTPUTS) / BYTES_PER_NEURON;
        let is_network = bytes.len() == neurons * BYTES_PER_NEURON + 4 * OUTPUTS;
        if is_network && (1..=HIDDEN).contains(&neurons) {
            Ok(Self { bytes, neurons })
        } else {
            Err(NetworkFileError)
        }
    }

    /// The network to train on. The neurons that the file lacks get random weights in the first layer, and 0 in the
    /// second: they change no output at first.
    pub(super) fn decode(&self, random: &mut fastrand::Rng) -> TrainingNetwork {
        let neurons = self.neurons;
        let (first, rest) = self.bytes.split_at(2 * neurons * (FEATURES + 1));
        let (second, biases) = rest.split_at(2 * neurons * OUTPUTS);
        let mut network = TrainingNetwork::random(random);
        let (first_layer, second_layer, output_bias) = network.parts_mut();
        for (row, weights) in first_layer.chunks_exact_mut(HIDDEN).zip(first.chunks_exact(2 * neurons)) {
            for (weight, &bytes) in row.iter_mut().zip(weights.as_chunks().0) {
                *weight = f32::from(i16::from_le_bytes(bytes)) / f32::from(FEATURE_SCALE);
            }
        }
        for (row, weights) in second_layer.chunks_exact_mut(HIDDEN).zip(second.chunks_exact(neurons)) {
            row.fill(0.0);
            for (weight, &byte) in row.iter_mut().zip(weights) {
                *weight = f32::from(byte.cast_signed()) / f32::from(OUTPUT_SCALE);
            }
        }
        for (bias, &bytes) in output_bias.iter_mut().zip(biases.as_chunks().0) {
            #[expect(clippy::cast_precision_loss, reason = "a bias is small")]
            let units = i32::from_le_bytes(bytes) as f32;
            *bias = units / (f32::from(FEATURE_SCALE) * f32::from(OUTPUT_SCALE));
        }
        network
    }
}

/// The file of a network.
pub(super) fn encode(network: &TrainingNetwork) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(FILE_BYTES);
    for &weight in network.first_layer() {
        bytes.extend(rounded::<i16>(weight, FEATURE_SCALE.into()).to_le_bytes());
    }
    for &weight in network.second_layer() {
        bytes.extend(rounded::<i8>(weight, OUTPUT_SCALE.into()).to_le_bytes());
    }
    let scale = i32::from(FEATURE_SCALE) * i32::from(OUTPUT_SCALE);
    for &bias in network.output_bias() {
        bytes.extend(rounded::<i32>(bias, scale).to_le_bytes());
    }
    bytes
}

/// A weight as an integer; one that does not fit is 0, which clipping rules out.
fn rounded<T: TryFrom<i64> + Default>(weight: f32, scale: i32) -> T {
    #[expect(clippy::cast_possible_truncation, reason = "weights are small")]
    let whole = (f64::from(weight) * f64::from(scale)).round() as i64;
    T::try_from(whole).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::weights::Network;
    use crate::tuning::network::samples::PackedSample;
    use chess::board::Board;
    use chess::{fen, random_games};

    /// The file of the engine.
    const FILE: &[u8; FILE_BYTES] = include_bytes!("../../../assets/network.bin");

    /// The weights of the engine, each up to half a step off: what rounds to the file.
    fn before_rounding(network: &Network) -> TrainingNetwork {
        let mut random = fastrand::Rng::with_seed(9);
        let mut unrounded = TrainingNetwork::random(&mut random);
        let first = network.feature_weights.iter().chain([&network.feature_bias]).flatten();
        let second = network.output_weights.iter().flatten().flatten();
        let bias = network.output_bias.iter();
        let (first_step, second_step) = (1.0 / f32::from(FEATURE_SCALE), 1.0 / f32::from(OUTPUT_SCALE));
        let weights = (first.map(|&weight| (weight, first_step)))
            .chain(second.map(|&weight| (weight, second_step)))
            .chain(bias.map(|&weight| (i16::try_from(weight).unwrap(), first_step * second_step)));
        for (unrounded, (weight, step)) in unrounded.weights_mut().iter_mut().zip(weights) {
            *unrounded = step * (f32::from(weight) + 0.98 * (random.f32() - 0.5));
        }
        unrounded
    }

    #[test]
    fn a_file_is_read_as_it_was_written_and_a_narrower_one_says_the_same() {
        let mut random = fastrand::Rng::with_seed(2);
        let mut decode =
            |bytes: &[u8]| NetworkFile::parse(bytes.to_vec()).map(|file| file.decode(&mut random));
        assert!(encode(&decode(FILE).unwrap()) == FILE);
        // The first half of the neurons.
        let of_half = |bytes: &[u8], size: usize| -> Vec<u8> {
            bytes.chunks(size * HIDDEN).flat_map(|row| &row[..row.len() / 2]).copied().collect()
        };
        let (first, rest) = FILE.split_at(2 * HIDDEN * (FEATURES + 1));
        let (second, biases) = rest.split_at(2 * HIDDEN * OUTPUTS);
        let half = [of_half(first, 2), of_half(second, 1), biases.to_vec()].concat();
        let widened = decode(&half).unwrap();
        let mut without = decode(FILE).unwrap();
        for row in without.parts_mut().1.chunks_exact_mut(HIDDEN) {
            row[HIDDEN / 2..].fill(0.0);
        }
        random_games::each_position(1, 21, |position, _| {
            let sample = PackedSample::parse(&format!("{};0;0.5", fen::format(position))).unwrap();
            let difference = widened.correction(&sample) - without.correction(&sample);
            assert!(difference.abs() < 0.01, "{difference}");
        });
        assert_eq!(decode(&FILE[1..]).err(), Some(NetworkFileError));
        assert_eq!(decode(&[0; 32]).err(), Some(NetworkFileError));
    }

    #[test]
    fn the_engine_computes_what_was_trained() {
        let decoded = Box::new(Network::decode(FILE));
        let network = before_rounding(&decoded);
        assert!(encode(&network) == FILE, "these weights round to the file");
        let mut largest = 0;
        let mut differences = Vec::new();
        random_games::each_position(3, 19, |position, _| {
            let sample = PackedSample::parse(&format!("{};0;0.5", fen::format(position))).unwrap();
            let trained = network.correction(&sample);
            let computed = decoded.evaluate(&Board::from(position));
            largest = largest.max(computed.abs());
            #[expect(clippy::cast_precision_loss, reason = "centipawns are few")]
            differences.push((trained - computed as f32).abs());
        });
        // What rounding the weights costs.
        differences.sort_by(f32::total_cmp);
        let (median, most) = (differences[differences.len() / 2], differences[differences.len() - 1]);
        assert!(median < 3.0 && most < 15.0, "{median} {most}");
        assert!(largest > 20, "{largest}");
    }
}
