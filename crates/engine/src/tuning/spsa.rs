//! SPSA: tunes the parameters of the search by games of the engine against itself.
//!
//! Simultaneous perturbation stochastic approximation (Spall 1992; "SPSA", Chess Programming Wiki): all parameters
//! are moved at once by a random step, up or down each, and the engine so changed plays two games against the
//! engine changed the opposite way, one with each color. All parameters then move a little towards the winner's. The
//! steps shrink in the course of a run, as in Fishtest.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use super::parameter_match::for_each_pair;
use crate::match_score::{MatchPoints, MatchScore};
use crate::search::SearchParameters;
use crate::selfplay::SelfplayConditions;

/// Decay of the step towards the winner.
const ALPHA: f64 = 0.602;
/// Decay of the perturbation.
const GAMMA: f64 = 0.101;
/// The part of a run after which the step begins to decay noticeably.
const STABILITY: f64 = 0.1;
/// What a win moves a parameter by at the end of a run, as a part of its perturbation.
const LEARNING_RATE: f64 = 0.008;

/// A parameter that is tuned.
struct TunableParameter {
    /// Its name in [`SearchParameters`].
    name: &'static str,
    /// Its field there.
    field: fn(&mut SearchParameters) -> &mut i32,
    /// Its perturbation at the end of a run: enough to be felt, and not too much.
    step: i32,
    /// Its least value.
    least: i32,
}

macro_rules! tunable {
    ($($name:ident step $step:literal least $least:literal),* $(,)?) => {
        [$(TunableParameter {
            name: stringify!($name),
            field: |parameters| &mut parameters.$name,
            step: $step,
            least: $least,
        }),*]
    };
}

/// Every parameter of [`SearchParameters`].
const TUNABLE_PARAMETERS: [TunableParameter; 31] = tunable![
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
        SelfplayConditions { nodes: self.nodes, seed: self.seed, random_move_percent: 0 }
    }
}

/// A run: how far it has come, and the values so far.
#[derive(Clone, PartialEq, Debug)]
pub struct SpsaRun {
    conditions: SpsaConditions,
    /// Pairs of games that were played.
    played: u64,
    /// In the order of [`TUNABLE_PARAMETERS`].
    values: Vec<f64>,
}

/// The error for parameters that a run cannot go on from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the parameters are not those that are tuned now")]
pub struct SpsaRunMismatch;

impl SpsaRun {
    /// A run that begins with the values of the engine.
    #[must_use]
    pub fn new(conditions: SpsaConditions) -> Self {
        let mut parameters = SearchParameters::DEFAULT;
        let values =
            TUNABLE_PARAMETERS.iter().map(|tuned| f64::from(*(tuned.field)(&mut parameters))).collect();
        Self { conditions, played: 0, values }
    }

    /// A run that goes on after `played` pairs, with these values by name.
    ///
    /// # Errors
    /// When a parameter is missing or unknown.
    pub fn resume(
        conditions: SpsaConditions,
        played: u64,
        stored: &[(String, f64)],
    ) -> Result<Self, SpsaRunMismatch> {
        let find = |tuned: &TunableParameter| {
            stored.iter().find(|(name, _)| name == tuned.name).map(|&(_, value)| value)
        };
        let values =
            TUNABLE_PARAMETERS.iter().map(find).collect::<Option<Vec<f64>>>().ok_or(SpsaRunMismatch)?;
        if values.len() == stored.len() {
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

    /// The values by name.
    pub fn values(&self) -> impl Iterator<Item = (&'static str, f64)> {
        TUNABLE_PARAMETERS.iter().map(|tuned| tuned.name).zip(self.values.iter().copied())
    }

    /// The values by name, as the engine takes them.
    pub fn rounded_values(&self) -> impl Iterator<Item = (&'static str, i32)> {
        self.values().map(|(name, value)| (name, rounded(value)))
    }

    /// The random directions of a pair, up (1) or down (-1) for each parameter.
    fn directions(&self, pair: u64) -> Vec<f64> {
        let mut random =
            fastrand::Rng::with_seed(self.conditions.seed ^ pair.wrapping_mul(0xd134_2543_de82_ef95));
        self.values.iter().map(|_| if random.bool() { 1.0 } else { -1.0 }).collect()
    }

    /// The perturbation of a parameter at a pair.
    fn perturbation(&self, tuned: &TunableParameter, pair: u64) -> f64 {
        f64::from(tuned.step) * (amount(self.conditions.pairs) / (amount(pair) + 1.0)).powf(GAMMA)
    }

    /// The parameters at a distance from the values, which `offset` gives for the parameter with this number.
    fn at_offset(&self, offset: impl Fn(usize, &TunableParameter) -> f64) -> SearchParameters {
        let mut parameters = SearchParameters::DEFAULT;
        for ((number, tuned), value) in TUNABLE_PARAMETERS.iter().enumerate().zip(&self.values) {
            *(tuned.field)(&mut parameters) = rounded(value + offset(number, tuned)).max(tuned.least);
        }
        parameters
    }

    /// Moves the values by the result of a pair: the wins of the first player less its losses.
    fn learn(&mut self, pair: u64, directions: &[f64], result: f64) {
        let all = amount(self.conditions.pairs);
        let stability = STABILITY * all;
        let rate = LEARNING_RATE
            * ((stability + all) / (stability + amount(pair) + 1.0)).powf(ALPHA)
            * (amount(pair + 1) / all).powf(GAMMA);
        for ((tuned, value), direction) in TUNABLE_PARAMETERS.iter().zip(&mut self.values).zip(directions) {
            *value = (*value + rate * f64::from(tuned.step) * result * direction).max(f64::from(tuned.least));
        }
        self.played += 1;
    }

    /// Plays the pairs of games with these numbers on `threads` threads, the values so far against those of the
    /// engine, and adds them to `score`.
    pub fn play_match(
        &self,
        conditions: SelfplayConditions,
        pairs: Range<u64>,
        threads: usize,
        score: &mut MatchScore,
    ) {
        let parameters = [self.at_offset(|_, _| 0.0), SearchParameters::DEFAULT];
        let score = Mutex::new(score);
        for_each_pair(pairs, threads, &|players, pair| {
            let results = players.play_pair(parameters, conditions, pair);
            let mut score = score.lock().unwrap_or_else(PoisonError::into_inner);
            for points in results {
                score.add(points);
            }
        });
    }

    /// Plays `pairs` more pairs of games on `threads` threads and returns the run after them. On one thread a run
    /// follows from its conditions; on more, from the order in which games end as well.
    #[must_use]
    pub fn play(self, pairs: u64, threads: usize) -> Self {
        let numbers = self.played..self.played + pairs;
        let run = Mutex::new(self);
        let lock = || run.lock().unwrap_or_else(PoisonError::into_inner);
        for_each_pair(numbers, threads, &|players, pair| {
            let now = lock().clone();
            let directions = now.directions(pair);
            let parameters = [1.0, -1.0].map(|side| {
                now.at_offset(|number, tuned| side * directions[number] * now.perturbation(tuned, pair))
            });
            let [first, second] =
                players.play_pair(parameters, now.conditions.games(), pair).map(wins_less_losses);
            lock().learn(pair, &directions, first + second);
        });
        run.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

const fn wins_less_losses(points: MatchPoints) -> f64 {
    match points {
        MatchPoints::Win => 1.0,
        MatchPoints::Draw => 0.0,
        MatchPoints::Loss => -1.0,
    }
}

/// A number of pairs in floating point.
#[expect(clippy::cast_precision_loss, reason = "a run has far fewer than 2^52 pairs")]
const fn amount(pairs: u64) -> f64 {
    pairs as f64
}

/// The nearest integer.
#[expect(clippy::cast_possible_truncation, reason = "parameters are small")]
fn rounded(value: f64) -> i32 {
    value.round() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONDITIONS: SpsaConditions = SpsaConditions { nodes: 60, seed: 5, pairs: 4 };

    #[test]
    fn every_parameter_is_tuned_once() {
        let mut parameters = SearchParameters::DEFAULT;
        for tuned in &TUNABLE_PARAMETERS {
            *(tuned.field)(&mut parameters) -= 100_000;
        }
        let text = format!("{parameters:?}");
        assert_eq!(text.matches(": -").count(), TUNABLE_PARAMETERS.len(), "{text}");
        assert_eq!(text.matches(": ").count(), TUNABLE_PARAMETERS.len(), "{text}");
    }

    #[test]
    fn values_move_towards_the_winner() {
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
        let stored: Vec<(String, f64)> =
            part.values().map(|(name, value)| (name.to_owned(), value)).collect();
        let resumed = SpsaRun::resume(CONDITIONS, part.played(), &stored).unwrap();
        assert_eq!(resumed.play(2, 1), whole);
        assert_eq!(SpsaRun::resume(CONDITIONS, 1, &stored[1..]), Err(SpsaRunMismatch));
    }

    #[test]
    fn equal_players_win_as_often_as_they_lose() {
        let mut score = MatchScore::default();
        let games = SelfplayConditions { nodes: 60, seed: 4, random_move_percent: 0 };
        SpsaRun::new(CONDITIONS).play_match(games, 0..4, 2, &mut score);
        assert_eq!(score.games(), 8);
        assert!(score.to_string().contains(", 50.0 %"), "{score}");
    }
}
