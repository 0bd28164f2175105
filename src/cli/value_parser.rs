//! Parsers for values on the command line: whole numbers, whose errors name the valid range, and positions.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::chess::{Color, Position, fen};
use crate::cli::error::CommandLineError;

/// A type of whole numbers.
pub(super) trait WholeNumber: FromStr + PartialOrd + Display + Copy + Send + Sync + 'static {
    /// The largest value. As the end of a range it means that the range has no upper limit.
    const MAX: Self;
}

macro_rules! whole_numbers {
    ($($number:ty),*) => {
        $(impl WholeNumber for $number {
            const MAX: Self = <$number>::MAX;
        })*
    };
}

whole_numbers!(u8, u16, u32, u64, usize);

/// A parser for whole numbers in a range.
pub(super) fn whole<T: WholeNumber>(
    range: RangeInclusive<T>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| match (range.start(), range.end()) {
            (least, &most) if most == T::MAX => format!("give a whole number, {least} or more"),
            (least, most) => format!("give a whole number from {least} to {most}"),
        })
    }
}

/// A parser for whole numbers of at least `least`.
pub(super) fn at_least<T: WholeNumber>(
    least: T,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    whole(least..=T::MAX)
}

/// A parser for a time in milliseconds, 1 or more.
pub(super) fn milliseconds(text: &str) -> Result<Duration, String> {
    at_least(1_u64)(text).map(Duration::from_millis)
}

/// A parser for a FEN; its errors have a caret under the place.
pub(super) fn position(text: &str) -> Result<Position, CommandLineError> {
    fen::parse(text).map_err(|error| CommandLineError::Position { text: text.to_owned(), error })
}

/// A parser for a side: `white` or `black`.
pub(super) fn side() -> impl TypedValueParser<Value = Color> {
    PossibleValuesParser::new(["white", "black"])
        .map(|side| if side == "white" { Color::White } else { Color::Black })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_that_cannot_be_used_is_reported_with_the_range() {
        assert_eq!(whole(1_u16..=218)("218"), Ok(218));
        for text in ["0", "219", "many", "-1", "", "70000", "1.5"] {
            assert_eq!(whole(1_u16..=218)(text).unwrap_err(), "give a whole number from 1 to 218", "{text}");
        }
        assert_eq!(at_least(1_u64)("x").unwrap_err(), "give a whole number, 1 or more");
    }
}
