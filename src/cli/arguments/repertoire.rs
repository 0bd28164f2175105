//! Arguments of `repertoire`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::chess::Color;
use crate::cli::options::{OutputFormat, RepertoireCommand, RepertoireOptions};
use crate::cli::value_parser::{at_least, side};

#[derive(Args)]
#[command(arg_required_else_help = true)]
pub(super) struct RepertoireArgs {
    #[command(subcommand)]
    command: RepertoireSubcommand,
}

#[derive(Subcommand)]
enum RepertoireSubcommand {
    /// List the repertoires: their chapters, and how many positions are due and new
    List {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Copy a PGN file with variations into the repertoires: a study, a course, an analysis
    Add {
        /// The file, compressed or not; - reads standard input
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// Whose repertoire it is [default: what its tags Orientation say, or the side with fewer alternatives]
        #[arg(long, value_name = "SIDE", value_parser = side())]
        side: Option<Color>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Say what is wrong with the repertoires: errors in files, replies without an answer, several moves in one position
    Check {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// List what opponents play and the repertoire does not answer, the most frequent first, with the coverage by moves
    Gaps {
        #[command(flatten)]
        games: CountedGamesArgs,
        /// List at most so many gaps
        #[arg(long, value_name = "N", default_value_t = 20, value_parser = at_least(1_usize))]
        limit: usize,
    },
    /// List your games with the moves on which they left the repertoire
    Games {
        #[command(flatten)]
        games: CountedGamesArgs,
        /// List at most so many games
        #[arg(long, value_name = "N", default_value_t = 20, value_parser = at_least(1_usize))]
        limit: usize,
    },
}

#[derive(Args)]
struct CountedGamesArgs {
    /// What is said of the games, as in the search of the game list; several words in quotes
    #[arg(value_name = "QUERY", default_value = "", hide_default_value = true, allow_hyphen_values = true)]
    query: String,
    /// Only the repertoire of this side
    #[arg(long, value_name = "SIDE", value_parser = side())]
    side: Option<Color>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl RepertoireArgs {
    pub(super) fn into_options(self) -> RepertoireOptions {
        let (command, json) = match self.command {
            RepertoireSubcommand::List { json } => (RepertoireCommand::List, json),
            RepertoireSubcommand::Add { file, side, json } => (RepertoireCommand::Add { file, side }, json),
            RepertoireSubcommand::Check { json } => (RepertoireCommand::Check, json),
            RepertoireSubcommand::Gaps { games: CountedGamesArgs { query, side, json }, limit } => {
                (RepertoireCommand::Gaps { query, side, limit }, json)
            }
            RepertoireSubcommand::Games { games: CountedGamesArgs { query, side, json }, limit } => {
                (RepertoireCommand::Games { query, side, limit }, json)
            }
        };
        RepertoireOptions { command, format: if json { OutputFormat::Json } else { OutputFormat::Text } }
    }
}
