//! `fit`: fits the weights of the hand-crafted evaluation to positions with search scores and game results, and
//! writes them as source code.

use std::io::{self, Write};

use super::arguments::FitOptions;
use matescope::chess::names::group_digits;
use matescope::cli::CommandStatus;
use matescope::engine::tuning::{
    TuningErrors, TuningFit, TuningModel, TuningSet, TuningSettings, fit, fit_wdl, weights_source,
};
use matescope::engine::wdl::WdlCurve;
use matescope::store::{io_error, training_samples};

pub(super) fn run(
    options: &FitOptions,
    output: &mut dyn Write,
    errors: &mut dyn Write,
) -> io::Result<CommandStatus> {
    let read = |file| {
        let text = training_samples::read(file).map_err(|error| io_error::describe_io_error(&error))?;
        TuningSet::read(&text).map_err(|error| error.to_string())
    };
    let set = match read(&options.positions) {
        Ok(set) if !set.is_empty() => set,
        Ok(_) => {
            writeln!(errors, "error: {}: no position in it", options.positions.display())?;
            return Ok(CommandStatus::BadInput);
        }
        Err(error) => {
            writeln!(errors, "error: {}: {error}", options.positions.display())?;
            return Ok(CommandStatus::BadInput);
        }
    };
    writeln!(output, "{} positions", group_digits(u64::try_from(set.len()).unwrap_or(u64::MAX)))?;
    let settings = TuningSettings { epochs: options.epochs, ..TuningSettings::default() };
    let mut written = Ok(());
    let found = fit(&set, TuningModel::of_engine(), settings, &mut |epoch, errors| {
        let line = format!("epoch {epoch}: {}", text(errors));
        written = std::mem::replace(&mut written, Ok(())).and_then(|()| writeln!(output, "{line}"));
    });
    written?;
    let TuningFit { model, scale, before, after, results } = found;
    writeln!(output, "scale of the sigmoid: {scale:.3} for 100 centipawns")?;
    writeln!(output, "before: {}", text(before))?;
    writeln!(output, "after:  {}", text(after))?;
    writeln!(output, "against game results alone, before: {}", text(results[0]))?;
    writeln!(output, "against game results alone, after:  {}", text(results[1]))?;
    let WdlCurve { half, slope } = fit_wdl(&set);
    writeln!(
        output,
        "WDL model (with 2 and with 32 pieces): half won at {half:?} centipawns, slope {slope:?}"
    )?;
    training_samples::replace(&options.weights, weights_source(&model).as_bytes())?;
    Ok(CommandStatus::Done)
}

fn text(errors: TuningErrors) -> String {
    format!("training {:.6}, validation {:.6}", errors.training, errors.validation)
}
