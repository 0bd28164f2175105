//! `selfplay`: games of the engine against itself, for those who work on its evaluation.

use std::io::{self, Write};

use crate::chess::names::grouped;
use crate::engine::selfplay::{Conditions, Record, play};
use crate::store::{samples, trouble};

use super::Status;
use super::arguments::SelfplayOptions;

/// Games between two writes.
const CHUNK: u64 = 50;

pub(super) fn run(
    options: &SelfplayOptions,
    output: &mut dyn Write,
    errors: &mut dyn Write,
) -> io::Result<Status> {
    let SelfplayOptions { games, nodes, seed, threads, file } = options;
    let conditions = Conditions { nodes: *nodes, seed: *seed };
    let record = samples::read_if_there(file).map_err(|error| trouble::in_words(&error)).and_then(|text| {
        let (record, bytes) = Record::read(&text, conditions).map_err(|error| error.to_string())?;
        let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
        samples::cut(file, bytes).map_err(|error| trouble::in_words(&error))?;
        Ok(record)
    });
    let mut record = match record {
        Ok(record) => record,
        Err(error) => {
            writeln!(errors, "error: {}: {error}", file.display())?;
            return Ok(Status::BadInput);
        }
    };
    let rest = record.games()..(*games).max(record.games());
    play(conditions, rest, usize::from(*threads), |game| {
        record.add(&game);
        if record.games() % CHUNK == 0 || record.games() == *games {
            samples::append(file, &record.chunk())?;
            let (games, positions) = (grouped(record.games()), grouped(record.positions()));
            writeln!(output, "{games} games, {positions} positions")?;
            output.flush()?;
        }
        Ok::<(), io::Error>(())
    })?;
    Ok(Status::Done)
}
