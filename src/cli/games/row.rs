//! A game as a row: an object in JSON, a line of CSV, or a line of text.

use serde::Serialize;

use crate::chess::names::pluralized;
use crate::chess::text::sanitize;
use crate::store::database::FoundGame;

/// A game. `game` is its number in the list, from 1; `ply` is the number of half-moves to the position, if one was given;
/// `offset` and `length` are in bytes.
#[derive(Serialize)]
pub(super) struct GameRow<'g> {
    game: usize,
    file: String,
    offset: u64,
    length: u32,
    white: &'g str,
    black: &'g str,
    white_elo: Option<u16>,
    black_elo: Option<u16>,
    result: String,
    date: &'g str,
    event: &'g str,
    site: &'g str,
    round: &'g str,
    eco: &'g str,
    plies: u32,
    ply: Option<u32>,
}

impl<'g> GameRow<'g> {
    pub(super) fn of(number: usize, game: &'g FoundGame) -> Self {
        Self {
            game: number,
            file: game.file.to_string_lossy().into_owned(),
            offset: game.offset,
            length: game.length,
            white: &game.white,
            black: &game.black,
            white_elo: game.white_elo,
            black_elo: game.black_elo,
            result: game.result.to_string(),
            date: &game.date,
            event: &game.event,
            site: &game.site,
            round: &game.round,
            eco: &game.eco,
            plies: game.plies,
            ply: game.ply,
        }
    }
}

/// A game on a line: date, players with ratings, result, ECO code, moves, event.
pub(in crate::cli) fn game_line(game: &FoundGame) -> String {
    let player = |name: &str, elo: Option<u16>| {
        let name = if name.is_empty() { "?" } else { name };
        elo.map_or_else(|| name.to_owned(), |elo| format!("{name} ({elo})"))
    };
    let players =
        format!("{} - {}", player(&game.white, game.white_elo), player(&game.black, game.black_elo));
    let moves = pluralized(game.plies.div_ceil(2) as usize, "move");
    let parts = [&game.date, &players, &game.result.to_string(), &game.eco, &moves, &game.event];
    let parts: Vec<String> =
        parts.into_iter().filter(|part| !part.is_empty()).map(|part| sanitize(part)).collect();
    parts.join("  ")
}
