//! The PGN parser: a game from PGN text or from a bare list of moves in SAN or UCI. Nothing is dropped
//! silently: what cannot be parsed is an error with its position, and what comes before it is kept. A word that is
//! no move costs itself. After an illegal move inside a variation, parsing resumes after the variation; after an
//! error in a tag, after that tag. The text that could not be read becomes a comment, so that a game that is written
//! again has it.

use super::comment::{unfold_comment, without_control_chars, without_quotation};
use super::read_result::{PgnError, PgnReadResult, UnplayableGame, UnreadExtent, UnreadText};
use super::scan::{ScanItem, ScanKind, Scanner};
use super::tag::{TagScan, scan_tag, tag_value};
use super::word::{WordKind, half_moves_of};
use super::{GameResult, PgnGame, PgnHeader};
use crate::position_text::{PositionText, is_comment_line};
use crate::tree::{NodeId, Tree};
use chess::notation::MoveError;
use chess::text::{line_and_column, lines, quoted};
use chess::{Position, fen};

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
    let line = lines(text).take_while(|line| is_comment_line(line)).count() + 1;
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
    let before = lines(text).nth(line - 1).and_then(|line| line.find(&position.moves)).unwrap_or_default();
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
    let mut header = PgnHeader::default();
    reader.tags(&mut header);
    let (start, unplayable) = match start_of(&header) {
        Ok(given) => (given.unwrap_or_else(|| start.clone()), None),
        Err(unplayable) => {
            if let UnplayableGame::IllegalStart(reason) = &unplayable {
                reader.fault((reader.fen_place, format!("the FEN tag: {reason}")));
            }
            (start.clone(), Some(unplayable))
        }
    };
    let mut game = PgnGame { header, tree: Tree::new(start) };
    let mut cursor = ReadCursor::new(game.tree.start());
    for comment in std::mem::take(&mut reader.comments) {
        cursor.comment(&mut game.tree, comment);
    }
    let terminator = if unplayable.is_some() {
        reader.leave_moves(&game.tree)
    } else {
        reader.moves(&mut game, &mut cursor, report_progress)
    };
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
    scanner: Scanner,
    /// An item that was scanned and is not read yet.
    next: Option<ScanItem>,
    /// Comments before the first move.
    comments: Vec<String>,
    escapes: Vec<String>,
    /// The first error.
    fault: Option<PgnFault>,
    unread: Vec<UnreadText>,
    /// Where the last unread text ends.
    unread_end: usize,
    /// The place of the `FEN` tag.
    fen_place: usize,
    prose: Option<ProseRun>,
}

/// Words between or behind the moves that are no moves.
#[derive(Clone, Copy)]
struct ProseRun {
    from: usize,
    to: usize,
    /// Whether they are a paragraph of their own.
    is_paragraph: bool,
}

/// An open variation.
struct OpenVariation {
    /// The move that it replaces.
    replaces: NodeId,
    /// The position of its bracket.
    bracket: usize,
    /// Whether the enclosing line has a move; a variation needs one before the next bracket.
    outer_has_move: bool,
}

/// The state of the movetext parser.
struct ReadCursor {
    at: NodeId,
    open_variations: Vec<OpenVariation>,
    /// Whether the line has a move.
    has_move: bool,
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

impl<'t> PgnReader<'t> {
    fn new(text: &'t str) -> Self {
        Self {
            text,
            at: 0,
            scanner: Scanner::new(),
            next: None,
            comments: Vec::new(),
            escapes: Vec::new(),
            fault: None,
            unread: Vec::new(),
            unread_end: 0,
            fen_place: 0,
            prose: None,
        }
    }

    fn error(&self, (place, reason): PgnFault) -> PgnError {
        let (line, column) = line_and_column(self.text, place);
        PgnError { line, column, reason }
    }

    fn fault(&mut self, fault: PgnFault) {
        self.fault.get_or_insert(fault);
    }

    /// The next item, which is not read yet, over white space and marks of pages.
    fn peek(&mut self) -> Option<ScanItem> {
        while self.next.is_none() {
            let item = self.scanner.next(&self.text.as_bytes()[self.at..], true)?;
            match item.kind {
                ScanKind::Space | ScanKind::Markup => self.at += item.length,
                _ => self.next = Some(item),
            }
        }
        self.next
    }

    /// Passes over the next item: its place and its text.
    fn take(&mut self) -> (usize, &'t str) {
        let begun = self.at;
        self.at += self.next.take().map_or(0, |item| item.length);
        (begun, &self.text[begun..self.at])
    }

    /// The comment in the next item.
    fn take_comment(&mut self, kind: ScanKind) -> String {
        let is_quoted = self.scanner.is_quoted();
        let (_, text) = self.take();
        if kind == ScanKind::LineComment {
            return without_control_chars(&text[1..]).trim().to_owned();
        }
        let inside = text[1..].strip_suffix('}').unwrap_or(&text[1..]);
        if is_quoted { unfold_comment(&without_quotation(inside)) } else { unfold_comment(inside) }
    }

    fn take_escape(&mut self) {
        let (_, text) = self.take();
        self.escapes.push(without_control_chars(&text[1..]).trim_end().to_owned());
    }

    /// Passes over the next item, which cannot be read.
    fn leave_out(&mut self, after: NodeId, reason: impl FnOnce(&str) -> String) {
        let (begun, text) = self.take();
        self.fault((begun, reason(text)));
        self.keep_unread(after, (begun, self.at));
    }

    /// Keeps a part of the text that cannot be read.
    fn keep_unread(&mut self, after: NodeId, (from, to): (usize, usize)) {
        let text = &self.text[from..to];
        let is_glued = self.unread_end == from;
        self.unread_end = to;
        match self.unread.last_mut() {
            Some(last) if last.after == after && last.extent == UnreadExtent::Tokens => {
                if !is_glued {
                    last.text.push(' ');
                }
                last.text.push_str(text);
            }
            _ => self.unread.push(UnreadText { after, text: text.to_owned(), extent: UnreadExtent::Tokens }),
        }
    }

    /// Reads the tags and the comments among them, up to the moves.
    fn tags(&mut self, header: &mut PgnHeader) {
        let start = Tree::ROOT;
        while let Some(item) = self.peek() {
            match item.kind {
                // What stands before the first game belongs to none.
                ScanKind::NextGame
                    if header.tags.is_empty() && self.unread.is_empty() && self.prose.is_some() =>
                {
                    (self.next, self.scanner) = (None, Scanner::new());
                    self.prose = None;
                }
                ScanKind::Comment | ScanKind::LineComment => {
                    let comment = self.take_comment(item.kind);
                    self.comments.extend(Some(comment).filter(|comment| !comment.is_empty()));
                }
                ScanKind::Escape => self.take_escape(),
                ScanKind::Tag => self.tag(header),
                ScanKind::FaultyTag => self.leave_out(start, |text| match scan_tag(text.as_bytes(), true) {
                    TagScan::Faulty(reason, _) => format!("{reason}: write [Name \"Value\"]"),
                    _ => "this tag has no closing bracket: write [Name \"Value\"]".to_owned(),
                }),
                ScanKind::Prose => self.take_prose(),
                ScanKind::PositionComment => {
                    let (begun, _) = self.take();
                    self.keep_unread(start, (begun, self.at));
                }
                _ => break,
            }
        }
        if let Some(ProseRun { from, to, .. }) = self.prose.take() {
            let text = &self.text[from..to];
            let first = text.split_whitespace().next().unwrap_or_default();
            self.fault((from, MoveError::NoMove(quoted(first)).to_string()));
            self.keep_unread(start, (from, to));
        }
    }

    fn tag(&mut self, header: &mut PgnHeader) {
        let (begun, text) = self.take();
        let TagScan::Tag(parts) = scan_tag(text.as_bytes(), true) else { return };
        let name = text[parts.name.0..parts.name.1].to_owned();
        if name == "FEN" && !header.tags.iter().any(|(known, _)| *known == name) {
            self.fen_place = begun;
        }
        let value = tag_value(&text[parts.value.0..parts.value.1]);
        header.tags.push((name, without_control_chars(&value)));
    }

    fn take_prose(&mut self) {
        let is_paragraph =
            self.text[..self.at].trim_end_matches([' ', '\t', '>', '`']).ends_with(['\n', '\r']);
        let (from, _) = self.take();
        let run = ProseRun { from, to: self.at, is_paragraph };
        self.prose = Some(self.prose.map_or(run, |before| ProseRun { to: self.at, ..before }));
    }

    /// Ends a run of prose: it is reported, unless nothing but the end of the game follows its paragraph.
    fn end_prose(&mut self, after: NodeId, is_end: bool) {
        let Some(ProseRun { from, to, is_paragraph }) = self.prose.take() else { return };
        let text = &self.text[from..to];
        if !(is_end && is_paragraph) {
            let reason = format!("\"{}\" is not a move, number, glyph or result", quoted(text));
            self.fault((from, reason));
        }
        self.keep_unread(after, (from, to));
    }

    /// Leaves the moves of a game unread that has no board. Its result is read.
    fn leave_moves(&mut self, tree: &Tree) -> Option<GameResult> {
        let begun = self.at;
        while self.peek().is_some_and(|item| item.kind != ScanKind::NextGame) {
            self.take();
        }
        let text = &self.text[begun..self.at];
        self.unread.push(UnreadText::new(tree.start(), text, UnreadExtent::MainLine));
        self.scanner.result
    }

    /// Reads the moves, up to the end of the game: its result.
    fn moves(
        &mut self,
        game: &mut PgnGame,
        cursor: &mut ReadCursor,
        report_progress: &dyn Fn(usize) -> bool,
    ) -> Option<GameResult> {
        /// Items between two reports: some tenths of a millisecond.
        const REPORT_EVERY: u32 = 256;
        let tree = &mut game.tree;
        let mut terminator = None;
        let mut items: u32 = 0;
        while let Some(item) = self.peek().filter(|item| item.kind != ScanKind::NextGame) {
            items = items.wrapping_add(1);
            if items.is_multiple_of(REPORT_EVERY) && !report_progress(self.at) {
                break;
            }
            if item.kind != ScanKind::Prose {
                self.end_prose(cursor.at, false);
            }
            if let Err((place, reason)) = self.movetext_item(item, tree, cursor, &mut terminator) {
                self.fault((place, reason));
                if cursor.open_variations.is_empty() || item.kind == ScanKind::OpenComment {
                    terminator = self.leave_rest(place, tree, cursor);
                } else {
                    self.leave_variation(place, tree, cursor);
                }
            }
        }
        self.end_prose(cursor.at, true);
        self.comment_tokens(tree);
        cursor.flush_pending(tree);
        if let Some(open) = cursor.open_variations.pop() {
            self.fault((open.bracket, "this variation has no closing bracket".to_owned()));
        }
        terminator
    }

    fn movetext_item(
        &mut self,
        item: ScanItem,
        tree: &mut Tree,
        cursor: &mut ReadCursor,
        terminator: &mut Option<GameResult>,
    ) -> Result<(), PgnFault> {
        match item.kind {
            ScanKind::Escape => self.take_escape(),
            ScanKind::Comment | ScanKind::LineComment => {
                let comment = self.take_comment(item.kind);
                cursor.comment(tree, comment);
            }
            ScanKind::OpenComment => {
                let (begun, _) = self.take();
                return Err((begun, "this comment has no closing brace".to_owned()));
            }
            ScanKind::Open => {
                let (begun, _) = self.take();
                return cursor.open(tree, begun);
            }
            ScanKind::Close if cursor.open_variations.is_empty() => {
                self.leave_out(cursor.at, |_| "this bracket closes nothing".to_owned());
            }
            ScanKind::Close => {
                self.take();
                cursor.close(tree);
            }
            ScanKind::Word(kind) => return self.word(kind, tree, cursor, terminator),
            ScanKind::Prose => self.take_prose(),
            _ => self.leave_out(cursor.at, |text| MoveError::NoMove(quoted(text)).to_string()),
        }
        Ok(())
    }

    fn word(
        &mut self,
        kind: WordKind,
        tree: &mut Tree,
        cursor: &mut ReadCursor,
        terminator: &mut Option<GameResult>,
    ) -> Result<(), PgnFault> {
        match kind {
            WordKind::Odd => self.leave_out(cursor.at, odd_word_reason),
            WordKind::FaultyGlyph => {
                self.leave_out(cursor.at, |text| format!("\"{text}\" is not a glyph: $0 to $255"));
            }
            _ => {
                let (begun, token) = self.take();
                match kind {
                    WordKind::Move | WordKind::NullMove => return cursor.play(tree, begun, token),
                    // A comment after a move number is about the next move.
                    WordKind::Number => cursor.comment_target = CommentTarget::NextMove,
                    WordKind::Glyph(nag) => cursor.add_nag(tree, nag),
                    WordKind::Result(result) if cursor.open_variations.is_empty() => {
                        *terminator = Some(result);
                    }
                    // A result inside a variation is kept as a comment; it is not the result of the game.
                    WordKind::Result(result) => cursor.comment(tree, result.to_string()),
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// Leaves the rest of the game from a place on unread, up to the result behind it, which is returned.
    fn leave_rest(&mut self, from: usize, tree: &mut Tree, cursor: &mut ReadCursor) -> Option<GameResult> {
        let mut end = self.at;
        let mut terminator = None;
        while let Some(item) = self.peek().filter(|item| item.kind != ScanKind::NextGame) {
            self.take();
            if let ScanKind::Word(WordKind::Result(result)) = item.kind
                && self.scanner.depth == 0
            {
                terminator = Some(result);
                break;
            }
            end = self.at;
        }
        let part = UnreadText::new(cursor.at, &self.text[from..end], UnreadExtent::MainLine);
        cursor.comment_unread(tree, &part.text);
        self.unread.push(part);
        cursor.open_variations.clear();
        terminator
    }

    /// Leaves a variation from a place on unread, and passes over its closing bracket.
    fn leave_variation(&mut self, from: usize, tree: &mut Tree, cursor: &mut ReadCursor) {
        // A variation that could not be opened belongs to the line around it, with its brackets.
        let is_whole = self.text[from..].starts_with('(');
        let mut depth = 1;
        let mut end = self.at;
        while depth > 0
            && let Some(item) = self.peek().filter(|item| item.kind != ScanKind::NextGame)
        {
            match item.kind {
                ScanKind::Open => depth += 1,
                ScanKind::Close => depth -= 1,
                _ => {}
            }
            let begun = self.take().0;
            end = if depth == 0 && !is_whole { begun } else { self.at };
        }
        let part = UnreadText::new(cursor.at, &self.text[from..end], UnreadExtent::Variation);
        if is_whole {
            cursor.close(tree);
        }
        cursor.comment_unread(tree, &part.text);
        if !is_whole {
            cursor.close(tree);
        }
        self.unread.push(part);
    }

    /// Makes words that could not be read comments behind their moves. Signs alone say nothing.
    fn comment_tokens(&self, tree: &mut Tree) {
        let has_words = |part: &&UnreadText| {
            part.extent == UnreadExtent::Tokens && part.text.contains(char::is_alphanumeric)
        };
        for part in self.unread.iter().filter(has_words) {
            tree.node_mut(part.after).notes.after.push(unread_comment(&part.text));
        }
    }
}

/// The comment that holds text which could not be read.
fn unread_comment(text: &str) -> String {
    let words = text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty());
    format!("{UNREAD} {}", words.collect::<Vec<_>>().join(" "))
}

/// Why a word is none of movetext.
fn odd_word_reason(word: &str) -> String {
    match word.chars().next() {
        Some('}') => "this brace closes nothing".to_owned(),
        Some(first) if first.is_alphanumeric() => MoveError::NoMove(quoted(word)).to_string(),
        _ => format!("\"{}\" is not a move, number, glyph or result", quoted(word)),
    }
}

impl ReadCursor {
    fn new(start: NodeId) -> Self {
        Self {
            at: start,
            open_variations: Vec::new(),
            has_move: false,
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
        let comment = unread_comment(text);
        if self.has_move {
            tree.node_mut(self.at).notes.after.push(comment);
        } else {
            self.pending_comments.push(comment);
        }
    }

    fn open(&mut self, tree: &Tree, opened: usize) -> Result<(), PgnFault> {
        let parent = tree.node(self.at).parent().filter(|_| self.has_move);
        let parent = parent.ok_or((opened, "a variation needs a move before it".to_owned()));
        // An empty variation has to be closed as well.
        self.open_variations.push(OpenVariation {
            replaces: self.at,
            bracket: opened,
            outer_has_move: self.has_move,
        });
        self.at = parent?;
        self.has_move = false;
        self.comment_target = CommentTarget::NextMove;
        Ok(())
    }

    fn close(&mut self, tree: &mut Tree) {
        self.flush_pending(tree);
        if let Some(fork) = self.open_variations.pop() {
            self.at = fork.replaces;
            self.has_move = fork.outer_has_move;
            self.comment_target = CommentTarget::NextMove;
        }
    }

    /// Comments without a following move belong to the previous move.
    fn flush_pending(&mut self, tree: &mut Tree) {
        let at = self.open_variations.last().filter(|_| !self.has_move).map_or(self.at, |fork| fork.replaces);
        let notes = &mut tree.node_mut(at).notes;
        notes.after.append(&mut self.pending_comments);
        notes.after.extend(self.pending_nags.drain(..).map(|mark| format!("${mark}")));
    }

    /// Plays a move.
    fn play(&mut self, tree: &mut Tree, begun: usize, token: &str) -> Result<(), PgnFault> {
        if tree.move_count() >= MAX_MOVES {
            return Err((begun, format!("a game has at most {MAX_MOVES} moves here")));
        }
        let moves = half_moves_of(tree.node(self.at).position(), token);
        let (first, second) = moves.map_err(|error| (begun, error.to_string()))?;
        let mut next = self.at;
        for mv in std::iter::once(first).chain(second) {
            let illegal = || (begun, format!("\"{}\" is not legal here", quoted(token)));
            next = tree.add(next, mv).ok_or_else(illegal)?;
        }
        self.at = next;
        self.has_move = true;
        self.comment_target = CommentTarget::PreviousMove;
        let notes = &mut tree.node_mut(next).notes;
        notes.before = std::mem::take(&mut self.pending_comments);
        notes.nags = std::mem::take(&mut self.pending_nags);
        Ok(())
    }

    fn add_nag(&mut self, tree: &mut Tree, nag: u8) {
        if self.has_move {
            tree.node_mut(self.at).notes.nags.push(nag);
        } else {
            self.pending_nags.push(nag);
        }
    }
}

/// How the comment begins that holds what could not be read.
const UNREAD: &str = "Unread:";

/// The largest number of moves of a game with its variations, to limit memory.
const MAX_MOVES: usize = 100_000;

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
        check_fault("1. e4 $256", "line 1, column 7: \"$256\" is not a glyph: $0 to $255");
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
