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
        app.shared.theme = theme();
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
                    let at = self.app.shared.now;
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

    /// The program's state after keys, or after a typed text, as far as the prompt shows it.
    fn prompt_after(analyzes: bool, messages: impl IntoIterator<Item = Message>) -> String {
        let mut listener = LinearSession::new(Instant::now());
        listener.type_line(if analyzes { "tab-analyze" } else { "tab-play" });
        for message in messages {
            let at = listener.app.shared.now;
            update(&mut listener.app, TimedMessage { at, message });
        }
        format!("{:?} {:?}", listener.app.shared.prompt, listener.app.shown_position())
    }

    #[test]
    fn a_text_typed_at_once_is_what_its_letters_are_one_by_one() {
        for text in
            ["e4", "Nf3", "n", "Ke4", "Qh7", "0-0", "--", "b", "xyzzy", "e2e5", "Nfx3", &"e4".repeat(50)]
        {
            for analyzes in [false, true] {
                let letters = prompt_after(analyzes, text.chars().map(Message::TypeChar));
                assert_eq!(prompt_after(analyzes, [Message::TypeText(text.to_owned())]), letters, "{text}");
            }
        }
    }

    #[test]
    fn a_filter_typed_at_once_takes_as_much_as_its_letters_one_by_one() {
        let filter_after = |messages: Vec<Message>| {
            let mut listener = LinearSession::new(Instant::now());
            listener.type_line("tab-games");
            for message in messages {
                let at = listener.app.shared.now;
                update(&mut listener.app, TimedMessage { at, message });
            }
            listener.app.games.filter_input.value().to_owned()
        };
        for text in ["Morphy", &"é".repeat(50), &"a".repeat(70)] {
            let letters = filter_after(text.chars().map(Message::TypeChar).collect());
            assert_eq!(filter_after(vec![Message::TypeText(text.to_owned())]), letters, "{text}");
            assert!(!letters.is_empty());
        }
    }

    #[test]
    fn a_move_of_any_length_is_two_messages() {
        let listener = LinearSession::new(Instant::now());
        for line in ["e4", "Ke4", "g1f3"] {
            let LinearInput::Messages(all) = parse_line(&listener.app, line) else { panic!("{line}") };
            assert!(
                matches!(all.as_slice(), [Message::TypeText(text), Message::Action(_)] if text == line),
                "{all:?}"
            );
        }
    }

    #[test]
    fn a_move_costs_the_same_in_a_long_game() {
        const COUNT: usize = 2_000;
        let mut listener = LinearSession::new(Instant::now());
        listener.type_line("tab-analyze");
        let mut moves = ["Nf3", "Nf6", "Ng1", "Ng8"].into_iter().cycle();
        // A copy is held as while the game is being saved.
        let mut copy = listener.app.analyze.walk.tree().clone();
        let mut play = |listener: &mut LinearSession, count: usize| {
            let begun = Instant::now();
            for mv in moves.by_ref().take(count) {
                let said = listener.type_line(mv);
                assert!(said[0].contains("knight"), "{said:?}");
                copy = listener.app.analyze.walk.tree().clone();
            }
            begun.elapsed()
        };
        let first = play(&mut listener, COUNT);
        play(&mut listener, 2 * COUNT);
        let last = play(&mut listener, COUNT);
        assert!(last < first * 4, "{COUNT} moves: first {first:?}, then {last:?}");
        assert_eq!(copy.move_count(), 4 * COUNT);
    }

    #[test]
    fn a_line_of_analysis_ends_where_the_longest_game_does() {
        let mut listener = LinearSession::new(Instant::now());
        listener.type_line("tab-analyze");
        let tree = listener.app.analyze.walk.tree_mut();
        let mut at = tree.start();
        for mv in ["Nf3", "Nf6", "Ng1", "Ng8"].into_iter().cycle().take(17_696) {
            let mv = crate::chess::notation::parse_move(tree.node(at).position(), mv).unwrap();
            at = tree.add(at, mv).unwrap();
        }
        listener.app.analyze.walk.go_to_end();
        assert!(listener.type_line("Nf3").iter().any(|said| said.contains("knight f3")));
        for _ in 0..2 {
            let said = listener.type_line("Nf6");
            assert!(said.iter().any(|said| said.starts_with("The line has 17,697 half-moves")), "{said:?}");
        }
    }

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
