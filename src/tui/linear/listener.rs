//! Somebody who types lines and reads what comes of them, without a terminal, an engine or a disk: for tests and for
//! fuzzing.

use std::time::Instant;

use crate::tui::app::App;
use crate::tui::update::{Msg, What, update};

use super::input::Typed;
use super::{Heard, SIZE, Told, printed, read, theme};

/// The program in lines of text.
pub struct Listener {
    pub(super) app: App,
    pub(super) told: Told,
}

impl Listener {
    /// Starts the program at a moment, which stays for all that follows.
    #[must_use]
    pub fn new(now: Instant) -> Self {
        let mut app = App::new(now, SIZE);
        app.theme = theme();
        update(&mut app, Msg { at: now, what: What::TakeUp });
        Self { app, told: Told::default() }
    }

    /// Types a line: what is answered, or what is new.
    pub(super) fn types(&mut self, line: &str) -> Vec<String> {
        match read(&self.app, line) {
            Heard::Answer(lines) => lines,
            Heard::Happens(all) => {
                for what in all {
                    let at = self.app.now;
                    update(&mut self.app, Msg { at, what });
                }
                self.told.news(&self.app)
            }
        }
    }

    /// What is printed for a line that came in.
    pub fn hear(&mut self, line: &Typed) -> String {
        match line {
            Typed::Text(text) => printed(&self.types(text)),
            Typed::Refused(reason) => printed(std::slice::from_ref(reason)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::text::is_harmless;

    #[test]
    fn nothing_that_was_typed_comes_back_raw() {
        let mut listener = Listener::new(Instant::now());
        let raw = "\u{1b}]52;c;eA==\u{7}\u{9b}2J\u{202e}\u{e0041}".repeat(100);
        for line in [raw.clone(), format!("{raw}/ "), format!("[White \"{raw}\"] 1. e4 {{{raw}}} *")] {
            for text in [line.clone(), "look".to_owned(), "moves".to_owned(), "esc".to_owned()] {
                let said = listener.hear(&Typed::Text(text));
                assert!(said.chars().all(|c| c == '\n' || is_harmless(c)), "{said:?}");
                assert!(said.lines().all(|line| line.len() < 2_000), "{said}");
            }
        }
    }
}
