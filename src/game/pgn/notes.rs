//! What is written about the moves of a game, as a checksum: enough to see whether two texts of one game say the same,
//! and fast enough for large files.

use twox_hash::XxHash3_64;

use super::split::tag_length;

/// A checksum (XXH3) of comments, glyphs and variations with their places; 0 where there are none. White space, move
/// numbers and the spelling of glyphs (`!` or `$1`) do not count.
#[must_use]
pub fn digest(text: &str) -> u64 {
    let mut notes = Vec::new();
    NoteScan { plies: 0, depth: 0, notes: &mut notes }.read(text);
    if notes.is_empty() { 0 } else { XxHash3_64::oneshot(&notes).max(1) }
}

/// The state of the scan.
struct NoteScan<'n> {
    /// Half-moves of the main line so far.
    plies: u32,
    /// Number of open variations.
    depth: usize,
    notes: &'n mut Vec<u8>,
}

impl NoteScan<'_> {
    fn read(&mut self, text: &str) {
        let bytes = text.as_bytes();
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            let is_line_start = at == 0 || matches!(bytes[at - 1], b'\n' | b'\r');
            let line_end = |at: usize| {
                let end = bytes[at..].iter().position(|byte| matches!(byte, b'\n' | b'\r'));
                end.map_or(bytes.len(), |length| at + length)
            };
            match byte {
                byte if byte.is_ascii_whitespace() => at += 1,
                b'{' => {
                    let end = bytes[at..].iter().position(|&byte| byte == b'}');
                    let end = end.map_or(bytes.len(), |length| at + length);
                    self.comment(&text[at + 1..end]);
                    at = end + 1;
                }
                b';' => {
                    let end = line_end(at);
                    self.comment(&text[at + 1..end]);
                    at = end;
                }
                b'%' if is_line_start => {
                    let end = line_end(at);
                    self.comment(&text[at..end]);
                    at = end;
                }
                b'[' if self.plies == 0 && self.depth == 0 => {
                    at = tag_length(&bytes[at..])
                        .map_or_else(|| line_end(at).max(at + 1), |length| at + length);
                }
                b'(' => {
                    self.note("(");
                    (self.depth, at) = (self.depth + 1, at + 1);
                }
                b')' => {
                    if self.depth > 0 {
                        self.note(")");
                    }
                    (self.depth, at) = (self.depth.saturating_sub(1), at + 1);
                }
                _ => {
                    let ends = |byte: &u8| byte.is_ascii_whitespace() || b"{}();".contains(byte);
                    let length = bytes[at..].iter().position(ends).unwrap_or(bytes.len() - at).max(1);
                    self.word(&text[at..at + length]);
                    at += length;
                }
            }
        }
    }

    /// Adds a note with its place.
    fn note(&mut self, text: &str) {
        self.notes.extend_from_slice(&self.plies.to_le_bytes());
        self.notes.extend_from_slice(text.as_bytes());
        self.notes.push(0);
    }

    fn comment(&mut self, text: &str) {
        let words: Vec<&str> = text.split_whitespace().collect();
        if !words.is_empty() {
            self.note(&format!("{{{}", words.join(" ")));
        }
    }

    /// A word of the movetext: a number, a move, a glyph or a result.
    fn word(&mut self, word: &str) {
        let behind = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let word =
            if behind.is_empty() || behind.starts_with('.') { behind.trim_start_matches('.') } else { word };
        let mv = word.trim_end_matches(['!', '?']);
        if mv.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '0' | '-')) {
            if self.depth > 0 {
                self.note(mv.trim_end_matches(['+', '#']));
            } else if !mv.starts_with(|c: char| c.is_ascii_digit()) || mv.starts_with("0-0") {
                self.plies += 1;
            }
        } else if !matches!(mv, "" | "*" | "1-0" | "1/2-1/2" | "1/2" | "½-½") {
            self.note(mv);
        }
        let glyph = match &word[mv.len()..] {
            "" => return,
            "!" => "$1",
            "?" => "$2",
            "!!" => "$3",
            "??" => "$4",
            "!?" => "$5",
            "?!" => "$6",
            other => other,
        };
        self.note(glyph);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_game_has_no_notes() {
        for text in [
            "",
            "1. e4 e5 2. Nf3 1-0",
            "[Event \"{x} (1. e4!)\"]\n[White \"a]\"] 1.e4 e5 2.0-0 {  } 1/2-1/2\n",
            "1. e4 e5 ½-½",
            "[Event \"x\"]\r[White \"y\"]\r\r1. e4 e5 0-1\r",
            "1. e4 *",
        ] {
            assert_eq!(digest(text), 0, "{text}");
        }
        for broken in ["{", "(", "[", "1.", "% x", "\u{fe}{}", "))) 1. e4", "♘f3 $", "[A \"x\""] {
            let _ = digest(broken);
        }
    }

    #[test]
    fn what_is_written_about_the_moves_counts_and_how_it_is_laid_out_does_not() {
        let notes = digest("1. e4! {best by\ntest} e5 (1... c5 2. Nf3) 2. Nf3 $5 *");
        assert_ne!(notes, 0);
        assert_eq!(digest("1.e4 $1 { best by test } 1... e5 ( 1... c5 2.Nf3 )\n2.Nf3!? 1-0"), notes);
        for other in [
            "1. e4 {best by test} e5 (1... c5 2. Nf3) 2. Nf3 $5 *",
            "1. e4! e5 {best by test} (1... c5 2. Nf3) 2. Nf3 $5 *",
            "1. e4! {best by test} e5 (1... c5 2. Nc3) 2. Nf3 $5 *",
            "1. e4! {best by tests} e5 (1... c5 2. Nf3) 2. Nf3 $5 *",
            "1. e4! {best by test} e5 2. Nf3 $5 *",
            "1. e4! {best by test} e5 (1... c5 2. Nf3) 2. Nf3 $5 {x} *",
            "1. e4! {best by test} e5 (1... c5 2. Nf3) 2. Nf3 $5 * ; x",
        ] {
            assert_ne!(digest(other), notes, "{other}");
        }
        assert_ne!(digest("[Event \"x\"] 1. e4 {a} *"), digest("[Event \"x\"] 1. e4 {b} *"), "on one line");
        assert_ne!(digest("{only words} *"), digest("{other words} *"));
    }
}
