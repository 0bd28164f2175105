//! Any text that a player may paste, recognized by itself: a position, a game, or a list of moves.

use crate::chess::fen::FenError;
use crate::chess::{Position, fen};

use std::path::PathBuf;

use super::listed::Listed;
use super::pgn::split::{Games, Piece};
use super::pgn::{self, Game, PgnError};

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
    /// Several games; their places are those in the text.
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
    let one_line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if one_line.is_empty() {
        return Pasted::Unknown { reason: "there was nothing to paste".to_owned() };
    }
    if looks_like_fen(&one_line) {
        return match fen::parse(&one_line) {
            Ok(position) => Pasted::Position(Box::new(position)),
            Err(fault) => Pasted::FaultyPosition { text: one_line, fault },
        };
    }
    let several = several(text);
    if several.len() > 1 {
        return Pasted::Games(several);
    }
    let from_here = pgn::read(text, here);
    let from_start = pgn::read(text, &Position::start());
    let reading = if from_here.fault.is_some() && from_start.game.tree.moves() >= from_here.game.tree.moves()
    {
        from_start
    } else {
        from_here
    };
    let own_start = reading.game.tree.node(reading.game.tree.start()).position() != here;
    if reading.game.tree.moves() > 0 || (own_start && reading.fault.is_none()) {
        return Pasted::Moves { game: Box::new(reading.game), fault: reading.fault };
    }
    let reason = reading.fault.map_or_else(|| "there is no move in it".to_owned(), |fault| fault.reason);
    Pasted::Unknown { reason: format!("this is no FEN and no list of moves: {reason}") }
}

/// The games of a text. A bare list of moves is one of them, prose is none.
#[must_use]
pub fn several(text: &str) -> Vec<Listed> {
    let pieces = Games::new(text.as_bytes()).map_while(Result::ok);
    pieces.filter(Piece::is_game).map(|piece| Listed::of(PathBuf::new(), &piece, 0)).collect()
}

/// Whether the first word could be the placement of a FEN.
fn looks_like_fen(text: &str) -> bool {
    let first = text.trim_start_matches(['"', '\'']).split(' ').next().unwrap_or_default();
    let strokes = first.matches('/').count();
    strokes >= 4 && !first.starts_with(|c: char| c == '1' && first.starts_with("1/2-1/2"))
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
        check("hello there", "unknown");
        check("   ", "unknown");
    }
}
