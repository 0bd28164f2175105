//! `repertoire check`: errors in files, replies without an answer, positions with several moves.

use std::io::Write;

use serde::Serialize;

use crate::chess::names::color_name;
use crate::chess::text::sanitize;
use crate::chess::{Color, fen, notation};
use crate::cli::failure::CommandResult;
use crate::cli::json;
use crate::cli::options::OutputFormat;
use crate::cli::status::CommandStatus;
use crate::game::Repertoire;
use crate::game::repertoire::{ChapterSide, RepertoirePlace};
use crate::store::repertoires::LoadedRepertoires;

#[derive(Serialize)]
struct CheckJson {
    problems: Vec<String>,
    repertoires: Vec<CheckedRepertoire>,
}

/// What there is to say about a side's repertoire.
#[derive(Serialize)]
struct CheckedRepertoire {
    side: &'static str,
    /// Chapters without a tag that says whose repertoire they are.
    guessed_chapters: Vec<String>,
    /// Replies of the opponent's that are written without an answer.
    unanswered: Vec<CheckedPosition>,
    /// Positions with several moves, the main one first.
    alternatives: Vec<CheckedPosition>,
}

#[derive(Serialize)]
struct CheckedPosition {
    fen: String,
    way: String,
    /// The moves, each with the chapter that it is written in.
    moves: Vec<CheckedMove>,
}

#[derive(Serialize)]
struct CheckedMove {
    san: String,
    file: String,
    chapter: usize,
}

pub(super) fn run(loaded: &LoadedRepertoires, format: OutputFormat, output: &mut dyn Write) -> CommandResult {
    let repertoires: Vec<CheckedRepertoire> =
        Color::ALL.into_iter().map(|side| checked(loaded.repertoires.of(side))).collect();
    if format == OutputFormat::Json {
        json::print(output, &CheckJson { problems: loaded.problems.clone(), repertoires })?;
        return Ok(CommandStatus::Done);
    }
    let mut lines: Vec<String> = loaded.problems.clone();
    for CheckedRepertoire { side, guessed_chapters, unanswered, alternatives } in &repertoires {
        let guessed = guessed_chapters.iter().map(|chapter| {
            format!(
                "{chapter}: no tag Orientation says whose repertoire it is; it is taken as one for {side}"
            )
        });
        lines.extend(guessed);
        lines.extend(unanswered.iter().map(|of| format!("{side}: {} is not answered", of.way)));
        lines.extend(alternatives.iter().map(|of| {
            let moves = of.moves.iter().map(|mv| format!("{} ({} {})", mv.san, mv.file, mv.chapter));
            let way = if of.way.is_empty() { "at the start" } else { &of.way };
            format!("{side}: {way}: all of these are right: {}", moves.collect::<Vec<_>>().join(", "))
        }));
    }
    if lines.is_empty() {
        lines.push("nothing is wrong: each reply has an answer, and each position one move".to_owned());
    }
    for line in lines {
        writeln!(output, "{}", sanitize(&line))?;
    }
    Ok(CommandStatus::Done)
}

fn checked(repertoire: &Repertoire) -> CheckedRepertoire {
    let position = |place: RepertoirePlace| {
        let at = repertoire.at(place);
        let moves = at.moves().iter().map(|known| {
            let chapter = &repertoire.chapters()[known.written.chapter];
            CheckedMove {
                san: notation::san(at.position(), known.mv),
                file: chapter.file.to_string(),
                chapter: chapter.number,
            }
        });
        CheckedPosition {
            fen: fen::format(at.position()),
            way: repertoire.way_text(place),
            moves: moves.collect(),
        }
    };
    let own = || repertoire.places().filter(|&place| repertoire.is_own_turn(place));
    // Where nothing was ever written but the start, nothing is missing.
    let is_unanswered = |place: &RepertoirePlace| {
        let at = repertoire.at(*place);
        at.is_end() && at.parent().is_some() && !at.position().legal_moves().is_empty()
    };
    let guessed =
        repertoire.chapters().iter().filter(|chapter| matches!(chapter.side(), ChapterSide::Guessed(_)));
    CheckedRepertoire {
        side: color_name(repertoire.side()),
        guessed_chapters: guessed.map(|chapter| format!("{} {}", chapter.file, chapter.number)).collect(),
        unanswered: own().filter(is_unanswered).map(position).collect(),
        alternatives: own().filter(|&place| repertoire.at(place).moves().len() > 1).map(position).collect(),
    }
}
