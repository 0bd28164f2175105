//! The other face of the program: a line of text in, a line for each thing that happens out. For screen readers,
//! braille displays, and whoever likes a dialog better than a picture.
//!
//! It is the same state and the same `update` as the screen's. Reading order: `heard` (what a typed line means), with
//! `edits` (how men are put in words), `said` (what is new since the last line), `words` (moves and men as they are
//! spoken).

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

pub(super) use crate::tui::linear::line::LinearInput;
pub(super) use crate::tui::linear::parse::parse_line;
pub(super) use crate::tui::linear::report::LinearReporter;
pub(super) use crate::tui::linear::screen_text::SIZE;

use crate::chess::text::sanitize;

use crate::tui::theme::{Charset, ColorScheme, Theme, ThemeColorDepth};

/// Lines as they are printed: nothing in them steers a terminal.
pub(super) fn sanitized_lines(lines: &[String]) -> String {
    lines.iter().flat_map(|line| line.split('\n')).map(|line| sanitize(line) + "\n").collect()
}

/// How text looks without colors and pictures.
pub(super) fn theme() -> Theme {
    Theme::new(ColorScheme::by_name("plain").unwrap_or_default(), ThemeColorDepth::Mono, Charset::Ascii)
}
