//! Arguments of `selfplay` and `tune`.

use std::path::PathBuf;

use clap::Args;

use super::number::{at_least, whole};
use crate::cli::options::{SelfplayOptions, TuneOptions};

#[derive(Args)]
pub(super) struct SelfplayArgs {
    /// The file that positions are appended to; an interrupted run is continued
    #[arg(value_name = "OUT")]
    file: PathBuf,
    /// Total number of games in the file at the end
    #[arg(long, value_name = "N", value_parser = at_least(1_u64))]
    games: u64,
    /// Search nodes for each move
    #[arg(long, value_name = "N", default_value_t = 1_500, value_parser = at_least(1_u64))]
    nodes: u64,
    /// Seed of the random openings
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = at_least(0_u64))]
    seed: u64,
    /// Number of games played at the same time
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = whole(1_u16..=256))]
    threads: u16,
}

#[derive(Args)]
pub(super) struct TuneArgs {
    /// A file that selfplay has written
    #[arg(value_name = "POSITIONS")]
    positions: PathBuf,
    /// The output file for the weights, as Rust source
    #[arg(value_name = "OUT")]
    weights: PathBuf,
    /// Number of epochs
    #[arg(long, value_name = "N", default_value_t = 25, value_parser = whole(1_u32..=10_000))]
    rounds: u32,
}

impl SelfplayArgs {
    pub(super) fn into_options(self) -> SelfplayOptions {
        let Self { file, games, nodes, seed, threads } = self;
        SelfplayOptions { games, nodes, seed, threads, file }
    }
}

impl TuneArgs {
    pub(super) fn into_options(self) -> TuneOptions {
        let Self { positions, weights, rounds } = self;
        TuneOptions { positions, weights, rounds }
    }
}
