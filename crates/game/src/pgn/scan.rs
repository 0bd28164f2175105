//! Scans PGN text: where tags, escape lines, comments, variations, words and games begin. Splitting a file,
//! fingerprints and the parser all use this one scanner, so that they agree on every text.
//!
//! It takes a text piece by piece and looks ahead no further than [`LOOKAHEAD`] bytes. Lines end with LF, CRLF
//! or CR. Text around games (prose, quotation marks of mails, code fences, forum tags) is recognized.

use super::GameResult;
use super::markup::{Markup, markup};
use super::tag::{TagScan, is_tag, scan_tag};
use super::word::{self, Word, WordKind, char_at, first_word, is_natural, run_length};
use crate::position_text::PositionText;
use chess::fnv::Fnv1a;
use chess::text::is_invisible;

/// How far an unfinished word or tag is followed before it is taken as it is, in bytes.
const LOOKAHEAD: usize = 1 << 16;

/// The longest line that is checked for a position, in bytes.
pub(super) const MAX_POSITION_BYTES: usize = 1 << 14;

/// The longest text in brackets that is left out as one, in bytes.
const MAX_BRACKET_BYTES: usize = 200;

/// What stands at a place of the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ScanKind {
    /// White space, or a mark of quotation at the start of a line.
    Space,
    /// An escape line, or a part of it.
    Escape,
    /// A tag.
    Tag,
    /// What begins like a tag and is none, up to the end of its line.
    FaultyTag,
    /// A comment in braces, or a part of it.
    Comment,
    /// A comment in braces without an end.
    OpenComment,
    /// A comment to the end of its line, or a part of it.
    LineComment,
    /// The start of a variation.
    Open,
    /// The end of a variation.
    Close,
    /// A word of movetext.
    Word(WordKind),
    /// A word of text around the game or between its moves.
    Prose,
    /// A code fence or a forum tag.
    Markup,
    /// A line with a position.
    Position,
    /// A comment in a list of positions.
    PositionComment,
    /// Another game begins here, with a scan of its own. It has no length.
    NextGame,
}

/// An item of the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ScanItem {
    /// What it is.
    pub(super) kind: ScanKind,
    /// Its length in bytes.
    pub(super) length: usize,
}

/// The stage of the scan of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ScanStage {
    /// Before the first tag and the first move.
    Before,
    /// In text that belongs to no game.
    Prose,
    /// Among the tags.
    Tags,
    /// Among the moves.
    Moves,
    /// After the result: a comment on the same line still belongs to the game.
    Over,
}

/// What the text goes on with, where an item was returned in part.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unfinished {
    Nothing,
    Comment,
    Line(ScanKind),
}

/// A scan of the text of one game.
#[expect(
    clippy::struct_excessive_bools,
    reason = "where a scan is on its line and in the game is independent of each other"
)]
pub(super) struct Scanner {
    stage: ScanStage,
    unfinished: Unfinished,
    /// The number of open variations.
    pub(super) depth: usize,
    /// Nothing but white space stands before on the line.
    line_start: bool,
    /// Nothing at all stands before on the line.
    first_column: bool,
    /// The line begins with a mark of quotation.
    quoted: bool,
    /// A blank line lies before.
    after_blank: bool,
    in_prose: bool,
    after_prose: bool,
    /// The name of the first tag, in short.
    first_tag: Option<u64>,
    /// Whether the game has tags.
    pub(super) has_tags: bool,
    /// Whether the moves begin with a number.
    pub(super) is_numbered: bool,
    /// Half-moves of the main line so far.
    pub(super) plies: u32,
    /// Odd words among the moves so far.
    pub(super) odd_words: usize,
    /// The result at the end of the moves.
    pub(super) result: Option<GameResult>,
}

#[expect(clippy::unnecessary_wraps, reason = "most items are returned where there may be none")]
const fn item(kind: ScanKind, length: usize) -> Option<ScanItem> {
    Some(ScanItem { kind, length })
}

impl Scanner {
    /// A scan at the start of a game.
    pub(super) const fn new() -> Self {
        Self {
            stage: ScanStage::Before,
            unfinished: Unfinished::Nothing,
            depth: 0,
            line_start: true,
            first_column: true,
            quoted: false,
            after_blank: true,
            in_prose: false,
            after_prose: false,
            first_tag: None,
            has_tags: false,
            is_numbered: false,
            plies: 0,
            odd_words: 0,
            result: None,
        }
    }

    /// Whether the line of the item here is quoted, as in a mail.
    pub(super) const fn is_quoted(&self) -> bool {
        self.quoted
    }

    /// Whether a paragraph begins here: after a blank line, or at the start of the text.
    const fn is_paragraph(&self) -> bool {
        self.line_start && self.after_blank
    }

    /// The item at the start of a text. None at its end, and where more of the text is needed first: `is_end`
    /// says that there is no more.
    pub(super) fn next(&mut self, text: &[u8], is_end: bool) -> Option<ScanItem> {
        if text.is_empty() {
            return None;
        }
        match self.unfinished {
            Unfinished::Comment => return self.comment(text, 0, is_end),
            Unfinished::Line(kind) => {
                let rest = self.rest_of_line(kind, text);
                if rest.is_some_and(|rest| rest.length > 0) {
                    return rest;
                }
            }
            Unfinished::Nothing => {}
        }
        let is_enough = is_end || text.len() >= LOOKAHEAD;
        if let Some(space) = self.space(text, is_enough) {
            return (space > 0).then_some(ScanItem { kind: ScanKind::Space, length: space });
        }
        let begins_comment = match self.stage {
            ScanStage::Before | ScanStage::Tags | ScanStage::Moves => text[0] == b'{',
            ScanStage::Over => text[0] == b'{' && !self.line_start,
            ScanStage::Prose => false,
        };
        if begins_comment {
            return self.comment(text, 1, is_end);
        }
        let found = self.content(text, is_enough)?;
        match found.kind {
            ScanKind::NextGame => {}
            ScanKind::Markup => self.first_column = false,
            _ => (self.line_start, self.first_column, self.after_blank) = (false, false, false),
        }
        Some(found)
    }

    /// The length of white space here, 0 where more text is needed, None where there is none.
    fn space(&mut self, text: &[u8], is_end: bool) -> Option<usize> {
        let mut at = 0;
        while at < text.len() {
            match text[at] {
                b'\n' => {
                    self.end_line();
                    at += 1;
                }
                b'\r' if at + 1 == text.len() && !is_end => return Some(at),
                b'\r' => {
                    self.end_line();
                    at += if text.get(at + 1) == Some(&b'\n') { 2 } else { 1 };
                }
                b'>' if self.line_start => {
                    self.quoted = true;
                    at += 1;
                    at += usize::from(text.get(at) == Some(&b' '));
                }
                b'`' if at + 2 >= text.len() && !is_end => return Some(at),
                b'`' if !text[at..].starts_with(b"```") => at += 1,
                _ => {
                    let (c, length) = char_at(&text[at..]);
                    if !c.is_ascii() && at + 4 > text.len() && !is_end {
                        return Some(at);
                    }
                    if !(word::is_space(c) || is_invisible(c)) {
                        break;
                    }
                    self.first_column &= is_invisible(c);
                    at += length;
                }
            }
        }
        (at > 0).then_some(at)
    }

    fn end_line(&mut self) {
        if self.line_start {
            self.after_blank = true;
            self.in_prose = false;
        }
        (self.line_start, self.first_column, self.quoted) = (true, true, false);
    }

    /// The item here, which is no white space.
    fn content(&mut self, text: &[u8], is_end: bool) -> Option<ScanItem> {
        if self.stage == ScanStage::Over && self.ends_game(text) {
            return item(ScanKind::NextGame, 0);
        }
        if self.line_start
            && let Some(found) = self.line(text, is_end)?
        {
            return Some(found);
        }
        match text[0] {
            b'[' | b'<' | b'`' => {
                if let Some(found) = self.markup_or_tag(text, is_end)? {
                    return Some(found);
                }
            }
            _ if self.stage == ScanStage::Prose => {}
            b';' => {
                self.in_prose = false;
                return self.rest_of_line(ScanKind::LineComment, text);
            }
            b'(' => {
                self.in_prose = false;
                self.depth += 1;
                return item(ScanKind::Open, 1);
            }
            b')' => {
                self.in_prose = false;
                self.depth = self.depth.saturating_sub(1);
                return item(ScanKind::Close, 1);
            }
            _ => {}
        }
        self.word(text, is_end)
    }

    /// Whether what stands here, behind a result, is part of another game.
    fn ends_game(&self, text: &[u8]) -> bool {
        let belongs = match text[0] {
            b'{' | b';' => true,
            b'[' | b'<' | b'`' => markup(text).is_some_and(|markup| markup.is_end),
            _ => {
                let (c, length) = char_at(text);
                let is_alone = text.get(length).is_none_or(u8::is_ascii_whitespace);
                is_alone && matches!(c, '.' | ',' | '!' | '\'' | '"')
            }
        };
        self.line_start || !belongs
    }

    /// An item that fills a line or begins at its start. The outer None asks for more text.
    #[expect(
        clippy::option_option,
        reason = "one says that more text is needed, the other that there is none"
    )]
    fn line(&mut self, text: &[u8], is_end: bool) -> Option<Option<ScanItem>> {
        if self.first_column && text[0] == b'%' {
            return Some(self.rest_of_line(ScanKind::Escape, text));
        }
        // Comments in a list of positions belong to the position below them.
        if self.stage == ScanStage::Before && text[0] == b'#' {
            return Some(self.rest_of_line(ScanKind::PositionComment, text));
        }
        let end = text.iter().take(MAX_POSITION_BYTES).position(|byte| matches!(byte, b'\n' | b'\r'));
        if end.is_none() && text.len() < MAX_POSITION_BYTES && !is_end {
            return None;
        }
        let length = end.or_else(|| (text.len() < MAX_POSITION_BYTES).then_some(text.len()));
        let line = length.map_or(&[] as &[u8], |length| &text[..length]);
        if self.depth == 0
            && let Some(plies) = moves_after_position(line)
        {
            if self.stage != ScanStage::Before {
                return Some(item(ScanKind::NextGame, 0));
            }
            (self.stage, self.plies) = (ScanStage::Over, plies);
            return Some(item(ScanKind::Position, line.len()));
        }
        Some(None)
    }

    /// The rest of a line, or as much of it as is there.
    fn rest_of_line(&mut self, kind: ScanKind, text: &[u8]) -> Option<ScanItem> {
        let end = text.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
        self.unfinished = if end.is_some() { Unfinished::Nothing } else { Unfinished::Line(kind) };
        item(kind, end.unwrap_or(text.len()))
    }

    /// A comment in braces, or a part of it. A blank line and a tag of an event end one without a brace, or it
    /// would swallow the games behind it.
    fn comment(&mut self, text: &[u8], opened: usize, is_end: bool) -> Option<ScanItem> {
        const NEXT: &[u8] = b"[Event \"";
        self.in_prose = false;
        if opened > 0 {
            (self.line_start, self.first_column, self.after_blank) = (false, false, false);
        }
        self.unfinished = Unfinished::Comment;
        let part = |at| item(ScanKind::Comment, at).filter(|found| found.length > 0);
        let mut at = opened;
        while at < text.len() {
            let rest = &text[at..];
            if self.first_column && self.after_blank && rest[0] == NEXT[0] {
                if rest.len() < NEXT.len() && !is_end {
                    return part(at);
                }
                if rest.starts_with(NEXT) {
                    self.unfinished = Unfinished::Nothing;
                    if at > 0 {
                        return item(ScanKind::OpenComment, at);
                    }
                    return item(ScanKind::NextGame, 0);
                }
            }
            match rest[0] {
                b'}' => {
                    self.unfinished = Unfinished::Nothing;
                    (self.line_start, self.first_column, self.after_blank) = (false, false, false);
                    return item(ScanKind::Comment, at + 1);
                }
                b'\r' if rest.len() == 1 && !is_end => return part(at),
                byte @ (b'\n' | b'\r') => {
                    let is_pair = byte == b'\r' && rest.get(1) == Some(&b'\n');
                    self.after_blank = self.line_start;
                    (self.line_start, self.first_column) = (true, true);
                    at += if is_pair { 2 } else { 1 };
                }
                byte => {
                    self.line_start &= byte.is_ascii_whitespace();
                    self.first_column = false;
                    at += 1;
                }
            }
        }
        item(if is_end { ScanKind::OpenComment } else { ScanKind::Comment }, at)
    }

    /// A mark of a page, a tag, or another text in brackets. The outer None asks for more text.
    #[expect(
        clippy::option_option,
        reason = "one says that more text is needed, the other that there is none"
    )]
    fn markup_or_tag(&mut self, text: &[u8], is_end: bool) -> Option<Option<ScanItem>> {
        if !is_end && text.len() < MAX_BRACKET_BYTES {
            return None;
        }
        if let Some(markup) = markup(text) {
            return Some(self.markup(markup));
        }
        if text[0] != b'[' {
            return Some(None);
        }
        match self.stage {
            ScanStage::Before | ScanStage::Tags => self.tag(text, is_end).map(Some),
            ScanStage::Prose => Some(if is_tag(text) { item(ScanKind::NextGame, 0) } else { None }),
            ScanStage::Moves | ScanStage::Over => {
                let is_next = is_tag(text)
                    && (self.line_start
                        || (self.depth == 0 && matches!(scan_tag(text, true), TagScan::Tag(_))));
                if is_next {
                    return Some(item(ScanKind::NextGame, 0));
                }
                let inside = text.iter().skip(1).take(MAX_BRACKET_BYTES);
                let end =
                    inside.clone().position(|byte| matches!(byte, b']' | b'[' | b'\n' | b'\r' | b'{' | b'}'));
                let end = end.filter(|&end| text[end + 1] == b']').map_or(1, |end| end + 2);
                Some(item(ScanKind::Word(WordKind::Odd), end))
            }
        }
    }

    fn markup(&mut self, markup: Markup) -> Option<ScanItem> {
        match self.stage {
            ScanStage::Prose if markup.is_start => return item(ScanKind::NextGame, 0),
            ScanStage::Tags | ScanStage::Moves if markup.is_end => self.stage = ScanStage::Over,
            _ => {}
        }
        item(ScanKind::Markup, markup.length)
    }

    fn tag(&mut self, text: &[u8], is_end: bool) -> Option<ScanItem> {
        match scan_tag(text, is_end) {
            TagScan::Unfinished => None,
            TagScan::Faulty(_, length) => {
                if is_tag(text) {
                    (self.stage, self.has_tags) = (ScanStage::Tags, true);
                }
                item(ScanKind::FaultyTag, length)
            }
            TagScan::Tag(parts) => {
                let name = &text[parts.name.0..parts.name.1];
                // A game of tags alone may have no result; the tags of the next one begin as its own do.
                let is_first = self.first_tag.is_some_and(|first| first == digest(name));
                if self.stage == ScanStage::Tags && self.is_paragraph() && is_first {
                    return item(ScanKind::NextGame, 0);
                }
                self.first_tag.get_or_insert(digest(name));
                (self.stage, self.has_tags) = (ScanStage::Tags, true);
                item(ScanKind::Tag, parts.length)
            }
        }
    }

    fn word(&mut self, text: &[u8], is_end: bool) -> Option<ScanItem> {
        if !is_end && text.len() < MAX_BRACKET_BYTES {
            return None;
        }
        let word = first_word(text);
        if self.stage == ScanStage::Prose {
            let is_start = self.begins_game(text, word);
            return if is_start {
                item(ScanKind::NextGame, 0)
            } else {
                item(ScanKind::Prose, run_length(text))
            };
        }
        if self.in_prose {
            if !self.ends_prose(text, word) {
                return self.prose(text);
            }
            (self.in_prose, self.after_prose) = (false, true);
        }
        if self.stage == ScanStage::Before {
            let begins = match word.kind {
                WordKind::Number => kind_behind(text, word.length) != Some(WordKind::Odd),
                WordKind::Move | WordKind::Result(_) => true,
                _ => false,
            };
            if !begins {
                self.stage = ScanStage::Prose;
                return item(ScanKind::Prose, run_length(text));
            }
            self.is_numbered = word.kind == WordKind::Number;
        }
        match word.kind {
            WordKind::Result(result) if self.depth == 0 => {
                (self.result, self.stage) = (Some(result), ScanStage::Over);
            }
            WordKind::Move | WordKind::NullMove => {
                self.stage = ScanStage::Moves;
                self.plies += u32::from(self.depth == 0);
            }
            WordKind::Number if self.begins_again(text, word) => return item(ScanKind::NextGame, 0),
            WordKind::Odd
                if is_natural(text) && (self.is_paragraph() || is_natural_behind(text, word.length)) =>
            {
                self.in_prose = true;
                return self.prose(text);
            }
            WordKind::Odd => self.odd_words += 1,
            _ => self.stage = ScanStage::Moves,
        }
        item(ScanKind::Word(word.kind), word.length)
    }

    fn prose(&mut self, text: &[u8]) -> Option<ScanItem> {
        self.odd_words += usize::from(self.stage == ScanStage::Moves);
        item(ScanKind::Prose, run_length(text))
    }

    /// Whether a game begins at a word of prose: with the first move and its number, or with moves at the start of
    /// a line.
    fn begins_game(&self, text: &[u8], word: Word) -> bool {
        let is_first = word.kind == WordKind::Number && matches!(&text[..word.length], b"1." | b"1");
        let is_line = self.line_start && word.kind == WordKind::Move;
        let behind = if is_first || is_line { kind_behind(text, word.length) } else { None };
        match behind {
            Some(WordKind::Move) => is_line || text[..word.length].ends_with(b"."),
            Some(WordKind::Result(_) | WordKind::Number) => is_line,
            _ => false,
        }
    }

    /// Whether moves go on at a word of prose between them.
    fn ends_prose(&self, text: &[u8], word: Word) -> bool {
        match word.kind {
            WordKind::Number => {
                let next = kind_behind(text, word.length);
                matches!(next, Some(WordKind::Move | WordKind::NullMove))
                    && text[..word.length].ends_with(b".")
            }
            WordKind::Result(GameResult::Unknown) => {
                let rest = &text[word.length..];
                rest.iter().find(|byte| !matches!(byte, b' ' | b'\t')).is_none_or(u8::is_ascii_whitespace)
            }
            WordKind::Result(_) => true,
            WordKind::Move if self.stage == ScanStage::Tags => self.begins_game(text, word),
            // A move that a sentence speaks of has more of the sentence behind it.
            WordKind::Move => matches!(
                kind_behind(text, word.length),
                Some(WordKind::Number | WordKind::Move | WordKind::Result(_))
            ),
            _ => false,
        }
    }

    /// Whether the moves of another game begin with this number.
    fn begins_again(&self, text: &[u8], word: Word) -> bool {
        self.plies > 0
            && self.depth == 0
            && (self.is_paragraph() || self.after_prose)
            && &text[..word.length] == b"1."
            && kind_behind(text, word.length) == Some(WordKind::Move)
    }
}

/// The items of the first game of a text, each with its own text. What stands before the game belongs to none.
pub(super) struct GameItems<'t> {
    text: &'t str,
    /// The scan so far: it knows the half-moves and open variations.
    pub(super) scanner: Scanner,
    has_begun: bool,
}

impl<'t> GameItems<'t> {
    pub(super) const fn of(text: &'t str) -> Self {
        Self { text, scanner: Scanner::new(), has_begun: false }
    }
}

impl<'t> Iterator for GameItems<'t> {
    type Item = (ScanKind, &'t str);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let item = self.scanner.next(self.text.as_bytes(), true)?;
            match item.kind {
                ScanKind::NextGame if !self.has_begun => self.scanner = Scanner::new(),
                ScanKind::NextGame => return None,
                ScanKind::Space | ScanKind::Prose | ScanKind::Markup => {}
                _ => self.has_begun = true,
            }
            let (own, rest) = self.text.split_at(item.length);
            self.text = rest;
            if self.has_begun {
                return Some((item.kind, own));
            }
        }
    }
}

fn digest(name: &[u8]) -> u64 {
    let mut hash = Fnv1a::new();
    hash.add(name.iter().copied());
    hash.finish()
}

/// What follows behind so many bytes, over white space.
fn behind(text: &[u8], length: usize) -> &[u8] {
    text.get(length..).unwrap_or_default().trim_ascii_start()
}

/// The kind of the word behind another one; None where there is none.
fn kind_behind(text: &[u8], length: usize) -> Option<WordKind> {
    let behind = behind(text, length);
    let is_word = !behind.is_empty() && !word::ends_word(char_at(behind).0);
    is_word.then(|| first_word(behind).kind)
}

/// Whether a word of a language follows on the same line.
fn is_natural_behind(text: &[u8], length: usize) -> bool {
    let rest = text.get(length..).unwrap_or_default();
    let blanks = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let next = &rest[blanks..];
    blanks > 0 && !next.is_empty() && !word::ends_word(char_at(next).0) && is_natural(next)
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
