//! Arguments of `practice`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::cli::options::{DealOptions, OutputFormat, PracticeOptions};

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
    Deal(DealOptions),
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
            Some(PracticeCommand::Deal(options)) => PracticeOptions::Deal(options),
            Some(PracticeCommand::Export { file, force }) => PracticeOptions::Export { file, force },
            Some(PracticeCommand::Import { file }) => PracticeOptions::Import { file },
        }
    }
}
