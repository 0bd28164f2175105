//! The move prompt: it opens with the first letter of a move and needs no mode.

use tui_input::Input;

use crate::chess::{Position, notation};

/// The most completions that are worth showing.
const MOST_COMPLETIONS: usize = 12;

/// What has been typed so far, and what the program makes of it.
#[derive(Clone, Debug, Default)]
pub struct Prompt {
    /// The text and its cursor. The prompt is open while the text is not empty.
    pub input: Input,
    /// The legal moves that the text may become, in standard algebraic notation.
    pub completions: Vec<String>,
    /// The move that Enter plays, where the text means one move.
    pub plays: Option<String>,
    /// Why Enter was refused, in one line, until the next key.
    pub fault: Option<String>,
}

impl Prompt {
    /// Whether anything is typed.
    #[must_use]
    pub fn is_open(&self) -> bool {
        !self.input.value().is_empty()
    }

    /// Drops the text.
    pub fn close(&mut self) {
        *self = Self::default();
    }

    /// Works out again what the text may become here.
    pub fn complete(&mut self, position: &Position) {
        self.fault = None;
        self.completions.clear();
        self.plays = None;
        if self.is_open() {
            let meant = notation::parse_typed(position, self.input.value());
            self.plays = meant.ok().map(|mv| notation::san(position, mv));
            let moves = notation::completions(position, self.input.value());
            let names = moves.into_iter().take(MOST_COMPLETIONS).map(|mv| notation::san(position, mv));
            self.completions.extend(names);
        }
    }
}
