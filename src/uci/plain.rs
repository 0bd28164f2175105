//! Text from outside, made harmless: what an engine says of itself is shown to people, on a terminal.

use crate::chess::text::is_harmless;

/// The text without control characters and without marks that change how what is around them is shown, blanks
/// at its ends cut, and no more than `most` characters of it; where more were there, the last one says so.
#[must_use]
pub fn plain(text: &str, most: usize) -> String {
    let harmless = |c: char| match c {
        c if c.is_whitespace() => Some(' '),
        c if !is_harmless(c) => None,
        c => Some(c),
    };
    // Reading on only as far as is shown keeps a line of a megabyte cheap.
    let kept: String = text.trim().chars().filter_map(harmless).take(most + 1).collect();
    let mut kept = kept.trim().to_owned();
    if kept.chars().count() > most {
        kept = kept.chars().take(most.saturating_sub(1)).collect();
        kept.push('…');
    }
    kept
}

/// Whether a text is shown as it is: nothing in it would be changed by [`plain`].
#[must_use]
pub fn is_plain(text: &str) -> bool {
    text.chars().all(|c| is_harmless(c) && (!c.is_whitespace() || c == ' '))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_steers_a_terminal_is_left() {
        assert_eq!(plain("\u{1b}[31mRed\u{7}\tHerring\u{9b}2J\u{202e} 3 \r\n", 40), "[31mRed Herring2J 3");
        assert!(!is_plain("a\u{1b}b") && !is_plain("a\tb") && is_plain("Clear Hash é"));
    }

    #[test]
    fn a_long_text_is_cut_and_says_so() {
        assert_eq!(plain("abcdef", 6), "abcdef");
        assert_eq!(plain("abcdefg", 6), "abcde…");
        assert_eq!(plain(&"x".repeat(1 << 20), 3), "xx…");
    }
}
