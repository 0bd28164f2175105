//! Sanitizes text from outside before it is shown on a terminal.
//!
//! Control characters can control a terminal. Invisible characters (bidirectional controls, joiners, tag
//! characters) change how the text around them is shown, or hide text in it.

/// The longest quotation in an error, in characters.
const MAX_QUOTE: usize = 60;

/// Whether a character is invisible but changes the text around it: bidirectional marks, embeddings and
/// isolates (Unicode Standard Annex 9), zero-width joiners and spaces, byte order marks, interlinear
/// annotations, tag characters.
#[must_use]
pub const fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{ad}'
            | '\u{61c}'
            | '\u{180e}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}

/// Whether a character may be printed as part of a line.
#[must_use]
pub fn is_printable(c: char) -> bool {
    !(c.is_control() || is_invisible(c) || matches!(c, '\u{2028}' | '\u{2029}'))
}

/// The replacement of a character: a space for controls and line ends, nothing for invisible ones.
#[must_use]
pub fn sanitize_char(c: char) -> Option<char> {
    match c {
        c if is_printable(c) => Some(c),
        c if is_invisible(c) => None,
        _ => Some(' '),
    }
}

/// A text on one line without control and invisible characters.
#[must_use]
pub fn sanitize(text: &str) -> String {
    text.chars().filter_map(sanitize_char).collect()
}

/// A quotation of invalid text for an error: sanitized, trimmed, cut after 60 characters.
#[must_use]
pub fn quoted(text: &str) -> String {
    let mut letters = text.trim().chars().filter_map(sanitize_char);
    let mut quote: String = letters.by_ref().take(MAX_QUOTE).collect();
    if letters.next().is_some() {
        quote.push('…');
    }
    quote
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_or_hides_is_taken_out() {
        assert_eq!(sanitize("a\u{1b}]0;x\u{7}b\u{9b}2J\r\n\tc\u{7f}"), "a ]0;x b 2J   c ");
        let hidden =
            ['\u{61c}', '\u{200e}', '\u{202e}', '\u{2066}', '\u{2069}', '\u{feff}', '\u{e0041}', '\u{e007f}'];
        for c in hidden {
            assert_eq!(sanitize(&format!("a{c}b")), "ab", "{:x}", u32::from(c));
        }
        for text in ["Jörg – “Šahs” 象棋 ♔½", "é\u{301}"] {
            assert_eq!(sanitize(text), text);
        }
    }

    #[test]
    fn a_quotation_is_short() {
        assert_eq!(quoted(" e9\u{1b}[2J "), "e9 [2J");
        assert_eq!(quoted(&"x".repeat(1 << 20)).chars().count(), MAX_QUOTE + 1);
    }
}
