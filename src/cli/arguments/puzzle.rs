//! Arguments of `puzzle`.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand};

use crate::cli::options::{OutputFormat, PuzzleOptions, PuzzleSelection};
use crate::cli::value_parser::{at_least, whole};
use crate::practice::puzzle::PuzzleTheme;
use crate::practice::puzzle::import::ImportFilter;
use crate::practice::puzzle::set::BUILT_IN_NAME;

/// The most puzzles that an import takes by default.
const DEFAULT_IMPORT_LIMIT: usize = 100_000;

#[derive(Args)]
#[command(arg_required_else_help = true)]
pub(super) struct PuzzleArgs {
    #[command(subcommand)]
    command: PuzzleCommand,
}

#[derive(Subcommand)]
enum PuzzleCommand {
    /// List puzzles with their solutions, proofs and your results
    List {
        #[command(flatten)]
        selection: SelectionArgs,
        /// Print one JSON object for each puzzle
        #[arg(long)]
        json: bool,
    },
    /// Import puzzles: EPD with bm, am or dm, Lichess' puzzle database (CSV), PGN with FEN tags
    Import {
        /// The file; - reads standard input
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// The name of the set; one with this name is replaced [default: the file's name]
        #[arg(long, value_name = "NAME")]
        name: Option<String>,
        /// At most so many puzzles
        #[arg(long, value_name = "N", default_value_t = DEFAULT_IMPORT_LIMIT, value_parser = at_least(1_usize))]
        limit: usize,
        /// Leave easier puzzles out
        #[arg(long, value_name = "RATING", default_value_t = 0, value_parser = whole(0_u16..=4_000))]
        from: u16,
        /// Leave harder puzzles out
        #[arg(long, value_name = "RATING", default_value_t = 4_000, value_parser = whole(0_u16..=4_000))]
        to: u16,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Check the proofs: mates by the mate prover, endings by tables, others by a search
    Check {
        #[command(flatten)]
        selection: SelectionArgs,
        /// Search with so many times the nodes of the proof
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(1_u64..=1_000))]
        factor: u64,
        /// Print one JSON object for each puzzle
        #[arg(long)]
        json: bool,
    },
}

#[derive(Args)]
struct SelectionArgs {
    /// The name of an imported set
    #[arg(long, value_name = "NAME", default_value = BUILT_IN_NAME)]
    set: String,
    /// Only puzzles with this theme
    #[arg(long, value_name = "THEME", value_parser = theme())]
    theme: Option<PuzzleTheme>,
    /// At most so many puzzles, drawn at random
    #[arg(long, value_name = "N", value_parser = at_least(1_usize))]
    sample: Option<usize>,
    /// Random seed of the sample
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// Reads a theme by its word.
fn theme() -> impl TypedValueParser<Value = PuzzleTheme> {
    PossibleValuesParser::new(PuzzleTheme::ALL.map(PuzzleTheme::word))
        .map(|word| PuzzleTheme::of_word(&word).unwrap_or(PuzzleTheme::Mate))
}

impl SelectionArgs {
    fn into_selection(self) -> PuzzleSelection {
        let Self { set, theme, sample, seed } = self;
        PuzzleSelection { set, theme, sample, seed }
    }
}

impl PuzzleArgs {
    pub(super) fn into_options(self) -> PuzzleOptions {
        match self.command {
            PuzzleCommand::List { selection, json } => {
                PuzzleOptions::List { selection: selection.into_selection(), format: OutputFormat::of(json) }
            }
            PuzzleCommand::Import { file, name, limit, from, to, json } => PuzzleOptions::Import {
                file,
                name,
                filter: ImportFilter { limit, ratings: from..=to },
                format: OutputFormat::of(json),
            },
            PuzzleCommand::Check { selection, factor, json } => PuzzleOptions::Check {
                selection: selection.into_selection(),
                factor,
                format: OutputFormat::of(json),
            },
        }
    }
}
