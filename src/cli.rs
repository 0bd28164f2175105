//! The command line, and the UCI server.
//!
//! Reading order: `arguments` (the clap definitions), [`Invocation`] and the options of each command (parsed
//! and checked), [`CommandLineError`], `failure` (why a command ends early), [`run`]; then one file for each command.
//! `endgame_tables`, `interrupt`, `json`, `progress_line`, `prose` and [`Printer`] are shared by the commands.

mod analyze;
mod arguments;
mod bench;
mod book;
mod card_maker;
mod cards;
mod config;
mod endgame_tables;
mod engine_match;
mod error;
mod failure;
mod games;
mod import;
mod interrupt;
mod interruptible_input;
mod json;
mod library_review;
mod match_time;
mod mate;
mod options;
mod pages;
mod pattern;
mod perft;
mod piped_games;
mod practice;
mod printer;
mod progress_line;
mod prose;
mod puzzle;
mod repertoire;
mod review;
mod stats;
mod status;
mod table;
pub mod uci_server;
mod value_parser;
mod verify;

use std::ffi::OsString;
use std::io::{self, Write};

pub use error::CommandLineError;
use failure::{CommandFailure, CommandResult};
pub use options::{
    AnalyzeOptions, BenchOptions, BookCommand, BookOptions, BookSource, CardsOptions, ConfigOptions,
    DealOptions, GamesCommand, GamesOptions, ImportOptions, Invocation, MatchOptions, MatchTime, MateOptions,
    OutputFormat, PerftOptions, PracticeOptions, PuzzleOptions, PuzzleSelection, RepertoireCommand,
    RepertoireOptions, ReviewFormat, ReviewOptions, ScreenModeOption, ScreenOptions, StatsOptions,
    TableOptions, VerifyOptions,
};
pub use piped_games::{read_compressed_games, read_piped_games};
pub use printer::Printer;
pub use status::CommandStatus;

pub use crate::analysis::external::{WATCH_ENGINES, run_watcher, watch_engines};

/// Prepares the process for the limits that it was started with; called before any thread is started.
pub fn prepare_for_limits() {
    crate::platform::report_size_limit();
    crate::platform::memory::share_heap_within_limits();
}

/// Parses the command line, with the program's name first.
///
/// # Errors
/// When the command line cannot be parsed; for a position with the place of the error.
pub fn parse(words: impl IntoIterator<Item = OsString>) -> Result<Invocation, CommandLineError> {
    arguments::parse(words)
}

/// Runs a command and returns its exit status. The terminal interface is not a command: it is refused here.
///
/// # Errors
/// When standard output cannot be written, a closed pipe included.
pub fn run(
    invocation: &Invocation,
    output: &mut dyn Write,
    errors: &mut dyn Write,
) -> io::Result<CommandStatus> {
    let status = failure::exit_status(run_command(invocation, output, errors), errors)?;
    output.flush()?;
    Ok(status)
}

fn run_command(invocation: &Invocation, output: &mut dyn Write, errors: &mut dyn Write) -> CommandResult {
    match invocation {
        Invocation::Screen(_) => {
            let reason = "the screen needs a terminal; matescope --help lists what works without";
            Err(CommandFailure::BadInput(reason.to_owned()))
        }
        Invocation::Analyze(options) => analyze::run(options, output, errors),
        Invocation::Mate(options) => mate::run(options, output, errors),
        Invocation::Verify(options) => verify::run(options, output, errors),
        Invocation::Match(options) => engine_match::run(options, output),
        Invocation::Games(options) => games::run(options, output, errors),
        Invocation::Import(options) => import::run(options, output, errors),
        Invocation::Review(options) => review::run(options, output, errors),
        Invocation::Cards(options) => cards::run(options, output, errors),
        Invocation::ReviewLibrary(options) => library_review::run(options, output, errors),
        Invocation::Puzzle(options) => puzzle::run(options, output, errors),
        Invocation::Stats(options) => stats::run(options, output, errors),
        Invocation::Practice(options) => practice::run(options, output, errors),
        Invocation::Book(options) => book::run(options, output, errors),
        Invocation::Repertoire(options) => repertoire::run(options, output, errors),
        Invocation::Table(options) => table::run(options, output, errors),
        Invocation::Uci => {
            uci_server::serve(
                io::BufReader::new(io::stdin()),
                Printer::new(io::stdout()),
                endgame_tables::load_tables,
            )?;
            Ok(CommandStatus::Done)
        }
        Invocation::Bench(options) => bench::run(*options, output),
        Invocation::Perft(options) => perft::run(options, output),
        Invocation::Config(options) => config::run(options, output),
        Invocation::Page(text) => {
            output.write_all(text.as_bytes())?;
            Ok(CommandStatus::Done)
        }
    }
}
