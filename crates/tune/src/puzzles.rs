//! `puzzles`: finds puzzles in games and in endgame tables, and rates them.

pub(super) mod choose;
mod endings;
mod games;
mod rating;
mod tactics;

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use super::arguments::PuzzlesOptions;
use matescope::analysis::puzzle_check::PuzzleChecker;
use matescope::chess::{NoOracle, StopToken};
use matescope::cli::CommandStatus;
use matescope::practice::puzzle::{Puzzle, text};
use matescope::store::{io_error, training_samples};
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
        puzzle.rating = puzzle.rating.or_else(|| Some(rater.rate(&puzzle, &stop)));
        found += 1;
        training_samples::append(&options.file, &format!("{}\n", text::to_line(&puzzle)))
    };
    if options.endings > 0 {
        endings::find(options.endings, options.seed, &stop, &mut keep)?;
    }
    for file in &options.anew {
        match read(file).and_then(|text| puzzles_of(&text)) {
            Ok(puzzles) => find_anew(puzzles, &stop, &mut keep)?,
            Err(reason) => return refuse(file, &reason, errors),
        }
    }
    for file in &options.games {
        match read(file) {
            Ok(text) => games::find(&text, &stop, &mut keep)?,
            Err(reason) => return refuse(file, &reason, errors),
        }
    }
    writeln!(output, "{found} puzzles")?;
    Ok(CommandStatus::Done)
}

/// The text of a file, or why it cannot be read.
fn read(file: &Path) -> Result<String, String> {
    training_samples::read(file).map_err(|error| io_error::describe_io_error(&error))
}

fn refuse(file: &Path, reason: &str, errors: &mut dyn Write) -> io::Result<CommandStatus> {
    writeln!(errors, "error: {}: {reason}", file.display())?;
    Ok(CommandStatus::BadInput)
}

/// The puzzles of a file.
fn puzzles_of(text: &str) -> Result<Vec<Puzzle>, String> {
    let lines = text.lines().enumerate();
    lines
        .map(|(index, line)| text::parse_line(line).map_err(|reason| format!("line {}: {reason}", index + 1)))
        .collect()
}

/// Keeps puzzles with a proven solution as they are. For the others it is searched anew, and the gap with it; those that
/// are no puzzles by today's evaluation are left out. With the same solution the rating stays.
fn find_anew(
    puzzles: Vec<Puzzle>,
    stop: &StopToken,
    keep: &mut dyn FnMut(Puzzle) -> io::Result<()>,
) -> io::Result<()> {
    let mut checker = PuzzleChecker::new(Arc::new(NoOracle));
    for puzzle in puzzles {
        if !puzzle.proof.is_searched() {
            keep(puzzle)?;
        } else if let Some(found) = tactics::puzzle(&puzzle.start, None, &mut checker, stop) {
            let rating = puzzle.rating.filter(|_| found.solution == puzzle.solution);
            keep(Puzzle { rating, ..found })?;
        }
    }
    Ok(())
}
