//! Chooses the position of a game to search again: the one whose classification (mistake or not) is least
//! certain for the nodes spent on it.

use super::analyzed_position::AnalyzedPosition;
use crate::chess::score::MISTAKE_THRESHOLDS;
use crate::chess::{Move, PositionEvaluation};

/// Distance from a mistake threshold, in winning chances from 0.0 to 1.0, from which on a classification
/// counts as certain.
const MAX_THRESHOLD_DISTANCE: f64 = 0.05;
/// Added to the distance from the threshold, so that the nodes spent count even at a distance of 0.
const BASE_DOUBT: f64 = 0.01;
/// Priority factor of a mistake that was searched only once: smaller values come first.
const UNCHECKED_SWING_FACTOR: f64 = 0.1;
/// Priority factor of other mistakes: a wrongly marked move is worse than a missed mistake.
const MARKED_MOVE_FACTOR: f64 = 0.3;
/// Winning chances from which on a position counts as decided.
const DECIDED_CHANCES: f64 = 0.95;
/// Priority factor of a move from one decided position to another.
const DECIDED_FACTOR: f64 = 4.0;

/// The index of the position to search next and its node limit, out of `left` nodes. None where no
/// classification is uncertain or too few nodes are left.
pub(super) fn next(
    findings: &[Option<PositionEvaluation>],
    played: &[Option<Move>],
    positions: &[AnalyzedPosition],
    left: u64,
) -> Option<(usize, u64)> {
    let first = positions.iter().map(|place| place.nodes).min()?;
    let mut best: Option<(f64, usize)> = None;
    for (n, mv) in played.iter().enumerate().rev() {
        let (Some(mv), Some(was), Some(is)) = (mv, &findings[n], &findings[n + 1]) else { continue };
        if positions[n].root.position.legal_moves().len() == 1 {
            continue;
        }
        let open = [n, n + 1].into_iter().filter(|&of| {
            positions[of]
                .finding
                .as_ref()
                .is_some_and(|found| found.known_result.is_none() && found.line.is_some())
        });
        let Some(target) = open.min_by_key(|&of| positions[of].nodes) else { continue };
        let (before, after) = (was.winning_chances(), 1.0 - is.winning_chances());
        let loss = if was.best_move() == Some(*mv) { 0.0 } else { (before - after).max(0.0) };
        let nearest = MISTAKE_THRESHOLDS
            .into_iter()
            .map(|least| (loss - least).abs())
            .fold(MAX_THRESHOLD_DISTANCE, f64::min);
        let mut doubt =
            (nearest + BASE_DOUBT) * f64::from(u32::try_from(positions[target].nodes).unwrap_or(u32::MAX));
        if loss >= MISTAKE_THRESHOLDS[0] {
            doubt *=
                if positions[target].nodes == first { UNCHECKED_SWING_FACTOR } else { MARKED_MOVE_FACTOR };
        }
        if (before > DECIDED_CHANCES && after > DECIDED_CHANCES)
            || (before < 1.0 - DECIDED_CHANCES && after < 1.0 - DECIDED_CHANCES)
        {
            doubt *= DECIDED_FACTOR;
        }
        if best.is_none_or(|(least, _)| doubt < least) {
            best = Some((doubt, target));
        }
    }
    let (_, target) = best?;
    let wanted = positions[target].nodes.saturating_mul(2).min(left);
    (wanted > positions[target].nodes / 2).then_some((target, wanted))
}
