//! SPSA: tunes the margins and reductions of the search by games of the engine against itself.
//!
//! Simultaneous perturbation stochastic approximation (Spall 1992; "SPSA", Chess Programming Wiki): all figures
//! are moved at once by a random step, up or down each, and the engine so changed plays two games against the
//! engine changed the opposite way, one with each color. All figures then move a little towards the winner's. The
//! steps shrink in the course of a run, as in Fishtest.

use std::sync::{Mutex, PoisonError};
use std::thread;

use super::margin_match::{Players, play_match};
use crate::engine::match_score::{MatchPoints, MatchScore};
use crate::engine::search::SearchMargins;
use crate::engine::selfplay::SelfplayConditions;

/// Decay of the step towards the winner.
const ALPHA: f64 = 0.602;
/// Decay of the perturbation.
const GAMMA: f64 = 0.101;
/// The part of a run after which the step begins to decay noticeably.
const STABILITY: f64 = 0.1;
/// What a win moves a figure by at the end of a run, as a part of its perturbation.
const LEARNING_RATE: f64 = 0.008;

/// A figure that is tuned.
struct TunedMargin {
    /// Its name in [`SearchMargins`].
    name: &'static str,
    /// The figure.
    field: fn(&mut SearchMargins) -> &mut i32,
    /// Its perturbation at the end of a run: enough to be felt, and not too much.
    step: i32,
    /// Its least value.
    least: i32,
}

macro_rules! tuned {
    ($($name:ident step $step:literal least $least:literal),* $(,)?) => {
        [$(TunedMargin {
            name: stringify!($name),
            field: |margins| &mut margins.$name,
            step: $step,
            least: $least,
        }),*]
    };
}

/// Every figure of [`SearchMargins`].
const TUNED_MARGINS: [TunedMargin; 31] = tuned![
    reverse_futility step 10 least 10,
    reverse_futility_base step 12 least -100,
    razoring step 40 least 50,
    null_move_base step 30 least -200,
    null_move_slope step 5 least 0,
    null_move_reduction step 40 least 200,
    null_move_surplus step 35 least 50,
    late_moves_base step 80 least 100,
    late_moves step 15 least 20,
    futility_base step 20 least 0,
    futility step 14 least 10,
    history_pruning step 600 least 500,
    quiet_see step 5 least 2,
    capture_see step 18 least 10,
    singular step 40 least 20,
    double_extension step 6 least 0,
    delta step 35 least 0,
    history_bonus step 25 least 20,
    history_bonus_limit step 250 least 200,
    reduction_base step 15 least -100,
    reduction_divisor step 18 least 120,
    reduction_cut_node step 30 least -100,
    reduction_not_improving step 30 least -100,
    reduction_noisy_table_move step 30 least -100,
    reduction_cutoffs step 30 least -100,
    reduction_was_pv step 30 least -100,
    reduction_check step 30 least -100,
    reduction_history step 1_500 least 2_000,
    deeper_research step 10 least 0,
    aspiration_window step 4 least 5,
    correction step 25 least 20,
];

/// The settings of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SpsaConditions {
    /// Nodes per move.
    pub nodes: u64,
    /// The random seed of openings and perturbations.
    pub seed: u64,
    /// Pairs of games in the whole run: the steps depend on it.
    pub pairs: u64,
}

impl SpsaConditions {
    const fn games(self) -> SelfplayConditions {
        SelfplayConditions { nodes: self.nodes, seed: self.seed }
    }
}

/// A run: how far it has come, and the figures so far.
#[derive(Clone, PartialEq, Debug)]
pub struct SpsaRun {
    conditions: SpsaConditions,
    /// Pairs of games that were played.
    played: u64,
    /// In the order of [`TUNED_MARGINS`].
    values: Vec<f64>,
}

/// The error for figures that a run cannot go on from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the figures are not those that are tuned now")]
pub struct SpsaRunMismatch;

impl SpsaRun {
    /// A run that begins with the figures of the engine.
    #[must_use]
    pub fn new(conditions: SpsaConditions) -> Self {
        let mut margins = SearchMargins::TUNED;
        let values = TUNED_MARGINS.iter().map(|tuned| f64::from(*(tuned.field)(&mut margins))).collect();
        Self { conditions, played: 0, values }
    }

    /// A run that goes on after `played` pairs, with these figures by name.
    ///
    /// # Errors
    /// When a figure is missing or unknown.
    pub fn resume(
        conditions: SpsaConditions,
        played: u64,
        figures: &[(String, f64)],
    ) -> Result<Self, SpsaRunMismatch> {
        let find = |tuned: &TunedMargin| {
            figures.iter().find(|(name, _)| name == tuned.name).map(|&(_, value)| value)
        };
        let values = TUNED_MARGINS.iter().map(find).collect::<Option<Vec<f64>>>().ok_or(SpsaRunMismatch)?;
        if values.len() == figures.len() {
            Ok(Self { conditions, played, values })
        } else {
            Err(SpsaRunMismatch)
        }
    }

    /// Pairs of games that were played.
    #[must_use]
    pub const fn played(&self) -> u64 {
        self.played
    }

    /// The figures by name.
    pub fn figures(&self) -> impl Iterator<Item = (&'static str, f64)> {
        TUNED_MARGINS.iter().map(|tuned| tuned.name).zip(self.values.iter().copied())
    }

    /// The random directions of a pair, up (1) or down (-1) for each figure.
    fn directions(&self, pair: u64) -> Vec<f64> {
        let mut random =
            fastrand::Rng::with_seed(self.conditions.seed ^ pair.wrapping_mul(0xd134_2543_de82_ef95));
        self.values.iter().map(|_| if random.bool() { 1.0 } else { -1.0 }).collect()
    }

    /// The perturbation of a figure at a pair.
    fn perturbation(&self, tuned: &TunedMargin, pair: u64) -> f64 {
        f64::from(tuned.step) * (amount(self.conditions.pairs) / (amount(pair) + 1.0)).powf(GAMMA)
    }

    /// The margins of one player of a pair: `side` is 1 for the directions of the pair and -1 for the opposite ones.
    fn margins(&self, pair: u64, directions: &[f64], side: f64) -> SearchMargins {
        let mut margins = SearchMargins::TUNED;
        for ((tuned, value), direction) in TUNED_MARGINS.iter().zip(&self.values).zip(directions) {
            *(tuned.field)(&mut margins) =
                rounded(value + side * direction * self.perturbation(tuned, pair)).max(tuned.least);
        }
        margins
    }

    /// Moves the figures by the result of a pair: the wins of the first player less its losses.
    fn learn(&mut self, pair: u64, directions: &[f64], result: f64) {
        let all = amount(self.conditions.pairs);
        let stability = STABILITY * all;
        let rate = LEARNING_RATE
            * ((stability + all) / (stability + amount(pair) + 1.0)).powf(ALPHA)
            * (amount(pair + 1) / all).powf(GAMMA);
        for ((tuned, value), direction) in TUNED_MARGINS.iter().zip(&mut self.values).zip(directions) {
            *value = (*value + rate * f64::from(tuned.step) * result * direction).max(f64::from(tuned.least));
        }
        self.played += 1;
    }

    /// The figures, rounded.
    fn rounded_margins(&self) -> SearchMargins {
        let mut margins = SearchMargins::TUNED;
        for (tuned, &value) in TUNED_MARGINS.iter().zip(&self.values) {
            *(tuned.field)(&mut margins) = rounded(value);
        }
        margins
    }

    /// Plays a match of the figures so far against those of the engine; `on_pair` receives the score after each
    /// pair.
    pub(crate) fn play_match(
        &self,
        conditions: SelfplayConditions,
        pairs: u64,
        threads: usize,
        on_pair: &mut (dyn FnMut(&MatchScore) + Send),
    ) -> MatchScore {
        let margins = [self.rounded_margins(), SearchMargins::TUNED];
        play_match(margins, conditions, 0..pairs, threads, on_pair)
    }

    /// Plays `pairs` more pairs of games on `threads` threads and returns the run after them. On one thread a run
    /// follows from its conditions; on more, from the order in which games end as well.
    #[must_use]
    pub fn play(self, pairs: u64, threads: usize) -> Self {
        let end = self.played + pairs;
        let next = Mutex::new(self.played);
        let run = Mutex::new(self);
        thread::scope(|scope| {
            for _ in 0..threads.max(1) {
                scope.spawn(|| {
                    let mut players = Players::new();
                    loop {
                        let pair = {
                            let mut next = next.lock().unwrap_or_else(PoisonError::into_inner);
                            *next += 1;
                            *next - 1
                        };
                        if pair >= end {
                            break;
                        }
                        let now = run.lock().unwrap_or_else(PoisonError::into_inner).clone();
                        let directions = now.directions(pair);
                        let margins = [1.0, -1.0].map(|side| now.margins(pair, &directions, side));
                        let result = players.play_pair(margins, now.conditions.games(), pair);
                        let result: f64 = result
                            .map(|points| match points {
                                MatchPoints::Win => 1.0,
                                MatchPoints::Draw => 0.0,
                                MatchPoints::Loss => -1.0,
                            })
                            .iter()
                            .sum();
                        run.lock().unwrap_or_else(PoisonError::into_inner).learn(pair, &directions, result);
                    }
                });
            }
        });
        run.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A number of pairs as a figure.
#[expect(clippy::cast_precision_loss, reason = "a run has far fewer than 2^52 pairs")]
const fn amount(pairs: u64) -> f64 {
    pairs as f64
}

/// The nearest integer.
#[expect(clippy::cast_possible_truncation, reason = "figures are small")]
#[must_use]
pub fn rounded(value: f64) -> i32 {
    value.round() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONDITIONS: SpsaConditions = SpsaConditions { nodes: 60, seed: 5, pairs: 4 };

    #[test]
    fn every_figure_is_tuned_once() {
        let mut margins = SearchMargins::TUNED;
        for tuned in &TUNED_MARGINS {
            *(tuned.field)(&mut margins) -= 100_000;
        }
        let text = format!("{margins:?}");
        assert_eq!(text.matches(": -").count(), TUNED_MARGINS.len(), "{text}");
        assert_eq!(text.matches(": ").count(), TUNED_MARGINS.len(), "{text}");
    }

    #[test]
    fn figures_move_towards_the_winner() {
        let start = SpsaRun::new(CONDITIONS);
        let directions = start.directions(0);
        let mut won = start.clone();
        won.learn(0, &directions, 2.0);
        for ((before, after), direction) in start.values.iter().zip(&won.values).zip(&directions) {
            assert!((after - before) * direction > 0.0, "{before} {after}");
        }
        let mut drawn = start.clone();
        drawn.learn(0, &directions, 0.0);
        assert_eq!((drawn.values, drawn.played), (start.values, 1));
    }

    #[test]
    fn a_resumed_run_goes_on_where_it_ended() {
        let whole = SpsaRun::new(CONDITIONS).play(3, 1);
        let part = SpsaRun::new(CONDITIONS).play(1, 1);
        let figures: Vec<(String, f64)> =
            part.figures().map(|(name, value)| (name.to_owned(), value)).collect();
        let resumed = SpsaRun::resume(CONDITIONS, part.played(), &figures).unwrap();
        assert_eq!(resumed.play(2, 1), whole);
        assert_eq!(SpsaRun::resume(CONDITIONS, 1, &figures[1..]), Err(SpsaRunMismatch));
    }
}
