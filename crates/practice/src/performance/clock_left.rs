//! Time left on the clock, in the ranges that a player knows as time trouble and as plenty.

use std::time::Duration;

/// The time that a player had left when a move began.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ClockLeft {
    /// Less than 10 seconds.
    Under10Seconds,
    /// From 10 seconds to less than 30.
    Under30Seconds,
    /// From 30 seconds to less than a minute.
    Under1Minute,
    /// From a minute to less than three.
    Under3Minutes,
    /// Three minutes or more.
    More,
}

impl ClockLeft {
    /// All of them, the least time first.
    pub const ALL: [Self; 5] =
        [Self::Under10Seconds, Self::Under30Seconds, Self::Under1Minute, Self::Under3Minutes, Self::More];

    /// The limit below which the time lies, in seconds. None for the last one, which has no limit.
    #[must_use]
    pub const fn limit_seconds(self) -> Option<u64> {
        match self {
            Self::Under10Seconds => Some(10),
            Self::Under30Seconds => Some(30),
            Self::Under1Minute => Some(60),
            Self::Under3Minutes => Some(180),
            Self::More => None,
        }
    }

    /// The range of a time.
    #[must_use]
    pub fn of(left: Duration) -> Self {
        let is_below = |range: &Self| range.limit_seconds().is_some_and(|limit| left.as_secs() < limit);
        Self::ALL.into_iter().find(is_below).unwrap_or(Self::More)
    }

    /// `10 s to 30 s`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Under10Seconds => "under 10 s",
            Self::Under30Seconds => "10 s to 30 s",
            Self::Under1Minute => "30 s to 1 min",
            Self::Under3Minutes => "1 min to 3 min",
            Self::More => "3 min or more",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_belongs_to_the_range_above() {
        for (milliseconds, range) in [
            (0, ClockLeft::Under10Seconds),
            (9_999, ClockLeft::Under10Seconds),
            (10_000, ClockLeft::Under30Seconds),
            (30_000, ClockLeft::Under1Minute),
            (60_000, ClockLeft::Under3Minutes),
            (179_900, ClockLeft::Under3Minutes),
            (180_000, ClockLeft::More),
        ] {
            assert_eq!(ClockLeft::of(Duration::from_millis(milliseconds)), range, "{milliseconds} ms");
        }
    }
}
