//! The training set: positions as coefficients of the weights, with search scores and game results.

use super::adam::narrow;
use super::wdl_fit::ScoredOutcome;
use crate::eval::trace::EvalTrace;
use crate::selfplay::Sample;
use chess::fen;

/// Training and validation positions.
#[derive(Clone, Debug, Default)]
pub struct TuningSet {
    pub(super) examples: Vec<TuningExample>,
    /// The coefficients of all examples, one after the other.
    pub(super) counts: Vec<(u16, i16)>,
}

/// One position.
#[derive(Clone, Copy, Debug)]
pub(super) struct TuningExample {
    /// Where its coefficients begin: terms, endgame-only terms, danger to Black's king, danger to White's
    /// king.
    pub(super) starts: [u32; 5],
    pub(super) middle: f32,
    pub(super) end: f32,
    score: f32,
    points: f32,
    pieces: u8,
    /// Whether it belongs to the training or the validation set.
    pub(super) split: TuningSplit,
}

/// What an example is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TuningSplit {
    Training,
    Validation,
}

/// The error for a line that is no sample.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct TuningLineError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: String,
}

/// Lines that stay together, so that most games lie either in the training or in the validation set.
const BLOCK: usize = 1_000;

impl TuningSet {
    /// Reads lines as [`Sample`] writes them. Positions whose evaluation is not a sum of weights are left
    /// out.
    ///
    /// # Errors
    /// Names the first line that cannot be understood.
    pub fn read(text: &str) -> Result<Self, TuningLineError> {
        let mut set = Self::default();
        for (index, line) in text.lines().enumerate() {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let faulty = |reason: String| TuningLineError { line: index + 1, reason };
            let sample: Sample = line.parse().map_err(|error| faulty(format!("{error}")))?;
            let position = fen::parse(&sample.fen).map_err(|error| faulty(error.to_string()))?;
            let split = if index / BLOCK % 10 == 9 { TuningSplit::Validation } else { TuningSplit::Training };
            if let Some(trace) = EvalTrace::of(&position) {
                set.push(&trace, f32::from(sample.score), sample.outcome.points(), split);
                if let Some(example) = set.examples.last_mut() {
                    example.pieces = position.material().piece_count();
                }
            }
        }
        Ok(set)
    }

    /// How many positions there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.examples.len()
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.examples.is_empty()
    }

    pub(super) fn push(&mut self, trace: &EvalTrace, score: f32, points: f32, split: TuningSplit) {
        let mut starts = [0; 5];
        let [black, white] = &trace.danger;
        for (counts, start) in [&trace.terms, &trace.ending, black, white].into_iter().zip(0..) {
            starts[start] = u32::try_from(self.counts.len()).unwrap_or(u32::MAX);
            self.counts.extend(counts);
        }
        starts[4] = u32::try_from(self.counts.len()).unwrap_or(u32::MAX);
        self.examples.push(TuningExample {
            starts,
            middle: trace.middle,
            end: trace.end,
            score,
            points,
            pieces: trace.pieces,
            split,
        });
    }

    /// Search scores and game results of the positions.
    pub(super) fn scored_outcomes(&self) -> Vec<ScoredOutcome> {
        let of = |example: &TuningExample| ScoredOutcome {
            score: example.score.into(),
            points: example.points.into(),
            pieces: example.pieces,
        };
        self.examples.iter().map(of).collect()
    }

    /// Gives every example a score.
    #[cfg(test)]
    pub(super) fn set_scores(&mut self, scores: &[f32]) {
        for (example, &score) in self.examples.iter_mut().zip(scores) {
            example.score = score;
        }
    }

    /// One of the four kinds of coefficients of an example.
    pub(super) fn counts(&self, example: &TuningExample, kind: usize) -> &[(u16, i16)] {
        let at = |start: u32| usize::try_from(start).unwrap_or(usize::MAX);
        &self.counts[at(example.starts[kind])..at(example.starts[kind + 1])]
    }

    /// The targets: game result and expected score of the search score, mixed.
    pub(super) fn targets(&self, scale: f64, results: f32) -> Vec<f32> {
        let aim = |example: &TuningExample| {
            results * example.points + (1.0 - results) * narrow(expected_points(example.score.into(), scale))
        };
        self.examples.iter().map(aim).collect()
    }

    /// The game results as points.
    pub(super) fn results(&self) -> Vec<f32> {
        self.examples.iter().map(|example| example.points).collect()
    }

    /// The training examples in batches, in a new random order for each epoch.
    pub(super) fn batches(&self, size: usize, round: u32) -> Vec<Vec<usize>> {
        let mut order: Vec<usize> =
            (0..self.len()).filter(|&index| self.examples[index].split == TuningSplit::Training).collect();
        fastrand::Rng::with_seed(u64::from(round)).shuffle(&mut order);
        order.chunks(size).map(<[usize]>::to_vec).collect()
    }
}

/// The expected points (0 to 1) of a score in centipawns: a sigmoid.
pub(super) fn expected_points(score: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-scale * score / 100.0).exp())
}
