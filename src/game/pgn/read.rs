//! The PGN parser: a game from PGN text or from a bare list of moves in SAN or UCI. Nothing is dropped
//! silently: what cannot be parsed is an error with its position, and what comes before it is kept. After an
//! error inside a variation, parsing resumes after the variation; after one in a tag, after its line. The text
//! of a line behind an error in it becomes a comment, so that a game that is written again has it.

use std::fmt;
use std::str::FromStr;

use super::split::is_tag;
use super::{GameResult, PgnGame, PgnHeader};
use crate::chess::text::line_and_column;
use crate::chess::{HalfMove, Position, fen};
use crate::game::position_text::{PositionText, is_comment_line};
use crate::game::tree::{NodeId, Tree};

/// A parse error.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {reason}")]
pub struct PgnError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What is wrong and what was expected.
    pub reason: String,
}

impl PgnError {
    /// The error with its line in a file, where the game's text begins on this line, from 1.
    #[must_use]
    pub fn in_file(self, first_line: usize) -> Self {
        Self { line: self.line + first_line.saturating_sub(1), ..self }
    }
}

/// A game as far as it could be parsed, with what could not.
#[derive(Clone, Debug)]
pub struct PgnReadResult {
    /// The game.
    pub game: PgnGame,
    /// The first error.
    pub fault: Option<PgnError>,
    /// The parts of the text that could not be read, in their order.
    pub unread: Vec<UnreadText>,
    /// Why there is no board to play the moves on. The tree has no moves then, its start means nothing, and all
    /// moves are among the unread parts.
    pub unplayable: Option<UnplayableGame>,
}

impl PgnReadResult {
    /// Whether moves of the main line could not be read.
    #[must_use]
    pub fn lacks_moves(&self) -> bool {
        self.unread.iter().any(|part| part.extent == UnreadExtent::MainLine)
    }
}

/// A part of a game's text that could not be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnreadText {
    /// The node behind which it stands.
    pub after: NodeId,
    /// The text as it was written, without white space around it.
    pub text: String,
    /// How much of the game is lost with it.
    pub extent: UnreadExtent,
}

/// How much of a game could not be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnreadExtent {
    /// Tokens that are no moves; the reading went on behind them.
    Tokens,
    /// A variation from here on, without its closing bracket.
    Variation,
    /// The rest of the game, without the result behind it.
    MainLine,
}

/// Why a game's moves cannot be played on a board. It is kept as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UnplayableGame {
    /// It has the rules of another variant: its name.
    OtherVariant(String),
    /// Its `FEN` tag is no legal position: the reason.
    IllegalStart(String),
}

impl fmt::Display for UnplayableGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherVariant(name) => write!(f, "it is a game of {name}, which has other rules"),
            Self::IllegalStart(reason) => write!(f, "its FEN tag is no legal position: {reason}"),
        }
    }
}

/// Parses one game, or a position on a line of its own; what follows its result is another game and is
/// ignored. Moves start from `start` unless a `FEN` tag says otherwise.
#[must_use]
pub fn read(text: &str, start: &Position) -> PgnReadResult {
    read_with_progress(text, start, &|_| true)
}

/// [`read`] that reports every few moves how many bytes have been parsed. Parsing ends as soon as
/// `report_progress` returns `false`; what was parsed until then is returned.
#[must_use]
pub fn read_with_progress(
    text: &str,
    start: &Position,
    report_progress: &dyn Fn(usize) -> bool,
) -> PgnReadResult {
    match PositionText::from_text(text) {
        Some(position) => read_position(text, &position),
        None => read_game(text, start, report_progress),
    }
}

/// Parses a position and the moves after it as a game with this start.
fn read_position(text: &str, position: &PositionText) -> PgnReadResult {
    let line = text.lines().take_while(|line| is_comment_line(line)).count() + 1;
    let (start, fault) = match fen::parse(&position.fen) {
        Ok(start) => (start, None),
        Err(error) => (Position::start(), Some(PgnError { line, column: 1, reason: error.reason })),
    };
    if fault.is_some() {
        let game = PgnGame { header: PgnHeader::default(), tree: Tree::new(start) };
        let unread = vec![UnreadText::new(game.tree.start(), text, UnreadExtent::MainLine)];
        let unplayable = fault.as_ref().map(|fault| UnplayableGame::IllegalStart(fault.reason.clone()));
        return PgnReadResult { game, fault, unread, unplayable };
    }
    let mut reading = read_game(&position.moves, &start, &|_| true);
    let before = text.lines().nth(line - 1).and_then(|line| line.find(&position.moves)).unwrap_or_default();
    reading.fault = reading.fault.map(|fault| PgnError { line, column: fault.column + before, ..fault });
    let tree = &mut reading.game.tree;
    if !position.operations.is_empty() {
        tree.node_mut(tree.start()).notes.after.push(position.operations.clone());
    }
    if let Some(id) = &position.id {
        reading.game.header.tags.push(("Event".to_owned(), without_control_chars(id)));
    }
    reading
}

fn read_game(text: &str, start: &Position, report_progress: &dyn Fn(usize) -> bool) -> PgnReadResult {
    let mut reader = PgnReader::new(text);
    let mut game = PgnGame { header: PgnHeader::default(), tree: Tree::new(start.clone()) };
    let mut terminator = None;
    reader.tags(&mut game.header);
    let unplayable = match reader.start_of(&game.header) {
        Ok(Some(start)) => {
            game.tree = Tree::new(start);
            None
        }
        Ok(None) => None,
        Err(unplayable) => Some(unplayable),
    };
    let comments = std::mem::take(&mut reader.comments);
    game.tree.node_mut(game.tree.start()).notes.after = comments;
    if unplayable.is_some() {
        reader.unread.push(UnreadText::new(game.tree.start(), reader.rest(), UnreadExtent::MainLine));
    } else if let Err(fault) = reader.moves(&mut game, &mut terminator, report_progress) {
        reader.fault(fault);
    }
    game.header.escapes = std::mem::take(&mut reader.escapes);
    let tagged = game.header.tags.iter().find(|(name, _)| name == "Result");
    let tagged = tagged.and_then(|(_, value)| GameResult::of(value.trim())).unwrap_or_default();
    // If result tag and terminator differ, a decisive result or draw is preferred to `*`, and the tag to the
    // terminator.
    game.header.result = if tagged == GameResult::Unknown { terminator.unwrap_or_default() } else { tagged };
    let fault = reader.fault.take().map(|fault| reader.error(fault));
    PgnReadResult { game, fault, unread: std::mem::take(&mut reader.unread), unplayable }
}

/// Parses only the tags of a game, for a game list. The result is that of its tag.
#[must_use]
pub fn read_tags(text: &str) -> PgnHeader {
    let mut header = PgnHeader::default();
    PgnReader::new(text).tags(&mut header);
    let tagged = header.tags.iter().find(|(name, _)| name == "Result");
    header.result = tagged.and_then(|(_, value)| GameResult::of(value.trim())).unwrap_or_default();
    header
}

/// An error by byte position, before line and column are computed.
type PgnFault = (usize, String);

struct PgnReader<'t> {
    text: &'t str,
    at: usize,
    /// Comments before the first move.
    comments: Vec<String>,
    escapes: Vec<String>,
    /// The first error.
    fault: Option<PgnFault>,
    unread: Vec<UnreadText>,
}

/// An open variation.
struct OpenVariation {
    /// The move that it replaces.
    replaces: NodeId,
    /// The position of its bracket.
    bracket: usize,
    /// Whether the enclosing line has a move; a variation needs one before the next bracket.
    outer_line: LineState,
}

/// Whether a line has a move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LineState {
    Empty,
    Begun,
}

/// The state of the movetext parser.
struct ReadCursor {
    at: NodeId,
    open_variations: Vec<OpenVariation>,
    line: LineState,
    /// Whether a comment belongs to the previous or to the next move.
    comment_target: CommentTarget,
    /// Comments and glyphs for the next move.
    pending_comments: Vec<String>,
    pending_nags: Vec<u8>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum CommentTarget {
    PreviousMove,
    NextMove,
}

impl UnreadText {
    fn new(after: NodeId, text: &str, extent: UnreadExtent) -> Self {
        Self { after, text: text.trim().to_owned(), extent }
    }
}

impl<'t> PgnReader<'t> {
    fn new(text: &'t str) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        Self { text, at: 0, comments: Vec::new(), escapes: Vec::new(), fault: None, unread: Vec::new() }
    }

    fn error(&self, (place, reason): PgnFault) -> PgnError {
        let (line, column) = line_and_column(self.text, place);
        PgnError { line, column, reason }
    }

    fn fault(&mut self, fault: PgnFault) {
        self.fault.get_or_insert(fault);
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// Skips white space and escape lines (`%` in the first column); the next comment to the end of its line.
    fn skip_space(&mut self) -> Option<String> {
        loop {
            let trimmed = self.rest().trim_start();
            self.at = self.text.len() - trimmed.len();
            let new_line = self.at == 0 || self.text[..self.at].ends_with('\n');
            // Looked for only where it counts: before each token of one long line it would cost its length.
            let end = || trimmed.find('\n').unwrap_or(trimmed.len());
            if trimmed.starts_with('%') && new_line {
                let end = end();
                self.escapes.push(without_control_chars(&trimmed[1..end]).trim_end().to_owned());
                self.at += end;
            } else if trimmed.starts_with(';') {
                let end = end();
                self.at += end;
                let comment = without_control_chars(&trimmed[1..end]).trim().to_owned();
                if !comment.is_empty() {
                    return Some(comment);
                }
            } else {
                return None;
            }
        }
    }

    /// The comment in braces that begins here.
    fn comment(&mut self) -> Result<String, PgnFault> {
        let end = self.rest().find('}');
        let end = end.ok_or_else(|| (self.at, "this comment has no closing brace".to_owned()))?;
        let comment = unfold_comment(&self.rest()[1..end]);
        self.at += end + 1;
        Ok(comment)
    }

    fn tags(&mut self, header: &mut PgnHeader) {
        loop {
            if let Some(comment) = self.skip_space() {
                self.comments.push(comment);
                continue;
            }
            if self.rest().starts_with('{') {
                // An unterminated one is reported among the moves.
                let Ok(comment) = self.comment() else { return };
                self.comments.extend(Some(comment).filter(|remark| !remark.is_empty()));
                continue;
            }
            if !self.rest().starts_with('[') {
                return;
            }
            match self.tag() {
                Ok(tag) => header.tags.push(tag),
                Err(reason) => {
                    self.fault((self.at, format!("{reason}: write [Name \"Value\"]")));
                    self.at += self.rest().find('\n').unwrap_or(self.rest().len());
                }
            }
        }
    }

    fn tag(&mut self) -> Result<(String, String), &'static str> {
        let inside = self.rest()[1..].trim_start();
        let ends = |c: char| c.is_whitespace() || c.is_control() || "\"[]{}".contains(c);
        let end = inside.find(ends).unwrap_or(inside.len());
        let (name, after) = inside.split_at(end);
        let after = after.trim_start().strip_prefix('"').ok_or("this tag has no value")?;
        if name.is_empty() {
            return Err("this tag has no name");
        }
        let mut value = String::new();
        let mut chars = after.char_indices().peekable();
        loop {
            match chars.next() {
                Some((_, '\\')) => match chars.next_if(|(_, c)| matches!(c, '\\' | '"')) {
                    Some((_, escaped)) => value.push(escaped),
                    None => value.push('\\'),
                },
                // A quotation mark that nothing closes behind is part of the value: people forget to escape.
                Some((place, '"')) => match after[place + 1..].trim_start().strip_prefix(']') {
                    Some(rest) => {
                        self.at = self.text.len() - rest.len();
                        return Ok((name.to_owned(), without_control_chars(&value)));
                    }
                    None if quoted_again(&after[place + 1..]) => value.push('"'),
                    None => return Err("this tag has no closing bracket"),
                },
                Some((_, '\n')) | None => return Err("this tag's value has no end"),
                Some((_, c)) => value.push(c),
            }
        }
    }

    /// The position where the tags say that the game begins, if they say it, or why it is none.
    fn start_of(&mut self, header: &PgnHeader) -> Result<Option<Position>, UnplayableGame> {
        let start = start_of(header);
        if let Err(UnplayableGame::IllegalStart(reason)) = &start {
            let place = self.text.find("[FEN").unwrap_or_default();
            self.fault((place, format!("the FEN tag: {reason}")));
        }
        start
    }

    fn moves(
        &mut self,
        game: &mut PgnGame,
        terminator: &mut Option<GameResult>,
        report_progress: &dyn Fn(usize) -> bool,
    ) -> Result<(), PgnFault> {
        /// Tokens between two reports: some tenths of a millisecond.
        const REPORT_EVERY: u32 = 256;
        let mut cursor = ReadCursor::new(game.tree.start());
        let mut tokens: u32 = 0;
        loop {
            tokens = tokens.wrapping_add(1);
            if tokens.is_multiple_of(REPORT_EVERY) && !report_progress(self.at) {
                break;
            }
            if let Some(comment) = self.skip_space() {
                cursor.comment(&mut game.tree, comment);
                continue;
            }
            let begun = self.at;
            let Some(first) = self.rest().chars().next() else { break };
            let done = match first {
                // After the result only a comment still belongs to this game.
                _ if terminator.is_some() && first != '{' => break,
                '{' => self.comment().map(|comment| cursor.comment(&mut game.tree, comment)),
                '(' => {
                    self.at += 1;
                    cursor.open(&game.tree, begun)
                }
                ')' if cursor.open_variations.is_empty() => {
                    self.at += 1;
                    self.fault((begun, "this bracket closes nothing".to_owned()));
                    Ok(())
                }
                ')' => {
                    self.at += 1;
                    cursor.close(&mut game.tree);
                    Ok(())
                }
                '[' if cursor.open_variations.is_empty() && self.is_next_game() => break,
                _ => {
                    let token = self.token();
                    match GameResult::of(token) {
                        Some(result) if cursor.open_variations.is_empty() => {
                            *terminator = Some(result);
                            Ok(())
                        }
                        // A result inside a variation is kept as a comment; it is not the result of the game.
                        Some(result) => {
                            cursor.comment(&mut game.tree, result.to_string());
                            Ok(())
                        }
                        None => cursor.movetext_token(&mut game.tree, begun, token),
                    }
                }
            };
            if let Err((place, reason)) = done {
                let is_open = cursor.open_variations.is_empty() || self.text[place..].starts_with('{');
                self.fault((place, reason));
                if is_open {
                    let (text, result) = self.skip_game(place);
                    let part = UnreadText::new(cursor.at, text, UnreadExtent::MainLine);
                    self.keep_unread(part, &mut cursor, &mut game.tree);
                    cursor.open_variations.clear();
                    *terminator = result;
                } else {
                    let part =
                        UnreadText::new(cursor.at, self.skip_variation(place), UnreadExtent::Variation);
                    // A variation that could not be opened belongs to the line around it.
                    let is_whole = part.text.starts_with('(');
                    if is_whole {
                        cursor.close(&mut game.tree);
                    }
                    self.keep_unread(part, &mut cursor, &mut game.tree);
                    if !is_whole {
                        cursor.close(&mut game.tree);
                    }
                }
            }
        }
        cursor.flush_pending(&mut game.tree);
        match (cursor.open_variations.pop(), &self.fault) {
            (Some(fork), None) => Err((fork.bracket, "this variation has no closing bracket".to_owned())),
            _ => Ok(()),
        }
    }

    /// Whether a bracket starts the tags of the next game.
    fn is_next_game(&self) -> bool {
        let before = &self.text[..self.at];
        before.trim_end_matches([' ', '\t']).ends_with('\n') && is_tag(self.rest().as_bytes())
    }

    /// Keeps a part that could not be read: for the caller, and as a comment in the tree.
    fn keep_unread(&mut self, part: UnreadText, cursor: &mut ReadCursor, tree: &mut Tree) {
        cursor.comment_unread(tree, &part.text);
        self.unread.push(part);
    }

    /// Skips the rest of the game: its text from a place on, and the result behind it.
    fn skip_game(&mut self, from: usize) -> (&'t str, Option<GameResult>) {
        self.at = from;
        let mut depth = 0_usize;
        loop {
            self.at = self.text.len() - self.rest().trim_start().len();
            let (begun, rest) = (self.at, self.rest());
            match rest.bytes().next() {
                None => break,
                Some(b'{') => self.at += rest.find('}').map_or(rest.len(), |end| end + 1),
                Some(b';') => self.at += rest.find('\n').unwrap_or(rest.len()),
                Some(b'[') if depth == 0 && self.is_next_game() => break,
                Some(bracket @ (b'(' | b')')) => {
                    depth = if bracket == b'(' { depth + 1 } else { depth.saturating_sub(1) };
                    self.at += 1;
                }
                Some(_) => {
                    let result = GameResult::of(self.token()).filter(|_| depth == 0);
                    if result.is_some() {
                        return (&self.text[from..begun], result);
                    }
                }
            }
        }
        (&self.text[from..self.at], None)
    }

    /// Skips to after the closing bracket of the variation, or to the end of the text: its text from a place on.
    fn skip_variation(&mut self, from: usize) -> &'t str {
        self.skip_past_bracket();
        let unread = &self.text[from..self.at];
        // The bracket belongs to the text where that has the one that it closes.
        if unread.starts_with('(') { unread } else { unread.strip_suffix(')').unwrap_or(unread) }
    }

    fn skip_past_bracket(&mut self) {
        let mut depth = 1;
        while depth > 0 {
            let rest = self.rest();
            let Some(next) = rest.find(['(', ')', '{', ';']) else {
                self.at = self.text.len();
                return;
            };
            let inside = &rest[next..];
            let length = match inside.as_bytes()[0] {
                b'{' => inside.find('}').map_or(inside.len(), |end| end + 1),
                b';' => inside.find('\n').unwrap_or(inside.len()),
                b'(' => {
                    depth += 1;
                    1
                }
                _ => {
                    depth -= 1;
                    1
                }
            };
            self.at += next + length;
        }
    }

    fn token(&mut self) -> &'t str {
        let rest = self.rest();
        let ends = |c: char| c.is_whitespace() || "{}();$".contains(c);
        let first = rest.chars().next().map_or(0, char::len_utf8);
        let end = rest[first..].find(ends).map_or(rest.len(), |end| end + first);
        self.at += end;
        &rest[..end]
    }
}

impl ReadCursor {
    fn new(start: NodeId) -> Self {
        Self {
            at: start,
            open_variations: Vec::new(),
            line: LineState::Empty,
            comment_target: CommentTarget::PreviousMove,
            pending_comments: Vec::new(),
            pending_nags: Vec::new(),
        }
    }

    fn comment(&mut self, tree: &mut Tree, comment: String) {
        match self.comment_target {
            _ if comment.is_empty() => {}
            CommentTarget::PreviousMove => tree.node_mut(self.at).notes.after.push(comment),
            CommentTarget::NextMove => self.pending_comments.push(comment),
        }
    }

    /// Makes text that could not be read a comment at the place where the reading stopped.
    fn comment_unread(&mut self, tree: &mut Tree, text: &str) {
        let text = text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty());
        let comment = format!("{UNREAD} {}", text.collect::<Vec<_>>().join(" "));
        if self.line == LineState::Empty {
            self.pending_comments.push(comment);
        } else {
            tree.node_mut(self.at).notes.after.push(comment);
        }
    }

    fn open(&mut self, tree: &Tree, opened: usize) -> Result<(), PgnFault> {
        let parent = tree.node(self.at).parent().filter(|_| self.line == LineState::Begun);
        let parent = parent.ok_or((opened, "a variation needs a move before it".to_owned()));
        // An empty variation has to be closed as well.
        self.open_variations.push(OpenVariation {
            replaces: self.at,
            bracket: opened,
            outer_line: self.line,
        });
        self.at = parent?;
        self.line = LineState::Empty;
        self.comment_target = CommentTarget::NextMove;
        Ok(())
    }

    fn close(&mut self, tree: &mut Tree) {
        self.flush_pending(tree);
        if let Some(fork) = self.open_variations.pop() {
            self.at = fork.replaces;
            self.line = fork.outer_line;
            self.comment_target = CommentTarget::NextMove;
        }
    }

    /// Comments without a following move belong to the previous move.
    fn flush_pending(&mut self, tree: &mut Tree) {
        let empty = self.line == LineState::Empty;
        let at = self.open_variations.last().filter(|_| empty).map_or(self.at, |fork| fork.replaces);
        let notes = &mut tree.node_mut(at).notes;
        notes.after.append(&mut self.pending_comments);
        notes.after.extend(self.pending_nags.drain(..).map(|mark| format!("${mark}")));
    }

    /// A token of movetext other than bracket, comment and result: a number, a glyph or a move.
    fn movetext_token(&mut self, tree: &mut Tree, begun: usize, token: &str) -> Result<(), PgnFault> {
        if let Some(number) = token.strip_prefix('$') {
            let nag =
                u8::from_str(number).map_err(|_| (begun, format!("\"{token}\" is no glyph: $0 to $255")))?;
            self.add_nag(tree, nag);
            return Ok(());
        }
        if let Some(nag) = nag_of_symbol(token) {
            self.add_nag(tree, nag);
            return Ok(());
        }
        let unnumbered = without_number(token);
        let text = unnumbered.trim_end_matches(['!', '?']);
        if text == "e.p." || text == "ep" {
            return Ok(());
        }
        if text.is_empty() && unnumbered.is_empty() {
            // A comment after a move number is about the next move.
            self.comment_target = CommentTarget::NextMove;
            return Ok(());
        }
        if !text.is_empty() {
            if tree.move_count() >= MAX_MOVES {
                return Err((begun, format!("a game has at most {MAX_MOVES} moves here")));
            }
            let half_move = HalfMove::parse(tree.node(self.at).position(), text)
                .map_err(|error| (begun + token.len() - unnumbered.len(), error.to_string()))?;
            let next =
                tree.add(self.at, half_move).ok_or((begun, format!("\"{text}\" is not legal here")))?;
            self.at = next;
            self.line = LineState::Begun;
            self.comment_target = CommentTarget::PreviousMove;
            let notes = &mut tree.node_mut(next).notes;
            notes.before = std::mem::take(&mut self.pending_comments);
            notes.nags = std::mem::take(&mut self.pending_nags);
        }
        if let Some(nag) = nag_of_suffix(&unnumbered[text.len()..]) {
            self.add_nag(tree, nag);
        }
        Ok(())
    }

    fn add_nag(&mut self, tree: &mut Tree, nag: u8) {
        if self.line == LineState::Empty {
            self.pending_nags.push(nag);
        } else {
            tree.node_mut(self.at).notes.nags.push(nag);
        }
    }
}

/// How the comment begins that holds what could not be read.
const UNREAD: &str = "Unread:";

/// The largest number of moves of a game with its variations, to limit memory.
const MAX_MOVES: usize = 100_000;

/// A token without its move number: `12.Nf3` and `12...Nf6` lose theirs, `0-0` and `0000` do not.
fn without_number(token: &str) -> &str {
    let after = token.trim_start_matches(|c: char| c.is_ascii_digit());
    if (after.is_empty() && token != "0000") || after.starts_with('.') {
        after.trim_start_matches(['.', '…'])
    } else {
        token.trim_start_matches('…')
    }
}

/// Whether another quotation mark comes on this line.
fn quoted_again(text: &str) -> bool {
    text.find(['"', '\n']).is_some_and(|next| text[next..].starts_with('"'))
}

/// The glyph of the marks after a move.
fn nag_of_suffix(marks: &str) -> Option<u8> {
    match marks {
        "" => None,
        "!" => Some(1),
        "?" => Some(2),
        "!?" => Some(5),
        "?!" => Some(6),
        // If there are too many marks, the first ones count.
        _ if marks.starts_with("!!") => Some(3),
        _ if marks.starts_with("??") => Some(4),
        _ if marks.starts_with('!') => Some(5),
        _ => Some(6),
    }
}

/// The glyph of a symbol that books use.
fn nag_of_symbol(token: &str) -> Option<u8> {
    Some(match token {
        "□" => 7,
        "=" => 10,
        "∞" | "~" => 13,
        "⩲" | "+=" | "+/=" => 14,
        "⩱" | "=+" | "=/+" => 15,
        "±" | "+/-" => 16,
        "∓" | "-/+" => 17,
        "+-" | "+−" => 18,
        "-+" | "−+" => 19,
        "N" => 146,
        _ => return None,
    })
}

/// The text with control characters replaced by spaces.
fn without_control_chars(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// Unwraps a comment: a line break between two words is a space. Other white space is unchanged.
fn unfold_comment(comment: &str) -> String {
    let comment = comment.replace("\r\n", "\n").replace('\r', "\n");
    let mapped: Vec<char> =
        comment.trim().chars().map(|c| if c.is_control() && c != '\n' { ' ' } else { c }).collect();
    let mut text = String::with_capacity(comment.len());
    for (index, &letter) in mapped.iter().enumerate() {
        let word = |at: Option<usize>| at.and_then(|at| mapped.get(at)).is_some_and(|c| !c.is_whitespace());
        let next = mapped.get(index + 1);
        match letter {
            '\n' if word(index.checked_sub(1)) && word(Some(index + 1)) => text.push(' '),
            // Nothing in a comment may look like the tags of the next game.
            '\n' if next == Some(&'[') => text.push_str("\n "),
            letter => text.push(letter),
        }
    }
    text.trim().to_owned()
}

/// The position where the tags say that a game begins, None where they do not say it.
///
/// # Errors
/// When there is no board to play its moves on.
pub fn start_of(header: &PgnHeader) -> Result<Option<Position>, UnplayableGame> {
    let variant = header.tag("Variant").map(str::trim).filter(|name| !name.is_empty());
    if let Some(name) = variant.filter(|name| !is_chess960(name) && !is_standard_chess(name)) {
        return Err(UnplayableGame::OtherVariant(name.to_owned()));
    }
    let Some((_, value)) = header.tags.iter().find(|(name, _)| name == "FEN") else { return Ok(None) };
    match fen::parse(value) {
        // In Chess960 king and rooks may start on their usual squares: then only the tag shows the variant.
        Ok(start) if variant.is_some_and(is_chess960) => Ok(Some(start.to_chess960())),
        Ok(start) => Ok(Some(start)),
        Err(error) => Err(UnplayableGame::IllegalStart(error.to_string())),
    }
}

/// Whether a `Variant` tag names the usual rules, from any position, by one of the names in use.
fn is_standard_chess(variant: &str) -> bool {
    let name: String = variant.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase();
    let known = ["standard", "standardchess", "chess", "normal", "normalchess", "orthodox", "orthochess"];
    let from_position = ["fromposition", "position", "setup", "custom", "endgame", "none", "wild0", "wild1"];
    known.contains(&name.as_str())
        || from_position.contains(&name.as_str())
        || ["classic", "regular", "westernchess"].iter().any(|known| name.starts_with(known))
}

/// Whether a `Variant` tag names Chess960, by one of the names in use.
fn is_chess960(variant: &str) -> bool {
    let variant = variant.to_lowercase();
    variant.contains("960")
        || variant.contains("fischer")
        || ["frc", "dfrc", "wild/fr"].contains(&variant.as_str())
}

#[cfg(test)]
mod tests {
    use super::super::write;
    use super::*;

    fn check_fault(text: &str, fault: &str) {
        let reading = read(text, &Position::start());
        assert_eq!(reading.fault.map(|fault| fault.to_string()).unwrap_or_default(), fault, "{text}");
    }

    /// Reads, writes and reads again: both readings are equal, and the movetext is `move_count`.
    fn check_round_trip(text: &str, moves: &str) {
        let first = read(text, &Position::start());
        assert_eq!(first.fault, None, "{text}");
        let written = write(&first.game);
        let body = written.split_once("\n\n").unwrap().1;
        assert_eq!(body.trim(), moves);
        let second = read(&written, &Position::start());
        assert_eq!(second.fault, None, "{written}");
        assert_eq!(second.game.tree, first.game.tree, "{written}");
        assert_eq!(write(&second.game), written);
    }

    #[test]
    fn variations_comments_and_glyphs_come_back() {
        check_round_trip("1.e4 e5 2.Nf3 1-0", "1. e4 e5 2. Nf3 1-0");
        check_round_trip(
            "1. e4 {best by test} e5!? (1... c5 2. Nf3 (2. c3 d5) 2... d6) 2. Nf3 $14 *",
            "1. e4 {best by test} 1... e5 $5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) 2. Nf3 $14\n*",
        );
        check_round_trip("e2e4 c7c5 g1f3 0-1", "1. e4 c5 2. Nf3 0-1");
        check_round_trip(
            "1.e4 e5 2.Nf3 Nc6 3.Bc4 Bc5 4.0-0 Nf6 1/2-1/2",
            "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 1/2-1/2",
        );
    }

    #[test]
    fn comments_keep_their_places() {
        check_round_trip(
            "{the game} 1. {first} e4 {behind} ({before} 1. d4 {good, too}) {again} 1... e5 *",
            "{the game} 1. {first} e4 {behind} (1. {before} d4 {good, too}) 1... {again} e5\n*",
        );
        check_round_trip(
            "1. e4 {one} {two} ; three\n ; four\n e5 *",
            "1. e4 {one} {two} {three} {four} 1... e5 *",
        );
        check_round_trip("1. e4 (1. d4) {at the end} *", "1. e4 {at the end} (1. d4) *");
        check_round_trip("1. e4 ({alone}) 1... ( {two} $1 ) *", "1. e4 {alone} {two} {$1} *");
        check_round_trip("1. e4 (1. d4 1-0) e5 *", "1. e4 (1. d4 {1-0}) 1... e5 *");
        check_round_trip("1. e4 {White resigns} 0-1 {on time}", "1. e4 {White resigns} {on time} 0-1");
    }

    #[test]
    fn a_comment_is_preserved() {
        check_round_trip("1. e4 {a  b\nc\n\n  d [%clk 0:00:01]} *", "1. e4 {a  b c\n\n  d [%clk 0:00:01]} *");
        check_round_trip("1. e4 ; {braces} inside\n*", "1. e4 ; {braces} inside\n*");
        check_round_trip("1. e4 {\u{1b}[31mred\tand \u{9b}31m} *", "1. e4 {[31mred and  31m} *");
        let long = "word ".repeat(60);
        let game = read(&format!("1. e4 {{{long}}} *"), &Position::start()).game;
        assert!(write(&game).lines().all(|line| line.len() < 80));
        assert_eq!(read(&write(&game), &Position::start()).game.tree, game.tree);
    }

    #[test]
    fn escapes_and_odd_forms_are_understood() {
        check_round_trip(
            "\u{feff}% private\r\n[Event \"x\"]\r\n\r\n1. e4 e5 2. exd5?? *"
                .replace("2. exd5??", "2. Nf3??")
                .as_str(),
            "% private\n1. e4 e5 2. Nf3 $4 *",
        );
        check_round_trip(
            "1 e4 e5 2 . Nf3 ... Nc6 3.Bb5!!! +- a6?!? *",
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 $3 $18 a6 $6 *",
        );
        check_round_trip("1. e4 d5 2. e5 f5 3. exf6 e.p. N *", "1. e4 d5 2. e5 f5 3. exf6 $146 *");
    }

    /// Books repeat the move that was played to show what else could follow it.
    #[test]
    fn a_variation_may_begin_with_the_move_that_it_replaces() {
        check_round_trip("1. e4 e5 (1... e5 2. f4) 2. Nf3 *", "1. e4 e5 (1... e5 2. f4) 2. Nf3 *");
    }

    #[test]
    fn tags_set_the_start_and_survive() {
        let text = "[White \"A \\\"B\\\"\"]\n[FEN \"8/8/8/8/8/1Q6/8/k2K4 w - - 0 41\"]\n[SetUp \"1\"]\n\n41. Qb4 Ka2 *";
        let game = read(text, &Position::start()).game;
        assert_eq!(game.header.tag("White"), Some("A \"B\""));
        let written = write(&game);
        assert!(written.contains("[White \"A \\\"B\\\"\"]\n"), "{written}");
        assert!(
            written.contains("[FEN \"8/8/8/8/8/1Q6/8/k2K4 w - - 0 41\"]\n[SetUp \"1\"]\n\n41. Qb4 Ka2 *\n"),
            "{written}"
        );
    }

    #[test]
    fn all_tags_stay_in_their_order() {
        let text = "[Result \"1-0\"]\n[Event \"The \"Big\" one\"]\n[Site \"C:\\games\"]\n[Date \"2026\"]\n\
                    [Round \"1\"]\n[Odd_1 \"\u{1b}[31m\"]\n[White \"w\"]\n[Black \"b\"]\n[Odd_1 \"twice\"]\n\n*\n";
        let game = read(text, &Position::start()).game;
        assert_eq!(game.header.result, GameResult::WhiteWins);
        let written = write(&game);
        let wanted = "[Result \"1-0\"]\n[Event \"The \\\"Big\\\" one\"]\n[Site \"C:\\\\games\"]\n[Date \"2026\"]\n\
                      [Round \"1\"]\n[Odd_1 \" [31m\"]\n[White \"w\"]\n[Black \"b\"]\n[Odd_1 \"twice\"]\n\n1-0\n";
        assert_eq!(written, wanted);
        assert_eq!(read(&written, &Position::start()).game, game);
        let doubled =
            read("[White \"a\"]\n[White \"b\"]\n[Result \"adjourned\"]\n\n*", &Position::start()).game;
        let again = read(&write(&doubled), &Position::start()).game;
        assert_eq!(again.header.tags.iter().filter(|(name, _)| name == "White").count(), 2);
        assert_eq!(again.header.tag("Result"), Some("adjourned"));
    }

    #[test]
    fn the_opening_is_written_once_and_never_replaces_a_given_tag() {
        let moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 *\n";
        let written = |text: &str| write(&read(text, &Position::start()).game);
        let with_opening = written(moves);
        let tags = "[ECO \"C65\"]\n[Opening \"Ruy Lopez: Berlin Defense\"]\n";
        assert!(with_opening.ends_with(&format!("[Result \"*\"]\n{tags}\n{moves}")), "{with_opening}");
        assert_eq!(written(&with_opening), with_opening);
        let given = written(&format!("[Opening \"Spanish\"]\n\n{moves}"));
        assert!(given.ends_with(&format!("[Opening \"Spanish\"]\n[ECO \"C65\"]\n\n{moves}")), "{given}");
        let longer = written(&with_opening.replace("Nf6 *", "Nf6 4. O-O Nxe4 *"));
        assert!(longer.contains(tags), "what was given stays: {longer}");
        let elsewhere =
            "[FEN \"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\"]\n\n2. Nf3 Nc6 *";
        assert!(!written(elsewhere).contains("ECO"));
        assert!(!written("*").contains("ECO"), "nothing was played");
    }

    #[test]
    fn chess960_stays_chess960_with_king_and_rooks_on_standard_squares() {
        let start =
            fen::parse("rbbnkqnr/pppppppp/8/8/8/8/PPPPPPPP/RBBNKQNR w KQkq - 0 1").unwrap().to_chess960();
        let written = write(&read("1. e4 e5", &start).game);
        assert!(written.contains("[Variant \"Chess960\"]"), "{written}");
        let back = read(&written, &Position::start()).game.tree;
        assert!(back.node(back.start()).position().castling_mode().is_chess960());
    }

    #[test]
    fn chess960_is_written_once() {
        let start = "rbbqn1kr/pp2p1pp/6n1/2pp1p2/2P4P/P7/BP1PPPP1/R1BQNNKR w KQkq - 0 9";
        let by_files = start.replace("KQkq", "HAha");
        for name in ["Chess960", "fischerandom", "Fischer Random Chess"] {
            let text = format!("[Variant \"{name}\"]\n[SetUp \"1\"]\n[FEN \"{by_files}\"]\n\n9. b4 *\n");
            let game = read(&text, &Position::start()).game;
            let written = write(&game);
            let expected = format!("[Variant \"{name}\"]\n[SetUp \"1\"]\n[FEN \"{start}\"]\n\n9. b4 *\n");
            assert!(written.ends_with(&expected), "{written}");
            assert_eq!(write(&read(&written, &Position::start()).game), written);
        }
        let start = fen::parse(&by_files).unwrap();
        let untagged = write(&read("9. b4 *", &start).game);
        assert_eq!(untagged.matches("[Variant \"Chess960\"]").count(), 1, "{untagged}");
    }

    #[test]
    fn a_fault_has_a_place_and_the_moves_before_are_read() {
        check_fault("1. e4 e5 2. Ke3", "line 1, column 13: \"Ke3\" is not legal here");
        check_fault("1. e4 e5\n2. (", "line 2, column 4: this variation has no closing bracket");
        check_fault("1. e4 {open", "line 1, column 7: this comment has no closing brace");
        check_fault("1. e4 ) e5", "line 1, column 7: this bracket closes nothing");
        check_fault("(1. e4)", "line 1, column 1: a variation needs a move before it");
        check_fault("1. e4 ((1. d4) 1. c4)", "line 1, column 8: a variation needs a move before it");
        check_fault("1. e4 $256", "line 1, column 7: \"$256\" is no glyph: $0 to $255");
        check_fault(
            "1. e4 f5 2. Qh5+ Z0 3. d4",
            "line 1, column 18: \"Z0\" passes the move, and nobody may pass in check",
        );
        check_fault(
            "[White \"x\n1. e4",
            "line 1, column 1: this tag's value has no end: write [Name \"Value\"]",
        );
        check_fault(
            "1. e4 hello",
            "line 1, column 7: \"hello\" is not a move: write e4, Nf3, exd5, O-O or e2e4",
        );
        assert_eq!(read("1. e4 e5 2. Ke3", &Position::start()).game.tree.move_count(), 2);
        assert!(read("1. e4\n[foo e5", &Position::start()).fault.is_some_and(|fault| fault.line == 2));
    }

    #[test]
    fn comments_may_stand_among_the_tags() {
        let text = "{one}\n[White \"x\"] ; two\n{} [Black \"y\"]\n{three}\n1. e4 *";
        let game = read(text, &Position::start()).game;
        assert_eq!((game.header.tag("White"), game.header.tag("Black")), (Some("x"), Some("y")));
        assert_eq!(game.tree.node(game.tree.start()).notes.after, ["one", "two", "three"]);
        assert_eq!(game.tree.move_count(), 1);
    }

    /// A fault costs the variation or the line that it stands in, and nothing else.
    #[test]
    fn the_reading_goes_on_behind_a_fault() {
        let recovered = |text: &str| {
            let reading = read(text, &Position::start());
            assert!(reading.fault.is_some(), "{text}");
            write(&reading.game).split_once("\n\n").unwrap().1.replace('\n', " ").trim().to_owned()
        };
        assert_eq!(
            recovered("1. e4 (1. d4 d4 2. c4 (2. Nf3 {)}) ) e5 2. Nf3 1-0"),
            "1. e4 (1. d4 ; Unread: d4 2. c4 (2. Nf3 {)}) ) 1... e5 2. Nf3 1-0"
        );
        assert_eq!(recovered("1. e4 ((1. d4) 1. c4) e5 *"), "1. e4 (1. {Unread: (1. d4)} c4) 1... e5 *");
        assert_eq!(recovered("1. e4 ) e5 *"), "1. e4 e5 *");
        // Blanks stand for control characters, and a name can have neither.
        let reading = read("[D\u{0}te \"2026\"]\n[White \"x\"]\n\n*", &Position::start());
        assert_eq!(reading.game.header.tags, [("White".to_owned(), "x".to_owned())]);
        let reading = read("[White \"x]\n[Black\n[Round \"3\"]\n\n1. e4 *", &Position::start());
        assert_eq!(reading.game.header.tags, [("Round".to_owned(), "3".to_owned())]);
        assert_eq!(reading.game.tree.move_count(), 1);
    }

    /// The text behind a fault stays in the game that is written again, and that is read as the same game.
    #[test]
    fn what_could_not_be_read_is_kept() {
        let check = |text: &str, wanted: &str| {
            let reading = read(text, &Position::start());
            assert!(reading.fault.is_some(), "{text}");
            let written = write(&reading.game);
            assert_eq!(written.split_once("\n\n").unwrap().1.replace('\n', " ").trim(), wanted);
            let again = read(&written, &Position::start());
            assert_eq!((again.fault, again.game.tree), (None, reading.game.tree), "{written}");
            assert_eq!(again.game.header.result, reading.game.header.result);
        };
        check("1. e4 e5 2. Ke3 Nf6 (2... d5) 1-0", "1. e4 e5 {Unread: Ke3 Nf6 (2... d5)} 1-0");
        check("1. e4 e5 2. Ke3 {bad} 1-0 {time}", "1. e4 e5 ; Unread: Ke3 {bad} {time} 1-0");
        check("1. e4 e5 2. Ke3 (2. d4 1-0) 0-1 1. d4", "1. e4 e5 {Unread: Ke3 (2. d4 1-0)} 0-1");
        check("1. e4 {open\n e5 *", "1. e4 {Unread: {open e5 *} *");
        check("1. Ke3 d5 *", "{Unread: Ke3 d5} *");
        check("1. e4 (1. Ke3 d5) e5 *", "1. e4 {Unread: Ke3 d5} 1... e5 *");
        check(
            "1. e4 f5 2. Qh5+ (2. d4 g6) -- 3. d4 1/2-1/2",
            "1. e4 f5 2. Qh5+ {Unread: -- 3. d4} (2. d4 g6) 1/2-1/2",
        );
    }

    #[test]
    fn null_moves_come_back() {
        check_round_trip("1. e4 -- 2. d4 Z0 3.Nf3 1-0", "1. e4 -- 2. d4 -- 3. Nf3 1-0");
        check_round_trip(
            "1. 0000 {first} e5 (1... <>! 2. @@@@ null $14) 2.--?! 2...pass 3. --- 3... d5 *",
            "1. -- {first} 1... e5 (1... -- $1 2. -- -- $14) 2. -- $6 -- 3. -- d5 *",
        );
    }

    #[test]
    fn depth_exhausts_nothing() {
        let mut text = String::new();
        for _ in 0..30_000 {
            text.push_str("1. e4 (");
        }
        text.push_str("1. d4");
        text.push_str(&")".repeat(30_000));
        let reading = read(&text, &Position::start());
        assert_eq!((reading.fault, reading.game.tree.move_count()), (None, 30_001));
        let again = read(&write(&reading.game), &Position::start());
        assert!(again.game.tree == reading.game.tree);
        let long = "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(30_000);
        let fault = read(&long, &Position::start()).fault.unwrap();
        assert!(fault.reason.starts_with("a game has at most"), "{fault}");
    }
}
