//! Chooses the positions of a game to search again: those whose classification (mistake or not) is least certain for the
//! nodes spent on them.

use super::analyzed_position::AnalyzedPosition;
use chess::score::MISTAKE_THRESHOLDS;
use chess::{Move, PositionEvaluation};

/// Distance from a mistake threshold, in winning chances from 0.0 to 1.0, from which on a classification
/// counts as certain.
const MAX_THRESHOLD_DISTANCE: f64 = 0.05;
/// Added to the distance from the threshold, so that the nodes spent count even at a distance of 0.
const BASE_DOUBT: f64 = 0.01;
/// Priority factor of a mistake that was searched only once: smaller values come first.
const UNCHECKED_SWING_FACTOR: f64 = 0.1;
/// Priority factor of other mistakes: a wrongly marked move is worse than a missed mistake.
const MARKED_MOVE_FACTOR: f64 = 0.3;
/// Winning chances from which on a position counts as decided: those of eight pawns.
const DECIDED_CHANCES: f64 = 0.86;
/// Priority factor of a move from one decided position to another.
const DECIDED_FACTOR: f64 = 4.0;

/// How many times its last node limit a position gets when it is searched again: one deep search says more than several
/// that are a little deeper each time.
const REVISIT_FACTOR: u64 = 6;

/// The places of up to `count` positions to search next, in their order, and their node limits, out of `left` nodes.
/// Empty where no classification is uncertain or too few nodes are left.
///
/// A position counts for the move that leads to it and for the move that leaves it: where both are doubtful, it is
/// searched first. Its neighbors are left for the next time, when more is known of the moves between them.
pub(super) fn next(
    findings: &[Option<PositionEvaluation>],
    played: &[Option<Move>],
    positions: &[AnalyzedPosition],
    mut left: u64,
    count: usize,
) -> Vec<(usize, u64)> {
    let first_pass_nodes = positions.iter().map(|place| place.nodes).min().unwrap_or_default();
    let mut urgencies = vec![0.0; positions.len()];
    for (n, mv) in played.iter().enumerate() {
        let (Some(mv), Some(was), Some(is)) = (mv, &findings[n], &findings[n + 1]) else { continue };
        if positions[n].root.position.legal_moves().len() == 1 {
            continue;
        }
        let (before, after) = (was.winning_chances(), 1.0 - is.winning_chances());
        let loss = if was.best_move() == Some(*mv) { 0.0 } else { was.lost_by_move_to(is) };
        let nearest = MISTAKE_THRESHOLDS
            .into_iter()
            .map(|least| (loss - least).abs())
            .fold(MAX_THRESHOLD_DISTANCE, f64::min);
        let is_decided = (before > DECIDED_CHANCES && after > DECIDED_CHANCES)
            || (before < 1.0 - DECIDED_CHANCES && after < 1.0 - DECIDED_CHANCES);
        for of in [n, n + 1].into_iter().filter(|&of| is_open(&positions[of])) {
            let nodes = positions[of].nodes;
            let mut doubt = (nearest + BASE_DOUBT) * f64::from(u32::try_from(nodes).unwrap_or(u32::MAX));
            if loss >= MISTAKE_THRESHOLDS[0] {
                doubt *= if nodes == first_pass_nodes { UNCHECKED_SWING_FACTOR } else { MARKED_MOVE_FACTOR };
            }
            if is_decided {
                doubt *= DECIDED_FACTOR;
            }
            urgencies[of] += doubt.recip();
        }
    }
    let mut by_urgency: Vec<usize> = (0..positions.len()).filter(|&of| urgencies[of] > 0.0).collect();
    by_urgency.sort_by(|&one, &other| urgencies[other].total_cmp(&urgencies[one]));
    let mut chosen: Vec<(usize, u64)> = Vec::with_capacity(count);
    for target in by_urgency {
        let wanted = positions[target].nodes.saturating_mul(REVISIT_FACTOR).min(left);
        if chosen.len() == count || wanted <= positions[target].nodes / 2 {
            break;
        }
        if chosen.iter().all(|&(other, _)| other.abs_diff(target) > 1) {
            chosen.push((target, wanted));
            left -= wanted;
        }
    }
    chosen.sort_unstable();
    chosen
}

/// Whether another search can change the evaluation of a position.
fn is_open(position: &AnalyzedPosition) -> bool {
    position.finding.as_ref().is_some_and(|found| found.known_result.is_none() && found.line.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::{Bound, Certainty, Depth, Line, Position, Root, Score};

    /// A game in which every move costs about as much as an inaccuracy, each position searched with so many nodes.
    fn doubtful_game(nodes: u64) -> (Vec<AnalyzedPosition>, Vec<Option<Move>>) {
        let mut root = Root::new(Position::start());
        let (mut positions, mut played) = (Vec::new(), Vec::new());
        for index in 0..8 {
            let moves = root.position.legal_moves();
            let (best, mv) = (moves[0], moves[1]);
            let line = Line {
                score: Score::from_raw(28),
                bound: Bound::Exact,
                certainty: Certainty::Searched,
                moves: vec![best],
                ends_in: None,
            };
            let finding =
                PositionEvaluation { line: Some(line), known_result: None, depth: Depth::default() };
            positions.push(AnalyzedPosition { index, root: root.clone(), finding: Some(finding), nodes });
            played.push(Some(mv));
            root.play(mv);
        }
        played.pop();
        (positions, played)
    }

    fn chosen(left: u64, count: usize) -> Vec<(usize, u64)> {
        let (positions, played) = doubtful_game(10);
        let findings: Vec<_> = positions.iter().map(|place| place.finding.clone()).collect();
        next(&findings, &played, &positions, left, count)
    }

    #[test]
    fn no_two_neighbors_are_searched_at_once() {
        let places: Vec<usize> = chosen(1_000, 3).into_iter().map(|(place, _)| place).collect();
        assert_eq!(places.len(), 3);
        assert!(places.is_sorted_by(|one, other| one + 1 < *other), "{places:?}");
        assert_eq!(chosen(1_000, 8).len(), 4, "each one between two that are left");
    }

    #[test]
    fn no_more_nodes_are_given_than_are_left() {
        let nodes = |left| chosen(left, 3).into_iter().map(|(_, nodes)| nodes).collect::<Vec<_>>();
        assert_eq!(nodes(1_000), [60, 60, 60]);
        let mut of_little = nodes(130);
        of_little.sort_unstable();
        assert_eq!(of_little, [10, 60, 60]);
        assert_eq!(nodes(65), [60]);
        assert!(nodes(5).is_empty());
    }
}
