//! `book`: makes opening books in Polyglot's format, and lists what one has in a position.

use std::io::Write;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::error::output_error_text;
use super::failure::{CommandFailure, CommandResult, user_paths};
use super::json;
use super::options::{BookCommand, BookOptions, BookSource, OutputFormat};
use super::status::CommandStatus;
use crate::chess::names::{group_digits, percent, pluralized};
use crate::chess::text::sanitize;
use crate::chess::{Color, Move, Position, notation};
use crate::game::pgn;
use crate::game::pgn::GameResult;
use crate::game::pgn::split::{PgnGameText, PgnSplitter};
use crate::game::polyglot::{BookCountOptions, BookMaker, ENTRY_BYTES, PolyglotBook};
use crate::store::output::OverwriteConsent;
use crate::store::repertoires::RepertoireFolder;
use crate::store::{book_file, output};

#[derive(Serialize)]
struct MadeBookJson {
    games: usize,
    /// Games without a board, or whose moves could not all be read: what came before counts.
    faulty: usize,
    entries: usize,
}

#[derive(Serialize)]
struct BookMoveJson {
    san: String,
    uci: String,
    weight: u16,
}

pub(super) fn run(options: &BookOptions, output: &mut dyn Write, errors: &mut dyn Write) -> CommandResult {
    match &options.command {
        BookCommand::Make { source, out, force } => {
            let consent = OverwriteConsent::from_force(*force);
            output::check_target(out, consent).map_err(|error| output_error_text(&error))?;
            let (maker, games, faulty) = match source {
                BookSource::Files(files, counted) => count_files(files, BookMaker::new(*counted), errors)?,
                BookSource::Repertoire(side) => (of_repertoire(*side)?, 0, 0),
            };
            let bytes = maker.finish();
            output::write(out, consent, |to| to.write_all(&bytes))
                .map_err(|error| output_error_text(&error))?;
            let entries = bytes.len() / ENTRY_BYTES;
            match options.format {
                OutputFormat::Json => json::print(output, &MadeBookJson { games, faulty, entries })?,
                OutputFormat::Text => {
                    let of_games =
                        if games > 0 { format!(" of {}", pluralized(games, "game")) } else { String::new() };
                    writeln!(output, "{} entries{of_games}", group_digits(entries as u64))?;
                    if faulty > 0 {
                        writeln!(output, "{} could be read in part only", pluralized(faulty, "game"))?;
                    }
                }
            }
        }
        BookCommand::Probe { book, position } => {
            let bytes = book_file::read(book).map_err(|error| error.to_string())?;
            let read = PolyglotBook::read(&bytes).map_err(|error| format!("{}: {error}", book.display()))?;
            print_moves(&read, position, options.format, output)?;
        }
    }
    Ok(CommandStatus::Done)
}

/// Counts the games of files: also how many there are, and how many of them are faulty.
fn count_files(
    files: &[PathBuf],
    mut maker: BookMaker,
    errors: &mut dyn Write,
) -> Result<(BookMaker, usize, usize), CommandFailure> {
    let (mut games, mut faulty) = (0, 0);
    for file in files {
        let mut problem = None;
        let read = book_file::each_text(file, |text| {
            for game in PgnSplitter::new(text) {
                let game = game?;
                if game.is_game() {
                    games += 1;
                    faulty += usize::from(!add_game(&mut maker, &game, file, &mut problem));
                }
            }
            Ok(())
        });
        read.map_err(|error| error.to_string())?;
        if let Some(problem) = problem {
            writeln!(errors, "warning: {}", sanitize(&problem))?;
        }
    }
    if games == 0 {
        return Err("there is no game in the files".to_owned().into());
    }
    Ok((maker, games, faulty))
}

/// Adds a game as far as it can be read: whether all of it could. The first problem of a file is kept.
fn add_game(maker: &mut BookMaker, text: &PgnGameText, file: &Path, problem: &mut Option<String>) -> bool {
    let reading = pgn::read(&pgn::decode(&text.bytes), &Position::start());
    let fault = match (&reading.unplayable, &reading.fault) {
        (Some(unplayable), _) => Some(format!("line {}: {unplayable}", text.line)),
        (None, Some(fault)) => Some(fault.clone().in_file(text.line).to_string()),
        (None, None) => None,
    };
    if let Some(fault) = &fault {
        problem.get_or_insert_with(|| format!("{}, {fault}", file.display()));
    }
    let tree = &reading.game.tree;
    let tag = reading.game.header.tag("Result").and_then(GameResult::of);
    let moves: Vec<Move> =
        tree.main_line_from(tree.start()).into_iter().map_while(|node| tree.node(node).mv()).collect();
    maker.add_game(tree.node(tree.start()).position(), moves, tag.unwrap_or_default());
    fault.is_none()
}

/// The moves of a repertoire, all with the same weight.
fn of_repertoire(side: Color) -> Result<BookMaker, CommandFailure> {
    let folder = RepertoireFolder::new(user_paths()?.repertoires_folder());
    let loaded = folder.load().map_err(|error| error.to_string())?;
    let repertoire = loaded.repertoires.of(side);
    let mut maker =
        BookMaker::new(BookCountOptions { min_games: 1, is_uniform: true, ..BookCountOptions::default() });
    for place in repertoire.places().filter(|&place| repertoire.is_own_turn(place)) {
        let at = repertoire.at(place);
        for known in at.moves() {
            maker.add_game(at.position(), [known.mv], GameResult::Draw);
        }
    }
    if repertoire.is_empty() {
        return Err("there is no repertoire for this side: matescope repertoire list".to_owned().into());
    }
    Ok(maker)
}

fn print_moves(
    book: &PolyglotBook,
    position: &Position,
    format: OutputFormat,
    output: &mut dyn Write,
) -> Result<(), CommandFailure> {
    let moves = book.moves(position);
    let total = moves.iter().map(|of| u64::from(of.weight)).sum();
    if moves.is_empty() && format == OutputFormat::Text {
        writeln!(output, "the book does not have this position")?;
    }
    for of in moves {
        let san = notation::san(position, of.mv);
        match format {
            OutputFormat::Json => {
                let uci = notation::uci(position, of.mv);
                json::print(output, &BookMoveJson { san, uci, weight: of.weight })?;
            }
            OutputFormat::Text => {
                writeln!(output, "{san:<8}{:>6}  {:>5}", of.weight, percent(of.weight.into(), total))?;
            }
        }
    }
    Ok(())
}
