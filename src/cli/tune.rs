//! `tune`: the evaluation's weights, fitted to positions of known results.

use std::io::{self, Write};

use crate::chess::names::grouped;
use crate::engine::chances::Curve;
use crate::engine::tuning::{Errors, Fit, Model, Set, Settings, fit, fit_chances, sheet};
use crate::store::{samples, trouble};

use super::Status;
use super::arguments::TuneOptions;

pub(super) fn run(
    options: &TuneOptions,
    output: &mut dyn Write,
    errors: &mut dyn Write,
) -> io::Result<Status> {
    let read = |file| {
        let text = samples::read(file).map_err(|error| trouble::in_words(&error))?;
        Set::read(&text).map_err(|error| error.to_string())
    };
    let set = match read(&options.positions) {
        Ok(set) if !set.is_empty() => set,
        Ok(_) => {
            writeln!(errors, "error: {}: no position in it", options.positions.display())?;
            return Ok(Status::BadInput);
        }
        Err(error) => {
            writeln!(errors, "error: {}: {error}", options.positions.display())?;
            return Ok(Status::BadInput);
        }
    };
    writeln!(output, "{} positions", grouped(u64::try_from(set.len()).unwrap_or(u64::MAX)))?;
    let settings = Settings { rounds: options.rounds, ..Settings::default() };
    let mut written = Ok(());
    let found = fit(&set, Model::of_engine(), settings, &mut |round, errors| {
        let line = format!("round {round}: {}", text(errors));
        written = std::mem::replace(&mut written, Ok(())).and_then(|()| writeln!(output, "{line}"));
    });
    written?;
    let Fit { model, scale, before, after, results } = found;
    writeln!(output, "100 centipawns count {scale:.3} on the scale of odds")?;
    writeln!(output, "before: {}", text(before))?;
    writeln!(output, "after:  {}", text(after))?;
    writeln!(output, "against results alone, before: {}", text(results[0]))?;
    writeln!(output, "against results alone, after:  {}", text(results[1]))?;
    let Curve { half, slope } = fit_chances(&set);
    writeln!(output, "chances: half won at {half:?} centipawns, slope {slope:?}, with two men and with 32")?;
    samples::write_sheet(&options.sheet, &sheet(&model))?;
    Ok(Status::Done)
}

fn text(errors: Errors) -> String {
    format!("{:.6} fitted, {:.6} held out", errors.fitted, errors.held_out)
}
