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
    /// Show the lessons, with what was achieved; so it does without any word, too
    #[arg(long)]
    list: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Subcommand)]
enum PracticeCommand {
    /// Deal starts of a lesson: the same seed deals the same starts
    Deal {
        /// The lesson's id, as the list has it
        #[arg(value_name = "LESSON")]
        lesson: String,
        /// How many starts
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = at_least(1_u16))]
        count: u16,
        /// What the first start is dealt from: up to four hex digits
        #[arg(long, value_name = "HEX")]
        seed: Option<Seed>,
        /// How hard the starts are
        #[arg(long, value_name = "LEVEL", default_value = "easy", value_parser = ["easy", "medium", "hard"])]
        level: String,
        /// Print one JSON object for each start
        #[arg(long)]
        json: bool,
    },
    /// Write the record of all rounds to a file
    Export {
        /// The file; - is standard output
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// Replace a file that is there, make its folder
        #[arg(long)]
        force: bool,
    },
    /// Take the rounds of a file into the record; those that are there already are left out
    Import {
        /// The file
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
}

impl PracticeArgs {
    pub(super) fn into_options(self) -> PracticeOptions {
        // To list is what it does by itself.
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
