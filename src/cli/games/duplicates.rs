//! `games duplicates`: lists games of which the library has several texts side by side, and makes one text of each.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

use serde::Serialize;

use crate::chess::names::{group_digits, pluralized};
use crate::chess::text::sanitize;
use crate::cli::failure::{CommandFailure, CommandResult};
use crate::cli::json;
use crate::cli::options::OutputFormat;
use crate::cli::status::CommandStatus;
use crate::database::ListedGames;
use crate::game::GameListEntry;
use crate::game::text_comparison::{ComparedText, different_tags};
use crate::store::Library;
use crate::store::database::DuplicateGame;
use crate::store::library::MergedGames;

/// The most games that text lists.
const MAX_LISTED: usize = 20;

/// The games with several texts, and what became of them where they were merged.
#[derive(Serialize)]
struct DuplicatesJson<'g> {
    games: usize,
    texts: usize,
    merged: Option<usize>,
    trashed: Option<usize>,
    left: Vec<LeftGameJson<'g>>,
    list: Vec<DuplicateJson<'g>>,
}

/// A game that was not merged.
#[derive(Serialize)]
struct LeftGameJson<'g> {
    white: &'g str,
    black: &'g str,
    date: &'g str,
    reason: String,
}

/// A game with its texts; the one that says most comes first.
#[derive(Serialize)]
struct DuplicateJson<'g> {
    white: &'g str,
    black: &'g str,
    date: &'g str,
    plies: u32,
    texts: Vec<TextJson>,
}

/// A text: where it is, and what it says that another text of the game does not.
#[derive(Serialize)]
struct TextJson {
    file: String,
    line: usize,
    comments: usize,
    /// Half-moves, those of variations included.
    moves: usize,
    #[serde(skip)]
    variation_moves: usize,
    tags: BTreeMap<String, String>,
}

/// Lists the games, or merges the texts of each. Of more than one game only with consent.
pub(super) fn run(
    library: &Library,
    (all_games, games): (&ListedGames, &[DuplicateGame]),
    (is_merge, all): (bool, bool),
    format: OutputFormat,
    output: &mut dyn Write,
) -> CommandResult {
    if is_merge && games.len() > 1 && !all {
        let count = pluralized(games.len(), "game");
        return Err(CommandFailure::BadInput(format!(
            "{count} have several texts, so nothing has changed\n  = --all merges all of them; more words narrow the search"
        )));
    }
    let shown = if format == OutputFormat::Json { games } else { &games[..games.len().min(MAX_LISTED)] };
    // Before they are merged: then most of the texts are gone.
    let list = shown.iter().map(DuplicateJson::of).collect::<Result<Vec<_>, CommandFailure>>()?;
    let merged = if is_merge {
        let texts: Vec<Vec<GameListEntry>> = games.iter().map(|game| game.texts.clone()).collect();
        Some(library.merge(all_games, &texts).map_err(|error| error.to_string())?)
    } else {
        None
    };
    match format {
        OutputFormat::Json => json::print(output, &DuplicatesJson::of(games, merged.as_ref(), list))?,
        OutputFormat::Text => print_text(games, merged.as_ref(), &list, output)?,
    }
    Ok(CommandStatus::Done)
}

fn print_text(
    games: &[DuplicateGame],
    merged: Option<&MergedGames>,
    list: &[DuplicateJson<'_>],
    output: &mut dyn Write,
) -> io::Result<()> {
    for game in list {
        let DuplicateJson { white, black, date, plies, texts } = game;
        let moves = pluralized(plies.div_ceil(2) as usize, "move");
        writeln!(output, "{}", sanitize(&format!("{date}  {white} - {black}  {moves}")))?;
        for text in texts {
            writeln!(output, "  {}", text.line_text())?;
        }
    }
    let more = games.len().saturating_sub(list.len());
    if more > 0 {
        writeln!(output, "and {} more; --json lists all", group_digits(more as u64))?;
    }
    match merged {
        None if games.is_empty() => writeln!(output, "no game has several texts"),
        None => writeln!(
            output,
            "{} with several texts; --merge makes one of them",
            pluralized(games.len(), "game")
        ),
        Some(MergedGames { merged, trashed, left }) => {
            for (game, problem) in left {
                writeln!(
                    output,
                    "{}: left as it is, since {}",
                    sanitize(&game.title()),
                    sanitize(&problem.to_string())
                )?;
            }
            let (merged, trashed) = (pluralized(*merged, "game"), pluralized(*trashed, "text"));
            writeln!(output, "{merged} merged, {trashed} in the trash")
        }
    }
}

impl<'g> DuplicatesJson<'g> {
    fn of(games: &[DuplicateGame], merged: Option<&'g MergedGames>, list: Vec<DuplicateJson<'g>>) -> Self {
        let left = merged.iter().flat_map(|merged| &merged.left).map(|(game, problem)| LeftGameJson {
            white: &game.white,
            black: &game.black,
            date: &game.date,
            reason: problem.to_string(),
        });
        Self {
            games: games.len(),
            texts: games.iter().map(|game| game.texts.len()).sum(),
            merged: merged.map(|merged| merged.merged),
            trashed: merged.map(|merged| merged.trashed),
            left: left.collect(),
            list,
        }
    }
}

impl<'g> DuplicateJson<'g> {
    fn of(game: &'g DuplicateGame) -> Result<Self, CommandFailure> {
        let first = &game.texts[0];
        let compared = game.compare().map_err(|error| CommandFailure::from(error.to_string()))?;
        let different = different_tags(&compared);
        let texts = compared.iter().map(|text| TextJson::of(text, &different)).collect();
        let GameListEntry { white, black, date, plies, .. } = first;
        Ok(Self { white, black, date, plies: *plies, texts })
    }
}

impl TextJson {
    /// What all texts say tells none of them from the others.
    fn of(text: &ComparedText, different: &BTreeSet<&str>) -> Self {
        let ComparedText { file, line, comments, moves, variation_moves, tags } = text.clone();
        let tags = tags.into_iter().filter(|(name, _)| different.contains(name.as_str())).collect();
        Self { file, line, comments, moves, variation_moves, tags }
    }

    /// `club.pgn, line 12: 3 comments, 45 half-moves, 8 of them in variations, Event "Cup"`.
    fn line_text(&self) -> String {
        let tags = self.tags.iter().map(|(name, value)| format!("{name} \"{value}\""));
        let comments = (self.comments > 0).then(|| pluralized(self.comments, "comment"));
        let moves = pluralized(self.moves, "half-move");
        let in_variations =
            (self.variation_moves > 0).then(|| format!("{} of them in variations", self.variation_moves));
        let parts: Vec<String> =
            comments.into_iter().chain([moves]).chain(in_variations).chain(tags).collect();
        sanitize(&format!("{}, line {}: {}", self.file, self.line, parts.join(", ")))
    }
}
