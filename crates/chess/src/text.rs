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

/// Line and column of a byte of a text, both from 1; the column counts characters. Lines end with LF, CRLF or CR. A
/// place beyond the end, or within a character, stands for the end of the text.
#[must_use]
pub fn line_and_column(text: &str, place: usize) -> (usize, usize) {
    let before = text.get(..place).unwrap_or(text);
    let line_start = before.rfind(['\n', '\r']).map_or(0, |end| end + 1);
    let mut lines = LineCounter::new();
    lines.add(before.as_bytes());
    (lines.line(), before[line_start..].chars().count() + 1)
}

/// The lines of a text, without their ends: LF, CRLF or CR.
pub fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().flat_map(|line| line.trim_end_matches('\r').split('\r'))
}

/// Counts the lines of a text that comes in pieces. Lines end with LF, CRLF or CR.
#[derive(Clone, Copy, Debug)]
pub struct LineCounter {
    ends: usize,
    /// Whether the last byte was a CR: an LF behind it belongs to the same end.
    after_return: bool,
}

impl LineCounter {
    /// A counter at the start of a text.
    #[must_use]
    pub const fn new() -> Self {
        Self { ends: 0, after_return: false }
    }

    /// Passes over the next piece of the text.
    pub fn add(&mut self, piece: &[u8]) {
        let Some(&last) = piece.last() else { return };
        let count = |wanted: u8| piece.split(|&byte| byte == wanted).count() - 1;
        self.ends += count(b'\n');
        if self.after_return && piece[0] == b'\n' {
            self.ends -= 1;
        }
        let returns = count(b'\r');
        if returns > 0 {
            self.ends += returns - piece.windows(2).filter(|pair| *pair == b"\r\n").count();
        }
        self.after_return = last == b'\r';
    }

    /// The line that has been reached, from 1.
    #[must_use]
    pub const fn line(self) -> usize {
        self.ends + 1
    }
}

impl Default for LineCounter {
    fn default() -> Self {
        Self::new()
    }
}

/// The line that a text behind this one goes on with, from 1.
#[must_use]
pub fn line_at(before: &[u8]) -> usize {
    let mut lines = LineCounter::new();
    lines.add(before);
    lines.line()
}

/// The beginning that all texts have in common; empty where there is no text.
#[must_use]
pub fn common_prefix(texts: &[String]) -> &str {
    let Some((first, others)) = texts.split_first() else { return "" };
    let shared = |other: &String| {
        let differing = first.char_indices().zip(other.chars()).find(|((_, a), b)| a != b);
        differing.map_or(first.len().min(other.len()), |((at, _), _)| at)
    };
    &first[..others.iter().map(shared).min().unwrap_or(first.len())]
}

/// A text with a capital letter at its beginning.
#[must_use]
pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
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

/// A text of another program on one line: without control and invisible characters, trimmed and truncated to `max_chars` characters; a
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
    fn what_texts_have_in_common_ends_between_two_characters() {
        for (texts, prefix) in [
            (&["white:", "white-elo:"][..], "white"),
            (&["Qa1", "Qab1", "Qa2"], "Qa"),
            (&["aé", "aè"], "a"),
            (&["ab", "abc"], "ab"),
            (&["one"], "one"),
            (&["a", "b"], ""),
            (&[], ""),
        ] {
            let texts: Vec<String> = texts.iter().map(|&text| text.to_owned()).collect();
            assert_eq!(common_prefix(&texts), prefix, "{texts:?}");
        }
    }

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
    fn a_place_has_a_line_and_a_column_in_characters() {
        assert_eq!(line_and_column("", 0), (1, 1));
        assert_eq!(line_and_column("é\nöx", 5), (2, 2));
        assert_eq!(line_and_column("a\n", 2), (2, 1));
        assert_eq!(line_and_column("a\nbc", 99), (2, 3));
        assert_eq!(line_and_column("a\rb\r\nc\n\rde", 9), (5, 2));
        let mut counter = LineCounter::new();
        for piece in ["a\r", "\nb\r", "c", "\n", "\r\n", ""] {
            counter.add(piece.as_bytes());
        }
        assert_eq!(counter.line(), 5);
    }

    #[test]
    fn lines_end_in_every_way() {
        assert_eq!(lines("a\rb\r\nc\n\nd\r").collect::<Vec<_>>(), ["a", "b", "c", "", "d"]);
    }

    #[test]
    fn a_quotation_is_short() {
        assert_eq!(quoted(" e9\u{1b}[2J "), "e9 [2J");
        assert_eq!(quoted(&"x".repeat(1 << 20)).chars().count(), MAX_QUOTE + 1);
    }

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
