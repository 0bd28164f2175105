//! The solver's rating by Glicko-2 (Mark Glickman, 2012): each rated puzzle is a game against the puzzle.

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, decay_deviation, glicko2};

/// Deviation of a puzzle's own rating, in Elo.
const PUZZLE_DEVIATION: f64 = 100.0;

/// Days without a puzzle after which the rating is as uncertain as after one rating period more.
const DAYS_OF_A_PERIOD: u32 = 7;

/// The most rating periods of one pause that count: far longer, and nothing is known any more.
const MAX_PERIODS: u32 = 520;

/// Bounds of a rating, in Elo.
const BOUNDS: (f64, f64) = (100.0, 3500.0);

/// A rating with its uncertainty.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PuzzleRating {
    /// The rating in Elo; 1500 at first.
    pub rating: f64,
    /// The rating deviation in Elo: the true rating is within two deviations with 95 % probability; 350 at first.
    pub deviation: f64,
    volatility: f64,
}

impl Default for PuzzleRating {
    fn default() -> Self {
        Self::from_glicko(Glicko2Rating::default())
    }
}

impl PuzzleRating {
    /// The rating after a puzzle of this rating.
    #[must_use]
    pub fn after(self, puzzle_rating: u16, is_solved: bool) -> Self {
        let puzzle = Glicko2Rating {
            rating: puzzle_rating.into(),
            deviation: PUZZLE_DEVIATION,
            ..Glicko2Rating::default()
        };
        let outcome = if is_solved { Outcomes::WIN } else { Outcomes::LOSS };
        let (solver, _) = glicko2(&self.glicko(), &puzzle, &outcome, &Glicko2Config::default());
        Self::from_glicko(solver)
    }

    /// The rating after days without a puzzle: less certain.
    #[must_use]
    pub fn after_pause(self, days: u32) -> Self {
        let periods = (days / DAYS_OF_A_PERIOD).min(MAX_PERIODS);
        Self::from_glicko((0..periods).fold(self.glicko(), |rating, _| decay_deviation(&rating)))
    }

    fn glicko(self) -> Glicko2Rating {
        Glicko2Rating { rating: self.rating, deviation: self.deviation, volatility: self.volatility }
    }

    fn from_glicko(rating: Glicko2Rating) -> Self {
        Self {
            rating: rating.rating.clamp(BOUNDS.0, BOUNDS.1),
            deviation: rating.deviation.clamp(0.0, Glicko2Rating::default().deviation),
            volatility: rating.volatility,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_solved_puzzle_raises_the_rating_and_a_pause_makes_it_less_certain() {
        let new = PuzzleRating::default();
        assert_eq!(format!("{:.0} {:.0}", new.rating, new.deviation), "1500 350");
        let solved = new.after(1500, true);
        assert!(solved.rating > 1600.0 && solved.deviation < 300.0, "{solved:?}");
        let failed = new.after(1500, false);
        assert!(failed.rating < 1400.0, "{failed:?}");
        let hard = new.after(2400, false);
        assert!(1500.0 - hard.rating < 10.0, "a puzzle that is far too hard says little: {hard:?}");
        let trained = (0..50).fold(new, |rating, n| rating.after(1500, n % 2 == 0));
        assert!((trained.rating - 1500.0).abs() < 60.0 && trained.deviation < 70.0, "{trained:?}");
        let rested = trained.after_pause(400);
        assert!(rested.deviation > trained.deviation && (rested.rating - trained.rating).abs() < 1e-9);
        assert!(trained.after_pause(u32::MAX).deviation <= 350.0);
        assert_eq!(trained.after_pause(6), trained);
    }

    #[test]
    fn a_rating_stays_in_its_bounds() {
        let lost = (0..3000).fold(PuzzleRating::default(), |rating, _| rating.after(100, false));
        let won = (0..3000).fold(PuzzleRating::default(), |rating, _| rating.after(3500, true));
        assert!(lost.rating >= BOUNDS.0 && won.rating <= BOUNDS.1, "{lost:?} {won:?}");
    }
}
