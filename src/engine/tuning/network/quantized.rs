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
    use crate::engine::network::weights::{HIDDEN, Network};
    use crate::engine::tuning::network::samples::PackedSample;

    #[test]
    fn the_engine_computes_what_was_trained() {
        let mut network = TrainingNetwork::random(&mut fastrand::Rng::with_seed(9));
        // As large as trained ones.
        for weight in network.weights_mut() {
            *weight *= 3.0;
        }
        let file: [u8; FILE_BYTES] = encode(&network).try_into().unwrap();
        let decoded = Box::new(Network::decode(&file));
        let (mut largest, mut differences) = (0, Vec::new());
        random_games::each_position(3, 19, |position, _| {
            let sample = PackedSample::parse(&format!("{};0;0.5", fen::format(position))).unwrap();
            let trained = network.correction(&sample);
            let computed = decoded.evaluate(&Board::from(position));
            largest = largest.max(computed.abs());
            #[expect(clippy::cast_precision_loss, reason = "centipawns are few")]
            differences.push((trained - computed as f32).abs());
        });
        // What rounding the weights costs: independent errors grow with the square root of their number.
        #[expect(clippy::cast_precision_loss, reason = "neurons are few")]
        let allowed = 2.0 * (HIDDEN as f32).sqrt();
        differences.sort_by(f32::total_cmp);
        let (median, most) = (differences[differences.len() / 2], differences[differences.len() - 1]);
        assert!(median < 3.0 && most < allowed, "{median} {most}");
        assert!(largest > 20, "{largest}");
    }
}
