//! How well each side played a whole game, as one figure and as counts.
//!
//! A move's accuracy falls with the winning chances that it lost, and a game's is the mean of two means of its
//! moves, after Lichess (lichess.org/page/accuracy, and `AccuracyPercent` of its code): one that weighs each move
//! by how much was going on around it, and the harmonic one, which a single blunder pulls down.

use crate::chess::score::winning_chances;
use crate::chess::{Color, PositionEvaluation};

use super::move_review::{MoveJudgment, MoveReview};

/// What a side made of a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ReviewSummary {
    /// From 0 to 100; None where the side had no move.
    pub accuracy: Option<f64>,
    /// Moves with each mark: dubious, mistakes, blunders.
    pub judgment_counts: [u16; 3],
    /// What a move lost on average, in centipawns; nought where the side had no move.
    pub average_centipawn_loss: u16,
}

impl ReviewSummary {
    /// The summary of one side. Both slices have one element for each position of the game, the first position included.
    #[must_use]
    pub fn of(
        all_moves: &[Option<MoveReview>],
        evaluations: &[Option<PositionEvaluation>],
        side: Color,
    ) -> Self {
        let moves: Vec<_> = all_moves.iter().flatten().filter(|of| of.mover == side).collect();
        let count = |mark| {
            u16::try_from(moves.iter().filter(|of| of.judgment == Some(mark)).count()).unwrap_or(u16::MAX)
        };
        let lost: u64 = moves.iter().map(|of| u64::from(of.centipawn_loss)).sum();
        let average = lost.checked_div(moves.len() as u64).unwrap_or(0);
        Self {
            accuracy: game_accuracy(all_moves, evaluations, side),
            judgment_counts: MoveJudgment::ALL.map(count),
            average_centipawn_loss: u16::try_from(average).unwrap_or(u16::MAX),
        }
    }
}

/// The accuracy of a move, 0 to 100, that lost so much of the winning chances, 0 to 1.
#[must_use]
pub fn move_accuracy(loss: f64) -> f64 {
    (103.1668 * (-0.043_54 * 100.0 * loss).exp() - 3.1669).clamp(0.0, 100.0)
}

/// The accuracy of a side's moves; None where it had none.
fn game_accuracy(
    moves: &[Option<MoveReview>],
    evaluations: &[Option<PositionEvaluation>],
    side: Color,
) -> Option<f64> {
    let win_percents = win_percents(moves, evaluations);
    let width = (win_percents.len().saturating_sub(1) / 10).clamp(2, 8);
    let (mut weighted, mut weights, mut reciprocals, mut count) = (0.0, 0.0, 0.0, 0.0);
    for (index, appraisal) in moves.iter().enumerate() {
        let Some(appraisal) = appraisal.as_ref().filter(|of| of.mover == side) else { continue };
        let accuracy = move_accuracy(appraisal.winning_chances_loss);
        let weight = volatility(&win_percents, index, width);
        weighted += accuracy * weight;
        weights += weight;
        reciprocals += 1.0 / accuracy.max(1.0);
        count += 1.0;
    }
    (count > 0.0).then(|| f64::midpoint(weighted / weights, count / reciprocals))
}

/// White's winning chances, 0 to 100, in every position.
fn win_percents(moves: &[Option<MoveReview>], evaluations: &[Option<PositionEvaluation>]) -> Vec<f64> {
    let mut turn = moves.iter().flatten().next().map_or(Color::White, |first| first.mover);
    let mut win_percents = Vec::with_capacity(evaluations.len());
    for finding in evaluations.iter().flatten() {
        let value = finding.centipawns();
        win_percents.push(100.0 * winning_chances(turn.fold_wb(value, -value)));
        turn = turn.other();
    }
    win_percents
}

/// How much the chances moved in the `width` positions that end with a move's own: the weight of the move. The
/// first moves share the first window.
fn volatility(win_percents: &[f64], index: usize, width: usize) -> f64 {
    let end = (index + 1).max(width).min(win_percents.len());
    let window = &win_percents[end.saturating_sub(width)..end];
    let count = f64::from(u16::try_from(window.len()).unwrap_or(u16::MAX)).max(1.0);
    let mean = window.iter().sum::<f64>() / count;
    let variance = window.iter().map(|share| (share - mean).powi(2)).sum::<f64>() / count;
    variance.sqrt().clamp(0.5, 12.0)
}
