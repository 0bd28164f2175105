//! A position, a game or a list of moves as text, checked while it is typed.

use tui_input::Input;

use crate::chess::fen::{FenError, Field};
use crate::chess::text::is_harmless;
use crate::chess::{Bitboard, Draft, Position, Rank, fen};
use crate::game::{Pasted, listed, pasted};

/// The most characters that are taken from a paste; a larger collection of games is for `--pgn FILE`.
const MOST_CHARACTERS: usize = 32_000_000;

/// The text and what it was recognized as.
#[derive(Clone, Debug)]
pub struct Paste {
    /// The text, free of control characters but for line breaks.
    pub input: Input,
    /// What the text is now.
    pub found: Found,
    /// What the board shows: the position that would be taken, else that of the screen below.
    pub preview: Position,
    /// A position that is not legal, as far as it can be shown, and the squares of its faults.
    pub faulty: Option<(Draft, Bitboard)>,
}

/// What a text turned out to be.
#[derive(Clone, Debug)]
pub enum Found {
    /// Nothing is typed yet.
    Nothing,
    /// A legal position.
    Position,
    /// A position with a fault.
    Faulty(FenError),
    /// Moves or a game; the preview is the position at its end.
    Moves {
        /// How many moves were read.
        moves: usize,
        /// What ended the reading early, and the place in bytes of the text.
        fault: Option<String>,
    },
    /// So many games or positions, to choose one of: `3 games`.
    Games(String),
    /// No position and no moves.
    Unknown(String),
}

impl Paste {
    /// An open box with a text in it.
    #[must_use]
    pub fn new(text: &str, here: &Position) -> Self {
        let mut paste = Self {
            input: Input::new(clean(text)),
            found: Found::Nothing,
            preview: here.clone(),
            faulty: None,
        };
        paste.check(here);
        paste
    }

    /// An open box with the beginning of a text that is no position and no moves, and the reason.
    #[must_use]
    pub fn refused(text: &str, reason: String, here: Position) -> Self {
        let found = if text.trim().is_empty() { Found::Nothing } else { Found::Unknown(reason) };
        Self { input: Input::new(clean(text)), found, preview: here, faulty: None }
    }

    /// Recognizes the text again after a change. Moves are read from `here`.
    pub fn check(&mut self, here: &Position) {
        let text = self.input.value();
        self.faulty = None;
        self.preview = here.clone();
        self.found = match pasted::recognize(text, here) {
            _ if text.trim().is_empty() => Found::Nothing,
            Pasted::Position(position) => {
                self.preview = *position;
                Found::Position
            }
            Pasted::FaultyPosition { text: read, mut fault } => {
                self.faulty = Draft::read(&read).map(|draft| (draft, faulty_squares(&read, &fault)));
                match text.find(&read) {
                    Some(at) => fault.place = fault.place.start + at..fault.place.end + at,
                    // Of a link the FEN is shown, in which the fault has its place.
                    None => self.input = Input::new(read),
                }
                if let Some(repaired) = fault.repairs.first().and_then(|r| fen::parse(&r.fen).ok()) {
                    self.preview = repaired;
                }
                Found::Faulty(fault)
            }
            Pasted::Games(games) => Found::Games(listed::counted(&games)),
            Pasted::Moves { game, fault } => {
                let tree = &game.tree;
                let end = tree.main_line_from(tree.start()).last().copied().unwrap_or(tree.start());
                self.preview = tree.node(end).position().clone();
                Found::Moves { moves: tree.moves(), fault: fault.map(|fault| fault.to_string()) }
            }
            Pasted::Unknown { reason } => Found::Unknown(reason),
        };
    }

    /// Takes a repair, counted from 0, as the new text. False where there is none.
    pub fn repair(&mut self, which: usize, here: &Position) -> bool {
        if let Found::Faulty(fault) = &self.found
            && let Some(repair) = fault.repairs.get(which)
        {
            self.input = Input::new(repair.fen.clone());
            self.check(here);
            return true;
        }
        false
    }

    /// Whether Enter would do something.
    #[must_use]
    pub const fn is_usable(&self) -> bool {
        matches!(self.found, Found::Position | Found::Moves { .. } | Found::Games(_))
    }
}

/// Where the board shows what is wrong with a FEN: the squares of broken rules, or the rank that does not add up.
fn faulty_squares(text: &str, fault: &FenError) -> Bitboard {
    if let Ok(checks) = fen::check(text) {
        return checks.iter().fold(Bitboard::EMPTY, |all, checked| all | checked.squares);
    }
    let marked = text.get(fault.place.clone()).unwrap_or_default();
    let before = text.get(..fault.place.start).unwrap_or_default().matches('/').count();
    match u32::try_from(before) {
        Ok(ranks @ 0..8) if fault.field == Field::Board && !marked.contains('/') => {
            Bitboard::from_rank(Rank::new(7 - ranks))
        }
        _ => Bitboard::EMPTY,
    }
}

/// The text without control characters, tabs as spaces, line breaks kept: what may reach the terminal.
#[must_use]
pub fn clean(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace(['\r', '\u{2028}', '\u{2029}'], "\n").replace('\t', " ");
    let harmless = |c: &char| *c == '\n' || is_harmless(*c);
    text.chars().filter(harmless).take(MOST_CHARACTERS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_never_pass() {
        assert_eq!(clean("e4\u{1b}[31m\u{7}\r\ne5\t\u{9b}x\u{202e}"), "e4[31m\ne5 x");
    }

    #[test]
    fn a_legal_position_can_be_taken_and_a_faulty_one_cannot() {
        let start = Position::start();
        assert!(Paste::new("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1", &start).is_usable());
        assert!(!Paste::new("8/8/8/8/8/1Q6/8/k2K5 w - - 0 1", &start).is_usable());
        assert!(Paste::new("e4 e5", &start).is_usable());
        assert!(!Paste::new("", &start).is_usable());
    }
}
