//! Which position of a game is worth another, deeper look: where a mark hangs by the least and the least was spent.

use crate::chess::score::MISTAKE_THRESHOLDS;
use crate::chess::{Move, PositionEvaluation};

use super::AnalyzedPosition;

/// Winning chances, 0.0 to 1.0, from a threshold beyond which a loss is as good as settled.
const MAX_THRESHOLD_DISTANCE: f64 = 0.05;
/// What the nearest doubt counts less than a distant one.
const BASE_DOUBT: f64 = 0.01;
/// A swing that nobody has looked at twice comes before all that is only near a threshold.
const UNCHECKED_SWING_FACTOR: f64 = 0.1;
/// What is marked is looked at harder than what is not: a false mark is worse than a missing one.
const MARKED_MOVE_FACTOR: f64 = 0.3;
/// Positions that are decided either way, by their winner's chances; hardly any move changes that.
const DECIDED_CHANCES: f64 = 0.95;
/// How much less a move between two of them is in doubt.
const DECIDED_FACTOR: f64 = 4.0;

/// The place to be looked at next and the positions that its search may make, of those that are left. None where
/// nothing is in doubt or too little is left.
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
