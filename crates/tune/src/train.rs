//! `train`: trains the evaluation network on positions with search scores and game results.

use std::io::{self, Write};
use std::path::Path;

use super::arguments::TrainOptions;
use matescope::chess::names::group_digits;
use matescope::cli::CommandStatus;
use matescope::engine::tuning::network::{EpochErrors, NetworkFile, PackedSample, TrainingSettings, train};
use matescope::store::{io_error, training_samples};

pub(super) fn run(
    options: &TrainOptions,
    output: &mut dyn Write,
    errors: &mut dyn Write,
) -> io::Result<CommandStatus> {
    let from = match &options.from {
        None => None,
        Some(file) => match read_network(file) {
            Ok(network) => Some(network),
            Err(error) => return refuse(file, &error, errors),
        },
    };
    let mut samples = Vec::new();
    for file in &options.positions {
        if let Err(error) = read(file, &mut samples) {
            return refuse(file, &error, errors);
        }
    }
    if samples.is_empty() {
        return refuse(&options.positions[0], "no position in it", errors);
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
    Ok(CommandStatus::Done)
}

/// Says what is wrong with a file.
fn refuse(file: &Path, reason: &str, errors: &mut dyn Write) -> io::Result<CommandStatus> {
    writeln!(errors, "error: {}: {reason}", file.display())?;
    Ok(CommandStatus::BadInput)
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
