//! A simulated user of line mode, without a terminal, an engine or a disk: for tests and for fuzzing.

use std::time::Instant;

use crate::tui::app::App;
use crate::tui::linear::input::TypedLine;
use crate::tui::linear::{LinearInput, LinearReporter, SIZE, parse_line, sanitized_lines, theme};
use crate::tui::message::{Message, TimedMessage};
use crate::tui::router::update;

/// The program in line mode.
pub struct LinearSession {
    pub(super) app: App,
    pub(super) reporter: LinearReporter,
}

impl LinearSession {
    /// Starts the program at a fixed time, which never advances.
    #[must_use]
    pub fn new(now: Instant) -> Self {
        let mut app = App::new(now, SIZE);
        app.theme = theme();
        update(&mut app, TimedMessage { at: now, message: Message::ResumeGame });
        Self { app, reporter: LinearReporter::default() }
    }

    /// Types a line and returns the reply, or what is new.
    pub(super) fn type_line(&mut self, line: &str) -> Vec<String> {
        match parse_line(&self.app, line) {
            LinearInput::Answer(lines) => lines,
            LinearInput::Messages(all) => {
                self.reporter.note_typed(&all);
                for message in all {
                    let at = self.app.now;
                    update(&mut self.app, TimedMessage { at, message });
                }
                self.reporter.report_changes(&self.app)
            }
        }
    }

    /// The output for a line of input.
    pub fn handle_line(&mut self, line: &TypedLine) -> String {
        match line {
            TypedLine::Text(text) => sanitized_lines(&self.type_line(text)),
            TypedLine::Unreadable(reason) => sanitized_lines(std::slice::from_ref(reason)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::text::is_printable;

    #[test]
    fn nothing_that_was_typed_comes_back_raw() {
        let mut listener = LinearSession::new(Instant::now());
        let raw = "\u{1b}]52;c;eA==\u{7}\u{9b}2J\u{202e}\u{e0041}".repeat(100);
        for line in [raw.clone(), format!("{raw}/ "), format!("[White \"{raw}\"] 1. e4 {{{raw}}} *")] {
            for text in [line.clone(), "look".to_owned(), "moves".to_owned(), "esc".to_owned()] {
                let output = listener.handle_line(&TypedLine::Text(text));
                assert!(output.chars().all(|c| c == '\n' || is_printable(c)), "{output:?}");
                assert!(output.lines().all(|line| line.len() < 2_000), "{output}");
            }
        }
    }
}
