//! `games tag`: changes tags of the games that a search finds, in their files.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::Serialize;

use super::row::{GameRow, game_line};
use crate::chess::names::{group_digits, pluralized};
use crate::chess::text::sanitize;
use crate::cli::failure::{CommandFailure, CommandResult};
use crate::cli::json;
use crate::cli::options::OutputFormat;
use crate::cli::status::CommandStatus;
use crate::database::ListedGames;
use crate::game::GameLocation;
use crate::game::pgn::TagChange;
use crate::store::Library;
use crate::store::database::{FoundGame, FoundGames};
use crate::store::library::TaggedGames;

/// The most games that text lists.
const MAX_LISTED: usize = 20;

/// What has changed: the number of games that were found, how many of them have changed or had these tags already, the tags, null
/// for those that were removed, and the games as they were found.
#[derive(Serialize)]
struct TaggedGamesJson<'g> {
    games: usize,
    changed: usize,
    unchanged: usize,
    tags: BTreeMap<&'g str, Option<&'g str>>,
    list: Vec<GameRow<'g>>,
}

/// Changes the tags of all games that were found; of more than one only with consent.
pub(super) fn change(
    library: &Library,
    (all_games, games): (&ListedGames, &FoundGames),
    (changes, all): (&[TagChange], bool),
    format: OutputFormat,
    output: &mut dyn Write,
) -> CommandResult {
    check_consent(games, all)?;
    let places: Vec<GameLocation> = games.first.iter().map(FoundGame::location).collect();
    let tagged = library.edit_tags(all_games, &places, changes).map_err(|error| error.to_string())?;
    match format {
        OutputFormat::Json => json::print(output, &TaggedGamesJson::of(games, changes, tagged))?,
        OutputFormat::Text => print_text(games, changes, tagged, output)?,
    }
    Ok(CommandStatus::Done)
}

/// Refuses to change no game, or more than one without consent.
pub(super) fn check_consent(games: &FoundGames, all: bool) -> Result<(), CommandFailure> {
    match games.count {
        0 => Err("no game fits the search, so nothing has changed".to_owned().into()),
        1 => Ok(()),
        _ if all => Ok(()),
        _ => Err(CommandFailure::BadInput(consent_text(games))),
    }
}

/// Asks for consent to change more than one game.
fn consent_text(games: &FoundGames) -> String {
    let count = pluralized(games.count, "game");
    let question = format!("{count} fit the search, so nothing has changed");
    let advice = "= --all changes all of them; more words narrow the search".to_owned();
    let lines = std::iter::once(question).chain(lines(games)).chain([advice]);
    lines.collect::<Vec<_>>().join("\n  ")
}

/// The first games, a line for each.
pub(super) fn lines(games: &FoundGames) -> Vec<String> {
    let mut lines: Vec<String> = games.first.iter().take(MAX_LISTED).map(game_line).collect();
    let more = games.first.len().saturating_sub(MAX_LISTED);
    if more > 0 {
        lines.push(format!("and {} more; --json lists all that change", group_digits(more as u64)));
    }
    lines
}

fn print_text(
    games: &FoundGames,
    changes: &[TagChange],
    tagged: TaggedGames,
    output: &mut dyn Write,
) -> io::Result<()> {
    let described = |change: &TagChange| match change.value() {
        Some(value) => format!("{} is now \"{}\"", change.name(), sanitize(value)),
        None => format!("{} is removed", change.name()),
    };
    let described: Vec<String> = changes.iter().map(described).collect();
    let unchanged = match tagged.unchanged {
        0 => String::new(),
        count => format!(", {} had these tags already", group_digits(count as u64)),
    };
    writeln!(output, "{} changed{unchanged}: {}", pluralized(tagged.changed, "game"), described.join(", "))?;
    for line in lines(games) {
        writeln!(output, "{line}")?;
    }
    Ok(())
}

impl<'g> TaggedGamesJson<'g> {
    fn of(games: &'g FoundGames, changes: &'g [TagChange], tagged: TaggedGames) -> Self {
        Self {
            games: games.count,
            changed: tagged.changed,
            unchanged: tagged.unchanged,
            tags: changes.iter().map(|change| (change.name(), change.value())).collect(),
            list: (1..).zip(&games.first).map(|(number, game)| GameRow::of(number, game)).collect(),
        }
    }
}
