//! The trained network as the file of the engine: integers, see [`crate::engine::network::weights`].

use super::model::TrainingNetwork;
use crate::engine::network::weights::{FEATURE_SCALE, FILE_BYTES, OUTPUT_SCALE};

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
    use crate::chess::board::Board;
    use crate::chess::{fen, random_games};
    use crate::engine::network::weights::Network;
    use crate::engine::tuning::network::samples::PackedSample;

    /// The file of the engine.
    const FILE: &[u8; FILE_BYTES] = include_bytes!("../../../../assets/network.bin");

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
    fn the_engine_computes_what_was_trained() {
        let decoded = Box::new(Network::decode(FILE));
        let network = before_rounding(&decoded);
        assert!(encode(&network) == FILE, "these weights round to the file");
        let (mut largest, mut differences) = (0, Vec::new());
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
