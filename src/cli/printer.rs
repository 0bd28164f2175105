//! Writer for terminal output that removes control characters and invisible characters.
//!
//! Output may quote a file or an argument. Quotations are sanitized where they are made; this writer makes
//! sure of it for all output, the messages of clap included.

use std::io::{self, Write};

use crate::chess::text::{is_printable, sanitize_char};

/// Passes text on without control characters other than line breaks and tabs. Bytes that are not UTF-8 become
/// U+FFFD.
#[derive(Debug)]
pub struct Printer<W> {
    inner: W,
    /// The first bytes of an incomplete character.
    begun: Vec<u8>,
}

impl<W: Write> Printer<W> {
    /// A printer that writes to `inner`.
    pub const fn new(inner: W) -> Self {
        Self { inner, begun: Vec::new() }
    }

    fn print(&mut self, text: &str) -> io::Result<()> {
        let stays = |c: char| matches!(c, '\n' | '\t') || is_printable(c);
        if text.chars().all(stays) {
            return self.inner.write_all(text.as_bytes());
        }
        let clean: String =
            text.chars().filter_map(|c| if stays(c) { Some(c) } else { sanitize_char(c) }).collect();
        self.inner.write_all(clean.as_bytes())
    }
}

impl<W: Write> Write for Printer<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.begun.is_empty() && bytes.iter().all(|&byte| matches!(byte, b'\n' | b'\t' | b' '..=b'~')) {
            self.inner.write_all(bytes)?;
            return Ok(bytes.len());
        }
        let mut all = std::mem::take(&mut self.begun);
        all.extend_from_slice(bytes);
        for chunk in all.utf8_chunks() {
            self.print(chunk.valid())?;
            let rest = chunk.invalid();
            let is_last = all.ends_with(rest) && rest.as_ptr_range().end == all.as_ptr_range().end;
            match rest {
                [] => {}
                // It may go on with the next write.
                _ if is_last && std::str::from_utf8(rest).is_err_and(|error| error.error_len().is_none()) => {
                    self.begun = rest.to_vec();
                }
                _ => self.inner.write_all("\u{fffd}".as_bytes())?,
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(pieces: &[&[u8]]) -> String {
        let mut out = Vec::new();
        let mut printer = Printer::new(&mut out);
        for piece in pieces {
            printer.write_all(piece).unwrap();
        }
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn nothing_that_steers_a_terminal_comes_out() {
        let hostile = "a\u{1b}]52;c;eA==\u{7}\u{9b}31m\rb\u{202e}c\u{e0041}\u{61c}\n\td\u{7f}";
        assert_eq!(printed(&[hostile.as_bytes()]), "a ]52;c;eA==  31m bc\n\td ");
    }

    #[test]
    fn a_character_that_comes_in_parts_is_whole() {
        let text = "½ – ♔\n".as_bytes();
        for at in 0..text.len() {
            assert_eq!(printed(&[&text[..at], &text[at..]]).as_bytes(), text);
        }
        let escape = "\u{9b}2J".as_bytes();
        assert_eq!(printed(&[&escape[..1], &escape[1..]]), " 2J");
        assert_eq!(printed(&[b"a\xffb", b"\xe2\x99", b"c"]), "a\u{fffd}b\u{fffd}c");
    }
}
