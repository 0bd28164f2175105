//! Time control of an engine match: a time for each move, or a clock with an increment.

use std::str::FromStr;
use std::time::Duration;

/// Time control of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MatchTime {
    /// Time for each move.
    PerMove(Duration),
    /// A clock for each side.
    Clock {
        /// Time at the start.
        base: Duration,
        /// Increment for each move.
        increment: Duration,
    },
}

impl MatchTime {
    /// The value of the PGN tag `TimeControl`.
    #[must_use]
    pub fn pgn_tag(self) -> String {
        match self {
            Self::PerMove(time) => format!("1/{}", time.as_secs_f64()),
            Self::Clock { base, increment } => {
                format!("{}+{}", base.as_secs_f64(), increment.as_secs_f64())
            }
        }
    }
}

impl FromStr for MatchTime {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || "write seconds and seconds added, 10+0.1, or 0.5s for each move".to_owned();
        let seconds = |text: &str| {
            let value: f64 = text.trim().parse().map_err(|_| wrong())?;
            if (0.0..=86_400.0).contains(&value) { Ok(Duration::from_secs_f64(value)) } else { Err(wrong()) }
        };
        let time = match (text.trim().strip_suffix('s'), text.split_once('+')) {
            (Some(each), None) => Self::PerMove(seconds(each)?),
            (None, Some((base, increment))) => {
                Self::Clock { base: seconds(base)?, increment: seconds(increment)? }
            }
            _ => return Err(wrong()),
        };
        let (Self::PerMove(first) | Self::Clock { base: first, .. }) = time;
        if first.is_zero() { Err(wrong()) } else { Ok(time) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_seconds() {
        let ms = Duration::from_millis;
        let clock = |base, increment| Ok(MatchTime::Clock { base: ms(base), increment: ms(increment) });
        assert_eq!("10+0.1".parse(), clock(10_000, 100));
        assert_eq!("60+0".parse(), clock(60_000, 0));
        assert_eq!("0.5s".parse(), Ok(MatchTime::PerMove(ms(500))));
        for text in ["", "10", "0+1", "0s", "-1+0", "1+x", "NaN+1", "1s+1s", "9e9+1"] {
            assert!(text.parse::<MatchTime>().is_err(), "{text}");
        }
        assert_eq!(MatchTime::PerMove(ms(500)).pgn_tag(), "1/0.5");
    }
}
