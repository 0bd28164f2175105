//! Text from outside, made harmless: what an engine says of itself is shown to people, on a terminal.

use crate::chess::text::is_printable;

/// The text without control characters and without marks that change how what is around them is shown, blanks
/// at its ends cut, and no more than `max_chars` characters of it; where more were there, the last one says so.
#[must_use]
pub fn sanitize_and_truncate(text: &str, max_chars: usize) -> String {
    let harmless = |c: char| match c {
        c if c.is_whitespace() => Some(' '),
        c if !is_printable(c) => None,
        c => Some(c),
    };
    // Reading on only as far as is shown keeps a line of a megabyte cheap.
    let sanitized: String = text.trim().chars().filter_map(harmless).take(max_chars + 1).collect();
    let mut sanitized = sanitized.trim().to_owned();
    if sanitized.chars().count() > max_chars {
        sanitized = sanitized.chars().take(max_chars.saturating_sub(1)).collect();
        sanitized.push('…');
    }
    sanitized
}

/// Whether a text is shown as it is: nothing in it would be changed by [`sanitize_and_truncate`].
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
