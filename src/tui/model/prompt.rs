//! The move prompt: it opens with the first letter of a move and needs no mode.

use tui_input::Input;

use crate::chess::{Move, Position, notation};

/// The most completions that are shown.
const MAX_COMPLETIONS: usize = 12;

/// The typed text, and its interpretation.
#[derive(Clone, Debug, Default)]
pub struct Prompt {
    /// The text and its cursor. The prompt is open while the text is not empty.
    pub input: Input,
    /// The completions: legal moves, in standard algebraic notation.
    pub completions: Vec<String>,
    /// The move that Enter plays, where the text means one move or one of the completions was chosen.
    pub plays: Option<String>,
    /// The completion that was chosen.
    pub chosen: Option<usize>,
    /// A move was just played without Enter: the rest of it, `+`, `#` or Enter, is ignored.
    pub ignores_suffix: bool,
    /// Why the text is rejected, in one line, until the next key.
    pub error: Option<String>,
}

impl Prompt {
    /// Whether anything is typed.
    #[must_use]
    pub fn is_open(&self) -> bool {
        !self.input.value().is_empty()
    }

    /// Clears the text.
    pub(crate) fn close(&mut self) {
        *self = Self::default();
    }

    /// Updates the completions for the position.
    pub(crate) fn update_completions(&mut self, position: &Position) {
        self.clear_completions();
        if self.is_open() {
            let meant = notation::parse_typed(position, self.input.value());
            self.plays = meant.ok().map(|mv| notation::san(position, mv));
            let moves = notation::completions(position, self.input.value());
            let names = moves.into_iter().take(MAX_COMPLETIONS).map(|mv| notation::san(position, mv));
            self.completions.extend(names);
        }
    }

    /// Offers what the text means, where that is no move of a piece.
    pub(crate) fn offer(&mut self, san: &str) {
        self.clear_completions();
        self.completions.push(san.to_owned());
        self.plays = Some(san.to_owned());
    }

    /// Clears the interpretation of the text.
    pub(crate) fn clear_completions(&mut self) {
        *self = Self { input: std::mem::take(&mut self.input), ..Self::default() };
    }

    /// Selects the next completion, wrapping around.
    pub(crate) fn choose_next(&mut self) {
        let next = self.chosen.map_or(0, |chosen| chosen + 1);
        let next = if next < self.completions.len() { next } else { 0 };
        self.error = None;
        self.plays = self.completions.get(next).cloned();
        self.chosen = Some(next).filter(|_| self.plays.is_some());
    }

    /// What the text means in a position: the completion that was chosen, else the move that the text is.
    ///
    /// # Errors
    /// As those of [`notation::parse_typed`].
    pub(crate) fn parse_move(&self, position: &Position) -> Result<Move, notation::MoveError> {
        match self.chosen.and_then(|chosen| self.completions.get(chosen)) {
            Some(san) => notation::parse_move(position, san),
            None => notation::parse_typed(position, self.input.value()),
        }
    }
}
