//! A text as lines and words that know where they stand.

use super::{Advice, Fault};

/// One line, without its end.
#[derive(Clone, Copy)]
pub(super) struct Row<'a> {
    /// From 1.
    pub(super) number: usize,
    pub(super) text: &'a str,
}

/// A part of a line.
#[derive(Clone, Copy)]
pub(super) struct Word<'a> {
    pub(super) row: Row<'a>,
    /// Bytes before it in its line.
    pub(super) start: usize,
    pub(super) text: &'a str,
}

/// The lines of a text; a carriage return at an end belongs to the end.
pub(super) fn rows(text: &str) -> impl Iterator<Item = Row<'_>> {
    text.lines().enumerate().map(|(at, text)| Row { number: at + 1, text })
}

impl<'a> Row<'a> {
    /// The words, with one space between two.
    pub(super) fn words(self) -> impl Iterator<Item = Word<'a>> {
        let mut start = 0;
        self.text.split(' ').map(move |text| {
            let word = Word { row: self, start, text };
            start += text.len() + 1;
            word
        })
    }

    /// What follows a word that the line has to begin with.
    pub(super) fn after(self, keyword: &str, advice: Advice) -> Result<Word<'a>, Fault> {
        let rest = self.text.strip_prefix(keyword).and_then(|rest| rest.strip_prefix(' '));
        let Some(text) = rest else {
            return Err(self.whole().fault(format!("\"{keyword} …\" was expected"), advice));
        };
        Ok(Word { row: self, start: keyword.len() + 1, text })
    }

    /// The whole line as one word.
    pub(super) const fn whole(self) -> Word<'a> {
        Word { row: self, start: 0, text: self.text }
    }

    /// The place behind the last character.
    pub(super) const fn end(self) -> Word<'a> {
        Word { row: self, start: self.text.len(), text: "" }
    }
}

impl Word<'_> {
    /// The parts before and after the first `:`.
    pub(super) fn split(self) -> Option<(Self, Self)> {
        let (before, after) = self.text.split_once(':')?;
        let second = self.start + before.len() + 1;
        Some((Word { text: before, ..self }, Word { start: second, text: after, ..self }))
    }

    /// A whole number without sign, leading nought or any other ornament.
    pub(super) fn number(self) -> Option<usize> {
        let digits = self.text.bytes().all(|byte| byte.is_ascii_digit());
        let plain = digits && (self.text.len() == 1 || !self.text.starts_with('0'));
        self.text.parse().ok().filter(|_| plain)
    }

    /// Something is wrong here.
    pub(super) fn fault(self, reason: String, advice: Advice) -> Fault {
        let column = self.row.text[..self.start].chars().count() + 1;
        let width = self.text.chars().count().max(1);
        Fault { line: self.row.number, column, text: self.row.text.to_owned(), width, reason, advice }
    }
}

/// The place of the first byte that belongs to no text.
pub(super) fn not_text(bytes: &[u8], valid: usize) -> Fault {
    // What stands before the place is text.
    let before = String::from_utf8_lossy(&bytes[..valid]);
    let line = before.matches('\n').count() + 1;
    let text = before.rsplit('\n').next().unwrap_or_default().to_owned();
    let column = text.chars().count() + 1;
    let reason = "this is no text: letters, digits and spaces were expected".to_owned();
    Fault { line, column, text, width: 1, reason, advice: Advice::CopyAgain }
}
