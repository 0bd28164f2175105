//! What is written about the moves of a game, as a checksum: enough to see whether two texts of one game say the same,
//! and fast enough for large files.

use twox_hash::XxHash3_64;

use super::command::has_text;
use super::scan::{GameItems, ScanKind};
use super::word::WordKind;

/// Whether a game is annotated.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Annotations {
    /// Whether it has a comment with more than commands such as `[%clk 0:01:00]`.
    pub has_comments: bool,
    /// Whether it has a variation.
    pub has_variations: bool,
}

/// A checksum (XXH3) of comments, glyphs and variations with their places, and of the moves that cannot be played; 0
/// where there are none; and whether there are comments and variations. White space, move numbers and the spelling of glyphs
/// (`!` or `$1`) do not count.
#[must_use]
pub fn read(text: &str, unplayed: &[&str]) -> (u64, Annotations) {
    let mut notes = NoteList::default();
    notes.read(text);
    for word in unplayed {
        notes.add(u32::MAX, word);
    }
    let digest = if notes.notes.is_empty() { 0 } else { XxHash3_64::oneshot(&notes.notes).max(1) };
    (digest, notes.annotations)
}

/// The notes of a game, one after the other.
#[derive(Default)]
struct NoteList {
    notes: Vec<u8>,
    annotations: Annotations,
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
                | ScanKind::PositionComment => {
                    self.annotations.has_comments |= has_text(inside_of(piece));
                    self.add_comment(plies, piece);
                }
                ScanKind::Escape => self.add_comment(plies, piece),
                ScanKind::Open => {
                    self.annotations.has_variations = true;
                    self.add(plies, "(");
                }
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
        let words: Vec<&str> = inside_of(text).split_whitespace().collect();
        if !words.is_empty() {
            self.add(plies, &format!("{{{}", words.join(" ")));
        }
    }
}

/// A comment without its braces or its semicolon.
fn inside_of(comment: &str) -> &str {
    comment.trim_start_matches(['{', ';']).trim_end_matches('}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::plain::PlainGame;

    fn digest(text: &str, unplayed: &[&str]) -> u64 {
        read(text, unplayed).0
    }

    #[test]
    fn comments_and_variations_are_known_and_commands_are_no_comment() {
        for (moves, has_comments, has_variations) in [
            ("1. e4 e5 2. Nf3 $1 1-0", false, false),
            ("1. e4 {good} e5 1-0", true, false),
            ("{At the start} 1. e4 e5 1-0", true, false),
            ("1. e4 { [%clk 0:01:00] [%eval 0.3] } e5 {[%csl Ga1]} 1-0", false, false),
            ("1. e4 {[%clk 0:01:00] late (1. d4) } e5 1-0", true, false),
            ("1. e4 (1. d4 {[%eval 0.1]}) e5 1-0", false, true),
            ("1. e4 (1. d4 {as well}) e5 { } 1-0", true, true),
            ("1. e4 e5 ; best by test\n2. Nf3 1-0", true, false),
            ("1. e4 e5\n% an escape\n2. Nf3 1-0", false, false),
        ] {
            let wanted = Annotations { has_comments, has_variations };
            assert_eq!(read(moves, &[]).1, wanted, "{moves}");
            let text = format!("[Event \"(x) {{y}}\"]\n[Result \"1-0\"]\n\n{moves}\n");
            assert_eq!(read(&text, &[]).1, wanted, "{text}");
            if let Some(plain) = PlainGame::read(text.as_bytes(), true) {
                assert_eq!(plain.annotations(), wanted, "{text}");
            }
        }
    }

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
