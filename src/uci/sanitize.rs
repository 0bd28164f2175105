//! Sanitizes the texts of external engines before they are shown on a terminal.

use crate::chess::text::is_printable;

/// The text without control and invisible characters, trimmed and truncated to `max_chars` characters; a
/// truncated text ends in `…`.
#[must_use]
pub fn sanitize_and_truncate(text: &str, max_chars: usize) -> String {
    let harmless = |c: char| match c {
        c if c.is_whitespace() => Some(' '),
        c if !is_printable(c) => None,
        c => Some(c),
    };
    // Only the part that is shown is read, so that a line of a megabyte stays cheap.
    let sanitized: String = text.trim().chars().filter_map(harmless).take(max_chars + 1).collect();
    let mut sanitized = sanitized.trim().to_owned();
    if sanitized.chars().count() > max_chars {
        sanitized = sanitized.chars().take(max_chars.saturating_sub(1)).collect();
        sanitized.push('…');
    }
    sanitized
}

/// Whether a text is clean: [`sanitize_and_truncate`] would not change it, except for its length.
#[must_use]
pub fn is_sanitized(text: &str) -> bool {
    text.chars().all(|c| is_printable(c) && (!c.is_whitespace() || c == ' '))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_steers_a_terminal_is_left() {
        assert_eq!(
            sanitize_and_truncate("\u{1b}[31mRed\u{7}\tHerring\u{9b}2J\u{202e} 3 \r\n", 40),
            "[31mRed Herring2J 3"
        );
        assert!(!is_sanitized("a\u{1b}b") && !is_sanitized("a\tb") && is_sanitized("Clear Hash é"));
    }

    #[test]
    fn a_long_text_is_cut_and_says_so() {
        assert_eq!(sanitize_and_truncate("abcdef", 6), "abcdef");
        assert_eq!(sanitize_and_truncate("abcdefg", 6), "abcde…");
        assert_eq!(sanitize_and_truncate(&"x".repeat(1 << 20), 3), "xx…");
    }
}
