//! `fit`: fits the weights of the hand-crafted evaluation to positions with search scores and game results, and
//! writes them as source code.

use std::io::Write;

use super::arguments::FitOptions;
use crate::failure::TunerFailure;
use matescope::chess::names::group_digits;
use matescope::engine::tuning::{
    TuningErrors, TuningFit, TuningModel, TuningSet, TuningSettings, fit, fit_wdl, weights_source,
};
use matescope::engine::wdl::WdlCurve;
use matescope::store::{io_error, training_samples};

pub(super) fn run(options: &FitOptions, output: &mut dyn Write) -> Result<(), TunerFailure> {
    let read = |file| {
        let text = training_samples::read(file).map_err(|error| io_error::describe_io_error(&error))?;
        TuningSet::read(&text).map_err(|error| error.to_string())
    };
    let set = read(&options.positions).map_err(TunerFailure::of(&options.positions))?;
    if set.is_empty() {
        return Err(TunerFailure::of(&options.positions)("no position in it".to_owned()));
    }
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
    Ok(())
}

fn text(errors: TuningErrors) -> String {
    format!("training {:.6}, validation {:.6}", errors.training, errors.validation)
}
