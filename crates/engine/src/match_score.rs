//! The score of a match: wins, draws, losses, and the difference in Elo that follows, with its 95 % interval.

use std::fmt;

/// The result of a game for the first player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MatchPoints {
    /// The first player won: 1.
    Win,
    /// Half a point.
    Draw,
    /// The second player won: 0.
    Loss,
}

/// Games by their result for the first player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MatchScore {
    wins: u32,
    draws: u32,
    losses: u32,
}

impl MatchScore {
    /// Counts one more game.
    pub const fn add(&mut self, points: MatchPoints) {
        match points {
            MatchPoints::Win => self.wins += 1,
            MatchPoints::Draw => self.draws += 1,
            MatchPoints::Loss => self.losses += 1,
        }
    }

    /// Number of games.
    #[must_use]
    pub const fn games(self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// The share of the points, 0 to 1.
    fn score_rate(self) -> f64 {
        (f64::from(self.wins) + 0.5 * f64::from(self.draws)) / f64::from(self.games())
    }

    /// Half the width of the interval that holds the true share in 95 of 100 matches.
    fn margin(self) -> f64 {
        let (games, share) = (f64::from(self.games()), self.score_rate());
        let square = |points: f64| (points - share) * (points - share);
        let sum = f64::from(self.wins) * square(1.0)
            + f64::from(self.draws) * square(0.5)
            + f64::from(self.losses) * square(0.0);
        1.96 * (sum / games / games).sqrt()
    }

    /// The difference in Elo points, and the ends of its interval; None where the results bound nothing: all
    /// are alike, or too few.
    fn elo(self) -> Option<[f64; 3]> {
        let (share, margin) = (self.score_rate(), self.margin());
        let elo = |share: f64| 400.0 * (share / (1.0 - share)).log10();
        let ends = [share - margin, share, share + margin];
        let bounded = margin > 0.0 && ends.iter().all(|&share| share > 0.0 && share < 1.0);
        bounded.then(|| ends.map(elo))
    }
}

impl fmt::Display for MatchScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { wins, draws, losses } = self;
        write!(f, "+{wins} ={draws} -{losses}")?;
        if self.games() == 0 {
            return Ok(());
        }
        write!(f, ", {:.1} %", 100.0 * self.score_rate())?;
        match self.elo() {
            Some([least, elo, most]) => {
                write!(f, ", Elo {elo:+.0} (95 %: {least:+.0} to {most:+.0})")
            }
            None => write!(f, ", Elo unknown: too few games, or too much alike"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(wins: u32, draws: u32, losses: u32, wanted: &str) {
        assert_eq!(MatchScore { wins, draws, losses }.to_string(), wanted);
    }

    #[test]
    fn a_score_says_no_more_than_it_can() {
        check(0, 0, 0, "+0 =0 -0");
        check(1, 0, 0, "+1 =0 -0, 100.0 %, Elo unknown: too few games, or too much alike");
        check(0, 4, 0, "+0 =4 -0, 50.0 %, Elo unknown: too few games, or too much alike");
        check(30, 40, 30, "+30 =40 -30, 50.0 %, Elo +0 (95 %: -53 to +53)");
        check(50, 30, 20, "+50 =30 -20, 65.0 %, Elo +108 (95 %: +51 to +170)");
        check(0, 1, 9, "+0 =1 -9, 5.0 %, Elo unknown: too few games, or too much alike");
    }
}
