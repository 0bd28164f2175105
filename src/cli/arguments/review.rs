//! Arguments of `review`.

use std::path::PathBuf;

use clap::Args;

use crate::cli::options::{Invocation, LibraryReviewOptions, OutputFormat, ReviewFormat, ReviewOptions};
use crate::cli::value_parser::{at_least, whole};

#[derive(Args)]
pub(super) struct ReviewArgs {
    /// The PGN file; - reads standard input
    #[arg(value_name = "FILE", required_unless_present = "library")]
    file: Option<PathBuf>,
    #[command(flatten)]
    library: LibraryReviewArgs,
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

#[derive(Args)]
struct LibraryReviewArgs {
    /// Review your games in the library that have no review yet, and keep the reviews; Ctrl-C stops, the next
    /// call goes on
    #[arg(long, conflicts_with_all = ["file", "game", "pgn"])]
    library: bool,
    /// With --library: the games of other players, too
    #[arg(long, requires = "library", conflicts_with = "file")]
    all: bool,
    /// With --library: the number of games to review side by side [default: one for each processor core]
    #[arg(long, value_name = "T", value_parser = whole(1_u16..=256), requires = "library", conflicts_with = "file")]
    threads: Option<u16>,
}

impl ReviewArgs {
    pub(super) fn into_invocation(self) -> Invocation {
        let Self { file, library: LibraryReviewArgs { library, all, threads }, nodes, game, json, pgn } =
            self;
        let Some(file) = file.filter(|_| !library) else {
            return Invocation::ReviewLibrary(LibraryReviewOptions {
                all,
                threads,
                nodes,
                format: OutputFormat::of(json),
            });
        };
        let format = match (json, pgn) {
            (true, _) => ReviewFormat::Json,
            (false, true) => ReviewFormat::Pgn,
            (false, false) => ReviewFormat::Text,
        };
        Invocation::Review(ReviewOptions { file, nodes, game, format })
    }
}
