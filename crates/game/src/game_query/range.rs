//! Ranges of numbers as they are typed: `>2400`, `<=2000`, `2200..2400`, `2200..`.

/// The numbers from a first to a last one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NumberRange {
    /// The least number of it.
    pub first: u32,
    /// The greatest number of it.
    pub last: u32,
}

impl NumberRange {
    /// All numbers: what a range means that has no limits yet.
    pub const ALL: Self = Self { first: 0, last: u32::MAX };

    /// Reads a range. `range_of` returns the numbers that a value means: one for a rating, a year of days for a date. None
    /// where it cannot read the value.
    #[must_use]
    pub fn parse(text: &str, range_of: impl Fn(&str) -> Option<Self>) -> Option<Self> {
        let limits = |text: &str| if text.is_empty() { Some(Self::ALL) } else { range_of(text) };
        Some(match text.as_bytes() {
            [b'>', b'=', ..] => Self { first: limits(&text[2..])?.first, ..Self::ALL },
            [b'<', b'=', ..] => Self { last: limits(&text[2..])?.last, ..Self::ALL },
            [b'>', ..] => limits(&text[1..])?.above(),
            [b'<', ..] => limits(&text[1..])?.below(),
            _ => match text.split_once("..") {
                Some((first, last)) => Self { first: limits(first)?.first, last: limits(last)?.last },
                // The second dot is still to come.
                None => limits(text.trim_matches('.'))?,
            },
        })
    }

    /// The numbers above it; all if it has no limit yet.
    const fn above(self) -> Self {
        match self.last.checked_add(1) {
            Some(first) => Self { first, ..Self::ALL },
            None => Self::ALL,
        }
    }

    /// The numbers below it; all if it has no limit yet.
    fn below(self) -> Self {
        match self.first.checked_sub(1) {
            Some(last) => Self { last, ..Self::ALL },
            None if self == Self::ALL => Self::ALL,
            None => Self { first: 1, last: 0 },
        }
    }

    /// Whether it has a number.
    #[must_use]
    pub const fn contains(self, number: u32) -> bool {
        self.first <= number && number <= self.last
    }

    /// Whether it has a number of another range.
    #[must_use]
    pub const fn overlaps(self, other: Self) -> bool {
        self.first <= other.last && other.first <= self.last
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_read_as_it_is_typed() {
        let tens = |text: &str| {
            let number: u32 = text.parse().ok()?;
            Some(NumberRange { first: number * 10, last: number * 10 + 9 })
        };
        let all = u32::MAX;
        for (text, range) in [
            ("4", Some((40, 49))),
            (">4", Some((50, all))),
            (">=4", Some((40, all))),
            ("<4", Some((0, 39))),
            ("<=4", Some((0, 49))),
            ("4..5", Some((40, 59))),
            ("4..", Some((40, all))),
            ("..4", Some((0, 49))),
            ("5..4", Some((50, 49))),
            ("", Some((0, all))),
            (">", Some((0, all))),
            ("<", Some((0, all))),
            ("<0", Some((1, 0))),
            ("4.", Some((40, 49))),
            (">=", Some((0, all))),
            ("..", Some((0, all))),
            ("x", None),
            (">x", None),
            ("4..x", None),
            ("=4", None),
            ("4>", None),
        ] {
            let found = NumberRange::parse(text, tens);
            assert_eq!(found.map(|range| (range.first, range.last)), range, "{text}");
        }
    }
}
