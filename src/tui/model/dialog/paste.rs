//! The paste dialog: a position, a game or a list of moves as text, checked while it is typed.

use std::time::{Duration, Instant};

use tui_input::Input;

use crate::chess::fen::{FenError, FenField};
use crate::chess::text::is_printable;
use crate::chess::{Bitboard, Draft, Position, Rank, fen};
use crate::game::{PastedText, game_list, pasted};

/// The most characters that are taken from a paste; a larger collection of games is for `--pgn FILE`.
const MAX_CHARACTERS: usize = 32_000_000;

/// How long no other piece of a long text may come before all of it is read.
const APPEND_PAUSE: Duration = Duration::from_millis(200);

/// The text and what it was recognized as.
#[derive(Clone, Debug)]
pub struct PasteDialog {
    /// The text, free of control characters but for line breaks.
    pub input: Input,
    /// What the text is now.
    pub content: PasteContent,
    /// What the board shows: the position that would be taken, else that of the screen below.
    pub preview: Position,
    /// The closest displayable position to an illegal one, and the squares of its errors.
    pub illegal_position: Option<(Draft, Bitboard)>,
    /// Pieces of a long text that were pasted behind it one after another and are still to be read, with the time of
    /// the last one.
    pub unread: Option<(String, Instant)>,
}

/// What a text turned out to be.
#[derive(Clone, Debug)]
pub enum PasteContent {
    /// Nothing is typed yet.
    Empty,
    /// A legal position.
    Position,
    /// A position with an error.
    IllegalPosition(FenError),
    /// Moves or a game; the preview is the position at its end.
    Moves {
        /// How many moves were read.
        moves: usize,
        /// What ended the reading early, and the place in bytes of the text.
        error: Option<String>,
    },
    /// So many games or positions, to choose one of: `3 games`.
    Games(String),
    /// No position and no moves.
    Unknown(String),
}

impl PasteDialog {
    /// An open box with a text in it.
    pub(crate) fn new(text: &str, here: &Position) -> Self {
        let mut paste = Self {
            input: Input::new(sanitized_text(text)),
            content: PasteContent::Empty,
            preview: here.clone(),
            illegal_position: None,
            unread: None,
        };
        paste.update_content(here);
        paste
    }

    /// The whole text, with what is still to be read of it.
    pub(crate) fn text(&self) -> String {
        self.input.value().to_owned() + self.unread.as_ref().map_or("", |(text, _)| text)
    }

    /// The length of the whole text, in bytes.
    pub(crate) fn text_len(&self) -> usize {
        self.input.value().len() + self.unread.as_ref().map_or(0, |(text, _)| text.len())
    }

    /// Adds a piece of a long text, to be read once no other piece follows: to read all of it with each piece would take
    /// a time that grows with the square of its length.
    pub(crate) fn append(&mut self, text: &str, now: Instant) {
        let (unread, last) = self.unread.get_or_insert_with(|| (String::new(), now));
        unread.push_str(&sanitized_text(text));
        *last = now;
    }

    /// Reads the pieces that are still to be read.
    pub(crate) fn read_appended(&mut self, here: &Position) {
        if self.unread.is_some() {
            *self = Self::new(&self.text(), here);
        }
    }

    /// When the pieces that are still to be read are read, if no other one comes.
    pub(crate) fn reading_due(&self) -> Option<Instant> {
        self.unread.as_ref().map(|(_, last)| *last + APPEND_PAUSE)
    }

    /// An open box with the beginning of a text that is no position and no moves, and the reason.
    pub(crate) fn rejected(text: &str, reason: String, here: Position) -> Self {
        let content =
            if text.trim().is_empty() { PasteContent::Empty } else { PasteContent::Unknown(reason) };
        Self {
            input: Input::new(sanitized_text(text)),
            content,
            preview: here,
            illegal_position: None,
            unread: None,
        }
    }

    /// Recognizes the text again after a change. Moves are read from `here`.
    pub(crate) fn update_content(&mut self, here: &Position) {
        let text = self.input.value();
        self.illegal_position = None;
        self.preview = here.clone();
        self.content = match pasted::recognize(text, here) {
            _ if text.trim().is_empty() => PasteContent::Empty,
            PastedText::Position(position) => {
                self.preview = *position;
                PasteContent::Position
            }
            PastedText::FaultyPosition { text: read, mut fault } => {
                self.illegal_position =
                    Draft::parse_lenient(&read).map(|draft| (draft, error_squares(&read, &fault)));
                match text.find(&read) {
                    Some(at) => fault.place = fault.place.start + at..fault.place.end + at,
                    // Of a link the FEN is shown, in which the fault has its place.
                    None => self.input = Input::new(read),
                }
                if let Some(repaired) = fault.repairs.first().and_then(|r| fen::parse(&r.fen).ok()) {
                    self.preview = repaired;
                }
                PasteContent::IllegalPosition(fault)
            }
            PastedText::Games(games) => PasteContent::Games(game_list::entries_text(&games)),
            PastedText::Moves { game, fault, .. } => {
                let tree = &game.tree;
                let end = tree.main_line_from(tree.start()).last().copied().unwrap_or(tree.start());
                self.preview = tree.node(end).position().clone();
                PasteContent::Moves { moves: tree.move_count(), error: fault.map(|fault| fault.to_string()) }
            }
            PastedText::Unknown { reason } => PasteContent::Unknown(reason),
        };
    }

    /// Takes a correction, counted from 0, as the new text. False where there is none.
    pub(crate) fn apply_repair(&mut self, which: usize, here: &Position) -> bool {
        if let PasteContent::IllegalPosition(fault) = &self.content
            && let Some(repair) = fault.repairs.get(which)
        {
            self.input = Input::new(repair.fen.clone());
            self.update_content(here);
            return true;
        }
        false
    }

    /// Whether Enter would do something.
    pub(crate) const fn is_usable(&self) -> bool {
        matches!(self.content, PasteContent::Position | PasteContent::Moves { .. } | PasteContent::Games(_))
    }
}

/// Where the board shows what is wrong with a FEN: the squares of broken rules, or the rank that does not add
/// up.
fn error_squares(text: &str, fault: &FenError) -> Bitboard {
    if let Ok(checks) = fen::check(text) {
        return checks.iter().fold(Bitboard::EMPTY, |all, checked| all | checked.squares);
    }
    let marked = text.get(fault.place.clone()).unwrap_or_default();
    let before = text.get(..fault.place.start).unwrap_or_default().matches('/').count();
    match u32::try_from(before) {
        Ok(ranks @ 0..8) if fault.field == FenField::Board && !marked.contains('/') => {
            Bitboard::from_rank(Rank::new(7 - ranks))
        }
        _ => Bitboard::EMPTY,
    }
}

/// The text without control characters, tabs as spaces, line breaks kept: what may reach the terminal.
pub(crate) fn sanitized_text(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace(['\r', '\u{2028}', '\u{2029}'], "\n").replace('\t', " ");
    let harmless = |c: &char| *c == '\n' || is_printable(*c);
    text.chars().filter(harmless).take(MAX_CHARACTERS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_never_pass() {
        assert_eq!(sanitized_text("e4\u{1b}[31m\u{7}\r\ne5\t\u{9b}x\u{202e}"), "e4[31m\ne5 x");
    }

    #[test]
    fn a_legal_position_can_be_taken_and_a_faulty_one_cannot() {
        let start = Position::start();
        assert!(PasteDialog::new("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1", &start).is_usable());
        assert!(!PasteDialog::new("8/8/8/8/8/1Q6/8/k2K5 w - - 0 1", &start).is_usable());
        assert!(PasteDialog::new("e4 e5", &start).is_usable());
        assert!(!PasteDialog::new("", &start).is_usable());
    }
}
