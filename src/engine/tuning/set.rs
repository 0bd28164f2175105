//! Positions as a fit sees them: how often each weight counts, and what games and searches said.

use crate::chess::fen;
use crate::engine::eval::trace::Trace;
use crate::engine::selfplay::Sample;

use super::descent::narrow;
use super::outlook::Outlook;

/// Positions with what became of them.
#[derive(Clone, Debug, Default)]
pub struct Set {
    pub(super) examples: Vec<Example>,
    /// All examples' counts, one after the other.
    pub(super) counts: Vec<(u16, i16)>,
}

/// One position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Example {
    /// Where its counts begin: terms, those of the endgame alone, Black's king's dangers, White's.
    pub(super) starts: [u32; 5],
    pub(super) middle: f32,
    pub(super) end: f32,
    score: f32,
    points: f32,
    men: u8,
    /// Whether weights are fitted to it, or it says how well that has worked.
    pub(super) part: Part,
}

/// What an example is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    Fitted,
    HeldOut,
}

/// A line that is no position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct Faulty {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: String,
}

/// Lines that stay together, so that most games are either fitted or held out.
const BLOCK: usize = 1_000;

impl Set {
    /// Reads lines as [`Sample`] writes them. Positions whose evaluation is no sum of weights are left out.
    ///
    /// # Errors
    /// Names the first line that cannot be understood.
    pub fn read(text: &str) -> Result<Self, Faulty> {
        let mut set = Self::default();
        for (index, line) in text.lines().enumerate() {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let faulty = |reason: String| Faulty { line: index + 1, reason };
            let sample: Sample = line.parse().map_err(|error| faulty(format!("{error}")))?;
            let position = fen::parse(&sample.fen).map_err(|error| faulty(error.to_string()))?;
            let part = if index / BLOCK % 10 == 9 { Part::HeldOut } else { Part::Fitted };
            if let Some(trace) = Trace::of(&position) {
                set.push(&trace, f32::from(sample.score), sample.outcome.points(), part);
                if let Some(example) = set.examples.last_mut() {
                    example.men = position.material().men();
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

    pub(super) fn push(&mut self, trace: &Trace, score: f32, points: f32, part: Part) {
        let mut starts = [0; 5];
        let [black, white] = &trace.danger;
        for (counts, start) in [&trace.terms, &trace.ending, black, white].into_iter().zip(0..) {
            starts[start] = u32::try_from(self.counts.len()).unwrap_or(u32::MAX);
            self.counts.extend(counts);
        }
        starts[4] = u32::try_from(self.counts.len()).unwrap_or(u32::MAX);
        self.examples.push(Example {
            starts,
            middle: trace.middle,
            end: trace.end,
            score,
            points,
            men: trace.men,
            part,
        });
    }

    /// What searches said of the positions, and what became of them.
    pub(super) fn outlooks(&self) -> Vec<Outlook> {
        let of = |example: &Example| Outlook {
            score: example.score.into(),
            points: example.points.into(),
            men: example.men,
        };
        self.examples.iter().map(of).collect()
    }

    /// Gives every example a score.
    #[cfg(test)]
    pub(super) fn score_all(&mut self, scores: &[f32]) {
        for (example, &score) in self.examples.iter_mut().zip(scores) {
            example.score = score;
        }
    }

    /// One of the four kinds of counts of an example.
    pub(super) fn counts(&self, example: &Example, kind: usize) -> &[(u16, i16)] {
        let at = |start: u32| usize::try_from(start).unwrap_or(usize::MAX);
        &self.counts[at(example.starts[kind])..at(example.starts[kind + 1])]
    }

    /// What is aimed at: the points that the game brought and those that the score promised, mixed.
    pub(super) fn targets(&self, scale: f64, results: f32) -> Vec<f32> {
        let aim = |example: &Example| {
            results * example.points + (1.0 - results) * narrow(points(example.score.into(), scale))
        };
        self.examples.iter().map(aim).collect()
    }

    /// The points that the games brought.
    pub(super) fn results(&self) -> Vec<f32> {
        self.examples.iter().map(|example| example.points).collect()
    }

    /// The examples to fit to, in batches and in another order each round.
    pub(super) fn batches(&self, size: usize, round: u32) -> Vec<Vec<usize>> {
        let mut order: Vec<usize> =
            (0..self.len()).filter(|&index| self.examples[index].part == Part::Fitted).collect();
        fastrand::Rng::with_seed(u64::from(round)).shuffle(&mut order);
        order.chunks(size).map(<[usize]>::to_vec).collect()
    }
}

/// The points to expect of a score in centipawns.
pub(super) fn points(score: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-scale * score / 100.0).exp())
}
