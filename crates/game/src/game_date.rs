//! The date of a game, as far as it is known.

use std::fmt;

/// A date of PGN whose parts may be unknown: `2026.11.30`, `2026.??.??`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct GameDate(u32);

impl GameDate {
    /// The date of a PGN tag. What cannot be read of it is unknown.
    #[must_use]
    pub fn of_pgn(text: &str) -> Self {
        let mut parts = text.split('.').map(|part| part.trim().parse::<u32>().unwrap_or(0));
        let mut next = |limit: u32| parts.next().filter(|&part| part <= limit).unwrap_or(0);
        Self(next(9_999) * 10_000 + next(12) * 100 + next(31))
    }

    /// The date with a [`number`](Self::number).
    #[must_use]
    pub const fn from_number(number: u32) -> Self {
        Self(number)
    }

    /// Year, month and day as in 20261130, 0 for what is unknown.
    #[must_use]
    pub const fn number(self) -> u32 {
        self.0
    }

    /// The year, if it is known.
    #[must_use]
    pub fn year(self) -> Option<u32> {
        Some(self.0 / 10_000).filter(|&year| year > 0)
    }

    /// The first and the last number that the date may have: those of a month where the day is unknown, those of a year
    /// where the month is. None where the year is unknown.
    #[must_use]
    pub fn span(self) -> Option<(u32, u32)> {
        let year = self.year()? * 10_000;
        let (month, day) = (self.0 / 100 % 100, self.0 % 100);
        Some(match (month, day) {
            (0, _) => (year, year + 9_999),
            (_, 0) => (self.0, self.0 + 99),
            _ => (self.0, self.0),
        })
    }
}

/// As in PGN, with `??` for unknown parts; empty where all is unknown.
impl fmt::Display for GameDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 0 {
            return Ok(());
        }
        let mut part = |number: u32, width: usize, end: &str| match number {
            0 => write!(f, "{:?<width$}{end}", ""),
            _ => write!(f, "{number:0width$}{end}"),
        };
        part(self.0 / 10_000, 4, ".")?;
        part(self.0 / 100 % 100, 2, ".")?;
        part(self.0 % 100, 2, "")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_is_read_as_far_as_it_is_known() {
        for (text, number, again, span) in [
            ("2026.11.30", 20_261_130, "2026.11.30", Some((20_261_130, 20_261_130))),
            ("2026.5.1", 20_260_501, "2026.05.01", Some((20_260_501, 20_260_501))),
            ("2026.11.??", 20_261_100, "2026.11.??", Some((20_261_100, 20_261_199))),
            ("2026", 20_260_000, "2026.??.??", Some((20_260_000, 20_269_999))),
            ("2026.??.03", 20_260_003, "2026.??.03", Some((20_260_000, 20_269_999))),
            ("????.05.03", 503, "????.05.03", None),
            ("2026.13.40", 20_260_000, "2026.??.??", Some((20_260_000, 20_269_999))),
            ("yesterday", 0, "", None),
            ("", 0, "", None),
        ] {
            let date = GameDate::of_pgn(text);
            assert_eq!(
                (date.number(), date.to_string().as_str(), date.span()),
                (number, again, span),
                "{text}"
            );
            assert_eq!(GameDate::from_number(number), date);
        }
    }
}
