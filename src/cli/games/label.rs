//! `games label` and `games labels`: changes the labels of the games that a search finds, and lists the labels.

use std::collections::BTreeMap;
use std::io::Write;

use serde::Serialize;

use super::row::GameRow;
use super::tag::{check_consent, lines};
use crate::chess::names::{group_digits, pluralized};
use crate::chess::text::sanitize;
use crate::cli::failure::{CommandFailure, CommandResult};
use crate::cli::json;
use crate::cli::options::OutputFormat;
use crate::cli::status::CommandStatus;
use crate::database::ListedGames;
use crate::game::game_labels::LabelChange;
use crate::store::Library;
use crate::store::database::FoundGames;
use crate::store::library::{LabelFiles, LabeledGames, LibraryError};

/// What has changed: the number of games that were found, how many of them have changed, had these labels already or are not over,
/// the labels, and the games as they were found.
#[derive(Serialize)]
struct LabeledGamesJson<'g> {
    games: usize,
    changed: usize,
    unchanged: usize,
    unfinished: usize,
    added: &'g [String],
    removed: &'g [String],
    list: Vec<GameRow<'g>>,
}

/// A label: the number of games that have it, and of lines of its file that mean no game.
#[derive(Serialize)]
struct LabelJson<'l> {
    label: &'l str,
    games: usize,
    lines_without_game: usize,
}

/// The labels of the library. What cannot be read of them is said.
///
/// # Errors
/// When their folder cannot be read.
pub(super) fn read(library: &Library, errors: &mut dyn Write) -> Result<LabelFiles, CommandFailure> {
    let labels = library.labels().map_err(|error| error.to_string())?;
    for problem in labels.problems() {
        writeln!(errors, "warning: {}", sanitize(problem))?;
    }
    Ok(labels)
}

/// Changes the labels of all games that were found; of more than one only with consent.
pub(super) fn change(
    library: &Library,
    (all_games, games): (&ListedGames, &FoundGames),
    (change, all): (&LabelChange, bool),
    format: OutputFormat,
    output: &mut dyn Write,
) -> CommandResult {
    check_consent(games, all)?;
    let digests = games.first.iter().map(|game| game.digest).collect();
    let done = library.change_labels(all_games, &digests, change).map_err(|error| error.to_string())?;
    let LabeledGames { changed, unchanged, unfinished } = done;
    if changed == 0 && unchanged == 0 {
        return Err(LibraryError::NotOver.to_string().into());
    }
    let LabelChange { add, remove } = change;
    match format {
        OutputFormat::Json => {
            let list = (1..).zip(&games.first).map(|(number, game)| GameRow::of(number, game)).collect();
            let (added, removed) = (add.as_slice(), remove.as_slice());
            let found = games.count;
            json::print(
                output,
                &LabeledGamesJson { games: found, changed, unchanged, unfinished, added, removed, list },
            )?;
        }
        OutputFormat::Text => {
            let (names, now, already) = if remove.is_empty() {
                (add, "labeled", "had these labels already")
            } else {
                (remove, "without these labels now", "had none of them")
            };
            let count = |count: usize, what: &str| match count {
                0 => String::new(),
                count => format!(", {} {what}", group_digits(count as u64)),
            };
            writeln!(
                output,
                "{} {now}{}{}: {}",
                pluralized(changed, "game"),
                count(unchanged, already),
                count(unfinished, "not over and left out"),
                sanitize(&names.join(", "))
            )?;
            for line in lines(games) {
                writeln!(output, "{line}")?;
            }
        }
    }
    Ok(CommandStatus::Done)
}

/// Lists the labels.
pub(super) fn list(
    labels: &LabelFiles,
    all: &ListedGames,
    format: OutputFormat,
    output: &mut dyn Write,
) -> CommandResult {
    let lost = labels.lines_without_game(all);
    let labels = labels.resolve(all);
    let mut counts: BTreeMap<&str, usize> = labels.names().map(|name| (name, 0)).collect();
    for (digest, _) in all.digests() {
        for name in labels.of(digest) {
            *counts.entry(name).or_default() += 1;
        }
    }
    let rows = counts.into_iter().map(|(label, games)| LabelJson {
        label,
        games,
        lines_without_game: lost.get(label).copied().unwrap_or_default(),
    });
    let rows: Vec<LabelJson<'_>> = rows.collect();
    match format {
        OutputFormat::Json => json::print(output, &rows)?,
        OutputFormat::Text if rows.is_empty() => {
            writeln!(output, "no game has a label: matescope games label QUERY NAME gives one")?;
        }
        OutputFormat::Text => {
            for row in &rows {
                let lost = match row.lines_without_game {
                    0 => String::new(),
                    count => {
                        format!(" ({} of its file mean no game of the library)", pluralized(count, "line"))
                    }
                };
                writeln!(output, "{}  {}{lost}", row.label, pluralized(row.games, "game"))?;
            }
        }
    }
    Ok(CommandStatus::Done)
}
