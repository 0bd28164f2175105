//! What is written about the moves of a game, as a checksum: enough to see whether two texts of one game say the same,
//! and fast enough for large files.

use twox_hash::XxHash3_64;

use super::scan::{GameItems, ScanKind};
use super::word::WordKind;

/// A checksum (XXH3) of comments, glyphs and variations with their places, and of the moves that cannot be played; 0
/// where there are none. White space, move numbers and the spelling of glyphs (`!` or `$1`) do not count.
#[must_use]
pub fn digest(text: &str, unplayed: &[&str]) -> u64 {
    let mut notes = NoteList { notes: Vec::new() };
    notes.read(text);
    for word in unplayed {
        notes.add(u32::MAX, word);
    }
    if notes.notes.is_empty() { 0 } else { XxHash3_64::oneshot(&notes.notes).max(1) }
}

/// The notes of a game, one after the other.
struct NoteList {
    notes: Vec<u8>,
}

impl NoteList {
    fn read(&mut self, text: &str) {
        let mut items = GameItems::of(text);
        while let Some((kind, piece)) = items.next() {
            let plies = items.scanner.plies;
            let is_variation = items.scanner.depth > 0;
            match kind {
                ScanKind::Comment
                | ScanKind::OpenComment
                | ScanKind::LineComment
                | ScanKind::PositionComment
                | ScanKind::Escape => self.add_comment(plies, piece),
                ScanKind::Open => self.add(plies, "("),
                ScanKind::Close => self.add(plies, ")"),
                ScanKind::Word(WordKind::Glyph(number)) => self.add(plies, &format!("${number}")),
                ScanKind::Prose | ScanKind::Word(WordKind::Odd | WordKind::FaultyGlyph) => {
                    self.add(plies, piece);
                }
                ScanKind::Word(WordKind::Move | WordKind::NullMove | WordKind::Result(_)) if is_variation => {
                    self.add(plies, piece.trim_end_matches(['+', '#']));
                }
                _ => {}
            }
        }
    }

    /// Adds a note behind so many half-moves of the main line.
    fn add(&mut self, plies: u32, text: &str) {
        self.notes.extend_from_slice(&plies.to_le_bytes());
        self.notes.extend_from_slice(text.as_bytes());
        self.notes.push(0);
    }

    fn add_comment(&mut self, plies: u32, text: &str) {
        let inside = text.trim_start_matches(['{', ';']).trim_end_matches('}');
        let words: Vec<&str> = inside.split_whitespace().collect();
        if !words.is_empty() {
            self.add(plies, &format!("{{{}", words.join(" ")));
        }
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
            assert_eq!(digest(text, &[]), 0, "{text}");
        }
        for broken in ["{", "(", "[", "1.", "% x", "\u{fe}{}", "))) 1. e4", "♘f3 $", "[A \"x\""] {
            let _ = digest(broken, &[]);
        }
    }

    #[test]
    fn what_is_written_about_the_moves_counts_and_how_it_is_laid_out_does_not() {
        let notes = digest("1. e4! {best by\ntest} e5 (1... c5 2. Nf3) 2. Nf3 $5 *", &[]);
        assert_ne!(notes, 0);
        assert_eq!(digest("1.e4 $1 { best by test } 1... e5 ( 1... c5 2.Nf3 )\n2.Nf3!? 1-0", &[]), notes);
        for other in [
            "1. e4 {best by test} e5 (1... c5 2. Nf3) 2. Nf3 $5 *",
            "1. e4! e5 {best by test} (1... c5 2. Nf3) 2. Nf3 $5 *",
            "1. e4! {best by test} e5 (1... c5 2. Nc3) 2. Nf3 $5 *",
            "1. e4! {best by tests} e5 (1... c5 2. Nf3) 2. Nf3 $5 *",
            "1. e4! {best by test} e5 2. Nf3 $5 *",
            "1. e4! {best by test} e5 (1... c5 2. Nf3) 2. Nf3 $5 {x} *",
            "1. e4! {best by test} e5 (1... c5 2. Nf3) 2. Nf3 $5 * ; x",
        ] {
            assert_ne!(digest(other, &[]), notes, "{other}");
        }
        assert_ne!(
            digest("[Event \"x\"] 1. e4 {a} *", &[]),
            digest("[Event \"x\"] 1. e4 {b} *", &[]),
            "on one line"
        );
        assert_ne!(digest("{only words} *", &[]), digest("{other words} *", &[]));
    }
}
