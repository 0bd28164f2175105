//! `selfplay`: plays games of the engine against itself and stores their quiet positions.

use std::io::{self, Write};

use super::arguments::SelfplayOptions;
use crate::failure::TunerFailure;
use matescope::chess::names::group_digits;
use matescope::engine::selfplay::{SelfplayConditions, SelfplayRecord, play};
use matescope::store::{io_error, training_samples};

/// Games between two writes to the file.
const GAMES_PER_WRITE: u64 = 50;

pub(super) fn run(options: &SelfplayOptions, output: &mut dyn Write) -> Result<(), TunerFailure> {
    let SelfplayOptions { games, nodes, seed, random_moves, threads, file } = options;
    let conditions = SelfplayConditions { nodes: *nodes, seed: *seed, random_move_percent: *random_moves };
    let record = training_samples::read_if_there(file)
        .map_err(|error| io_error::describe_io_error(&error))
        .and_then(|text| {
            let (record, bytes) =
                SelfplayRecord::read(&text, conditions).map_err(|error| error.to_string())?;
            let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
            training_samples::truncate(file, bytes).map_err(|error| io_error::describe_io_error(&error))?;
            Ok(record)
        });
    let mut record = record.map_err(TunerFailure::of(file))?;
    let rest = record.games()..(*games).max(record.games());
    play(conditions, rest, usize::from(*threads), |game| {
        record.add(&game);
        if record.games() % GAMES_PER_WRITE == 0 || record.games() == *games {
            training_samples::append(file, &record.take_chunk())?;
            let (games, positions) = (group_digits(record.games()), group_digits(record.positions()));
            writeln!(output, "{games} games, {positions} positions")?;
            output.flush()?;
        }
        Ok::<(), io::Error>(())
    })?;
    Ok(())
}
