//! Floor 8: words on the command line, and the engine as a server for chess interfaces.
//!
//! Reading order: `arguments` (what can be said), [`Invocation`] (what was meant, with every position
//! checked), [`CommandLineError`] (what could not be understood), [`run`]; then one file for each command.

mod analyze;
mod arguments;
mod bench;
mod config;
mod engine_match;
mod error;
mod interrupt;
mod json;
mod mate;
mod pages;
mod perft;
mod practice;
mod printer;
mod prose;
mod review;
mod table;
pub mod uci_server;
mod verify;

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use crate::chess::{Oracle, Position, StopToken};
use crate::game::pgn;
use crate::solver::tables::table_store::{NoStore, TableStore};
use crate::solver::{Syzygy, Tables};
use crate::store::config::LoadedConfig;
use crate::store::{TableFolder, UserPaths};

pub use arguments::{
    AnalyzeOptions, BenchOptions, ConfigOptions, DealOptions, MatchOptions, MatchTime, MateExtraOutput,
    MateOptions, OutputFormat, PerftOptions, PracticeOptions, ReviewFormat, ReviewOptions, TableOptions,
    VerifyOptions,
};
pub use error::CommandLineError;
pub use printer::Printer;

pub use crate::analysis::external::{WATCH_ENGINES, run_watcher, watch_engines};

/// What the command line asks for.
#[derive(Clone, PartialEq, Debug)]
pub enum Invocation {
    /// The screen.
    Screen(ScreenOptions),
    /// The best lines of a position.
    Analyze(AnalyzeOptions),
    /// The shortest mate of a position.
    Mate(MateOptions),
    /// A check of a certificate.
    Verify(VerifyOptions),
    /// A match between two engines.
    Match(MatchOptions),
    /// What each move of a game was worth.
    Review(ReviewOptions),
    /// Every legal move by its distance to mate.
    Table(TableOptions),
    /// The lessons of the course, starts and the record.
    Practice(PracticeOptions),
    /// The engine for a chess interface, on standard input and output.
    Uci,
    /// The node signature and the speed.
    Bench(BenchOptions),
    /// The number of move sequences.
    Perft(PerftOptions),
    /// The files and the settings in force.
    Config(ConfigOptions),
    /// A text that is printed as it is: help, version, manual page, completions.
    Page(String),
}

/// How the screen begins.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ScreenOptions {
    /// A position to analyze.
    pub position: Option<Position>,
    /// A lesson to practice, by its id.
    pub practice: Option<String>,
    /// A file with games; `-` is standard input.
    pub games: Option<PathBuf>,
    /// How the program shows itself.
    pub mode: ScreenModeOption,
    /// A file with settings, in place of the user's own.
    pub config: Option<PathBuf>,
}

/// How the program shows itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ScreenModeOption {
    /// On the whole terminal.
    #[default]
    Screen,
    /// In lines of text.
    Linear,
}

/// How a command ended, as scripts see it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CommandStatus {
    /// 0: it did what was asked.
    Done,
    /// 1: there is no such mate.
    Negative,
    /// 2: the input cannot be used.
    BadInput,
    /// 3: not decided within the limits.
    Undecided,
    /// 130: it was interrupted, as by Ctrl-C.
    Interrupted,
}

impl From<CommandStatus> for ExitCode {
    fn from(status: CommandStatus) -> Self {
        Self::from(match status {
            CommandStatus::Done => 0,
            CommandStatus::Negative => 1,
            CommandStatus::BadInput => 2,
            CommandStatus::Undecided => 3,
            CommandStatus::Interrupted => 130,
        })
    }
}

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
            uci_server::serve(io::BufReader::new(io::stdin()), Printer::new(io::stdout()), load_tables)?;
            CommandStatus::Done
        }
        Invocation::Bench(options) => bench::run(*options, output)?,
        Invocation::Perft(options) => perft::run(options, output)?,
        Invocation::Config(options) => config::run(options, output, errors)?,
        Invocation::Page(text) => {
            output.write_all(text.as_bytes())?;
            CommandStatus::Done
        }
    };
    output.flush()?;
    Ok(status)
}

/// Where tables are kept: with the user's other files that can be made again.
fn table_store() -> Arc<dyn TableStore> {
    // A test does not depend on what a user has built, nor change it.
    if cfg!(test) { Arc::new(NoStore) } else { TableFolder::store_for(UserPaths::find().as_ref()) }
}

/// The tables of all three-man endings, made in a moment, and those of four men that are kept.
fn load_tables() -> Arc<Tables> {
    let tables = Arc::new(Tables::with_store(table_store()));
    // A token that nobody stops never does.
    let _ = tables.build_three_piece_endings(&StopToken::never(), &mut |_| {});
    for ending in Tables::four_piece_endings() {
        let _ = tables.load(&ending);
    }
    tables
}

/// The tables, where they can matter in the play from here on, with that of the position at hand where it is
/// kept; having them would cost more than it gives while the board is full.
fn tables_for(position: &Position) -> Arc<dyn Oracle> {
    const MAX_PIECES: u8 = 8;
    if position.material().piece_count() > MAX_PIECES {
        return Arc::new(crate::chess::NoOracle);
    }
    let tables = load_tables();
    for ending in tables.missing_endings(&position.material()) {
        let _ = tables.load(&ending);
    }
    tables
}

/// The user's tables for larger endings, where a folder is set. One that cannot be used is told.
fn open_syzygy(errors: &mut dyn Write) -> io::Result<Option<Syzygy>> {
    // A test does not depend on what a user has set.
    let Some(places) = UserPaths::find().filter(|_| !cfg!(test)) else { return Ok(None) };
    let settings = LoadedConfig::from_user_file(&places.config).config.engine;
    let Some(folder) = settings.syzygy_folder() else { return Ok(None) };
    match Syzygy::open(&folder) {
        Ok(tables) => Ok(Some(tables)),
        Err(error) => {
            writeln!(errors, "warning: {error}; engine.syzygy is set in {}", places.config.display())?;
            Ok(None)
        }
    }
}

/// The games that come through standard input, to its end. A pipe cannot be read twice, so they have to fit
/// into memory.
///
/// # Errors
/// When standard input fails or brings more than 256 MiB.
pub fn read_piped_games() -> io::Result<String> {
    const MAX_BYTES: u64 = 1 << 28;
    let mut bytes = Vec::new();
    io::stdin().lock().take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(io::Error::other("it brings more than 256 MiB: give the file's name instead"));
    }
    Ok(pgn::decode(&bytes).into_owned())
}
