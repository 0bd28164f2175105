//! PGN, after the standard (Edwards, 1994).
//!
//! Reading order: [`read()`] (parser with error positions), [`write()`] (writer), [`split`] (splits a file of
//! any length into games), [`plain`] (the games that nearly all programs write, read quickly), `scan` (where tags, words and games begin, for all of these), `word` (what a word of movetext
//! is), [`command`] (clocks and evaluations in comments), [`drawing`] (colored squares and arrows), [`movetext`] (the
//! main line alone), [`notes`] (what is written about the moves, as a checksum), `tag_change` and `edit_tags` (tags are changed in
//! a text that stays as it is).
//!
//! The parser is our own, because existing ones drop what they do not know and give no error positions.
//!
//! Round trip: a game that is parsed, written and parsed again is equal. Two things are normalized: a line
//! break inside a comment that could be a wrapped line becomes a space, and control characters become spaces,
//! so that none ever reaches a terminal.

pub mod command;
mod comment;
pub mod drawing;
mod edit_tags;
mod markup;
pub mod movetext;
pub mod notes;
pub mod plain;
mod read;
mod read_result;
mod scan;
pub mod split;
mod tag;
mod tag_change;
mod word;
mod write;

use std::borrow::Cow;
use std::fmt;

pub use edit_tags::{TextStyle, edit_tags};
pub use read::{read, read_tags, read_with_progress, start_of};
pub use read_result::{PgnError, PgnReadResult, UnplayableGame, UnreadExtent, UnreadText};
pub use tag_change::{TagChange, TagProblem};
pub use write::write;

use super::tree::Tree;
use chess::{Color, GameTermination};

/// A game with its tags and notes.
#[derive(Clone, PartialEq, Debug)]
pub struct PgnGame {
    /// Tags and result.
    pub header: PgnHeader,
    /// The moves.
    pub tree: Tree,
}

/// The header of a game.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct PgnHeader {
    /// Tag pairs in their order. The start of the game is that of the tree, not the `FEN` tag.
    pub tags: Vec<(String, String)>,
    /// Escape lines without their `%`.
    pub escapes: Vec<String>,
    /// How the game ended.
    pub result: GameResult,
}

impl PgnHeader {
    /// The value of a tag, unless it is missing or unknown.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        let known = |value: &&str| !matches!(*value, "" | "?" | "-" | "????.??.??");
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str()).filter(known)
    }

    /// Sets a tag, in place or at the end.
    pub fn set(&mut self, name: &str, value: impl Into<String>) {
        let value = value.into();
        match self.tags.iter_mut().find(|(tag, _)| tag == name) {
            Some((_, old)) => *old = value,
            None => self.tags.push((name.to_owned(), value)),
        }
    }
}

/// The result of a game in PGN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum GameResult {
    /// `1-0`.
    WhiteWins,
    /// `0-1`.
    BlackWins,
    /// `1/2-1/2`.
    Draw,
    /// `*`: ongoing, abandoned or unknown.
    #[default]
    Unknown,
}

impl GameResult {
    /// Parses a result.
    #[must_use]
    pub fn of(text: &str) -> Option<Self> {
        match text {
            "1-0" => Some(Self::WhiteWins),
            "0-1" => Some(Self::BlackWins),
            "1/2-1/2" | "1/2" | "½-½" => Some(Self::Draw),
            "*" => Some(Self::Unknown),
            _ => None,
        }
    }
}

impl From<GameTermination> for GameResult {
    fn from(ending: GameTermination) -> Self {
        match ending.outcome().winner() {
            Some(Color::White) => Self::WhiteWins,
            Some(Color::Black) => Self::BlackWins,
            None => Self::Draw,
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        })
    }
}

/// The value of a tag; empty where it says that it is unknown.
#[must_use]
pub fn known(value: &str) -> &str {
    if matches!(value, "?" | "-" | "????.??.??") { "" } else { value }
}

/// The text of bytes that are UTF-8 or, as the standard has it, Latin-1. What Windows puts in place of the
/// control characters of Latin-1 is understood; a mark of byte order is dropped.
#[must_use]
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().map(|&byte| decode_windows_1252(byte)).collect()),
    }
}

/// The characters of Windows-1252 from 0x80 to 0x9f. The five codes that mean nothing there stay controls.
const WINDOWS_1252_FROM_80: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}',
    '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// A character of Windows-1252.
fn decode_windows_1252(byte: u8) -> char {
    match byte {
        0x80..=0x9f => WINDOWS_1252_FROM_80[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

/// The byte of a character in Windows-1252, if it has one.
fn encode_windows_1252(c: char) -> Option<u8> {
    (0..=u8::MAX).find(|&byte| decode_windows_1252(byte) == c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_encoding_of_old_files_is_text() {
        assert_eq!(decode(b"\xef\xbb\xbf[White \"J\xc3\xb6rg\"]"), "[White \"Jörg\"]");
        assert_eq!(decode(b"[White \"J\xf6rg\"]"), "[White \"Jörg\"]");
        assert_eq!(decode(b"\x93best by test\x94 \x96 Fischer"), "“best by test” – Fischer");
    }
}
