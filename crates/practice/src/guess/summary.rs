//! The results of the guesses of a game, beside the play of the one who played it.

use super::judged_guess::{GuessVerdict, JudgedGuess};
use crate::review::accuracy::move_accuracy;

/// The results of some guesses.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct GuessSummary {
    /// The game's move was guessed.
    pub same: u16,
    /// A better one was.
    pub better: u16,
    /// Another one that is as good.
    pub as_good: u16,
    /// A worse one.
    pub worse: u16,
    /// The game's move was shown without a guess. Those count in nothing else.
    pub shown: u16,
    /// Guesses that were the engine's choice.
    pub best: u16,
    /// The mean accuracy of the guesses, 0.0 to 100.0 (Lichess' formula for a move); None where nothing was guessed.
    pub accuracy: Option<f64>,
    /// The mean accuracy of the game's moves in the same positions.
    pub game_accuracy: Option<f64>,
}

impl GuessSummary {
    /// The results of these guesses.
    #[must_use]
    pub fn of(guesses: &[JudgedGuess]) -> Self {
        let mut summary = Self::default();
        let (mut own, mut game) = (0.0, 0.0);
        for guess in guesses {
            let count = match guess.verdict() {
                GuessVerdict::Same => &mut summary.same,
                GuessVerdict::Better => &mut summary.better,
                GuessVerdict::AsGood => &mut summary.as_good,
                GuessVerdict::Worse => &mut summary.worse,
                GuessVerdict::Shown => {
                    summary.shown += 1;
                    continue;
                }
            };
            *count += 1;
            summary.best += u16::from(guess.is_best());
            own += move_accuracy(guess.guess_review.winning_chances_loss);
            game += move_accuracy(guess.game_review.winning_chances_loss);
        }
        let mean = |sum: f64| (summary.guessed() > 0).then(|| sum / f64::from(summary.guessed()));
        (summary.accuracy, summary.game_accuracy) = (mean(own), mean(game));
        summary
    }

    /// Number of moves that were guessed.
    #[must_use]
    pub const fn guessed(&self) -> u16 {
        self.same + self.better + self.as_good + self.worse
    }
}
