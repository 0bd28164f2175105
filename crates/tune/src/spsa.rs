//! `spsa` tunes the parameters of the search by games of the engine against itself; `match` plays the parameters of
//! such a run against the engine's.

use std::io::Write;
use std::path::Path;

use toml::{Table, Value};

use super::arguments::{ParameterMatchOptions, SpsaOptions};
use crate::failure::TunerFailure;
use matescope::chess::names::group_digits;
use matescope::engine::match_score::MatchScore;
use matescope::engine::selfplay::SelfplayConditions;
use matescope::engine::tuning::spsa::{SpsaConditions, SpsaRun};
use matescope::store::{io_error, training_samples};

/// Pairs of games between two writes to the file, or between two lines about a match.
const PAIRS_PER_WRITE: u64 = 50;

/// The file of a run.
struct SpsaFile {
    conditions: SpsaConditions,
    played: u64,
    values: Vec<(String, f64)>,
}

impl SpsaFile {
    fn parse(text: &str) -> Result<Self, String> {
        let table: Table = text.parse().map_err(|error: toml::de::Error| error.to_string())?;
        let number = |name: &str| {
            let found =
                table.get(name).and_then(Value::as_integer).and_then(|number| u64::try_from(number).ok());
            found.ok_or_else(|| format!("`{name}` is not there, or no number"))
        };
        let (pairs, nodes, seed) = (number("pairs")?, number("nodes")?, number("seed")?);
        let stored = table.get("parameters").and_then(Value::as_table).into_iter().flatten();
        let values = stored.filter_map(|(name, value)| Some((name.clone(), value.as_float()?))).collect();
        Ok(Self { conditions: SpsaConditions { nodes, seed, pairs }, played: number("played")?, values })
    }
}

pub(super) fn run(options: &SpsaOptions, output: &mut dyn Write) -> Result<(), TunerFailure> {
    let SpsaOptions { file, pairs, nodes, seed, threads } = options;
    let conditions = SpsaConditions { nodes: *nodes, seed: *seed, pairs: *pairs };
    let mut run = read(file).and_then(|stored| resume(stored, conditions)).map_err(TunerFailure::of(file))?;
    while run.played() < *pairs {
        let more = PAIRS_PER_WRITE.min(*pairs - run.played());
        run = run.play(more, usize::from(*threads));
        training_samples::replace(file, format(&run, conditions).as_bytes())?;
        writeln!(output, "{} of {} pairs", group_digits(run.played()), group_digits(*pairs))?;
        output.flush()?;
    }
    writeln!(output, "For SearchParameters::DEFAULT:")?;
    for (name, value) in run.rounded_values() {
        writeln!(output, "        {name}: {value},")?;
    }
    Ok(())
}

pub(super) fn play_match(
    options: &ParameterMatchOptions,
    output: &mut dyn Write,
) -> Result<(), TunerFailure> {
    let ParameterMatchOptions { file, pairs, nodes, seed, threads } = options;
    let stored = read(file).and_then(|stored| stored.ok_or_else(|| "there is no such file".to_owned()));
    let stored = stored.map_err(TunerFailure::of(file))?;
    let conditions = stored.conditions;
    let run = resume(Some(stored), conditions).map_err(TunerFailure::of(file))?;
    let conditions = SelfplayConditions { nodes: *nodes, seed: *seed, random_move_percent: 0 };
    let mut score = MatchScore::default();
    let mut played = 0;
    while played < *pairs {
        let end = (played + PAIRS_PER_WRITE).min(*pairs);
        run.play_match(conditions, played..end, usize::from(*threads), &mut score);
        played = end;
        writeln!(output, "{score}")?;
        output.flush()?;
    }
    Ok(())
}

/// Reads the file of a run; None where there is none.
fn read(file: &Path) -> Result<Option<SpsaFile>, String> {
    let text = training_samples::read_if_there(file).map_err(|error| io_error::describe_io_error(&error))?;
    if text.is_empty() { Ok(None) } else { SpsaFile::parse(&text).map(Some) }
}

/// The run of a file, or a new one.
fn resume(stored: Option<SpsaFile>, conditions: SpsaConditions) -> Result<SpsaRun, String> {
    let Some(stored) = stored else { return Ok(SpsaRun::new(conditions)) };
    if stored.conditions != conditions {
        let SpsaConditions { nodes, seed, pairs } = stored.conditions;
        return Err(format!("it is a run of {pairs} pairs with {nodes} nodes and seed {seed}"));
    }
    SpsaRun::resume(conditions, stored.played, &stored.values).map_err(|error| error.to_string())
}

/// The text of the file of a run.
fn format(run: &SpsaRun, conditions: SpsaConditions) -> String {
    let SpsaConditions { nodes, seed, pairs } = conditions;
    let number = |number: u64| Value::from(i64::try_from(number).unwrap_or(i64::MAX));
    let numbers = [("pairs", pairs), ("nodes", nodes), ("seed", seed), ("played", run.played())];
    let mut table: Table =
        numbers.map(|(name, value)| (name.to_owned(), number(value))).into_iter().collect();
    let parameters: Table = run.values().map(|(name, value)| (name.to_owned(), value.into())).collect();
    table.insert("parameters".to_owned(), parameters.into());
    table.to_string()
}
