//! Splits a file of any length into the texts of its games, without parsing their moves and with only one
//! game in memory. A line with a position (FEN, EPD) is a game of its own.

use std::io::{self, BufRead};

use super::plain::PlainGame;
use super::scan::{MAX_POSITION_BYTES, ScanKind, Scanner};
use super::{GameResult, movetext};
use crate::position_text::PositionText;
use chess::text::LineCounter;

/// The longest text of a game, in bytes; a longer one is truncated.
pub const MAX_GAME_BYTES: usize = 1 << 24;

/// Bytes that are read at once.
const CHUNK_BYTES: usize = 1 << 16;

/// The text of a game and its location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PgnGameText {
    /// The offset of its first byte in the file.
    pub offset: u64,
    /// The line on which it begins, from 1.
    pub line: usize,
    /// The text unchanged; comments between games belong to the next game.
    pub bytes: Vec<u8>,
    /// Number of half-moves of the main line, counted without playing them.
    pub plies: u32,
    /// The result at the end of the moves, if any.
    pub result: Option<GameResult>,
    /// Whether it is a game and no other text.
    kind: PgnTextKind,
}

/// What a part of a file is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PgnTextKind {
    /// A game: tags, moves or a position.
    Game,
    /// Text around the games.
    Prose,
}

impl PgnGameText {
    /// Whether the text has tags, moves or a position. Prose has none of them, although a word in it may look
    /// like a move and a `*` like a result.
    #[must_use]
    pub fn is_game(&self) -> bool {
        self.kind == PgnTextKind::Game
    }

    /// The position of a line in FEN, EPD or a similar format.
    #[must_use]
    pub fn position(&self) -> Option<PositionText> {
        // Longer than any list of moves behind a position, and short enough to look at all of them.
        if self.bytes.len() > MAX_POSITION_BYTES {
            None
        } else {
            PositionText::from_text(&super::decode(&self.bytes))
        }
    }
}

/// An iterator over the games of a file.
#[derive(Debug)]
pub struct PgnSplitter<R> {
    from: R,
    /// What was read of the file and is still needed.
    buffer: Vec<u8>,
    /// How much of it belongs to what lies before.
    taken: usize,
    /// The offset of the rest in the file.
    offset: u64,
    lines: LineCounter,
    ended: bool,
    /// Whether plain games are taken as a whole.
    takes_plain_games: bool,
}

impl<R: BufRead> PgnSplitter<R> {
    /// The games of a reader at the start of a file.
    pub const fn new(from: R) -> Self {
        let lines = LineCounter::new();
        Self { from, buffer: Vec::new(), taken: 0, offset: 0, lines, ended: false, takes_plain_games: true }
    }

    /// A splitter that scans each game word by word.
    #[cfg(test)]
    pub(super) const fn without_plain_games(from: R) -> Self {
        let mut splitter = Self::new(from);
        splitter.takes_plain_games = false;
        splitter
    }

    /// The game here, if it is plain and whole in the buffer.
    fn next_plain_game(&mut self) -> Option<PgnGameText> {
        let game =
            PlainGame::read(&self.buffer[self.taken..], self.ended).filter(|_| self.takes_plain_games)?;
        let PlainGame { length, plies, result, .. } = game;
        let (offset, line) = (self.offset, self.lines.line());
        let mut bytes = Vec::with_capacity(length);
        self.take(length, &mut bytes);
        Some(PgnGameText { offset, line, bytes, plies, result: Some(result), kind: PgnTextKind::Game })
    }

    fn next_game(&mut self) -> io::Result<Option<PgnGameText>> {
        if let Some(game) = self.next_plain_game() {
            return Ok(Some(game));
        }
        let mut scanner = Scanner::new();
        let mut bytes = Vec::new();
        let mut place = None;
        let mut has_position = false;
        // The length of what was scanned and is not taken yet.
        let mut at = 0;
        loop {
            let Some(item) = scanner.next(&self.buffer[self.taken + at..], self.ended) else {
                if self.ended {
                    break;
                }
                self.take(std::mem::take(&mut at), &mut bytes);
                self.fill()?;
                continue;
            };
            match item.kind {
                // White space before a game belongs to none.
                ScanKind::Space if place.is_none() => {
                    self.take(item.length, &mut Vec::new());
                    continue;
                }
                ScanKind::NextGame => break,
                ScanKind::Position => has_position = true,
                _ => {}
            }
            place.get_or_insert((self.offset, self.lines.line()));
            at += item.length;
        }
        self.take(at, &mut bytes);
        let Some((offset, line)) = place else { return Ok(None) };
        let is_game = scanner.has_tags || has_position || is_list_of_moves(&scanner, &bytes);
        let kind = if is_game { PgnTextKind::Game } else { PgnTextKind::Prose };
        Ok(Some(PgnGameText { offset, line, bytes, plies: scanner.plies, result: scanner.result, kind }))
    }

    /// Takes so many bytes out of the buffer, as part of a game's text.
    fn take(&mut self, length: usize, game: &mut Vec<u8>) {
        let taken = &self.buffer[self.taken..self.taken + length];
        self.lines.add(taken);
        self.offset += length as u64;
        let room = MAX_GAME_BYTES.saturating_sub(game.len()).min(length);
        game.extend_from_slice(&taken[..room]);
        self.taken += length;
    }

    /// Reads on: as much as a chunk, and as what is left in the buffer, so that no text is scanned too often.
    fn fill(&mut self) -> io::Result<()> {
        self.buffer.drain(..self.taken);
        self.taken = 0;
        let wanted = self.buffer.len() + CHUNK_BYTES.max(self.buffer.len());
        while self.buffer.len() < wanted {
            let chunk = match self.from.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => {
                    self.ended = true;
                    return Err(error);
                }
            };
            if chunk.is_empty() {
                self.ended = true;
                break;
            }
            let length = chunk.len().min(wanted - self.buffer.len());
            self.buffer.extend_from_slice(&chunk[..length]);
            self.from.consume(length);
        }
        Ok(())
    }
}

/// Whether a text without tags is a list of moves and no prose with a word that looks like one: its first move is
/// legal at the start of a game, or has a number.
fn is_list_of_moves(scanner: &Scanner, bytes: &[u8]) -> bool {
    let is_clean = scanner.plies > 1 || scanner.odd_words == 0;
    scanner.plies > 0 && is_clean && (scanner.is_numbered || movetext::begins_at_start(&super::decode(bytes)))
}

impl<R: BufRead> Iterator for PgnSplitter<R> {
    type Item = io::Result<PgnGameText>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended && self.taken == self.buffer.len() {
            return None;
        }
        self.next_game().transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game_texts(text: &str) -> Vec<PgnGameText> {
        PgnSplitter::new(text.as_bytes()).collect::<io::Result<_>>().unwrap()
    }

    /// The texts of the games, each on one line.
    fn check(text: &str, wanted: &[&str]) {
        let found = game_texts(text);
        let texts: Vec<String> = found
            .iter()
            .map(|piece| {
                String::from_utf8_lossy(&piece.bytes).split_whitespace().collect::<Vec<_>>().join(" ")
            })
            .collect();
        assert_eq!(texts, wanted, "{text}");
        for piece in found {
            let from = usize::try_from(piece.offset).unwrap();
            assert_eq!(text.as_bytes()[from..from + piece.bytes.len()], piece.bytes);
            assert_eq!(text[..from].matches('\n').count() + 1, piece.line);
        }
    }

    #[test]
    fn games_are_split_with_and_without_tags() {
        check("", &[]);
        check("\n \n", &[]);
        check("1. e4 e5", &["1. e4 e5"]);
        check("1. e4 1-0\n\n1. d4 *\n", &["1. e4 1-0", "1. d4 *"]);
        check("1. e4 1-0 1. d4 * 1. c4", &["1. e4 1-0", "1. d4 *", "1. c4"]);
        check("[A \"x\"]\n\n1. e4\n\n[A \"y\"]\n\n*\n", &["[A \"x\"] 1. e4", "[A \"y\"] *"]);
        check(
            "[A \"x\"]\n[B \"y\"] 1. e4 * [A \"z\"] 1. d4",
            &["[A \"x\"] [B \"y\"] 1. e4 *", "[A \"z\"] 1. d4"],
        );
        check("[A \"x\"]\n\n[B \"y\"]\n1. e4 *", &["[A \"x\"] [B \"y\"] 1. e4 *"]);
        check("\u{feff}[A \"x\"]\n[B \"y\"]\n1. e4 *", &["[A \"x\"] [B \"y\"] 1. e4 *"]);
        check("\u{feff}", &[]);
    }

    #[test]
    fn a_tag_ends_where_its_value_does() {
        for value in ["]", "] *", "a\\\"] * ", "\" ] \" *", "\\\\"] {
            let text = format!("[A \"x\"] [B \"{value}\" ] 1. e4 *\n[C \"y\"]\n*\n");
            assert_eq!(game_texts(&text).len(), 2, "{text}");
        }
    }

    #[test]
    fn a_result_in_a_variation_or_a_comment_ends_nothing() {
        check(
            "1. e4 (1. d4 1-0) e5 {0-1 ; * }\n1/2-1/2\n1. c4",
            &["1. e4 (1. d4 1-0) e5 {0-1 ; * } 1/2-1/2", "1. c4"],
        );
        check("1. e4 ; 1-0 (\n{\n[A \"x\"]\n} e5 *", &["1. e4 ; 1-0 ( { [A \"x\"] } e5 *"]);
        check("% 1-0 {\n1. e4 *\n% next\n1. d4 *", &["% 1-0 { 1. e4 *", "% next 1. d4 *"]);
        check("1. e4 1-0 {White wins}\n\n{next} 1. d4 *", &["1. e4 1-0 {White wins}", "{next} 1. d4 *"]);
    }

    #[test]
    fn a_position_in_a_comment_is_no_game_of_its_own() {
        let game = "[White \"a\"]\n\n{8/8/8/8/8/1Q6/8/k2K4 was once the end} 1. e4\n; R/R/R/R/R/R\n{R/R/R/R/R/R} *\n";
        assert_eq!(game_texts(game).len(), 1);
    }

    #[test]
    fn a_comment_without_end_costs_one_game() {
        let text = "[Event \"a\"]\n\n1. e4 {open\n\n[Event \"b\"]\n\n1. d4 *\n";
        check(text, &["[Event \"a\"] 1. e4 {open", "[Event \"b\"] 1. d4 *"]);
        check("1. e4 {\n\n [Event \"b\"]} *", &["1. e4 { [Event \"b\"]} *"]);
    }

    #[test]
    fn moves_and_results_are_counted_without_reading_them() {
        let found = game_texts("1.e4 e5 2. Nf3 (2. f4 exf4) 2...Nc6 $1 {Bb5 a6} 3. 0-0 1-0\n\n1. e4");
        assert_eq!(found[0].plies, 5);
        assert_eq!(found[0].result, Some(GameResult::WhiteWins));
        assert_eq!((found[1].plies, found[1].result), (1, None));
    }

    #[test]
    fn null_moves_are_half_moves_and_alone_make_no_game() {
        let found = game_texts("1. e4 --?! 2. Z0 2... 0000 3.pass @@@@ *\n\n---\n\n-- Anna\n");
        assert_eq!((found[0].plies, found[0].is_game()), (6, true));
        assert!(found[1..].iter().all(|piece| !piece.is_game()));
    }
}
