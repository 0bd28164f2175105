//! Entries of a game list, from the tags of each game, without parsing its moves.

use std::path::PathBuf;

use twox_hash::XxHash3_64;

use super::opening::Opening;
use super::pgn::split::PgnGameText;
use super::pgn::{self, GameResult, movetext};
use crate::chess::{fen, names};

/// The location of a game's text.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct GameLocation {
    /// The file; empty where the text was pasted.
    pub file: PathBuf,
    /// The first byte.
    pub offset: u64,
    /// How many bytes.
    pub length: u64,
    /// The line on which it begins, from 1.
    pub line: usize,
    /// The checksum of its bytes ([`digest`]), to detect changes of the file.
    pub digest: u64,
}

/// A checksum (XXH3) of a game's text.
#[must_use]
pub fn digest(text: &[u8]) -> u64 {
    XxHash3_64::oneshot(text)
}

/// A deleted game, for undo.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrashedGame {
    /// Its previous location.
    pub location: GameLocation,
    /// The file that now holds it alone.
    pub trash: PathBuf,
}

/// The result of an import.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ImportedGames {
    /// The new file; None if nothing was new.
    pub file: Option<PathBuf>,
    /// Number of imported games.
    pub games: usize,
    /// Number of duplicates.
    pub duplicates: usize,
    /// Number of games without moves.
    pub empty: usize,
}

/// An entry of a game list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameListEntry {
    /// The location of the game.
    pub location: GameLocation,
    /// White's name; `?` if unknown.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// White's rating, if known.
    pub white_elo: Option<u16>,
    /// Black's rating, if known.
    pub black_elo: Option<u16>,
    /// The date as in PGN: `2026.11.22`, with `??` for unknown parts; empty if unknown.
    pub date: String,
    /// The result.
    pub result: GameResult,
    /// ECO code and name of the opening, from the tags or the moves; empty if unknown.
    pub opening: String,
    /// The event; empty if unknown.
    pub event: String,
    /// A fingerprint: equal for games with the same players, date, start and moves.
    pub fingerprint: u64,
    /// Half-moves of the main line.
    pub plies: u32,
    /// Whether it can be resumed.
    pub resumes: GameResumable,
    /// The modification time of its file, in Unix seconds.
    pub modified: u64,
    /// The lowercase text for searching.
    pub search_text: String,
}

/// Whether a game can be resumed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameResumable {
    /// It was played in Matescope and is not over.
    Yes,
    /// It is over, or was not played in Matescope.
    No,
}

impl GameListEntry {
    /// The entry of a game in a file.
    #[must_use]
    pub fn of(file: PathBuf, piece: &PgnGameText, written: u64) -> Self {
        let location = GameLocation {
            file,
            offset: piece.offset,
            length: piece.bytes.len() as u64,
            line: piece.line,
            digest: digest(&piece.bytes),
        };
        let text = pgn::decode(&piece.bytes);
        let header = pgn::read_tags(&text);
        let tag = |name: &str| header.tag(name).unwrap_or_default().to_owned();
        let player = |name: &str| header.tag(name).unwrap_or("?").to_owned();
        let result = match header.result {
            GameResult::Unknown => piece.result.unwrap_or_default(),
            tagged => tagged,
        };
        let opening = match header.tag("Opening") {
            Some(name) => [header.tag("ECO").unwrap_or_default(), name].join(" ").trim().to_owned(),
            None if header.tag("FEN").is_none() => {
                movetext::opening(&text).map_or_else(|| tag("ECO"), |opening| opening.to_string())
            }
            None => tag("ECO"),
        };
        let position = piece.position();
        let reached = position.as_ref().and_then(|text| Opening::of(&fen::parse(&text.fen).ok()?));
        let opening = reached.map_or(opening, |opening| opening.to_string());
        let event = match &position {
            Some(text) => text.id.clone().unwrap_or_else(|| text.title()),
            None => tag("Event"),
        };
        let rated = |name: &str| header.tag(name).and_then(|elo| elo.trim().parse().ok());
        let (white, black, date) = (player("White"), player("Black"), tag("Date"));
        let fingerprint = movetext::fingerprint([&white, &black], &date, &tag("FEN"), &text);
        let own = super::OwnGame::of(&header).is_some() && result == GameResult::Unknown;
        Self {
            location,
            white_elo: rated("WhiteElo"),
            black_elo: rated("BlackElo"),
            white,
            black,
            date,
            result,
            opening,
            event,
            fingerprint,
            plies: piece.plies,
            resumes: if own { GameResumable::Yes } else { GameResumable::No },
            modified: written,
            search_text: String::new(),
        }
        .with_search_text()
    }

    /// The entry of an unreadable file: its name in place of the title, the reason in place of the opening.
    #[must_use]
    pub fn unreadable(file: PathBuf, reason: &str, written: u64) -> Self {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Self {
            location: GameLocation { file, offset: 0, length: 0, line: 1, digest: 0 },
            white: "?".to_owned(),
            black: "?".to_owned(),
            white_elo: None,
            black_elo: None,
            date: String::new(),
            result: GameResult::Unknown,
            opening: reason.to_owned(),
            event: format!("{name} cannot be read"),
            fingerprint: 0,
            plies: 0,
            resumes: GameResumable::No,
            modified: written,
            search_text: String::new(),
        }
        .with_search_text()
    }

    /// Whether it is a position rather than a game: no players, no moves, and a name.
    #[must_use]
    pub fn is_position(&self) -> bool {
        self.plies == 0 && self.white == "?" && self.black == "?" && !self.event.is_empty()
    }

    /// The players, or the title if there are none.
    #[must_use]
    pub fn title(&self) -> String {
        if self.is_position() { self.event.clone() } else { format!("{} - {}", self.white, self.black) }
    }

    /// Sets the search text.
    #[must_use]
    pub fn with_search_text(mut self) -> Self {
        let Self { white, black, date, result, opening, event, .. } = &self;
        self.search_text = format!("{white} {black} {date} {result} {opening} {event}").to_lowercase();
        self
    }

    /// Whether the entry contains every word of a lowercase search.
    #[must_use]
    pub fn matches_search(&self, query: &str) -> bool {
        query.split_whitespace().all(|word| self.search_text.contains(word))
    }
}

/// A count with its noun: `1 game`, `12 positions`.
#[must_use]
pub fn count_text(rows: &[GameListEntry]) -> String {
    let is_positions = !rows.is_empty() && rows.iter().all(GameListEntry::is_position);
    names::pluralized(rows.len(), if is_positions { "position" } else { "game" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::pgn::split::PgnSplitter;

    #[test]
    fn an_opening_without_a_tag_is_found_by_the_moves() {
        let row = |text: &str| {
            let piece = PgnSplitter::new(text.as_bytes()).next().unwrap().unwrap();
            GameListEntry::of(PathBuf::from("a.pgn"), &piece, 0)
        };
        let moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 *\n";
        let row_with_tags = row(&format!("[WhiteElo \"2831\"]\n[BlackElo \"?\"]\n[ECO \"C65\"]\n\n{moves}"));
        assert_eq!(row_with_tags.opening, "C65 Ruy Lopez: Berlin Defense");
        assert_eq!((row_with_tags.white_elo, row_with_tags.black_elo), (Some(2831), None));
        assert!(row_with_tags.matches_search("berlin"));
        let elsewhere =
            "[FEN \"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\"]\n\n2. Nf3 *\n";
        assert_eq!(row(elsewhere).opening, "");
    }

    #[test]
    fn a_row_is_made_of_tags_and_found_by_its_words() {
        let text = "[White \"J\u{1b}rg\"]\n[Black \"Anna\"]\n[ECO \"C65\"]\n[Opening \"Ruy Lopez\"]\n\n1. e4 e5 1-0\n";
        let piece = PgnSplitter::new(text.as_bytes()).next().unwrap().unwrap();
        let row = GameListEntry::of(PathBuf::from("a.pgn"), &piece, 0);
        assert_eq!((row.white.as_str(), row.black.as_str(), row.date.as_str()), ("J rg", "Anna", ""));
        assert_eq!((row.opening.as_str(), row.plies), ("C65 Ruy Lopez", 2));
        assert_eq!(row.result, GameResult::WhiteWins);
        assert!(row.matches_search("anna 1-0") && row.matches_search("") && !row.matches_search("anna 0-1"));
    }
}
