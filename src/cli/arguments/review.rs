//! Arguments of `review`.

use std::path::PathBuf;

use clap::Args;

use crate::cli::options::{ReviewFormat, ReviewOptions};
use crate::cli::value_parser::at_least;

#[derive(Args)]
pub(super) struct ReviewArgs {
    /// The PGN file; - reads standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Search nodes for each position of a game [default: as in the settings]
    #[arg(long, value_name = "N", value_parser = at_least(1_u64))]
    nodes: Option<u64>,
    /// Review only this game of the file, counted from 1
    #[arg(long, value_name = "K", value_parser = at_least(1_usize))]
    game: Option<usize>,
    /// Print one JSON object for each game
    #[arg(long, conflicts_with = "pgn")]
    json: bool,
    /// Print the games as PGN with annotation glyphs, evaluations and better lines
    #[arg(long)]
    pgn: bool,
}

impl ReviewArgs {
    pub(super) fn into_options(self) -> ReviewOptions {
        let Self { file, nodes, game, json, pgn } = self;
        let format = match (json, pgn) {
            (true, _) => ReviewFormat::Json,
            (false, true) => ReviewFormat::Pgn,
            (false, false) => ReviewFormat::Text,
        };
        ReviewOptions { file, nodes, game, format }
    }
}
