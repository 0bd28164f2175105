//! The rating of a puzzle: the strength at which a level of the engine solves it every other time.
//!
//! Each trial is played at the strength that the trials before suggest, as in adaptive testing; the rating is the mean
//! of the posterior distribution.

use matescope::chess::{Root, StopToken};
use matescope::engine::{Elo, Engine, EngineSettings, Limits};
use matescope::practice::puzzle::Puzzle;
use matescope::practice::puzzle::model::is_checkmate_after;

/// Trials of one puzzle.
const TRIALS: usize = 10;

/// Mean and standard deviation of the ratings before any trial, in Elo.
const PRIOR: (f64, f64) = (1_400.0, 450.0);

/// The strengths of the trials, in Elo.
const WEAKEST: u16 = 600;
const STRONGEST: u16 = 2_400;

/// The ratings that are weighed against each other.
const STEP: u16 = 25;
const LOWEST: u16 = 400;
const HIGHEST: u16 = 2_800;

/// Rates puzzles.
pub(super) struct PuzzleRater {
    engine: Engine,
}

impl PuzzleRater {
    pub(super) fn new() -> Self {
        Self { engine: Engine::new(EngineSettings { hash_mb: 4, ..EngineSettings::default() }) }
    }

    /// The rating of a puzzle.
    pub(super) fn rate(&mut self, puzzle: &Puzzle, stop: &StopToken) -> u16 {
        let ratings: Vec<f64> = (LOWEST..=HIGHEST).step_by(usize::from(STEP)).map(f64::from).collect();
        let mut weights: Vec<f64> =
            ratings.iter().map(|rating| (-((rating - PRIOR.0) / PRIOR.1).powi(2) / 2.0).exp()).collect();
        let mean = |weights: &[f64]| {
            let sum: f64 = weights.iter().sum();
            ratings.iter().zip(weights).map(|(rating, weight)| rating * weight).sum::<f64>() / sum
        };
        for _ in 0..TRIALS {
            let elo = whole(mean(&weights)).clamp(WEAKEST, STRONGEST);
            let is_solved = self.solves(puzzle, Elo(elo), stop);
            for (rating, weight) in ratings.iter().zip(&mut weights) {
                let expected = 1.0 / (1.0 + 10_f64.powf((rating - f64::from(elo)) / 400.0));
                *weight *= if is_solved { expected } else { 1.0 - expected };
            }
        }
        whole(mean(&weights) / 5.0) * 5
    }

    /// Whether a level finds every move.
    fn solves(&mut self, puzzle: &Puzzle, elo: Elo, stop: &StopToken) -> bool {
        self.engine.new_game();
        let mut root = Root::new(puzzle.start.clone());
        for (ply, &mv) in puzzle.solution.iter().enumerate() {
            if ply % 2 == 0 {
                let limits = Limits { elo: Some(elo), nodes: Some(30_000), ..Limits::default() };
                let report = self.engine.search(&root, &limits, stop, &mut |_| {});
                let Some(chosen) = report.best_move() else { return false };
                if chosen != mv {
                    return ply + 1 == puzzle.solution.len() && is_checkmate_after(&root.position, chosen);
                }
            }
            root.play(mv);
        }
        true
    }
}

fn whole(rating: f64) -> u16 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a rating is bounded")]
    let whole = rating.round().clamp(0.0, 4_000.0) as u16;
    whole
}
