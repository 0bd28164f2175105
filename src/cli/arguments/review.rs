//! What `review` is asked.

use std::path::PathBuf;

use clap::Args;

use super::number::at_least;

/// What `review` is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReviewOptions {
    /// The file with the games; `-` is standard input.
    pub file: PathBuf,
    /// Positions that the search makes for each position of a game; what the settings say where none are given.
    pub nodes: Option<u64>,
    /// The only game that is wanted, from 1.
    pub game: Option<usize>,
    /// How to answer.
    pub format: ReviewFormat,
}

/// How `review` answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReviewFormat {
    /// Text for people.
    Text,
    /// One JSON object for each game.
    Json,
    /// The games with glyphs, evaluations and better lines.
    Pgn,
}

#[derive(Args)]
pub(super) struct ReviewArgs {
    /// The file with the games; - reads standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Positions to search for each position of a game; as the settings have it where none are given
    #[arg(long, value_name = "N", value_parser = at_least(1_u64))]
    nodes: Option<u64>,
    /// Review only this game of the file, counted from 1
    #[arg(long, value_name = "K", value_parser = at_least(1_usize))]
    game: Option<usize>,
    /// Print one JSON object for each game
    #[arg(long, conflicts_with = "pgn")]
    json: bool,
    /// Print the games as PGN with glyphs, evaluations and better lines
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
