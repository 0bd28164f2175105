//! What a list of many games shows of each: taken from its tags, without reading its moves.

use std::path::PathBuf;

use super::opening::Opening;
use super::pgn::split::Piece;
use super::pgn::{self, GameResult};
use crate::chess::{fen, names};

/// Where the text of a game lies.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    /// The file; empty where the text was pasted.
    pub file: PathBuf,
    /// The first byte.
    pub offset: u64,
    /// How many bytes.
    pub length: u64,
    /// The line on which it begins, from 1.
    pub line: usize,
}

/// A game that was deleted, and what brings it back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trashed {
    /// Where it lay.
    pub place: Place,
    /// The file that it lies in now, alone.
    pub trash: PathBuf,
}

/// A row of a list of games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    /// Where the game is.
    pub place: Place,
    /// Who played White; `?` where nobody knows.
    pub white: String,
    /// Who played Black.
    pub black: String,
    /// As PGN writes it: `2026.11.22`, with `??` for what is not known; empty where nothing is.
    pub date: String,
    /// How it ended.
    pub result: GameResult,
    /// The opening's name, else its code; empty where no tag says it.
    pub opening: String,
    /// The tournament or match; empty where no tag says it.
    pub event: String,
    /// Half-moves of the main line.
    pub plies: u32,
    /// Whether it was played here and is not over.
    pub resumes: Resumes,
    /// When its file was changed last, in seconds since 1970.
    pub written: u64,
    /// All of that in small letters, for searching.
    pub search: String,
}

/// Whether a game can be played on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Resumes {
    /// It was played here against the engine and is not over.
    Yes,
    /// It is over, or it is somebody else's.
    No,
}

impl Listed {
    /// The row of a game in a file.
    #[must_use]
    pub fn of(file: PathBuf, piece: &Piece, written: u64) -> Self {
        let place = Place { file, offset: piece.offset, length: piece.bytes.len() as u64, line: piece.line };
        let header = pgn::read_tags(&pgn::decode(&piece.bytes));
        let tag = |name: &str| header.tag(name).unwrap_or_default().to_owned();
        let player = |name: &str| header.tag(name).unwrap_or("?").to_owned();
        let result = match header.result {
            GameResult::Unknown => piece.result.unwrap_or_default(),
            told => told,
        };
        let opening = match header.tag("Opening") {
            Some(name) => [header.tag("ECO").unwrap_or_default(), name].join(" ").trim().to_owned(),
            None => tag("ECO"),
        };
        let position = piece.position();
        let reached = position.as_ref().and_then(|text| Opening::of(&fen::parse(&text.fen).ok()?));
        let opening = reached.map_or(opening, |opening| opening.to_string());
        let event = match &position {
            Some(text) => text.id.clone().unwrap_or_else(|| text.title()),
            None => tag("Event"),
        };
        let own = super::Own::of(&header).is_some() && result == GameResult::Unknown;
        Self {
            place,
            white: player("White"),
            black: player("Black"),
            date: tag("Date"),
            result,
            opening,
            event,
            plies: piece.plies,
            resumes: if own { Resumes::Yes } else { Resumes::No },
            written,
            search: String::new(),
        }
        .searchable()
    }

    /// Whether it is a position rather than a game: nobody played, nothing was played, and it has a name.
    #[must_use]
    pub fn is_position(&self) -> bool {
        self.plies == 0 && self.white == "?" && self.black == "?" && !self.event.is_empty()
    }

    /// Who played, or what it is called where nobody is known to have played.
    #[must_use]
    pub fn title(&self) -> String {
        if self.is_position() { self.event.clone() } else { format!("{} - {}", self.white, self.black) }
    }

    /// Fills in what is searched.
    #[must_use]
    pub fn searchable(mut self) -> Self {
        let Self { white, black, date, result, opening, event, .. } = &self;
        self.search = format!("{white} {black} {date} {result} {opening} {event}").to_lowercase();
        self
    }

    /// Whether every word of a search, in small letters, is in the row.
    #[must_use]
    pub fn fits(&self, wanted: &str) -> bool {
        wanted.split_whitespace().all(|word| self.search.contains(word))
    }
}

/// How many there are of what: `1 game`, `12 positions`.
#[must_use]
pub fn counted(rows: &[Listed]) -> String {
    let is_positions = !rows.is_empty() && rows.iter().all(Listed::is_position);
    names::counted(rows.len(), if is_positions { "position" } else { "game" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::pgn::split::Games;

    #[test]
    fn a_row_is_made_of_tags_and_found_by_its_words() {
        let text = "[White \"J\u{1b}rg\"]\n[Black \"Anna\"]\n[ECO \"C65\"]\n[Opening \"Ruy Lopez\"]\n\n1. e4 e5 1-0\n";
        let piece = Games::new(text.as_bytes()).next().unwrap().unwrap();
        let row = Listed::of(PathBuf::from("a.pgn"), &piece, 0);
        assert_eq!((row.white.as_str(), row.black.as_str(), row.date.as_str()), ("J rg", "Anna", ""));
        assert_eq!((row.opening.as_str(), row.plies), ("C65 Ruy Lopez", 2));
        assert_eq!(row.result, GameResult::WhiteWins);
        assert!(row.fits("anna 1-0") && row.fits("") && !row.fits("anna 0-1"));
    }
}
