//! The score of a player over some games: won, drawn and lost.

use chess::Color;
use game::PlayerResult;
use game::pgn::GameResult;

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
}

impl GameScore {
    /// Adds the result of a game in which the player had this color.
    pub fn add(&mut self, result: GameResult, color: Color) {
        let count = match PlayerResult::of(result, color) {
            PlayerResult::Won => &mut self.won,
            PlayerResult::Drawn => &mut self.drawn,
            PlayerResult::Lost => &mut self.lost,
            PlayerResult::Unfinished => &mut self.unfinished,
        };
        *count += 1;
    }

    /// The sum of two scores.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self {
            won: self.won + other.won,
            drawn: self.drawn + other.drawn,
            lost: self.lost + other.lost,
            unfinished: self.unfinished + other.unfinished,
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_counts_for_the_players_color() {
        let mut score = GameScore::default();
        assert_eq!(score.percent(), None);
        score.add(GameResult::Unknown, Color::White);
        assert_eq!((score.games(), score.percent()), (1, None));
        for (result, color) in [
            (GameResult::WhiteWins, Color::White),
            (GameResult::BlackWins, Color::Black),
            (GameResult::WhiteWins, Color::Black),
            (GameResult::Draw, Color::Black),
        ] {
            score.add(result, color);
        }
        assert_eq!(score, GameScore { won: 2, drawn: 1, lost: 1, unfinished: 1 });
        assert_eq!((score.games(), score.percent()), (5, Some(62.5)));
        assert_eq!(score.plus(score).games(), 10);
    }
}
