//! Arguments of `practice`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::number::at_least;
use crate::cli::options::{DealOptions, OutputFormat, PracticeOptions};
use crate::practice::{LessonLevel, Seed};

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(super) struct PracticeArgs {
    #[command(subcommand)]
    command: Option<PracticeCommand>,
    /// List the lessons with your progress; this is the default
    #[arg(long)]
    list: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Subcommand)]
enum PracticeCommand {
    /// Deal starting positions of a lesson: the same seed deals the same positions
    Deal {
        /// The lesson's id, as in the list
        #[arg(value_name = "LESSON")]
        lesson: String,
        /// Number of positions
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = at_least(1_u16))]
        count: u16,
        /// Seed of the first position: up to four hex digits
        #[arg(long, value_name = "HEX")]
        seed: Option<Seed>,
        /// Difficulty
        #[arg(long, value_name = "LEVEL", default_value = "easy", value_parser = ["easy", "medium", "hard"])]
        level: String,
        /// Print one JSON object for each position
        #[arg(long)]
        json: bool,
    },
    /// Export the practice record to a file
    Export {
        /// The file; - is standard output
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// Overwrite an existing file, create its folder
        #[arg(long)]
        force: bool,
    },
    /// Import rounds into the practice record; rounds that it already has are skipped
    Import {
        /// The file
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
}

impl PracticeArgs {
    pub(super) fn into_options(self) -> PracticeOptions {
        // Listing is what it does by itself.
        let Self { command, list: _, json } = self;
        match command {
            None => PracticeOptions::List { format: OutputFormat::of(json) },
            Some(PracticeCommand::Deal { lesson, count, seed, level, json }) => {
                let level =
                    LessonLevel::ALL.into_iter().find(|known| known.name() == level).unwrap_or_default();
                PracticeOptions::Deal(DealOptions {
                    lesson,
                    count,
                    seed,
                    level,
                    format: OutputFormat::of(json),
                })
            }
            Some(PracticeCommand::Export { file, force }) => PracticeOptions::Export { file, force },
            Some(PracticeCommand::Import { file }) => PracticeOptions::Import { file },
        }
    }
}
