//! The performance rating of a player over some games.

/// The largest difference in rating that a performance shows, above and below the opponents' average.
const MAX_DIFFERENCE: f64 = 800.0;

/// The performance rating: the rating at which the score against the opponents' average rating would be expected by the Elo
/// formula, at most 800 from it. `rating_sum` and `games` are of the opponents, `half_points` the player's points against them
/// in halves. None where there is no game.
#[must_use]
#[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "ratings have four digits")]
pub fn performance_rating(rating_sum: u64, games: u64, half_points: u64) -> Option<i32> {
    if games == 0 {
        return None;
    }
    let score = half_points as f64 / (2 * games) as f64;
    let difference = -400.0 * (1.0 / score - 1.0).log10();
    let difference = difference.clamp(-MAX_DIFFERENCE, MAX_DIFFERENCE);
    Some((rating_sum as f64 / games as f64 + difference).round() as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_the_points_are_the_opponents_average() {
        assert_eq!(performance_rating(0, 0, 0), None);
        assert_eq!(performance_rating(5_000, 2, 2), Some(2_500));
        // Three of four points: 191 more.
        assert_eq!(performance_rating(10_000, 4, 6), Some(2_691));
        assert_eq!(performance_rating(2_500, 1, 2), Some(3_300));
        assert_eq!(performance_rating(2_500, 1, 0), Some(1_700));
    }
}
