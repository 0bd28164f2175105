//! Accuracy of each side in a game, with the counts of mistakes and the average centipawn loss.
//!
//! After Lichess (lichess.org/page/accuracy, and `AccuracyPercent` in its code): the accuracy of a move falls
//! with the winning chances that it loses; that of a game is the mean of the volatility-weighted mean and the
//! harmonic mean of its moves.

use super::move_review::{MoveJudgment, MoveReview};
use chess::{Color, PositionEvaluation};

/// The summary of one side of a reviewed game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ReviewSummary {
    /// Accuracy from 0 to 100; None where the side has no move.
    pub accuracy: Option<f64>,
    /// Number of inaccuracies, mistakes and blunders.
    pub judgment_counts: [u16; 3],
    /// Average centipawn loss; 0 where the side has no move.
    pub average_centipawn_loss: u16,
}

impl ReviewSummary {
    /// The summary of one side. Both slices have one element for each position of the game, the first
    /// position included.
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

/// The accuracy of a move from 0 to 100, given its loss of winning chances from 0 to 1.
#[must_use]
pub fn move_accuracy(loss: f64) -> f64 {
    (103.1668 * (-0.043_54 * 100.0 * loss).exp() - 3.1669).clamp(0.0, 100.0)
}

/// The accuracy of a side; None where it has no move.
fn game_accuracy(
    moves: &[Option<MoveReview>],
    evaluations: &[Option<PositionEvaluation>],
    side: Color,
) -> Option<f64> {
    let win_percents = win_percents(moves, evaluations);
    let width = (win_percents.len().saturating_sub(1) / 10).clamp(2, 8);
    let (mut weighted, mut weights, mut reciprocals, mut count) = (0.0, 0.0, 0.0, 0.0);
    for (index, review) in moves.iter().enumerate() {
        let Some(review) = review.as_ref().filter(|of| of.mover == side) else { continue };
        let accuracy = move_accuracy(review.winning_chances_loss);
        let weight = volatility(&win_percents, index, width);
        weighted += accuracy * weight;
        weights += weight;
        reciprocals += 1.0 / accuracy.max(1.0);
        count += 1.0;
    }
    (count > 0.0).then(|| f64::midpoint(weighted / weights, count / reciprocals))
}

/// White's winning chances in every position, from 0 to 100.
fn win_percents(moves: &[Option<MoveReview>], evaluations: &[Option<PositionEvaluation>]) -> Vec<f64> {
    // The moves before the first one that was judged may be null moves.
    let first = moves.iter().enumerate().find_map(|(index, of)| Some((index, of.as_ref()?.mover)));
    let first_turn = |(index, mover): (usize, Color)| if index % 2 == 1 { mover } else { mover.other() };
    let mut turn = first.map_or(Color::White, first_turn);
    let mut win_percents = Vec::with_capacity(evaluations.len());
    for finding in evaluations.iter().flatten() {
        let chances = finding.winning_chances();
        win_percents.push(100.0 * turn.fold_wb(chances, 1.0 - chances));
        turn = turn.other();
    }
    win_percents
}

/// Volatility: the standard deviation of the winning chances in a window of `width` positions that ends with
/// the move's. It is the weight of the move. The first moves share the first window.
fn volatility(win_percents: &[f64], index: usize, width: usize) -> f64 {
    let end = (index + 1).max(width).min(win_percents.len());
    let window = &win_percents[end.saturating_sub(width)..end];
    let count = f64::from(u16::try_from(window.len()).unwrap_or(u16::MAX)).max(1.0);
    let mean = window.iter().sum::<f64>() / count;
    let variance = window.iter().map(|share| (share - mean).powi(2)).sum::<f64>() / count;
    variance.sqrt().clamp(0.5, 12.0)
}
