//! Which games are the same. Games with equal fingerprints (players, date, start and moves) may still be two games,
//! or two texts of one game.

use twox_hash::XxHash3_64;

use super::pgn::{GameResult, PgnHeader};

/// The tags that tell two games of the same players, date and moves apart, where both have a known value.
const GAME_TAGS: [&str; 6] = ["Site", "Link", "UTCTime", "StartTime", "Time", "Round"];

/// The tags that say, like the comments, what a text is about.
const TEXT_TAGS: [&str; 4] = ["Event", "Annotator", "StudyName", "ChapterName"];

/// Number of checksums of tags: those of [`GAME_TAGS`], the result, and those of [`TEXT_TAGS`].
const TAG_COUNT: usize = GAME_TAGS.len() + 1 + TEXT_TAGS.len();

/// What a game is besides its fingerprint: the values that tell it from other games with the same moves, and what is
/// written about it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct GameIdentity {
    /// Checksums of the tags and the result; 0 where unknown.
    tags: [u32; TAG_COUNT],
    /// The checksum of comments, glyphs and variations; 0 where there are none.
    notes: u64,
}

/// What a game is to another one with the same fingerprint.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum GameMatch {
    /// Another game.
    OtherGame,
    /// The same game with a text of its own: other comments or variations, or something that the other one does not
    /// say.
    OtherText,
    /// The same game, with nothing that the other one does not have.
    Contained,
}

impl GameIdentity {
    /// The identity of a game by its tags, its result and the checksum of its notes.
    #[must_use]
    pub fn of(header: &PgnHeader, result: GameResult, notes: u64) -> Self {
        let mut tags = [0; TAG_COUNT];
        let (game, text) = tags.split_at_mut(GAME_TAGS.len() + 1);
        for (sum, name) in game.iter_mut().zip(GAME_TAGS) {
            *sum = header.tag(name).map_or(0, checksum);
        }
        if result != GameResult::Unknown {
            game[GAME_TAGS.len()] = checksum(&result.to_string());
        }
        for (sum, name) in text.iter_mut().zip(TEXT_TAGS) {
            // Sites change how they write the names of their events.
            *sum = header.tag(name).map_or(0, |value| checksum(&value.to_lowercase()));
        }
        Self { tags, notes }
    }

    /// Whether something is written about the moves.
    #[must_use]
    pub const fn has_notes(&self) -> bool {
        self.notes != 0
    }

    /// What this game is to another one with the same fingerprint. Without the names of the players, as in the
    /// chapters of a study, only equal texts are the same game.
    #[must_use]
    pub fn compare(&self, other: &Self, has_players: bool) -> GameMatch {
        if !has_players {
            return if self == other { GameMatch::Contained } else { GameMatch::OtherGame };
        }
        let differs = |(&mine, &theirs): (&u32, &u32)| mine != 0 && theirs != 0 && mine != theirs;
        if self.tags.iter().zip(&other.tags).take(GAME_TAGS.len() + 1).any(differs) {
            return GameMatch::OtherGame;
        }
        let has_tags = self.tags.iter().zip(&other.tags).all(|(&mine, &theirs)| mine == 0 || mine == theirs);
        let has_notes = self.notes == 0 || self.notes == other.notes;
        if has_tags && has_notes { GameMatch::Contained } else { GameMatch::OtherText }
    }

    /// How much is known and written of the game: the result, notes, and the number of known tags.
    #[must_use]
    pub fn richness(&self) -> (bool, bool, usize) {
        let known = self.tags.iter().filter(|&&sum| sum != 0).count();
        (self.tags[GAME_TAGS.len()] != 0, self.notes != 0, known)
    }
}

/// A checksum that is never 0.
fn checksum(value: &str) -> u32 {
    // Of games with one fingerprint only a few are ever compared.
    u32::try_from(XxHash3_64::oneshot(value.trim().as_bytes()) >> 32).unwrap_or(1).max(1)
}
