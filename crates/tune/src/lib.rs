//! The commands of `matescope-tune`, for developers: selfplay games as training data, Texel tuning of the
//! hand-crafted evaluation, training of the evaluation network, and tuning of the search.
//!
//! A library, so that the tests can call them.

mod arguments;
mod fit;
mod puzzles;
mod selfplay;
mod spsa;
mod train;

use std::ffi::OsString;
use std::io::{self, Write};

use arguments::{TunerArguments, TunerCommand};
use clap::Parser;

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
    match TunerArguments::try_parse_from(words) {
        Ok(TunerArguments { command: TunerCommand::Selfplay(options) }) => {
            selfplay::run(&options, output, errors)
        }
        Ok(TunerArguments { command: TunerCommand::Fit(options) }) => fit::run(&options, output, errors),
        Ok(TunerArguments { command: TunerCommand::Train(options) }) => train::run(&options, output, errors),
        Ok(TunerArguments { command: TunerCommand::Spsa(options) }) => spsa::run(&options, output, errors),
        Ok(TunerArguments { command: TunerCommand::Match(options) }) => {
            spsa::play_match(&options, output, errors)
        }
        Ok(TunerArguments { command: TunerCommand::Puzzles(options) }) => {
            puzzles::run(&options, output, errors)
        }
        Ok(TunerArguments { command: TunerCommand::ChoosePuzzles(options) }) => {
            puzzles::choose::run(&options, output, errors)
        }
        Err(page) if !page.use_stderr() => {
            write!(output, "{page}")?;
            Ok(CommandStatus::Done)
        }
        Err(error) => {
            write!(errors, "{error}")?;
            Ok(CommandStatus::BadInput)
        }
    }
}
