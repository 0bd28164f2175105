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
use crate::failure::TunerFailure;
use matescope::analysis::puzzle_check::PuzzleChecker;
use matescope::chess::{NoOracle, StopToken};
use matescope::practice::puzzle::{Puzzle, text};
use matescope::store::{io_error, training_samples};
use rating::PuzzleRater;

pub(super) fn run(options: &PuzzlesOptions, output: &mut dyn Write) -> Result<(), TunerFailure> {
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
        let puzzles = puzzles_of(&read(file)?).map_err(TunerFailure::of(file))?;
        find_anew(puzzles, &stop, &mut keep)?;
    }
    for file in &options.games {
        games::find(&read(file)?, &stop, &mut keep)?;
    }
    writeln!(output, "{found} puzzles")?;
    Ok(())
}

/// The text of a file.
fn read(file: &Path) -> Result<String, TunerFailure> {
    training_samples::read(file).map_err(|error| TunerFailure::of(file)(io_error::describe_io_error(&error)))
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
