//! Floor 8: words on the command line, and the engine as a server for chess interfaces.
//!
//! Reading order: `arguments` (what can be said), [`Invocation`] (what was meant, with every position
//! checked), [`CommandLineError`] (what could not be understood), [`run`]; then one file for each command.

mod analyze;
mod arguments;
mod bench;
mod config;
mod endgame_tables;
mod engine_match;
mod error;
mod interrupt;
mod json;
mod match_time;
mod mate;
mod options;
mod pages;
mod perft;
mod piped_games;
mod practice;
mod printer;
mod prose;
mod review;
mod selfplay;
mod status;
mod table;
mod tune;
pub mod uci_server;
mod verify;

use std::ffi::OsString;
use std::io::{self, Write};

pub use error::CommandLineError;
pub use options::{
    AnalyzeOptions, BenchOptions, ConfigOptions, DealOptions, Invocation, MatchOptions, MatchTime,
    MateExtraOutput, MateOptions, OutputFormat, PerftOptions, PracticeOptions, ReviewFormat, ReviewOptions,
    ScreenModeOption, ScreenOptions, SelfplayOptions, TableOptions, TuneOptions, VerifyOptions,
};
pub use piped_games::read_piped_games;
pub use printer::Printer;
pub use status::CommandStatus;

pub use crate::analysis::external::{WATCH_ENGINES, run_watcher, watch_engines};

/// Reads the words of the command line, the program's own name first. Nothing else is looked at.
///
/// # Errors
/// Says what cannot be understood, and for a position where.
pub fn parse(words: impl IntoIterator<Item = OsString>) -> Result<Invocation, CommandLineError> {
    arguments::parse(words)
}

/// Does what was asked and says how it ended. The screen is not the command line's: it is refused here.
///
/// # Errors
/// When standard output cannot be written; a reader that has had enough counts too.
pub fn run(
    invocation: &Invocation,
    output: &mut dyn Write,
    errors: &mut dyn Write,
) -> io::Result<CommandStatus> {
    let status = match invocation {
        Invocation::Screen(_) => {
            writeln!(
                errors,
                "error: the screen needs a terminal; matescope --help lists what works without"
            )?;
            CommandStatus::BadInput
        }
        Invocation::Analyze(options) => analyze::run(options, output, errors)?,
        Invocation::Mate(options) => mate::run(options, output, errors)?,
        Invocation::Verify(options) => verify::run(options, output, errors)?,
        Invocation::Match(options) => engine_match::run(options, output, errors)?,
        Invocation::Review(options) => review::run(options, output, errors)?,
        Invocation::Practice(options) => practice::run(options, output, errors)?,
        Invocation::Table(options) => table::run(options, output, errors)?,
        Invocation::Uci => {
            uci_server::serve(
                io::BufReader::new(io::stdin()),
                Printer::new(io::stdout()),
                endgame_tables::load_tables,
            )?;
            CommandStatus::Done
        }
        Invocation::Bench(options) => bench::run(*options, output)?,
        Invocation::Perft(options) => perft::run(options, output)?,
        Invocation::Config(options) => config::run(options, output, errors)?,
        Invocation::Selfplay(options) => selfplay::run(options, output, errors)?,
        Invocation::Tune(options) => tune::run(options, output, errors)?,
        Invocation::Page(text) => {
            output.write_all(text.as_bytes())?;
            CommandStatus::Done
        }
    };
    output.flush()?;
    Ok(status)
}
