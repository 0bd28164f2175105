//! Which position of a game is worth another, deeper look: where a mark hangs by the least and the least was spent.

use crate::chess::score::LOSSES;
use crate::chess::{Finding, Move};

use super::Place;

/// Winning chances, 0.0 to 1.0, from a threshold beyond which a loss is as good as settled.
const FAR: f64 = 0.05;
/// What the nearest doubt counts less than a distant one.
const NEAREST: f64 = 0.01;
/// A swing that nobody has looked at twice comes before all that is only near a threshold.
const UNCHECKED: f64 = 0.1;
/// What is marked is looked at harder than what is not: a false mark is worse than a missing one.
const MARKED: f64 = 0.3;
/// Positions that are decided either way, by their winner's chances; hardly any move changes that.
const DECIDED: f64 = 0.95;
/// How much less a move between two of them is in doubt.
const SETTLED: f64 = 4.0;

/// The place to be looked at next and the positions that its search may make, of those that are left. None where
/// nothing is in doubt or too little is left.
pub(super) fn next(
    agreed: &[Option<Finding>],
    played: &[Option<Move>],
    places: &[Place],
    left: u64,
) -> Option<(usize, u64)> {
    let first = places.iter().map(|place| place.nodes).min()?;
    let mut best: Option<(f64, usize)> = None;
    for (n, mv) in played.iter().enumerate().rev() {
        let (Some(mv), Some(was), Some(is)) = (mv, &agreed[n], &agreed[n + 1]) else { continue };
        if places[n].root.position.legal_moves().len() == 1 {
            continue;
        }
        let open = [n, n + 1].into_iter().filter(|&of| {
            places[of].found.as_ref().is_some_and(|found| found.fact.is_none() && found.line.is_some())
        });
        let Some(target) = open.min_by_key(|&of| places[of].nodes) else { continue };
        let (before, after) = (was.chances(), 1.0 - is.chances());
        let loss = if was.best_move() == Some(*mv) { 0.0 } else { (before - after).max(0.0) };
        let nearest = LOSSES.into_iter().map(|least| (loss - least).abs()).fold(FAR, f64::min);
        let mut doubt =
            (nearest + NEAREST) * f64::from(u32::try_from(places[target].nodes).unwrap_or(u32::MAX));
        if loss >= LOSSES[0] {
            doubt *= if places[target].nodes == first { UNCHECKED } else { MARKED };
        }
        if (before > DECIDED && after > DECIDED) || (before < 1.0 - DECIDED && after < 1.0 - DECIDED) {
            doubt *= SETTLED;
        }
        if best.is_none_or(|(least, _)| doubt < least) {
            best = Some((doubt, target));
        }
    }
    let (_, target) = best?;
    let wanted = places[target].nodes.saturating_mul(2).min(left);
    (wanted > places[target].nodes / 2).then_some((target, wanted))
}
