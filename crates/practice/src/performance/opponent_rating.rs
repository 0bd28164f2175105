//! Ratings of opponents, in ranges of a hundred points.

/// Points of a range.
const WIDTH: u16 = 100;

/// A range of ratings, by the lowest of them: 2500 stands for 2500 to 2599.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RatingRange(u16);

impl RatingRange {
    /// The range of a rating.
    #[must_use]
    pub const fn of(rating: u16) -> Self {
        Self(rating / WIDTH * WIDTH)
    }

    /// The lowest rating.
    #[must_use]
    pub const fn first(self) -> u16 {
        self.0
    }

    /// The highest rating.
    #[must_use]
    pub const fn last(self) -> u16 {
        self.0.saturating_add(WIDTH - 1)
    }

    /// `2500 to 2599`.
    #[must_use]
    pub fn name(self) -> String {
        format!("{} to {}", self.first(), self.last())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_has_a_hundred_ratings() {
        assert_eq!(
            [2_499, 2_500, 2_599, 2_600].map(|rating| RatingRange::of(rating).first()),
            [2_400, 2_500, 2_500, 2_600]
        );
        assert_eq!(RatingRange::of(2_551).name(), "2500 to 2599");
        assert_eq!(RatingRange::of(u16::MAX).last(), u16::MAX);
    }
}
