//! The score of a player over some games: won, drawn and lost.

use chess::Color;
use game::performance_rating::performance_rating;
use game::{GameListEntry, PlayerResult};

/// Score over some games, from one player's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct GameScore {
    /// Number of games won.
    pub won: u32,
    /// Number of games drawn.
    pub drawn: u32,
    /// Number of games lost.
    pub lost: u32,
    /// Number of games without a result (`*` in PGN): abandoned or unknown.
    pub unfinished: u32,
    /// Number of games with a result against an opponent whose rating is known.
    pub rated: u32,
    /// Sum of these ratings.
    pub rating_sum: u64,
    /// The points of these games in halves.
    pub rated_half_points: u64,
}

impl GameScore {
    /// The score of one game in which the player had this color.
    #[must_use]
    pub fn of(game: &GameListEntry, color: Color) -> Self {
        let mut score = Self::default();
        let half_points = match PlayerResult::of(game.result, color) {
            PlayerResult::Won => {
                score.won = 1;
                2
            }
            PlayerResult::Drawn => {
                score.drawn = 1;
                1
            }
            PlayerResult::Lost => {
                score.lost = 1;
                0
            }
            PlayerResult::Unfinished => {
                score.unfinished = 1;
                return score;
            }
        };
        if let Some(rating) = game.elo(!color) {
            (score.rated, score.rating_sum, score.rated_half_points) = (1, rating.into(), half_points);
        }
        score
    }

    /// The sum of two scores.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self {
            won: self.won + other.won,
            drawn: self.drawn + other.drawn,
            lost: self.lost + other.lost,
            unfinished: self.unfinished + other.unfinished,
            rated: self.rated + other.rated,
            rating_sum: self.rating_sum + other.rating_sum,
            rated_half_points: self.rated_half_points + other.rated_half_points,
        }
    }

    /// Number of games, those without a result included.
    #[must_use]
    pub const fn games(&self) -> u32 {
        self.won + self.drawn + self.lost + self.unfinished
    }

    /// The score in percent, from 0 to 100: a win counts one point, a draw half a point. None where no game has
    /// a result.
    #[must_use]
    pub fn percent(&self) -> Option<f64> {
        let finished = self.won + self.drawn + self.lost;
        let points = f64::from(self.won) + f64::from(self.drawn) / 2.0;
        (finished > 0).then(|| 100.0 * points / f64::from(finished))
    }

    /// The average rating of the opponents, over the [rated](Self::rated) games. None where there is none.
    #[must_use]
    pub fn average_opponent(&self) -> Option<u64> {
        let count = u64::from(self.rated);
        (self.rating_sum + count / 2).checked_div(count)
    }

    /// The performance rating over the [rated](Self::rated) games. None where there is none.
    #[must_use]
    pub fn performance_rating(&self) -> Option<i32> {
        performance_rating(self.rating_sum, self.rated.into(), self.rated_half_points)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::pgn::GameResult;

    fn score(result: GameResult, color: Color, elo: [Option<u16>; 2]) -> GameScore {
        let entry = GameListEntry::unreadable("a.pgn".into(), "", 0);
        GameScore::of(&GameListEntry { result, white_elo: elo[0], black_elo: elo[1], ..entry }, color)
    }

    #[test]
    fn a_result_counts_for_the_players_color() {
        let mut sum = GameScore::default();
        assert_eq!(sum.percent(), None);
        sum = sum.plus(score(GameResult::Unknown, Color::White, [None; 2]));
        assert_eq!((sum.games(), sum.percent()), (1, None));
        for (result, color) in [
            (GameResult::WhiteWins, Color::White),
            (GameResult::BlackWins, Color::Black),
            (GameResult::WhiteWins, Color::Black),
            (GameResult::Draw, Color::Black),
        ] {
            sum = sum.plus(score(result, color, [None; 2]));
        }
        assert_eq!([sum.won, sum.drawn, sum.lost, sum.unfinished], [2, 1, 1, 1]);
        assert_eq!((sum.games(), sum.percent()), (5, Some(62.5)));
        assert_eq!(sum.plus(sum).games(), 10);
        assert_eq!((sum.average_opponent(), sum.performance_rating()), (None, None));
    }

    #[test]
    fn the_performance_is_against_rated_opponents() {
        let games = [
            (GameResult::WhiteWins, Color::White, [Some(1_000), Some(2_500)]),
            (GameResult::WhiteWins, Color::Black, [Some(2_401), None]),
            (GameResult::Draw, Color::White, [Some(1_000), None]),
            (GameResult::Unknown, Color::White, [None, Some(2_000)]),
        ];
        let sum = games
            .into_iter()
            .fold(GameScore::default(), |sum, (result, color, elo)| sum.plus(score(result, color, elo)));
        assert_eq!((sum.games(), sum.rated, sum.average_opponent()), (4, 2, Some(2_451)));
        // One point of two, against 2450.5.
        assert_eq!(sum.performance_rating(), Some(2_451));
    }
}
