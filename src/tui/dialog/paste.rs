//! A position, a game or a list of moves as text, checked while it is typed.

use tui_input::Input;

use crate::chess::fen::FenError;
use crate::chess::{Position, fen};
use crate::game::{Pasted, pasted};

/// The most characters that are taken from a paste; a collection of games is for the command line.
const MOST_CHARACTERS: usize = 2_000_000;

/// The text and what it was recognized as.
#[derive(Clone, Debug)]
pub struct Paste {
    /// The text, free of control characters but for line breaks.
    pub input: Input,
    /// What the text is now.
    pub found: Found,
    /// What the board shows: the position that would be taken, or the last legal one.
    pub preview: Position,
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
    /// So many games, to choose one of.
    Games(usize),
    /// No position and no moves.
    Unknown(String),
}

impl Paste {
    /// An open box with a text in it.
    #[must_use]
    pub fn new(text: &str, here: &Position) -> Self {
        let mut paste = Self { input: Input::new(clean(text)), found: Found::Nothing, preview: here.clone() };
        paste.check(here);
        paste
    }

    /// Recognizes the text again after a change. Moves are read from `here`.
    pub fn check(&mut self, here: &Position) {
        let text = self.input.value();
        self.found = match pasted::recognize(text, here) {
            _ if text.trim().is_empty() => Found::Nothing,
            Pasted::Position(position) => {
                self.preview = *position;
                Found::Position
            }
            Pasted::FaultyPosition { fault, .. } => {
                if let Some(repaired) = fault.repairs.first().and_then(|r| fen::parse(&r.fen).ok()) {
                    self.preview = repaired;
                }
                Found::Faulty(fault)
            }
            Pasted::Games(games) => Found::Games(games.len()),
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

/// The text without control characters, tabs as spaces, line breaks kept: what may reach the terminal.
#[must_use]
pub fn clean(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace(['\r', '\u{2028}', '\u{2029}'], "\n").replace('\t', " ");
    let harmless = |c: &char| *c == '\n' || !(c.is_control() || is_invisible(*c));
    text.chars().filter(harmless).take(MOST_CHARACTERS).collect()
}

/// Marks that change how text around them is shown: direction overrides, joiners, byte order marks.
const fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
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
