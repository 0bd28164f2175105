//! Fits the evaluation's weights to how games went.
//!
//! The method is Peter Österlund's for Texel ("Texel's Tuning Method", Chess Programming Wiki): an evaluation
//! is turned into expected points, and weights are sought that make them agree with the points that games
//! brought. The way down follows Andrew Grant ("Evaluation & Tuning in Chess Engines"): the evaluation is a
//! sum of counts times weights, so the slope is known, and Adam walks it. The danger to kings is squared
//! before it is added; its slope is known too.
//!
//! Reading order: `set` (positions as counts), `model` (weights that can be nudged), `descent` (how),
//! [`sheet`] (the weights as a source file), `outlook` (the curve of chances).

mod descent;
mod model;
mod outlook;
mod set;
mod sheet;

use super::chances::Curve;
use descent::Adam;
pub use model::Model;
pub use set::{Faulty, Set};
pub use sheet::sheet;

/// How weights are fitted.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// Times that all positions are looked at.
    pub rounds: u32,
    /// The share of what a game brought in what is aimed at, 0 to 1; the rest is what the search thought.
    pub results: f32,
    /// The first steps' size, in centipawns.
    pub step: f32,
    /// How strongly weights are held to what they were.
    pub hold: f32,
}

impl Default for Settings {
    fn default() -> Self {
        Self { rounds: 25, results: 0.4, step: 1.0, hold: 6e-7 }
    }
}

/// Mean squared errors in expected points, against what is aimed at.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Errors {
    /// Over the positions that weights are fitted to.
    pub fitted: f64,
    /// Over those that are held out: one block of lines in ten.
    pub held_out: f64,
}

/// What a fit gave.
#[derive(Clone, PartialEq, Debug)]
pub struct Fit {
    /// The weights with the least error over the positions held out, rounded.
    pub model: Model,
    /// What a hundred centipawns say about the points; fitted before all else.
    pub scale: f64,
    /// Before.
    pub before: Errors,
    /// After, with the rounded weights.
    pub after: Errors,
    /// Before and after, against what the games brought alone.
    pub results: [Errors; 2],
}

/// The curve of chances that fits what became of the positions of a set, beginning with the engine's.
#[must_use]
pub fn fit_chances(set: &Set) -> Curve {
    outlook::fit(&set.outlooks(), Curve::FITTED)
}

/// Positions between two steps.
const BATCH: usize = 8192;

/// Fits `model` to a set; `hear` is told of the errors after each round.
pub fn fit(set: &Set, model: Model, settings: Settings, hear: &mut dyn FnMut(u32, Errors)) -> Fit {
    let scale = model.scale(set);
    fit_to(set, model, settings, scale, hear)
}

/// The same on a known scale.
fn fit_to(set: &Set, model: Model, settings: Settings, scale: f64, hear: &mut dyn FnMut(u32, Errors)) -> Fit {
    let targets = set.targets(scale, settings.results);
    let errors = |model: &Model| model.errors(set, &targets, scale);
    let first = model;
    let before = errors(&first);
    let (mut best, mut least) = (first.clone(), before.held_out);
    let mut now = first.clone();
    let mut adam = Adam::new(now.len());
    for round in 0..settings.rounds {
        // Large steps first, small ones to settle.
        let done = f64::from(round) / f64::from(settings.rounds);
        let step = settings.step * descent::narrow(0.5 * (1.0 + (std::f64::consts::PI * done).cos()) + 0.01);
        for batch in set.batches(BATCH, round) {
            let mut slope = now.slope(set, &batch, &targets, scale);
            now.hold(&first, settings.hold, &mut slope);
            adam.walk(&mut now.values, &slope, step);
        }
        let errors = errors(&now);
        hear(round + 1, errors);
        if errors.held_out < least {
            (best, least) = (now.clone(), errors.held_out);
        }
    }
    let model = best.rounded();
    let after = errors(&model);
    let brought = set.results();
    let results = [&first, &model].map(|model| model.errors(set, &brought, scale));
    Fit { model, scale, before, after, results }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Position, fen, random_games};
    use crate::engine::eval::evaluate;
    use crate::engine::eval::terms;
    use crate::engine::eval::trace::Trace;
    use set::Part;

    /// The traces of positions from random games.
    fn traces(games: u32) -> Vec<(Position, Trace)> {
        let mut traces = Vec::new();
        random_games::each_position(games, 5, |position, _| {
            traces.extend(Trace::of(position).map(|trace| (position.clone(), trace)));
        });
        traces
    }

    #[test]
    fn a_trace_says_what_play_says() {
        let model = Model::of_engine();
        for (position, trace) in traces(4) {
            let mut set = Set::default();
            set.push(&trace, 0.0, 0.5, Part::Fitted);
            let judged = evaluate(&position).raw();
            let judged = f32::from(position.turn().fold_wb(judged, -judged));
            let traced = model.worth(&set, &set.examples[0]).0;
            // Play cuts off fractions.
            assert!((judged - traced).abs() < 4.0, "{judged} {traced}: {}", fen::format(&position));
        }
    }

    #[test]
    fn the_sheet_of_the_engines_weights_is_their_file() {
        assert_eq!(sheet(&Model::of_engine()), include_str!("eval/weights.rs"));
    }

    #[test]
    fn planted_weights_are_found() {
        let traces: Vec<Trace> = traces(14).into_iter().map(|(_, trace)| trace).collect();
        let mut planted = Model::of_engine();
        let (tempo, hanging) = (terms::TEMPO.start, terms::HANGING.start);
        planted.nudge(tempo, 30.0);
        planted.nudge(hanging, 40.0);
        let mut set = Set::default();
        for (trace, number) in traces.iter().zip(0..) {
            let part = if number % 10 == 9 { Part::HeldOut } else { Part::Fitted };
            set.push(trace, 0.0, 0.5, part);
        }
        let scores: Vec<f32> = set.examples.iter().map(|example| planted.worth(&set, example).0).collect();
        set.score_all(&scores);
        let settings = Settings { rounds: 60, results: 0.0, step: 2.0, hold: 0.0 };
        let start = Model::of_engine();
        let targets_scale = 0.6;
        let found = fit_to(&set, start.clone(), settings, targets_scale, &mut |_, _| {});
        assert!(found.after.fitted < found.before.fitted / 20.0, "{found:?}");
        assert!(found.after.held_out < found.before.held_out / 10.0, "{found:?}");
        let moved = |index| found.model.halves(index).0 - start.halves(index).0;
        assert!((moved(tempo) - 30.0).abs() < 6.0, "tempo {}", moved(tempo));
        assert!((moved(hanging) - 40.0).abs() < 12.0, "hanging {}", moved(hanging));
    }

    #[test]
    fn lines_are_read_and_faulty_ones_named() {
        let text = "# seed 1 nodes 2\n\n8/8/8/3k4/8/3K4/3P4/8 w - - 0 1;60;1\n";
        assert_eq!(Set::read(text).unwrap().len(), 1);
        for (line, part) in
            [("8/8/8/3k4/8/3K4/3P4/8 w - - 0 1;60", "line 4: not FEN;SCORE"), ("8/8;1;1", "line 4: ")]
        {
            let error = Set::read(&format!("{text}{line}\n")).unwrap_err().to_string();
            assert!(error.starts_with(part), "{error}");
        }
    }
}
