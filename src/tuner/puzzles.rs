//! `puzzles`: finds puzzles in games and in endgame tables, and rates them.

pub(super) mod choose;
mod endings;
mod games;
mod rating;
mod tactics;

use std::io::{self, Write};

use super::arguments::PuzzlesOptions;
use crate::chess::StopToken;
use crate::cli::CommandStatus;
use crate::practice::puzzle::{Puzzle, text};
use crate::store::{io_error, training_samples};
use rating::PuzzleRater;

pub(super) fn run(
    options: &PuzzlesOptions,
    output: &mut dyn Write,
    errors: &mut dyn Write,
) -> io::Result<CommandStatus> {
    let stop = StopToken::never();
    let mut rater = PuzzleRater::new();
    let mut found = 0;
    let mut keep = |mut puzzle: Puzzle| {
        puzzle.rating = Some(rater.rate(&puzzle, &stop));
        found += 1;
        training_samples::append(&options.file, &format!("{}\n", text::to_line(&puzzle)))
    };
    if options.endings > 0 {
        endings::find(options.endings, options.seed, &stop, &mut keep)?;
    }
    for file in &options.games {
        let text = match training_samples::read_if_there(file) {
            Ok(text) => text,
            Err(error) => {
                let reason = io_error::describe_io_error(&error);
                writeln!(errors, "error: {}: {reason}", file.display())?;
                return Ok(CommandStatus::BadInput);
            }
        };
        games::find(&text, &stop, &mut keep)?;
    }
    writeln!(output, "{found} puzzles")?;
    Ok(CommandStatus::Done)
}
