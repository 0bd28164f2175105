//! Splits a file of any length into the texts of its games, without parsing their moves and with only one
//! game in memory. A line with a position (FEN, EPD) is a game of its own.

use std::io::{self, BufRead};

use super::GameResult;
use crate::chess::half_move::is_null_move;
use crate::game::position_text::PositionText;

/// The longest text of a game, in bytes; a longer one is truncated.
pub const MAX_GAME_BYTES: usize = 1 << 24;

/// The longest line that is checked for a position, in bytes.
const MAX_POSITION_BYTES: usize = 1 << 14;

/// The text of a game and its location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PgnGameText {
    /// The offset of its first byte in the file.
    pub offset: u64,
    /// The line on which it begins, from 1.
    pub line: usize,
    /// The text unchanged; white space and comments between games belong to the next game.
    pub bytes: Vec<u8>,
    /// Number of half-moves of the main line, counted without playing them.
    pub plies: u32,
    /// The result at the end of the moves, if any.
    pub result: Option<GameResult>,
}

impl PgnGameText {
    /// Whether the text has moves, tags or a position. Prose has none of them, although a `*` in it looks
    /// like a result.
    #[must_use]
    pub fn is_game(&self) -> bool {
        self.plies > 0 || self.bytes.trim_ascii_start().starts_with(b"[") || self.position().is_some()
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
    offset: u64,
    line: usize,
    /// The last line.
    buffer: Vec<u8>,
    /// How much of it belongs to previous games.
    taken: usize,
    ended: bool,
}

/// The state of the scan.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ScanStage {
    /// Before the first tag and the first move.
    Before,
    /// Among the tags.
    Tags,
    /// Among the moves.
    Moves,
    /// After the result: a comment on the same line still belongs to the game.
    Over,
}

/// The scan of a game so far.
struct GameScan {
    stage: ScanStage,
    comment: CommentState,
    /// The number of open variations.
    depth: usize,
    /// Whether the previous line was empty.
    after_blank: bool,
    plies: u32,
    result: Option<GameResult>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum CommentState {
    Outside,
    Inside,
}

impl<R: BufRead> PgnSplitter<R> {
    /// The games of a reader at the start of a file.
    pub const fn new(from: R) -> Self {
        Self { from, offset: 0, line: 1, buffer: Vec::new(), taken: 0, ended: false }
    }

    fn next_game(&mut self) -> io::Result<Option<PgnGameText>> {
        let mut scan = GameScan::new();
        let mut bytes = Vec::new();
        let (mut offset, mut line, mut begun) = (self.offset, self.line, false);
        while self.fill_line()? {
            let text = &self.buffer[self.taken..];
            if !begun && text.iter().all(u8::is_ascii_whitespace) {
                self.advance(text.len());
                continue;
            }
            if !begun {
                (offset, line, begun) = (self.offset, self.line, true);
            }
            let taken = scan.line(text);
            if taken == 0 && !bytes.is_empty() {
                break;
            }
            let own = if taken == 0 { text } else { &text[..taken] };
            let room = MAX_GAME_BYTES.saturating_sub(bytes.len()).min(own.len());
            bytes.extend_from_slice(&own[..room]);
            let is_cut = own.len() < text.len();
            self.advance(own.len());
            if is_cut {
                break;
            }
        }
        let GameScan { plies, result, .. } = scan;
        Ok((!bytes.is_empty()).then_some(PgnGameText { offset, line, bytes, plies, result }))
    }

    /// Reads the next line if the last one is used up; false at the end of the file. A line longer than a
    /// game may be is read in several pieces.
    fn fill_line(&mut self) -> io::Result<bool> {
        if self.taken == self.buffer.len() {
            self.buffer.clear();
            self.taken = 0;
            io::Read::take(&mut self.from, MAX_GAME_BYTES as u64).read_until(b'\n', &mut self.buffer)?;
            self.ended = self.buffer.is_empty();
            // A byte order mark is no part of the first game.
            if self.offset == 0 && self.buffer.starts_with(b"\xef\xbb\xbf") {
                self.advance(3);
            }
        }
        Ok(!self.ended)
    }

    fn advance(&mut self, length: usize) {
        let passed = &self.buffer[self.taken..self.taken + length];
        self.line += passed.split(|&byte| byte == b'\n').count() - 1;
        self.offset += length as u64;
        self.taken += length;
    }
}

impl<R: BufRead> Iterator for PgnSplitter<R> {
    type Item = io::Result<PgnGameText>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        self.next_game().transpose()
    }
}

impl GameScan {
    const fn new() -> Self {
        Self {
            stage: ScanStage::Before,
            comment: CommentState::Outside,
            depth: 0,
            after_blank: true,
            plies: 0,
            result: None,
        }
    }

    /// Scans a line; returns how many of its bytes belong to this game, 0 if the next game starts with it.
    fn line(&mut self, line: &[u8]) -> usize {
        let line_begun = line.trim_ascii_start();
        let blank = std::mem::replace(&mut self.after_blank, line_begun.is_empty());
        if self.comment == CommentState::Inside {
            // An unterminated comment must not swallow the games after it.
            // A line like a tag that does belong to the comment is written with a space in front.
            if !(blank && line.starts_with(b"[Event \"")) {
                return self.moves(line, 0);
            }
            return 0;
        }
        if line.first() == Some(&b'%') {
            return if self.stage == ScanStage::Over { 0 } else { line.len() };
        }
        if self.depth == 0
            && let Some(plies) = moves_after_position(line)
        {
            if self.stage != ScanStage::Before {
                return 0;
            }
            self.stage = ScanStage::Over;
            self.plies = plies;
            return line.len();
        }
        // A comment in a list of positions belongs to the position below it.
        if self.stage == ScanStage::Before && line.first() == Some(&b'#') {
            return line.len();
        }
        match self.stage {
            ScanStage::Over if line_begun.is_empty() => line.len(),
            ScanStage::Over => 0,
            ScanStage::Moves if is_tag(line_begun) => 0,
            ScanStage::Moves => self.moves(line, 0),
            ScanStage::Before | ScanStage::Tags => self.tags(line),
        }
    }

    /// A line before the moves: tags, and perhaps moves after them.
    fn tags(&mut self, line: &[u8]) -> usize {
        let mut at = 0;
        loop {
            at += line[at..].len() - line[at..].trim_ascii_start().len();
            if line.get(at) != Some(&b'[') {
                return if at == line.len() { at } else { self.moves(line, at) };
            }
            self.stage = ScanStage::Tags;
            match tag_length(&line[at..]) {
                Some(length) => at += length,
                None => return line.len(),
            }
        }
    }

    /// Scans movetext from an offset of the line; returns the end of what belongs to this game.
    fn moves(&mut self, line: &[u8], mut at: usize) -> usize {
        while at < line.len() {
            if self.comment == CommentState::Inside {
                match line[at..].iter().position(|&byte| byte == b'}') {
                    Some(end) => at += end + 1,
                    None => return line.len(),
                }
                self.comment = CommentState::Outside;
                continue;
            }
            match line[at] {
                byte if byte.is_ascii_whitespace() => at += 1,
                b'{' => {
                    self.comment = CommentState::Inside;
                    at += 1;
                }
                b';' => return line.len(),
                _ if self.stage == ScanStage::Over => return at,
                b'(' => {
                    self.depth += 1;
                    at += 1;
                }
                b')' => {
                    self.depth = self.depth.saturating_sub(1);
                    at += 1;
                }
                _ => {
                    self.stage = ScanStage::Moves;
                    let ends = |byte: &u8| byte.is_ascii_whitespace() || b"{}();".contains(byte);
                    let length = line[at..].iter().position(ends).unwrap_or(line.len() - at).max(1);
                    self.token(&line[at..at + length]);
                    at += length;
                }
            }
        }
        line.len()
    }

    fn token(&mut self, token: &[u8]) {
        if self.depth > 0 {
            return;
        }
        if let Some(result) = std::str::from_utf8(token).ok().and_then(GameResult::of) {
            self.result = Some(result);
            self.stage = ScanStage::Over;
            return;
        }
        // Behind its number a move begins with one of these; `0-0` does without a letter.
        let number = token.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let moved = match token[number..].iter().position(|&byte| byte != b'.') {
            Some(dots @ 1..) => &token[number + dots..],
            _ => token,
        };
        let is_null =
            || std::str::from_utf8(moved).is_ok_and(|word| is_null_move(word.trim_end_matches(['!', '?'])));
        if moved.first().is_some_and(|byte| b"abcdefghKQRBNPO0".contains(byte)) || is_null() {
            self.plies += 1;
        }
    }
}

/// The number of moves after the position of a line, if it has one.
fn moves_after_position(line: &[u8]) -> Option<u32> {
    // This alone decides for most lines of a large file.
    if line.len() > MAX_POSITION_BYTES || line.starts_with(b"[") || !may_be_position(line) {
        return None;
    }
    // A comment may quote a position.
    if matches!(line.trim_ascii_start().first(), Some(b'{' | b';')) {
        return None;
    }
    let position = PositionText::from_line(&super::decode(line))?;
    Some(u32::try_from(position.moves.split_whitespace().count()).unwrap_or(u32::MAX))
}

fn may_be_position(line: &[u8]) -> bool {
    line.iter().filter(|&&byte| byte == b'/' || byte == b'%').count() >= 4
        || line.starts_with(b"position startpos")
}

/// The length of the tag at the start of a line. Its value may contain brackets and quotation marks: as in
/// the parser, it ends with a quotation mark without a backslash before it, followed by a bracket.
pub(super) fn tag_length(line: &[u8]) -> Option<usize> {
    let mut at = line.iter().position(|&byte| byte == b'"')? + 1;
    loop {
        match line.get(at)? {
            b'\\' if matches!(line.get(at + 1), Some(b'\\' | b'"')) => at += 2,
            b'"' => {
                let behind = line[at + 1..].trim_ascii_start();
                if behind.first() == Some(&b']') {
                    return Some(line.len() - behind.len() + 1);
                }
                at += 1;
            }
            _ => at += 1,
        }
    }
}

/// Whether a line starts with a tag.
pub(super) fn is_tag(line: &[u8]) -> bool {
    let Some(inside) = line.strip_prefix(b"[") else { return false };
    let name = inside.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    name > 0 && inside[name..].trim_ascii_start().starts_with(b"\"")
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
}
