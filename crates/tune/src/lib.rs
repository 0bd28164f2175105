//! The commands of `matescope-tune`, for developers: selfplay games as training data, Texel tuning of the
//! hand-crafted evaluation, training of the evaluation network, and tuning of the search.
//!
//! A library, so that the tests can call them.

mod arguments;
mod failure;
mod fit;
mod games;
mod puzzles;
mod selfplay;
mod spsa;
mod train;

use std::ffi::OsString;
use std::io::{self, Write};

use arguments::{TunerArguments, TunerCommand};
use clap::Parser;
use failure::TunerFailure;

use matescope::cli::CommandStatus;

/// Runs a command line of `matescope-tune`, the program's name first.
///
/// # Errors
/// When the output or the file of a selfplay run cannot be written.
pub fn run(
    words: impl IntoIterator<Item = OsString>,
    output: &mut dyn Write,
    errors: &mut dyn Write,
) -> io::Result<CommandStatus> {
    let result = match TunerArguments::try_parse_from(words) {
        Ok(arguments) => match arguments.command {
            TunerCommand::Selfplay(options) => selfplay::run(&options, output),
            TunerCommand::Fit(options) => fit::run(&options, output),
            TunerCommand::Train(options) => train::run(&options, output),
            TunerCommand::Spsa(options) => spsa::run(&options, output),
            TunerCommand::Match(options) => spsa::play_match(&options, output),
            TunerCommand::Games(options) => games::run(&options, output),
            TunerCommand::Puzzles(options) => puzzles::run(&options, output),
            TunerCommand::ChoosePuzzles(options) => puzzles::choose::run(&options, output),
        },
        Err(page) if !page.use_stderr() => write!(output, "{page}").map_err(TunerFailure::from),
        Err(error) => {
            write!(errors, "{error}")?;
            return Ok(CommandStatus::BadInput);
        }
    };
    match result {
        Ok(()) => Ok(CommandStatus::Done),
        Err(TunerFailure::BadFile(file, reason)) => {
            writeln!(errors, "error: {}: {reason}", file.display())?;
            Ok(CommandStatus::BadInput)
        }
        Err(TunerFailure::Output(error)) => Err(error),
    }
}
