//! Arguments of `games`.

use clap::{Args, Subcommand};

use crate::chess::Position;
use crate::cli::options::{GamesCommand, GamesOptions, OutputFormat};
use crate::cli::value_parser::{at_least, position};

#[derive(Args)]
pub(super) struct GamesArgs {
    #[command(subcommand)]
    command: GamesSubcommand,
}

#[derive(Subcommand)]
enum GamesSubcommand {
    /// Count the moves that were played from a position: games, results, ratings, the last year
    Tree {
        /// The position [default: the start of a game]
        #[arg(long, value_name = "FEN", value_parser = position)]
        fen: Option<Position>,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// List the games that reach a position, by whatever order of moves
    Find {
        /// The position [default: the start of a game]
        #[arg(long, value_name = "FEN", value_parser = position)]
        fen: Option<Position>,
        /// List at most so many games
        #[arg(long, value_name = "N", default_value_t = 20, value_parser = at_least(1_usize))]
        limit: usize,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
}

impl GamesArgs {
    pub(super) fn into_options(self) -> GamesOptions {
        let (fen, command, json) = match self.command {
            GamesSubcommand::Tree { fen, json } => (fen, GamesCommand::Tree, json),
            GamesSubcommand::Find { fen, limit, json } => (fen, GamesCommand::Find { limit }, json),
        };
        let position = fen.unwrap_or_else(Position::start);
        GamesOptions { command, position, format: OutputFormat::of(json) }
    }
}
