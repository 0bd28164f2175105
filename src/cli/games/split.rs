//! `games split`: writes the games that a search finds into several PGN files, one for each event, year, player and so on.

use std::cell::RefCell;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::chess::StopToken;
use crate::chess::names::{group_digits, pluralized};
use crate::chess::text::sanitize;
use crate::cli::failure::CommandFailure;
use crate::cli::json;
use crate::cli::options::{GamesSplit, OutputFormat, SplitKey};
use crate::cli::progress_line::ProgressLine;
use crate::game::opening::family_name;
use crate::game::pgn::GameResult;
use crate::store::database::{DatabaseError, FoundGame, GameCollection, GameSearch, GameSplit, SplitFile};
use crate::store::library::LibraryError;

/// What stands for a value that a game does not have.
const UNKNOWN: &str = "unknown";

/// What was written.
#[derive(Serialize)]
struct SplitJson<'s> {
    games: usize,
    folder: &'s Path,
    files: Vec<SplitFileJson<'s>>,
}

#[derive(Serialize)]
struct SplitFileJson<'s> {
    value: &'s str,
    file: &'s PathBuf,
    games: usize,
}

/// Writes the files.
///
/// # Errors
/// When the index is damaged or cannot be read, and [`DatabaseError::Canceled`]: then nothing has been written. Within: when a file
/// is there already or there are too many, when something cannot be read or written, or the writing was interrupted.
pub(super) fn write(
    games: &GameCollection,
    search: GameSearch<'_>,
    split: &GamesSplit,
    (stop, format): (&StopToken, OutputFormat),
    (output, errors): (&mut dyn Write, &mut dyn Write),
) -> Result<Result<(), CommandFailure>, DatabaseError> {
    let mut values = GameSplit::default();
    let mut number = 0;
    let all = games.each_found(search, stop, |game| {
        for value in split.by.values(&game, number) {
            values.add(&value, &game);
        }
        number += 1;
        values.file_count() <= split.max_files
    })?;
    if values.file_count() > split.max_files {
        return Ok(Err(CommandFailure::BadInput(format!(
            "there would be more than {}, so nothing was written\n  = --max-files N allows more; more words narrow the search",
            pluralized(split.max_files, "file")
        ))));
    }
    Ok(write_files(values, &split.folder, stop, errors).and_then(|files| {
        match format {
            OutputFormat::Json => json::print(output, &SplitJson::of(all, &split.folder, &files))?,
            OutputFormat::Text => print_text(all, &split.folder, &files, output)?,
        }
        Ok(())
    }))
}

fn write_files(
    values: GameSplit,
    folder: &Path,
    stop: &StopToken,
    errors: &mut dyn Write,
) -> Result<Vec<SplitFile>, CommandFailure> {
    let files = values.into_files(folder).map_err(|error| {
        CommandFailure::BadInput(format!("{}, so nothing was written", sanitize(&error.to_string())))
    })?;
    let line = RefCell::new(ProgressLine::new(errors));
    let (mut written, all) = (0, files.iter().map(SplitFile::game_count).sum::<usize>());
    let failure = files.iter().enumerate().find_map(|(number, file)| {
        let on_game = || {
            let detail = format!(" {:>3} %", written * 100 / all.max(1));
            line.borrow_mut().show("Writing the games", &detail);
            written += 1;
        };
        file.write(stop, on_game).err().map(|error| (number, error))
    });
    line.into_inner().finish();
    match failure {
        None => Ok(files),
        Some((number, error)) => {
            let done = format!("{} of {}", group_digits(number as u64), pluralized(files.len(), "file"));
            Err(match error {
                LibraryError::Canceled => {
                    CommandFailure::Interrupted(format!("canceled: {done} were written"))
                }
                error => CommandFailure::BadInput(format!(
                    "{}\n  = {done} were written",
                    sanitize(&error.to_string())
                )),
            })
        }
    }
}

impl SplitKey {
    /// The values of a game, whose number in the search is given: each has a file. Both players have one.
    fn values(self, game: &FoundGame, number: usize) -> Vec<String> {
        let known = |text: &str| match text.trim() {
            "" | "?" | "-" => UNKNOWN.to_owned(),
            text => text.to_owned(),
        };
        let date = |length: usize| {
            let start = game.date.get(..length).unwrap_or_default();
            if start.is_empty() || start.contains('?') { UNKNOWN.to_owned() } else { start.replace('.', "-") }
        };
        vec![match self {
            Self::Event => known(&game.event),
            Self::Site => known(&game.site),
            Self::Year => date(4),
            Self::Month => date(7),
            Self::Eco => known(&game.eco),
            Self::Opening => known(family_name(&game.opening)),
            Self::Result => match game.result {
                GameResult::WhiteWins => "white wins".to_owned(),
                GameResult::BlackWins => "black wins".to_owned(),
                GameResult::Draw => "draw".to_owned(),
                GameResult::Unknown => UNKNOWN.to_owned(),
            },
            Self::White => known(&game.white),
            Self::Black => known(&game.black),
            Self::Player => {
                let players = [&game.white, &game.black].map(|name| known(name));
                let mut players = players.to_vec();
                players.dedup();
                return players;
            }
            // The width keeps the files in their order.
            Self::Count(games) => format!("games-{:04}", number / games + 1),
        }]
    }
}

impl<'s> SplitJson<'s> {
    fn of(games: usize, folder: &'s Path, files: &'s [SplitFile]) -> Self {
        let file = |file: &'s SplitFile| SplitFileJson {
            value: &file.value,
            file: &file.file,
            games: file.game_count(),
        };
        Self { games, folder, files: files.iter().map(file).collect() }
    }
}

fn print_text(games: usize, folder: &Path, files: &[SplitFile], output: &mut dyn Write) -> io::Result<()> {
    for file in files {
        let name = file.file.file_name().unwrap_or_default().to_string_lossy();
        writeln!(output, "{:>11}  {}", group_digits(file.game_count() as u64), sanitize(&name))?;
    }
    let (games, files) = (pluralized(games, "game"), pluralized(files.len(), "file"));
    writeln!(output, "{games} in {files} in {}", sanitize(&folder.to_string_lossy()))
}
