//! Arguments of `match`.

use std::path::PathBuf;

use clap::Args;

use crate::cli::options::{MatchOptions, MatchTime};
use crate::cli::value_parser::whole;

#[derive(Args)]
pub(super) struct MatchArgs {
    /// The first engine: its name in the settings, a command, or built-in
    #[arg(value_name = "A")]
    first: String,
    /// The second engine
    #[arg(value_name = "B")]
    second: String,
    /// Number of games; each opening is played twice, with colors reversed
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = whole(1_u32..=100_000))]
    games: u32,
    /// Seconds on each clock and increment in seconds, or seconds for each move
    #[arg(long, value_name = "10+0.1|0.5s", default_value = "10+0.1")]
    time: MatchTime,
    /// Append the games to this file
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
}

impl MatchArgs {
    pub(super) fn into_options(self) -> MatchOptions {
        let Self { first, second, games, time, pgn } = self;
        MatchOptions { players: [first, second], games, time, pgn }
    }
}
