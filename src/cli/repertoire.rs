//! `repertoire`: lists, adds and checks opening repertoires, what they lack, and where games left them.

mod against_games;
mod check;

use std::io::Write;

use serde::Serialize;

use super::failure::{CommandResult, user_paths};
use super::json;
use super::options::{OutputFormat, RepertoireCommand, RepertoireOptions};
use super::status::CommandStatus;
use crate::chess::Color;
use crate::chess::names::{color_name, group_digits, pluralized};
use crate::chess::text::sanitize;
use crate::game::repertoire::ChapterSide;
use crate::game::{Repertoire, RepertoireChapter};
use crate::practice::PracticeProgress;
use crate::practice::repertoire::RepertoireCards;
use crate::store::repertoires::{LoadedRepertoires, RepertoireFolder};
use crate::store::{UserPaths, day, practice_record};

pub(super) fn run(
    options: &RepertoireOptions,
    output: &mut dyn Write,
    errors: &mut dyn Write,
) -> CommandResult {
    let places = user_paths()?;
    let folder = RepertoireFolder::new(places.repertoires_folder());
    if let RepertoireCommand::Add { file, side } = &options.command {
        let added = folder.add(file, *side).map_err(|error| error.to_string())?;
        let loaded = folder.load().map_err(|error| error.to_string())?;
        let name = added.file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let sides = Color::ALL.map(|side| {
            let of_file = |chapter: &&RepertoireChapter| *chapter.file == *name;
            let chapters: Vec<&RepertoireChapter> =
                loaded.repertoires.of(side).chapters().iter().filter(of_file).collect();
            let guessed = chapters.iter().filter(|of| matches!(of.side(), ChapterSide::Guessed(_))).count();
            (side, chapters.len(), guessed)
        });
        return print_added(&added.file.to_string_lossy(), sides, options.format, output);
    }
    let loaded = folder.load().map_err(|error| error.to_string())?;
    if !matches!(options.command, RepertoireCommand::Check) {
        for problem in &loaded.problems {
            writeln!(errors, "warning: {}", sanitize(problem))?;
        }
    }
    if loaded.repertoires.is_empty() && loaded.problems.is_empty() {
        let advice = "there is no repertoire yet: matescope repertoire add FILE makes one of a PGN file with variations";
        return Err(advice.to_owned().into());
    }
    match &options.command {
        RepertoireCommand::List => list(&loaded, &places, options.format, output),
        RepertoireCommand::Check => check::run(&loaded, options.format, output),
        RepertoireCommand::Gaps { query, side, limit } => {
            let question = against_games::Question { query, side: *side, limit: *limit };
            against_games::gaps(&loaded, &places, question, options.format, (output, errors))
        }
        RepertoireCommand::Games { query, side, limit } => {
            let question = against_games::Question { query, side: *side, limit: *limit };
            against_games::games(&loaded, &places, question, options.format, (output, errors))
        }
        // It was done above.
        RepertoireCommand::Add { .. } => Ok(CommandStatus::Done),
    }
}

#[derive(Serialize)]
struct AddedJson<'a> {
    file: &'a str,
    white_chapters: usize,
    black_chapters: usize,
    /// How many of them have no tag that says whose repertoire they are.
    guessed: usize,
}

/// Says what became of a file: for each side the number of its chapters, and of those without a tag that says so.
fn print_added(
    file: &str,
    sides: [(Color, usize, usize); 2],
    format: OutputFormat,
    output: &mut dyn Write,
) -> CommandResult {
    let [(_, white_chapters, white_guessed), (_, black_chapters, black_guessed)] = sides;
    if format == OutputFormat::Json {
        let guessed = white_guessed + black_guessed;
        json::print(output, &AddedJson { file, white_chapters, black_chapters, guessed })?;
        return Ok(CommandStatus::Done);
    }
    writeln!(output, "{}", sanitize(file))?;
    for (side, chapters, guessed) in sides.into_iter().filter(|&(_, chapters, _)| chapters > 0) {
        let name = color_name(side);
        writeln!(output, "{} for {name}", pluralized(chapters, "chapter"))?;
        if guessed > 0 {
            writeln!(
                output,
                "  {} without the tag Orientation: {name} has fewer alternatives there. If that is wrong, remove the file and add \
                 it with --side",
                pluralized(guessed, "chapter"),
            )?;
        }
    }
    Ok(CommandStatus::Done)
}

#[derive(Serialize)]
struct RepertoireJson {
    side: &'static str,
    chapters: Vec<ChapterJson>,
    /// Positions of all chapters, each once.
    positions: usize,
    /// Positions that are asked about, by how they stand today.
    cards: usize,
    due: usize,
    new: usize,
}

#[derive(Serialize)]
struct ChapterJson {
    file: String,
    number: usize,
    title: String,
    moves: usize,
}

/// Lists the chapters of both sides, and how the cards stand.
fn list(
    loaded: &LoadedRepertoires,
    places: &UserPaths,
    format: OutputFormat,
    output: &mut dyn Write,
) -> CommandResult {
    let progress = practice_record::read(&places.state).map_err(|error| error.to_string())?;
    let listed = Color::ALL.map(|side| listed(loaded.repertoires.of(side), &progress));
    if format == OutputFormat::Json {
        for repertoire in &listed {
            json::print(output, repertoire)?;
        }
        return Ok(CommandStatus::Done);
    }
    for repertoire in listed.iter().filter(|of| !of.chapters.is_empty()) {
        let count = |count: usize| group_digits(count as u64);
        writeln!(
            output,
            "{}: {}, {} asked, {} due, {} new",
            repertoire.side,
            pluralized(repertoire.positions, "position"),
            count(repertoire.cards),
            count(repertoire.due),
            count(repertoire.new),
        )?;
        for chapter in &repertoire.chapters {
            let title = if chapter.title.is_empty() { String::new() } else { format!("  {}", chapter.title) };
            let line = format!(
                "  {} {}{title}, {}",
                chapter.file,
                chapter.number,
                pluralized(chapter.moves, "move")
            );
            writeln!(output, "{}", sanitize(&line))?;
        }
    }
    Ok(CommandStatus::Done)
}

fn listed(repertoire: &Repertoire, progress: &PracticeProgress) -> RepertoireJson {
    let cards = RepertoireCards::on(day::today(), repertoire, progress);
    let chapters = repertoire.chapters().iter().map(|chapter| ChapterJson {
        file: chapter.file.to_string(),
        number: chapter.number,
        title: chapter.title().to_owned(),
        moves: chapter.game.tree.move_count(),
    });
    RepertoireJson {
        side: color_name(repertoire.side()),
        chapters: chapters.collect(),
        positions: repertoire.len(),
        cards: cards.count(),
        due: cards.due.len(),
        new: cards.new.len(),
    }
}
