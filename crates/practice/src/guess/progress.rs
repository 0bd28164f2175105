//! What is kept of games whose moves were guessed.

use std::collections::BTreeMap;

use super::summary::GuessSummary;
use chess::Color;

/// A game whose moves were guessed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GuessedGame {
    /// When it ended, in seconds since 1970-01-01; 0 until it is saved.
    pub ended_at: i64,
    /// The local day on which it ended, counted from 1970-01-01.
    pub day: i32,
    /// The fingerprint of the game.
    pub game: u64,
    /// The side whose moves were guessed.
    pub side: Color,
    /// Number of moves that were guessed.
    pub guessed: u16,
    /// How many of them were the game's moves.
    pub same: u16,
    /// How many were as good as those or better.
    pub as_good: u16,
    /// The mean accuracy of the guesses, in tenths of a percent: 0 to 1000.
    pub accuracy: u16,
    /// That of the game's moves in the same positions.
    pub game_accuracy: u16,
}

/// The games whose moves were guessed, with the best result of each.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GuessProgress {
    games: BTreeMap<(u64, bool), GuessedGameRecord>,
}

/// What was achieved in one game with one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GuessedGameRecord {
    /// How often it was guessed.
    pub attempts: u32,
    /// The result with the highest accuracy.
    pub best: GuessedGame,
    /// The newest result.
    pub last: GuessedGame,
}

impl GuessedGame {
    /// The result of the guesses of a game; None where nothing was guessed.
    #[must_use]
    pub fn new(game: u64, side: Color, summary: &GuessSummary, day: i32) -> Option<Self> {
        Some(Self {
            ended_at: 0,
            day,
            game,
            side,
            guessed: summary.guessed(),
            same: summary.same,
            as_good: summary.as_good + summary.better,
            accuracy: tenths(summary.accuracy?),
            game_accuracy: tenths(summary.game_accuracy?),
        })
    }
}

/// A percentage, 0.0 to 100.0, in tenths of a percent.
fn tenths(percent: f64) -> u16 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 1000")]
    let tenths = (percent.clamp(0.0, 100.0) * 10.0).round() as u16;
    tenths
}

impl GuessProgress {
    /// Adds a result.
    pub fn add(&mut self, game: &GuessedGame) {
        let record = self.games.entry((game.game, game.side == Color::White)).or_insert(GuessedGameRecord {
            attempts: 0,
            best: *game,
            last: *game,
        });
        record.attempts += 1;
        record.last = *game;
        if (game.accuracy, game.guessed) > (record.best.accuracy, record.best.guessed) {
            record.best = *game;
        }
    }

    /// What was achieved in a game with a side; None where it was not tried.
    #[must_use]
    pub fn record(&self, game: u64, side: Color) -> Option<&GuessedGameRecord> {
        self.games.get(&(game, side == Color::White))
    }

    /// Number of games that were guessed, each side of a game counted for itself.
    #[must_use]
    pub fn game_count(&self) -> usize {
        self.games.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_result_of_each_side_is_kept() {
        let summary = |same, accuracy| GuessSummary {
            same,
            worse: 10 - same,
            accuracy: Some(accuracy),
            game_accuracy: Some(96.0),
            ..GuessSummary::default()
        };
        let mut progress = GuessProgress::default();
        for (same, accuracy) in [(3, 70.04), (6, 88.26), (5, 80.0)] {
            let game = GuessedGame::new(7, Color::White, &summary(same, accuracy), 20).unwrap();
            assert_eq!((game.guessed, game.game_accuracy), (10, 960));
            progress.add(&game);
        }
        let record = progress.record(7, Color::White).unwrap();
        assert_eq!((record.attempts, record.best.accuracy, record.last.accuracy), (3, 883, 800));
        assert_eq!(progress.record(7, Color::Black), None);
        assert_eq!(GuessedGame::new(7, Color::White, &GuessSummary::default(), 20), None);
    }
}
