//! Line mode, the text front end: a line of text in, a line for each event out. For screen readers, braille
//! displays, and users who prefer a dialog to a screen.
//!
//! It uses the same state and the same `update` as the screen. Reading order: `parse` (what a typed line
//! means) with `edits` (setting up a position in words), `report` (what is new since the last line), `words`
//! (moves and pieces in words).

mod consent;
mod edits;
pub mod input;
mod line;
#[cfg(any(test, fuzzing))]
pub mod listener;
mod parse;
mod report;
mod screen_text;
mod words;

use crate::chess::text::sanitize;
pub(super) use crate::tui::linear::line::LinearInput;
pub(super) use crate::tui::linear::parse::parse_line;
pub(super) use crate::tui::linear::report::LinearReporter;
pub(super) use crate::tui::linear::screen_text::SIZE;
use crate::tui::theme::{Charset, ColorScheme, Theme, ThemeColorDepth};

/// Lines as they are printed, without terminal control characters.
pub(super) fn sanitized_lines(lines: &[String]) -> String {
    lines.iter().flat_map(|line| line.split('\n')).map(|line| sanitize(line) + "\n").collect()
}

/// How text looks without colors and pictures.
pub(super) fn theme() -> Theme {
    Theme::new(ColorScheme::by_name("plain").unwrap_or_default(), ThemeColorDepth::Mono, Charset::Ascii)
}
