//! Network training: fits the evaluation network to search scores and game results of selfplay.
//!
//! The network learns what the hand-crafted evaluation lacks: both together are held against the target. The
//! target of a position is the expected score of its search, mixed with the result of its game. The
//! squared error is minimized by Adam with decoupled weight decay (Loshchilov and Hutter, "Decoupled Weight
//! Decay Regularization") over shuffled batches, with cosine decay of the learning rate; the weights are clipped to
//! what the integers of the engine can hold. A run follows from its seed: the gradient of a batch is summed
//! in a fixed number of parts, however many threads compute them.
//!
//! Reading order: `samples` (positions in 32 bytes), `model` (the network in single precision and its
//! gradient), `quantized` (the file of the engine).

mod model;
mod quantized;
mod samples;

use model::{Gradient, TrainingNetwork};
pub use quantized::{NetworkFile, NetworkFileError};
pub use samples::{PackedSample, PackedSampleError};

use super::adam::{Adam, narrow};
use chess::thread::run_in_parallel;

/// The settings of a training run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TrainingSettings {
    /// Passes over all positions.
    pub epochs: u32,
    /// The weight of the game result in the target, 0 to 1; the rest is the score of the search.
    pub result_weight: f32,
    /// The initial learning rate.
    pub learning_rate: f32,
    /// The random seed of the initial weights and of the order of positions.
    pub seed: u64,
    /// Threads, 1 or more. They do not change the outcome.
    pub threads: usize,
}

/// Mean squared errors after an epoch, of the expected score (0 to 1).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EpochErrors {
    /// On the positions that are trained on, during the epoch.
    pub training: f64,
    /// On positions that are never trained on.
    pub validation: f64,
    /// On the same positions, against the scores of the search alone.
    pub validation_scores: f64,
    /// On the same positions, against the game results alone.
    pub validation_results: f64,
}

/// Positions in a batch.
const BATCH: usize = 16_384;
/// Parts of a batch whose gradients are summed one by one.
const PARTS: usize = 8;
/// Weight decay for each step, as a share of the learning rate.
const WEIGHT_DECAY: f32 = 0.01;
/// The last learning rate as a share of the first.
const LAST_RATE: f64 = 0.01;
/// Consecutive positions that stay together, so that most games lie either in the training or in the
/// validation set; one block in this many is for validation.
const BLOCK: usize = 1_000;
const VALIDATION_SHARE: usize = 50;

/// Trains a network and returns the file of the engine; `on_epoch` receives the errors after each epoch. The training
/// goes on from the network of a file, or starts with random weights.
#[must_use]
pub fn train(
    samples: &[PackedSample],
    from: Option<&NetworkFile>,
    settings: TrainingSettings,
    on_epoch: &mut dyn FnMut(u32, EpochErrors),
) -> Vec<u8> {
    let is_validation = |index: &u32| *index as usize / BLOCK % VALIDATION_SHARE == VALIDATION_SHARE - 1;
    let all = 0..u32::try_from(samples.len()).unwrap_or(u32::MAX);
    let validation: Vec<u32> = all.clone().filter(is_validation).collect();
    let mut order: Vec<u32> = all.filter(|index| !is_validation(index)).collect();
    let mut random = fastrand::Rng::with_seed(settings.seed);
    let mut network = match from {
        Some(file) => file.decode(&mut random),
        None => TrainingNetwork::random(&mut random),
    };
    let mut adam = Adam::new(network.weights().len());
    let mut parts: Vec<Gradient> = (0..PARTS).map(|_| Gradient::default()).collect();
    let batches = order.len().div_ceil(BATCH);
    for epoch in 0..settings.epochs {
        random.shuffle(&mut order);
        let mut error = 0.0;
        for (number, batch) in order.chunks(BATCH).enumerate() {
            #[expect(clippy::cast_precision_loss, reason = "steps are few")]
            let done =
                (epoch as usize * batches + number) as f64 / (settings.epochs as usize * batches) as f64;
            let decay = LAST_RATE + (1.0 - LAST_RATE) * 0.5 * (1.0 + (std::f64::consts::PI * done).cos());
            let rate = settings.learning_rate * narrow(decay);
            error += compute_gradient(samples, batch, &network, settings, &mut parts);
            let weights = network.weights_mut();
            for weight in weights.iter_mut() {
                *weight -= rate * WEIGHT_DECAY * *weight;
            }
            adam.step(weights, parts[0].weights(), rate);
            network.clip();
        }
        let errors = EpochErrors {
            training: error / count(order.len()),
            validation: validation_error(samples, &validation, &network, settings.result_weight),
            validation_scores: validation_error(samples, &validation, &network, 0.0),
            validation_results: validation_error(samples, &validation, &network, 1.0),
        };
        on_epoch(epoch + 1, errors);
    }
    quantized::encode(&network)
}

/// The mean gradient of a batch, in the first of the parts; returns the sum of the squared errors.
fn compute_gradient(
    samples: &[PackedSample],
    batch: &[u32],
    network: &TrainingNetwork,
    settings: TrainingSettings,
    parts: &mut [Gradient],
) -> f64 {
    let size = batch.len().div_ceil(PARTS).max(1);
    let mut work: Vec<(&mut Gradient, &[u32])> = Vec::with_capacity(PARTS);
    let mut chunks = batch.chunks(size);
    for part in parts.iter_mut() {
        work.push((part, chunks.next().unwrap_or_default()));
    }
    let per_thread = PARTS.div_ceil(settings.threads.max(1));
    run_in_parallel(work.chunks_mut(per_thread).map(|share| {
        move || {
            for (gradient, chunk) in share {
                gradient.clear();
                for &index in *chunk {
                    let sample = &samples[index as usize];
                    gradient.add(network, sample, sample.target(settings.result_weight));
                }
            }
        }
    }));
    let error = parts.iter().map(|part| part.error).sum();
    if let Some((first, others)) = parts.split_first_mut() {
        first.mean_with(others, narrow(1.0 / count(batch.len())));
    }
    error
}

/// The mean squared error of a network.
fn validation_error(
    samples: &[PackedSample],
    indices: &[u32],
    network: &TrainingNetwork,
    result_weight: f32,
) -> f64 {
    let error: f64 = indices
        .iter()
        .map(|&index| {
            let sample = &samples[index as usize];
            let difference = network.expected_score(sample) - sample.target(result_weight);
            f64::from(difference * difference)
        })
        .sum();
    error / count(indices.len().max(1))
}

#[expect(clippy::cast_precision_loss, reason = "positions are counted in millions")]
const fn count(items: usize) -> f64 {
    items as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::{fen, random_games};

    #[test]
    fn a_run_follows_from_its_seed_on_any_number_of_threads_and_learns() {
        let mut samples = Vec::new();
        random_games::each_position(2, 23, |position, _| {
            // What the hand-crafted evaluation cannot know: White always wins.
            samples.push(PackedSample::parse(&format!("{};300;1", fen::format(position))).unwrap());
        });
        let run = |seed, threads| {
            let mut errors = Vec::new();
            let settings =
                TrainingSettings { epochs: 8, result_weight: 0.1, learning_rate: 0.001, seed, threads };
            let file = train(&samples, None, settings, &mut |_, epoch| errors.push(epoch.training));
            (file, errors)
        };
        let (file, errors) = run(1, 1);
        assert_eq!(run(1, 3), (file.clone(), errors.clone()));
        assert_ne!(run(2, 1).0, file);
        assert!(errors[7] < errors[0], "{errors:?}");
    }
}
