//! `train`: trains the evaluation network on positions with search scores and game results.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::arguments::TrainOptions;
use crate::failure::TunerFailure;
use matescope::chess::names::group_digits;
use matescope::engine::tuning::network::{EpochErrors, NetworkFile, PackedSample, TrainingSettings, train};
use matescope::store::{io_error, training_samples};

pub(super) fn run(options: &TrainOptions, output: &mut dyn Write) -> Result<(), TunerFailure> {
    let network = |file: &PathBuf| read_network(file).map_err(TunerFailure::of(file));
    let from = options.from.as_ref().map(network).transpose()?;
    let mut samples = Vec::new();
    for file in &options.positions {
        read(file, &mut samples).map_err(TunerFailure::of(file))?;
    }
    if samples.is_empty() {
        return Err(TunerFailure::of(&options.positions[0])("no position in it".to_owned()));
    }
    writeln!(output, "{} positions", group_digits(u64::try_from(samples.len()).unwrap_or(u64::MAX)))?;
    let settings = TrainingSettings {
        epochs: options.epochs,
        result_weight: options.result_weight.clamp(0.0, 1.0),
        learning_rate: options.learning_rate,
        seed: options.seed,
        threads: options.threads.into(),
    };
    let mut written = Ok(());
    let network = train(&samples, from.as_ref(), settings, &mut |epoch, errors| {
        let EpochErrors { training, validation, validation_scores, validation_results } = errors;
        let line = format!(
            "epoch {epoch}: training {training:.6}, validation {validation:.6} (against scores \
             {validation_scores:.6}, against results {validation_results:.6})"
        );
        written = std::mem::replace(&mut written, Ok(()))
            .and_then(|()| writeln!(output, "{line}").and_then(|()| output.flush()));
    });
    written?;
    training_samples::replace(&options.network, &network)?;
    Ok(())
}

/// Reads the network that the training goes on from.
fn read_network(file: &Path) -> Result<NetworkFile, String> {
    let bytes = training_samples::read_network(file).map_err(|error| io_error::describe_io_error(&error))?;
    NetworkFile::parse(bytes).map_err(|error| error.to_string())
}

/// Adds the positions of a file.
fn read(file: &Path, samples: &mut Vec<PackedSample>) -> Result<(), String> {
    let describe = |error: &io::Error| io_error::describe_io_error(error);
    let lines = training_samples::lines(file).map_err(|error| describe(&error))?;
    for (line, number) in lines.zip(1_usize..) {
        let line = line.map_err(|error| describe(&error))?;
        if !line.is_empty() && !line.starts_with('#') {
            samples.push(PackedSample::parse(&line).map_err(|error| format!("line {number}: {error}"))?);
        }
    }
    Ok(())
}
