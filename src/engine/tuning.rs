//! Fits the evaluation's weights to how games went.
//!
//! The method is Peter Österlund's for Texel ("Texel's Tuning Method", Chess Programming Wiki): an evaluation
//! is turned into expected points, and weights are sought that make them agree with the points that games
//! brought. The way down follows Andrew Grant ("Evaluation & Tuning in Chess Engines"): the evaluation is a
//! sum of counts times weights, so the slope is known, and Adam walks it. The danger to kings is squared
//! before it is added; its slope is known too.
//!
//! Reading order: [`set`] (positions as counts), [`model`] (weights that can be nudged), [`descent`] (how),
//! [`sheet`] (the weights as a source file).

mod descent;
mod model;
mod set;
mod sheet;

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
        Self { rounds: 60, results: 0.5, step: 1.0, hold: 2e-7 }
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

/// Positions between two steps.
const BATCH: usize = 8192;

/// Fits `model` to a set; `hear` is told of the errors after each round.
pub fn fit(set: &Set, model: Model, settings: Settings, hear: &mut dyn FnMut(u32, Errors)) -> Fit {
    let scale = model.scale(set);
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
