//! Any text that a player may paste, recognized by itself: a position, a game, or a list of moves.

use crate::chess::fen::FenError;
use crate::chess::{Position, fen};

use std::path::PathBuf;

use super::listed::Listed;
use super::pgn::split::{Games, Piece};
use super::pgn::{self, Game, PgnError, Reading};
use super::position_text::PositionText;

/// What a pasted text turned out to be.
#[derive(Clone, Debug)]
pub enum Pasted {
    /// A position: a FEN or an EPD.
    Position(Box<Position>),
    /// A text in the form of a FEN that is no legal position.
    FaultyPosition {
        /// The text as it was read, on one line.
        text: String,
        /// What is wrong with it.
        fault: FenError,
    },
    /// A game or a list of moves with at least one move or its own start.
    Moves {
        /// The game as far as it could be read.
        game: Box<Game>,
        /// What ended the reading, if the text goes on.
        fault: Option<PgnError>,
    },
    /// Several games or positions; their places are those in the text.
    Games(Vec<Listed>),
    /// Nothing that could be made out.
    Unknown {
        /// Why not, for the player.
        reason: String,
    },
}

/// Recognizes a pasted text. Moves are taken from `here` where they are legal there, else from the start of
/// a game.
#[must_use]
pub fn recognize(text: &str, here: &Position) -> Pasted {
    recognize_watched(text, here, &|_| true)
}

/// Recognizes a text as [`recognize`] does and reports how far it has come, in thousandths. As soon as `go_on` answers
/// `false` the work ends, and what is returned means nothing.
#[must_use]
pub fn recognize_watched(text: &str, here: &Position, go_on: &dyn Fn(u16) -> bool) -> Pasted {
    let one_line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if one_line.is_empty() {
        return Pasted::Unknown { reason: "there was nothing to paste".to_owned() };
    }
    // A FEN may have been broken into lines; several of them are never one.
    let positions: Vec<&str> =
        text.lines().filter(|line| PositionText::of_line(line).is_some()).take(2).collect();
    if positions.len() < 2
        && let Some(position) = PositionText::of_line(&one_line)
    {
        return from_line(position, &one_line);
    }
    if fen::is_link(&one_line) {
        let Some(moves) = fen::moves_in_link(&one_line) else {
            let reason = "this link has no position in it, and Matescope reads nothing from the network: \
                          copy the FEN or the PGN itself";
            return Pasted::Unknown { reason: reason.to_owned() };
        };
        return recognize_watched(&moves, here, go_on);
    }
    // One position among words, as in a mail; a comment of a game may have one, too.
    let is_tagged = text.lines().any(|line| line.trim_start().starts_with('['));
    if !is_tagged
        && let [line] = positions[..]
        && pgn::read(text, &Position::start()).game.tree.moves() == 0
        && let Some(position) = PositionText::of_line(line)
    {
        return from_line(position, line.trim());
    }
    let games_end = 400;
    let several = several_watched(text, &|at| go_on(share(at, text, 0, games_end)));
    if several.len() > 1 {
        return Pasted::Games(several);
    }
    let middle = 700;
    let from_here = pgn::read_watched(text, here, &|at| go_on(share(at, text, games_end, middle)));
    let usual = Position::start();
    let again = from_here.fault.is_some() && *here != usual;
    let from_start = again.then(|| {
        let report = |at| go_on(share(at, text, middle, 1_000));
        pgn::read_watched(text, &usual, &report)
    });
    let reading = match from_start {
        Some(reading) if reading.game.tree.moves() >= from_here.game.tree.moves() => reading,
        _ => from_here,
    };
    let own_start = reading.game.tree.node(reading.game.tree.start()).position() != here;
    if reading.game.tree.moves() > 0 || (own_start && reading.fault.is_none()) {
        return Pasted::Moves { game: Box::new(reading.game), fault: reading.fault };
    }
    let reason = reading.fault.map_or_else(|| "there is no move in it".to_owned(), |fault| fault.reason);
    Pasted::Unknown { reason: format!("this is no FEN and no list of moves: {reason}") }
}

/// A line with a position, and perhaps moves behind it.
fn from_line(position: PositionText, line: &str) -> Pasted {
    match fen::parse(&position.fen) {
        Ok(start) if position.moves.is_empty() => Pasted::Position(Box::new(start)),
        Ok(_) => {
            let Reading { game, fault } = pgn::read(line, &Position::start());
            Pasted::Moves { game: Box::new(game), fault }
        }
        // Places are shown in what was read: a link's board is not where its FEN is.
        Err(fault) => Pasted::FaultyPosition { text: position.fen, fault },
    }
}

/// The games of a text. A bare list of moves is one of them, prose is none.
#[must_use]
pub fn several(text: &str) -> Vec<Listed> {
    several_watched(text, &|_| true)
}

/// The games of a text as [`several`] lists them, with a report of the bytes read behind each. The list ends where it is
/// as soon as `go_on` answers `false`.
#[must_use]
pub fn several_watched(text: &str, go_on: &dyn Fn(usize) -> bool) -> Vec<Listed> {
    let end = |piece: &Piece| usize::try_from(piece.offset).unwrap_or(usize::MAX) + piece.bytes.len();
    let pieces = Games::new(text.as_bytes()).map_while(Result::ok).take_while(|piece| go_on(end(piece)));
    pieces.filter(Piece::is_game).map(|piece| Listed::of(PathBuf::new(), &piece, 0)).collect()
}

/// How far a reader at this byte of a text is, where reading the text leads from one thousandth to another.
fn share(at: usize, text: &str, from: u16, to: u16) -> u16 {
    let way = usize::from(to - from) * at / text.len().max(1);
    from + u16::try_from(way).unwrap_or(u16::MAX).min(to - from)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, wanted: &str) {
        let found = match recognize(text, &Position::start()) {
            Pasted::Position(position) => fen::format(&position),
            Pasted::FaultyPosition { .. } => "faulty".to_owned(),
            Pasted::Games(games) => format!("{} games", games.len()),
            Pasted::Moves { game, fault } => {
                format!("{} moves, {}", game.tree.moves(), if fault.is_some() { "fault" } else { "whole" })
            }
            Pasted::Unknown { .. } => "unknown".to_owned(),
        };
        assert_eq!(found, wanted, "{text}");
    }

    #[test]
    fn every_kind_of_text_is_known_by_itself() {
        check("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1", "8/8/8/8/8/1Q6/8/k2K4 w - - 0 1");
        check("8/8/8/8/8/1Q6/8/k2K5 w - - 0 1", "faulty");
        check("e2e4 e7e5 g1f3", "3 moves, whole");
        check("1. e4 e5 2. Nf3 Nc6 *", "4 moves, whole");
        check("[Event \"x\"]\n[FEN \"8/8/8/8/8/1Q6/8/k2K4 w - - 0 1\"]\n\n1. Qb4 *", "1 moves, whole");
        check("1. e4 e5 2. Ke3", "2 moves, fault");
        check("[White \"x\"]\n\n1. e4 *\n\n[White \"y\"]\n\n1. d4 (1. c4) *", "2 games");
        check("1. e4 1-0 1. d4", "2 games");
        check("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1\n\n8/8/8/8/8/1R6/8/k2K4 w - - 0 1\n", "2 games");
        check("8/8/8/8/8/1Q6/8/k2K4 w - - bm Qb4; id \"1\";\n8/8/8/8/8/1Q6/8/k2K5 w - -", "2 games");
        check("# a list\n8/8/8/8/8/1Q6/8/k2K4\n# and more\n8/8/8/8/8/1R6/8/k2K4", "2 games");
        check("8/8/8/8/8/1Q6/8/k2K4\nw - -\n0 1", "8/8/8/8/8/1Q6/8/k2K4 w - - 0 1");
        check("position startpos moves e2e4 e7e5", "2 moves, whole");
        check("position startpos moves e2e4 e7e4", "1 moves, fault");
        check("position fen 8/8/8/8/8/1Q6/8/k2K4 w - - 0 1 moves b3b4", "1 moves, whole");
        check("https://lichess.org/editor/8/8/8/8/8/1Q6/8/k2K4_w_-_-_0_1", "8/8/8/8/8/1Q6/8/k2K4 w - - 0 1");
        check("https://lichess.org/analysis/pgn/e4_e5_Nf3", "3 moves, whole");
        check("https://lichess.org/abcdefgh", "unknown");
        check("Look at this:\n8/8/8/8/8/1Q6/8/k2K4 w - - 0 1\nWhat now?", "8/8/8/8/8/1Q6/8/k2K4 w - - 0 1");
        check("hello there", "unknown");
        check("   ", "unknown");
    }
}
