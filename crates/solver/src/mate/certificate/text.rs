//! Lines and words of a text with their positions.

use super::{CertificateAdvice, CertificateError};
use chess::text::line_and_column;

/// One line, without its end.
#[derive(Clone, Copy)]
pub(super) struct CertificateRow<'a> {
    /// From 1.
    pub(super) number: usize,
    pub(super) text: &'a str,
}

/// A part of a line.
#[derive(Clone, Copy)]
pub(super) struct CertificateWord<'a> {
    pub(super) row: CertificateRow<'a>,
    /// Bytes before it in its line.
    pub(super) start: usize,
    pub(super) text: &'a str,
}

/// The lines of a text; a carriage return at an end belongs to the end.
pub(super) fn rows(text: &str) -> impl Iterator<Item = CertificateRow<'_>> {
    text.lines().enumerate().map(|(at, text)| CertificateRow { number: at + 1, text })
}

impl<'a> CertificateRow<'a> {
    /// The words, with one space between two.
    pub(super) fn words(self) -> impl Iterator<Item = CertificateWord<'a>> {
        let mut start = 0;
        self.text.split(' ').map(move |text| {
            let word = CertificateWord { row: self, start, text };
            start += text.len() + 1;
            word
        })
    }

    /// What follows a word that the line has to begin with.
    pub(super) fn after(
        self,
        keyword: &str,
        advice: CertificateAdvice,
    ) -> Result<CertificateWord<'a>, CertificateError> {
        let rest = self.text.strip_prefix(keyword).and_then(|rest| rest.strip_prefix(' '));
        let Some(text) = rest else {
            return Err(self.whole().error(format!("\"{keyword} …\" was expected"), advice));
        };
        Ok(CertificateWord { row: self, start: keyword.len() + 1, text })
    }

    /// The whole line as one word.
    pub(super) const fn whole(self) -> CertificateWord<'a> {
        CertificateWord { row: self, start: 0, text: self.text }
    }

    /// The position behind the last character.
    pub(super) const fn end(self) -> CertificateWord<'a> {
        CertificateWord { row: self, start: self.text.len(), text: "" }
    }
}

impl CertificateWord<'_> {
    /// The parts before and after the first `:`.
    pub(super) fn split(self) -> Option<(Self, Self)> {
        let (before, after) = self.text.split_once(':')?;
        let second = self.start + before.len() + 1;
        Some((
            CertificateWord { text: before, ..self },
            CertificateWord { start: second, text: after, ..self },
        ))
    }

    /// A decimal number without sign or leading zeros.
    pub(super) fn number(self) -> Option<usize> {
        let digits = self.text.bytes().all(|byte| byte.is_ascii_digit());
        let plain = digits && (self.text.len() == 1 || !self.text.starts_with('0'));
        self.text.parse().ok().filter(|_| plain)
    }

    /// An error at this word.
    pub(super) fn error(self, reason: String, advice: CertificateAdvice) -> CertificateError {
        let column = self.row.text[..self.start].chars().count() + 1;
        let width = self.text.chars().count().max(1);
        CertificateError {
            line: self.row.number,
            column,
            text: self.row.text.to_owned(),
            width,
            reason,
            advice,
        }
    }
}

/// The error for the first byte that is not valid UTF-8.
pub(super) fn invalid_utf8(bytes: &[u8], valid: usize) -> CertificateError {
    // What stands before the place is text.
    let before = String::from_utf8_lossy(&bytes[..valid]);
    let (line, column) = line_and_column(&before, before.len());
    let text = before.rsplit('\n').next().unwrap_or_default().to_owned();
    let reason = "this is not text: letters, digits and spaces were expected".to_owned();
    CertificateError { line, column, text, width: 1, reason, advice: CertificateAdvice::CopyAgain }
}
