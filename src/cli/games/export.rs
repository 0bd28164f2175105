//! `games export`: the games that a search finds as PGN, and as tables for other programs. Everything is written as it is read, so
//! that memory does not grow with the number of games.

use std::io::{self, BufWriter, Write};

use serde::Serialize;

use super::row::GameRow;
use crate::chess::{Position, StopToken, fen};
use crate::cli::failure::CommandFailure;
use crate::cli::json;
use crate::cli::options::GamesExport;
use crate::game::{Node, pgn};
use crate::store::database::{DatabaseError, FoundGame, GameCollection, GameSearch};
use crate::store::library;

/// Writes the games of a search. Tables have the games that were played, without kept analyses.
///
/// # Errors
/// When the index is damaged or cannot be read, and [`DatabaseError::Canceled`]: then nothing has been written. Within: when a game
/// cannot be read or written, or the writing was interrupted.
pub(super) fn write(
    games: &GameCollection,
    search: GameSearch<'_>,
    contents: GamesExport,
    stop: &StopToken,
    output: &mut dyn Write,
) -> Result<Result<(), CommandFailure>, DatabaseError> {
    let text = |game: &FoundGame| game.read().map_err(|error| CommandFailure::from(error.to_string()));
    let mut rows = 0;
    let mut row_number = || {
        rows += 1;
        rows
    };
    let mut output = BufWriter::new(output);
    let written = match contents {
        GamesExport::Pgn => {
            each_game(games, search, stop, |game| Ok(library::write_game(&text(&game)?, &mut output)?))
        }
        GamesExport::GamesJson => each_played(games, search, stop, |game| {
            Ok(json::print(&mut output, &GameRow::of(row_number(), game))?)
        }),
        GamesExport::GamesCsv => {
            let mut csv = csv::Writer::from_writer(&mut output);
            each_played(games, search, stop, |game| add(&mut csv, &GameRow::of(row_number(), game)))
        }
        GamesExport::PositionsCsv => {
            let mut csv = csv::Writer::from_writer(&mut output);
            each_played(games, search, stop, |game| {
                let rows = position_rows(row_number(), &text(game)?);
                rows.iter().try_for_each(|row| add(&mut csv, row))
            })
        }
    }?;
    Ok(written.and_then(|()| Ok(output.flush()?)))
}

fn add(csv: &mut csv::Writer<impl Write>, row: &impl Serialize) -> Result<(), CommandFailure> {
    Ok(csv.serialize(row).map_err(io::Error::from)?)
}

/// Does something with each game of a search that was played, until that fails or is interrupted.
fn each_played(
    games: &GameCollection,
    search: GameSearch<'_>,
    stop: &StopToken,
    mut write: impl FnMut(&FoundGame) -> Result<(), CommandFailure>,
) -> Result<Result<(), CommandFailure>, DatabaseError> {
    each_game(games, search, stop, |game| if game.is_analysis { Ok(()) } else { write(&game) })
}

/// Does something with each game of a search, until that fails or is interrupted.
fn each_game(
    games: &GameCollection,
    search: GameSearch<'_>,
    stop: &StopToken,
    mut write: impl FnMut(FoundGame) -> Result<(), CommandFailure>,
) -> Result<Result<(), CommandFailure>, DatabaseError> {
    let mut written = Ok(());
    games.each_found(search, stop, |game| {
        written = if stop.is_stopped() {
            Err(CommandFailure::Interrupted("canceled".to_owned()))
        } else {
            write(game)
        };
        written.is_ok()
    })?;
    Ok(written)
}

/// A position of a game, with the move that was played there; empty at its end.
#[derive(Serialize)]
struct PositionRow {
    game: usize,
    ply: usize,
    /// The first four fields of the FEN, which are equal where the same moves are possible.
    epd: String,
    san: String,
    uci: String,
}

/// The positions of a game's main line.
fn position_rows(game: usize, text: &[u8]) -> Vec<PositionRow> {
    let reading = pgn::read(&pgn::decode(text), &Position::start());
    if reading.unplayable.is_some() {
        return Vec::new();
    }
    let tree = &reading.game.tree;
    let line = std::iter::once(tree.start()).chain(tree.main_line_from(tree.start()));
    let nodes: Vec<_> = line.map(|node| tree.node(node)).collect();
    let row = |(ply, node): (usize, &&Node)| {
        let position = node.position();
        let next = nodes.get(ply + 1).and_then(|next| next.half_move());
        let (san, uci) = next.map(|next| (next.san(position), next.uci(position))).unwrap_or_default();
        PositionRow { game, ply, epd: fen::epd(position), san, uci }
    };
    nodes.iter().enumerate().map(row).collect()
}
