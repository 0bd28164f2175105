//! A game that a search finds.

use std::path::PathBuf;

use chess::{Color, Position};
use database::IndexedGame;
use game::GameLocation;
use game::pgn::GameResult;
use game::repertoire::RepertoireDeparture;

use crate::library::{LibraryError, read_place};

/// A game that was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundGame {
    /// The PGN file.
    pub file: PathBuf,
    /// The first byte of the game in its file.
    pub offset: u64,
    /// Length of its text in bytes.
    pub length: u32,
    /// The checksum of its text.
    pub digest: u64,
    /// White's name; empty if unknown, as are all texts here.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// White's rating.
    pub white_elo: Option<u16>,
    /// Black's rating.
    pub black_elo: Option<u16>,
    /// The result.
    pub result: GameResult,
    /// The date as in PGN.
    pub date: String,
    /// The event.
    pub event: String,
    /// The site.
    pub site: String,
    /// The round.
    pub round: String,
    /// The ECO code.
    pub eco: String,
    /// The opening as lists have it: its ECO code and its name.
    pub opening: String,
    /// Half-moves of the main line.
    pub plies: u32,
    /// Half-moves from the start to the position that was looked for, or to the first that matches a pattern, if one was.
    pub ply: Option<u32>,
    /// Whether it is an analysis that was kept by itself, and no game that was played.
    pub is_analysis: bool,
}

/// The games that were found.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct FoundGames {
    /// Number of games.
    pub count: usize,
    /// The first of them.
    pub first: Vec<FoundGame>,
}

/// A game and where it left a repertoire.
#[derive(Clone, PartialEq, Debug)]
pub struct GameDeparture {
    /// The game.
    pub game: FoundGame,
    /// Where it left the repertoire.
    pub departure: RepertoireDeparture,
    /// The position that it starts from.
    pub start: Position,
}

impl FoundGame {
    /// Its location.
    #[must_use]
    pub fn location(&self) -> GameLocation {
        let (file, length) = (self.file.clone(), self.length.into());
        GameLocation { file, offset: self.offset, length, digest: self.digest }
    }

    /// The bytes of its text.
    ///
    /// # Errors
    /// When its file cannot be read, or has changed.
    pub fn read(&self) -> Result<Vec<u8>, LibraryError> {
        read_place(&self.file, self.offset, self.length.into())
    }

    pub(super) fn of(file: PathBuf, game: IndexedGame<'_>, ply: Option<u32>) -> Self {
        Self {
            file,
            offset: game.offset(),
            length: game.length(),
            digest: game.digest(),
            white: game.white().to_owned(),
            black: game.black().to_owned(),
            white_elo: game.elo(Color::White),
            black_elo: game.elo(Color::Black),
            result: game.result(),
            date: game.date(),
            event: game.event().to_owned(),
            site: game.site().to_owned(),
            round: game.round().to_owned(),
            eco: game.eco(),
            opening: game.opening().to_owned(),
            plies: game.plies(),
            ply,
            is_analysis: game.is_analysis(),
        }
    }
}
