//! How texts are compared in a search: upper and lower case are the same, and apostrophes do not count, so that
//! `queens gambit` finds the Queen's Gambit.

use memchr::memchr2_iter;

/// A text in lowercase and without apostrophes, as it is searched.
#[must_use]
pub fn fold(text: &str) -> String {
    let mut folded = text.to_lowercase();
    folded.retain(|c| !matches!(c, '\'' | '\u{2019}'));
    folded
}

/// A text that is looked for in others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextPart(String);

impl TextPart {
    /// Runs of blanks count as one. None for an empty text.
    #[must_use]
    pub fn new(text: &str) -> Option<Self> {
        let words: Vec<&str> = text.split_whitespace().collect();
        Some(Self(fold(&words.join(" ")))).filter(|part| !part.0.is_empty())
    }

    /// The text as [`fold`] returns it.
    #[must_use]
    pub fn folded(&self) -> &str {
        &self.0
    }

    /// Whether another text contains it.
    #[must_use]
    pub fn is_in(&self, text: &str) -> bool {
        match as_plain(text) {
            Some(bytes) => {
                let part = self.0.as_bytes();
                let first = part.first().copied().unwrap_or_default();
                memchr2_iter(first, first.to_ascii_uppercase(), bytes).any(|at| {
                    bytes.get(at..at + part.len()).is_some_and(|found| found.eq_ignore_ascii_case(part))
                })
            }
            None => fold(text).contains(self.0.as_str()),
        }
    }

    /// Whether another text is this one, or begins with it and goes on with `separator`.
    #[must_use]
    pub fn begins(&self, text: &str, separator: char) -> bool {
        let text = fold(text);
        text.strip_prefix(self.0.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with(separator))
    }
}

/// The bytes of a text that differs from what is searched by ASCII capitals alone, as most do. A search of them needs no
/// copy.
fn as_plain(text: &str) -> Option<&[u8]> {
    let bytes = text.as_bytes();
    (text.is_ascii() && !bytes.contains(&b'\'')).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_found_in_any_case_and_without_apostrophes() {
        for (part, text, is_in) in [
            ("carlsen", "Carlsen, Magnus", true),
            ("MAGNUS", "Carlsen, Magnus", true),
            ("magnus c", "Carlsen, Magnus", false),
            ("magnuss", "Carlsen, Magnus", false),
            ("queens gambit", "Queen's Gambit Declined", true),
            ("queen's  gambit", "Queen\u{2019}s Gambit", true),
            ("queen's", "Three queens", true),
            ("j\u{f6}rg", "J\u{d6}RG B", true),
            ("jorg", "J\u{d6}RG B", false),
            ("k", "\u{212a}", true),
            ("\u{f6}", "o", false),
            ("aab", "aaab", true),
            ("1/2", "1/2-1/2", true),
            ("a", "", false),
        ] {
            let part = TextPart::new(part).unwrap();
            assert_eq!(part.is_in(text), is_in, "{part:?} in {text}");
            assert_eq!(fold(text).contains(part.folded()), is_in, "{part:?} in {text}");
        }
        assert_eq!([TextPart::new(""), TextPart::new("  "), TextPart::new("'")], [None, None, None]);
    }

    #[test]
    fn a_round_is_found_with_its_boards() {
        let round = TextPart::new("3").unwrap();
        let fits = ["3", "3.1", "3.12", "31", "13", "", "2.3"].map(|text| round.begins(text, '.'));
        assert_eq!(fits, [true, true, true, false, false, false, false]);
    }
}
