//! Floor 8: words on the command line, and the engine as a server for chess interfaces.
//!
//! Reading order: `arguments` (what can be said), [`Invocation`] (what was meant, with every position
//! checked), [`Refusal`] (what could not be understood), [`run`]; then one file for each command.

mod analyze;
mod arguments;
mod bench;
mod config;
mod contest;
mod form;
mod interrupt;
mod mate;
mod pages;
mod perft;
mod practice;
mod printer;
mod prose;
mod refusal;
mod review;
mod selfplay;
mod table;
mod tune;
pub mod uci_server;
mod verify;

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use crate::chess::{Oracle, Position, StopToken};
use crate::game::pgn;
use crate::solver::tables::keeping::{NoStore, TableStore};
use crate::solver::{Syzygy, Tables};
use crate::store::config::Loaded;
use crate::store::{Places, TableFolder};

pub use arguments::{
    AnalyzeOptions, BenchOptions, ConfigOptions, DealOptions, Format, MatchOptions, MatchTime, MateOptions,
    PerftOptions, PracticeOptions, ReviewAnswer, ReviewOptions, SelfplayOptions, TableOptions, TuneOptions,
    VerifyOptions, Wanted,
};
pub use printer::Printer;
pub use refusal::Refusal;

pub use crate::analysis::external::{WATCH_ENGINES, serve_watcher, watch_engines};

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
    /// Games of the engine against itself.
    Selfplay(SelfplayOptions),
    /// A fit of the evaluation's weights.
    Tune(TuneOptions),
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
    pub shown: Shown,
    /// A file with settings, in place of the user's own.
    pub config: Option<PathBuf>,
}

/// How the program shows itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Shown {
    /// On the whole terminal.
    #[default]
    Screen,
    /// In lines of text.
    Lines,
}

/// How a command ended, as scripts see it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// 0: it did what was asked.
    Done,
    /// 1: there is no such mate.
    None,
    /// 2: the input cannot be used.
    BadInput,
    /// 3: not decided within the limits.
    Undecided,
    /// 130: it was interrupted, as by Ctrl-C.
    Interrupted,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        Self::from(match status {
            Status::Done => 0,
            Status::None => 1,
            Status::BadInput => 2,
            Status::Undecided => 3,
            Status::Interrupted => 130,
        })
    }
}

/// Reads the words of the command line, the program's own name first. Nothing else is looked at.
///
/// # Errors
/// Says what cannot be understood, and for a position where.
pub fn parse(words: impl IntoIterator<Item = OsString>) -> Result<Invocation, Refusal> {
    arguments::parse(words)
}

/// Does what was asked and says how it ended. The screen is not the command line's: it is refused here.
///
/// # Errors
/// When standard output cannot be written; a reader that has had enough counts too.
pub fn run(invocation: &Invocation, output: &mut dyn Write, errors: &mut dyn Write) -> io::Result<Status> {
    let status = match invocation {
        Invocation::Screen(_) => {
            writeln!(
                errors,
                "error: the screen needs a terminal; matescope --help lists what works without"
            )?;
            Status::BadInput
        }
        Invocation::Analyze(options) => analyze::run(options, output, errors)?,
        Invocation::Mate(options) => mate::run(options, output, errors)?,
        Invocation::Verify(options) => verify::run(options, output, errors)?,
        Invocation::Match(options) => contest::run(options, output, errors)?,
        Invocation::Review(options) => review::run(options, output, errors)?,
        Invocation::Practice(options) => practice::run(options, output, errors)?,
        Invocation::Table(options) => table::run(options, output, errors)?,
        Invocation::Uci => {
            uci_server::serve(io::BufReader::new(io::stdin()), Printer::new(io::stdout()), tables)?;
            Status::Done
        }
        Invocation::Bench(options) => bench::run(*options, output)?,
        Invocation::Perft(options) => perft::run(options, output)?,
        Invocation::Config(options) => config::run(options, output, errors)?,
        Invocation::Selfplay(options) => selfplay::run(options, output, errors)?,
        Invocation::Tune(options) => tune::run(options, output, errors)?,
        Invocation::Page(text) => {
            output.write_all(text.as_bytes())?;
            Status::Done
        }
    };
    output.flush()?;
    Ok(status)
}

/// Where tables are kept: with the user's other files that can be made again.
fn keeper() -> Arc<dyn TableStore> {
    // A test does not depend on what a user has built, nor change it.
    if cfg!(test) { Arc::new(NoStore) } else { TableFolder::or_none(Places::of_user().as_ref()) }
}

/// The tables of all three-man endings, made in a moment, and those of four men that are kept.
fn tables() -> Arc<Tables> {
    let tables = Arc::new(Tables::with_store(keeper()));
    // A token that nobody stops never does.
    let _ = tables.build_three_men(&StopToken::never(), &mut |_| {});
    for ending in Tables::four_man_endings() {
        let _ = tables.load(&ending);
    }
    tables
}

/// The tables, where they can matter in the play from here on, with that of the position at hand where it is
/// kept; having them would cost more than it gives while the board is full.
fn tables_for(position: &Position) -> Arc<dyn Oracle> {
    const MEN_IN_REACH: u8 = 8;
    if position.material().men() > MEN_IN_REACH {
        return Arc::new(crate::chess::NoOracle);
    }
    let tables = tables();
    for ending in tables.needs(&position.material()) {
        let _ = tables.load(&ending);
    }
    tables
}

/// The user's tables for larger endings, where a folder is set. One that cannot be used is told.
fn syzygy(errors: &mut dyn Write) -> io::Result<Option<Syzygy>> {
    // A test does not depend on what a user has set.
    let Some(places) = Places::of_user().filter(|_| !cfg!(test)) else { return Ok(None) };
    let settings = Loaded::from_user_file(&places.config).config.engine;
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
pub fn piped() -> io::Result<String> {
    const MOST: u64 = 1 << 28;
    let mut bytes = Vec::new();
    io::stdin().lock().take(MOST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST {
        return Err(io::Error::other("it brings more than 256 MiB: give the file's name instead"));
    }
    Ok(pgn::decode(&bytes).into_owned())
}
