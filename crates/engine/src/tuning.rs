//! Texel tuning: fits the weights of the hand-crafted evaluation to game results. Network training ([`network`])
//! goes on from there; [`spsa`] tunes the search.
//!
//! The method is Peter Österlund's ("Texel's Tuning Method", Chess Programming Wiki): the evaluation is
//! converted to an expected score, and the weights are fitted so that it agrees with the game results.
//! Gradient descent follows Andrew Grant ("Evaluation & Tuning in Chess Engines"): the evaluation is a sum of
//! coefficients times weights, so the gradient is known, and Adam does the steps. King danger is squared
//! before it is added; its gradient is known too.
//!
//! Reading order: `training_set` (positions as coefficients), `model` (weights and their gradient), `adam`
//! (the optimizer), [`weights_source`] (the weights as a source file), `wdl_fit` (the WDL model).

mod adam;
mod model;
pub mod network;
mod parameter_match;
pub mod spsa;
mod training_set;
mod wdl_fit;
mod weights_source;

use adam::Adam;
pub use model::{TuningErrors, TuningModel};
pub use training_set::{TuningLineError, TuningSet};
pub use weights_source::weights_source;

use super::wdl::WdlCurve;

/// The settings of a tuning run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TuningSettings {
    /// Number of epochs.
    pub epochs: u32,
    /// The weight of the game result in the target, 0 to 1; the rest is the score of the search.
    pub result_weight: f32,
    /// The initial learning rate, in centipawns per step.
    pub learning_rate: f32,
    /// L2 regularization towards the initial weights.
    pub regularization: f32,
}

impl Default for TuningSettings {
    fn default() -> Self {
        Self { epochs: 25, result_weight: 0.4, learning_rate: 1.0, regularization: 6e-7 }
    }
}

/// The result of a tuning run.
#[derive(Clone, PartialEq, Debug)]
pub struct TuningFit {
    /// The weights with the lowest validation error, rounded.
    pub model: TuningModel,
    /// The scale of the sigmoid (per 100 centipawns), fitted first.
    pub scale: f64,
    /// Errors before.
    pub before: TuningErrors,
    /// Errors after, with the rounded weights.
    pub after: TuningErrors,
    /// Errors before and after, against the game results alone.
    pub results: [TuningErrors; 2],
}

/// Fits the WDL model to the results of a training set, starting from the engine's own.
#[must_use]
pub fn fit_wdl(set: &TuningSet) -> WdlCurve {
    wdl_fit::fit_curve(&set.scored_outcomes(), WdlCurve::FITTED)
}

/// Batch size.
const BATCH: usize = 8192;

/// Fits `model` to a training set; `on_epoch` receives the errors after each epoch.
pub fn fit(
    set: &TuningSet,
    model: TuningModel,
    settings: TuningSettings,
    on_epoch: &mut dyn FnMut(u32, TuningErrors),
) -> TuningFit {
    let scale = model.scale(set);
    fit_to(set, model, settings, scale, on_epoch)
}

/// [`fit`] with a known scale of the sigmoid.
fn fit_to(
    set: &TuningSet,
    model: TuningModel,
    settings: TuningSettings,
    scale: f64,
    on_epoch: &mut dyn FnMut(u32, TuningErrors),
) -> TuningFit {
    let targets = set.targets(scale, settings.result_weight);
    let errors = |model: &TuningModel| model.errors(set, &targets, scale);
    let first = model;
    let before = errors(&first);
    let (mut best, mut least) = (first.clone(), before.validation);
    let mut now = first.clone();
    let mut adam = Adam::new(now.len());
    for epoch in 0..settings.epochs {
        // Cosine decay of the learning rate.
        let done = f64::from(epoch) / f64::from(settings.epochs);
        let step =
            settings.learning_rate * adam::narrow(0.5 * (1.0 + (std::f64::consts::PI * done).cos()) + 0.01);
        for batch in set.batches(BATCH, epoch) {
            let mut slope = now.gradient(set, &batch, &targets, scale);
            now.regularize(&first, settings.regularization, &mut slope);
            adam.step(&mut now.values, &slope, step);
        }
        let errors = errors(&now);
        on_epoch(epoch + 1, errors);
        if errors.validation < least {
            (best, least) = (now.clone(), errors.validation);
        }
    }
    let model = best.rounded();
    let after = errors(&model);
    let game_results = set.results();
    let results = [&first, &model].map(|model| model.errors(set, &game_results, scale));
    TuningFit { model, scale, before, after, results }
}

#[cfg(test)]
mod tests {
    use training_set::TuningSplit;

    use super::*;
    use crate::eval::trace::EvalTrace;
    use crate::eval::{evaluate, terms};
    use chess::{Position, fen, random_games};

    /// The traces of positions from random games.
    fn traces(games: u32) -> Vec<(Position, EvalTrace)> {
        let mut traces = Vec::new();
        random_games::each_position(games, 5, |position, _| {
            traces.extend(EvalTrace::of(position).map(|trace| (position.clone(), trace)));
        });
        traces
    }

    #[test]
    fn a_trace_says_what_play_says() {
        let model = TuningModel::of_engine();
        for (position, trace) in traces(4) {
            let mut set = TuningSet::default();
            set.push(&trace, 0.0, 0.5, TuningSplit::Training);
            let evaluated = evaluate(&position).raw();
            let evaluated = f32::from(position.turn().fold_wb(evaluated, -evaluated));
            let traced = model.evaluate(&set, &set.examples[0]).0;
            // Play cuts off fractions.
            assert!((evaluated - traced).abs() < 4.0, "{evaluated} {traced}: {}", fen::format(&position));
        }
    }

    #[test]
    fn the_source_of_the_engines_weights_is_their_file() {
        assert_eq!(weights_source(&TuningModel::of_engine()), include_str!("eval/weights.rs"));
    }

    #[test]
    fn planted_weights_are_found() {
        let traces: Vec<EvalTrace> = traces(14).into_iter().map(|(_, trace)| trace).collect();
        let mut planted = TuningModel::of_engine();
        let (tempo, hanging) = (terms::TEMPO.start, terms::HANGING.start);
        planted.nudge(tempo, 30.0);
        planted.nudge(hanging, 40.0);
        let mut set = TuningSet::default();
        for (trace, number) in traces.iter().zip(0..) {
            let part = if number % 10 == 9 { TuningSplit::Validation } else { TuningSplit::Training };
            set.push(trace, 0.0, 0.5, part);
        }
        let scores: Vec<f32> = set.examples.iter().map(|example| planted.evaluate(&set, example).0).collect();
        set.set_scores(&scores);
        let settings =
            TuningSettings { epochs: 60, result_weight: 0.0, learning_rate: 2.0, regularization: 0.0 };
        let start = TuningModel::of_engine();
        let targets_scale = 0.6;
        let found = fit_to(&set, start.clone(), settings, targets_scale, &mut |_, _| {});
        assert!(found.after.training < found.before.training / 20.0, "{found:?}");
        assert!(found.after.validation < found.before.validation / 10.0, "{found:?}");
        let moved = |index| found.model.halves(index).0 - start.halves(index).0;
        assert!((moved(tempo) - 30.0).abs() < 6.0, "tempo {}", moved(tempo));
        assert!((moved(hanging) - 40.0).abs() < 12.0, "hanging {}", moved(hanging));
    }

    #[test]
    fn lines_are_read_and_faulty_ones_named() {
        let text = "# seed 1 nodes 2\n\n8/8/8/3k4/8/3K4/3P4/8 w - - 0 1;60;1\n";
        assert_eq!(TuningSet::read(text).unwrap().len(), 1);
        for (line, part) in
            [("8/8/8/3k4/8/3K4/3P4/8 w - - 0 1;60", "line 4: not FEN;SCORE"), ("8/8;1;1", "line 4: ")]
        {
            let error = TuningSet::read(&format!("{text}{line}\n")).unwrap_err().to_string();
            assert!(error.starts_with(part), "{error}");
        }
    }
}
