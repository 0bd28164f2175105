//! Splits the node budget between the alpha-beta search and the mate prover.
//!
//! In a balanced game the prover gets a small share; in a decided one it gets most, for only the mate is left
//! to find. In a position that the user set up, the score says little about a mate, since most mate problems
//! are balanced in material; the proof numbers say more, and while they stay high a mate is unlikely. The
//! prover gets at most half until the search has a reliable score, and more only near a mate. Where no mate
//! is found for long, the exhaustive mate search runs beside both: it finds every mate in the end, and its
//! nodes cost least.

use super::protocol::AnalysisPurpose;
use chess::{Score, ScoreValue};

/// What the split depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ProofEvidence {
    /// The purpose of the analysis.
    pub(super) purpose: AnalysisPurpose,
    /// The score of the search, once it is reliable.
    pub(super) score: Option<Score>,
    /// Whether a forced mate is known.
    pub(super) mate_knowledge: MateKnowledge,
    /// The least proof number of the mate lengths being searched, as
    /// [`ProofStatus`](solver::mate::ProofStatus) has it.
    pub(super) min_proof_number: Option<u32>,
    /// Lines that the search has to find (`MultiPV`).
    pub(super) lines: usize,
}

/// What is known about a mate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum MateKnowledge {
    /// No mate is known.
    None,
    /// A mate is known; a shorter one may exist.
    Bound,
    /// The limits ask for a mate in N moves.
    Requested,
}

/// Share of the prover in a balanced game without a known mate, in thousandths. A node of the prover takes as long as
/// some four of the search.
const OPEN_GAME_SHARE: u64 = 8;
/// The same when a game is reviewed: a mate that was missed counts for more than time.
const REVIEW_SHARE: u64 = 20;
/// Share in a problem where the prover is near a mate.
const PROBLEM_SHARE: u64 = 850;
/// Share in a problem until the search has a reliable score, and after that unless the prover is near a mate.
const HALF_SHARE: u64 = 500;
/// Share where a mate is known and only its shortest length is left to find.
const SHORTENING_SHARE: u64 = 970;
/// Upper limit of the share where the search has more than one line to find.
const MULTI_PV_MAX_SHARE: u64 = 600;

/// Nodes after which an ordinary score lowers the share in a problem: of 85 problems whose mate was found
/// within 1,000,000 nodes, 67 had it by 200,000 and 75 by 300,000.
const ORDINARY_SCORE_AFTER: u64 = 250_000;
/// Share from then on where the score is an ordinary advantage of either side: the problem may ask for the
/// best move.
const ORDINARY_SCORE_SHARE: u64 = 300;
/// Below this least proof number the prover is near a mate, whatever the score: after 12,000 nodes of the
/// prover it was lower in 108 of 171 mate problems that were not solved yet, and in 24 of 218 positions of "Win
/// at Chess" in which it had found no mate.
const NEAR_MATE_PROOF_NUMBER: u32 = 200;
/// Nodes after which a high proof number lowers the share.
const UNLIKELY_MATE_AFTER: u64 = 10_000;
/// From this least proof number on a mate is unlikely: after 12,000 nodes of the prover it was as high in 26 of
/// those 171 mate problems, and in 154 of those 218 positions.
const UNLIKELY_MATE_PROOF_NUMBER: u32 = 400;
/// Share where a mate is unlikely, unless the score is decisive.
const UNLIKELY_MATE_SHARE: u64 = 100;
/// The advantage of either side in centipawns from which on a score is decisive. Of 200 problems 134 are
/// solved within 200,000 nodes with this rule, 131 without it.
const DECISIVE_CENTIPAWNS: u16 = 500;
/// Nodes after which the exhaustive search runs beside the others; positions that ask for the best move need
/// fewer.
const EXHAUSTIVE_AFTER: u64 = 200_000;
/// Nodes of the exhaustive search for a thousand nodes of the others. Its nodes take about a third of the
/// time of the search's.
const EXHAUSTIVE_SHARE: u64 = 1_000;
/// Nodes after which the share in a problem without a known mate decays.
const SHARE_DECAY_AFTER: u64 = 1_200_000;
/// Lower limit of the share in a problem.
const MIN_SHARE: u64 = 50;

/// The prover's share of all nodes in thousandths, after `nodes` nodes.
pub(super) fn proof_share(evidence: ProofEvidence, nodes: u64) -> u64 {
    let wanted = match evidence.mate_knowledge {
        MateKnowledge::Requested => return SHORTENING_SHARE,
        MateKnowledge::Bound => SHORTENING_SHARE,
        MateKnowledge::None => match evidence.purpose {
            AnalysisPurpose::Play => game_share(evidence.score, OPEN_GAME_SHARE),
            AnalysisPurpose::Review => game_share(evidence.score, REVIEW_SHARE),
            AnalysisPurpose::Analyze | AnalysisPurpose::Solve => {
                let share = problem_share(evidence, nodes) * SHARE_DECAY_AFTER / nodes.max(SHARE_DECAY_AFTER);
                share.max(MIN_SHARE)
            }
        },
    };
    if evidence.lines > 1 { wanted.min(MULTI_PV_MAX_SHARE) } else { wanted }
}

/// Nodes of the exhaustive search after `nodes` nodes, in thousandths of those of search and prover. Where no
/// mate has been found, there may still be a short one by quiet or waiting moves, which the proof numbers
/// don't show.
pub(super) fn exhaustive_share(evidence: ProofEvidence, nodes: u64) -> u64 {
    let is_problem = !matches!(evidence.purpose, AnalysisPurpose::Play | AnalysisPurpose::Review);
    if is_problem && evidence.mate_knowledge == MateKnowledge::None && nodes >= EXHAUSTIVE_AFTER {
        EXHAUSTIVE_SHARE * SHARE_DECAY_AFTER / nodes.max(SHARE_DECAY_AFTER)
    } else {
        0
    }
}

/// The share in a problem without a known mate.
fn problem_share(evidence: ProofEvidence, nodes: u64) -> u64 {
    let min_proof_number = evidence.min_proof_number.unwrap_or(NEAR_MATE_PROOF_NUMBER);
    if nodes >= UNLIKELY_MATE_AFTER && min_proof_number >= UNLIKELY_MATE_PROOF_NUMBER {
        if evidence.score.is_some_and(is_decisive) { HALF_SHARE } else { UNLIKELY_MATE_SHARE }
    } else if evidence.score.is_some() && min_proof_number < NEAR_MATE_PROOF_NUMBER {
        PROBLEM_SHARE
    } else if nodes >= ORDINARY_SCORE_AFTER && evidence.score.is_some_and(is_ordinary) {
        ORDINARY_SCORE_SHARE
    } else {
        HALF_SHARE
    }
}

/// Whether a score is an advantage of either side that is not decisive: frequent in problems that ask for the
/// best move, rare in mate problems.
fn is_ordinary(score: Score) -> bool {
    matches!(score.value(), ScoreValue::Centipawns(20..=800 | -800..=-20))
}

/// Whether one side is about to win: then a mate is possible even with high proof numbers.
fn is_decisive(score: Score) -> bool {
    score.raw().unsigned_abs() >= DECISIVE_CENTIPAWNS
}

/// The share in a game without a known mate: `least` while it is balanced, larger for the side that wins.
fn game_share(score: Option<Score>, least: u64) -> u64 {
    // Advantage in centipawns and the share at that advantage; interpolated linearly.
    let steps = [(500, least), (900, 100), (1_500, 400), (2_500, PROBLEM_SHARE), (30_000, PROBLEM_SHARE)];
    let Some(score) = score else { return least };
    let value = match score.value() {
        ScoreValue::Centipawns(value) => value,
        ScoreValue::Loses => return PROBLEM_SHARE / 4,
        ScoreValue::Wins | ScoreValue::Mates(_) | ScoreValue::Mated(_) => return PROBLEM_SHARE,
    };
    let advantage = u64::from(value.unsigned_abs());
    let mut before = (0, least);
    let mut share = PROBLEM_SHARE;
    for step in steps {
        if advantage < step.0 {
            share = before.1 + (step.1 - before.1) * (advantage - before.0) / (step.0 - before.0);
            break;
        }
        before = step;
    }
    if value < 0 { (share / 4).max(least) } else { share }
}

/// Nodes that the prover may use at the start, out of `left`. In a game without a node limit the clock runs,
/// and the prover waits for its share.
pub(super) fn initial_nodes(purpose: AnalysisPurpose, left: u64) -> u64 {
    /// A few milliseconds.
    const MAX_GAME_NODES: u64 = 2_000;
    match (purpose, left) {
        (AnalysisPurpose::Play | AnalysisPurpose::Review, u64::MAX) => 0,
        (AnalysisPurpose::Play | AnalysisPurpose::Review, _) => (left / 100).min(MAX_GAME_NODES),
        (AnalysisPurpose::Analyze | AnalysisPurpose::Solve, _) => (left / 4).min(4 * MAX_GAME_NODES),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A problem without a known mate.
    fn problem_evidence(score: Option<Score>, least_proof: Option<u32>) -> ProofEvidence {
        ProofEvidence {
            purpose: AnalysisPurpose::Solve,
            score,
            mate_knowledge: MateKnowledge::None,
            min_proof_number: least_proof,
            lines: 1,
        }
    }

    fn check(
        purpose: AnalysisPurpose,
        centipawns: i32,
        mate_knowledge: MateKnowledge,
        lines: usize,
        wanted: u64,
    ) {
        let score = Some(Score::centipawns(centipawns));
        let evidence = ProofEvidence { purpose, score, mate_knowledge, min_proof_number: None, lines };
        assert_eq!(proof_share(evidence, 0), wanted, "{evidence:?}");
    }

    #[test]
    fn a_balanced_game_is_the_searchs_and_a_decided_one_the_provers() {
        check(AnalysisPurpose::Play, 0, MateKnowledge::None, 1, OPEN_GAME_SHARE);
        check(AnalysisPurpose::Play, -140, MateKnowledge::None, 1, OPEN_GAME_SHARE);
        check(AnalysisPurpose::Play, 700, MateKnowledge::None, 1, 54);
        check(AnalysisPurpose::Play, -1_500, MateKnowledge::None, 1, 100);
        check(AnalysisPurpose::Play, 2_600, MateKnowledge::None, 1, PROBLEM_SHARE);
        check(AnalysisPurpose::Play, 900, MateKnowledge::Bound, 1, SHORTENING_SHARE);
        check(AnalysisPurpose::Play, 900, MateKnowledge::Bound, 3, MULTI_PV_MAX_SHARE);
        check(AnalysisPurpose::Play, 0, MateKnowledge::Requested, 3, SHORTENING_SHARE);
        check(AnalysisPurpose::Review, -140, MateKnowledge::None, 1, REVIEW_SHARE);
        check(AnalysisPurpose::Solve, 0, MateKnowledge::None, 1, HALF_SHARE);
    }

    #[test]
    fn the_share_decays_in_a_problem_without_a_mate() {
        let evidence = problem_evidence(None, None);
        let shares = [0, SHARE_DECAY_AFTER, 2 * SHARE_DECAY_AFTER, 10 * SHARE_DECAY_AFTER, u64::MAX]
            .map(|made| proof_share(evidence, made));
        assert_eq!(shares, [HALF_SHARE, HALF_SHARE, HALF_SHARE / 2, HALF_SHARE / 10, MIN_SHARE]);
    }

    #[test]
    fn the_prover_gets_half_at_most_until_the_score_is_reliable() {
        for least_proof in
            [None, Some(1), Some(NEAR_MATE_PROOF_NUMBER), Some(UNLIKELY_MATE_PROOF_NUMBER), Some(u32::MAX)]
        {
            for made in [0, UNLIKELY_MATE_AFTER, ORDINARY_SCORE_AFTER, SHARE_DECAY_AFTER] {
                assert!(
                    proof_share(problem_evidence(None, least_proof), made) <= HALF_SHARE,
                    "{least_proof:?} {made}"
                );
            }
        }
        let near = |score| {
            proof_share(problem_evidence(score, Some(NEAR_MATE_PROOF_NUMBER - 1)), UNLIKELY_MATE_AFTER)
        };
        assert_eq!((near(None), near(Some(Score::centipawns(300)))), (HALF_SHARE, PROBLEM_SHARE));
    }

    #[test]
    fn an_ordinary_advantage_lowers_the_share_once_no_mate_is_found() {
        let after = |made, centipawns| {
            let score = Some(Score::centipawns(centipawns));
            proof_share(problem_evidence(score, Some(UNLIKELY_MATE_PROOF_NUMBER - 1)), made)
        };
        for ordinary in [20, 300, 800, -20, -300, -800] {
            assert_eq!(
                (after(ORDINARY_SCORE_AFTER - 1, ordinary), after(ORDINARY_SCORE_AFTER, ordinary)),
                (HALF_SHARE, ORDINARY_SCORE_SHARE),
                "{ordinary}"
            );
        }
        for unusual in [-900, 0, 1_400] {
            assert_eq!(after(ORDINARY_SCORE_AFTER, unusual), HALF_SHARE, "{unusual}");
        }
        let near = problem_evidence(Some(Score::centipawns(300)), Some(NEAR_MATE_PROOF_NUMBER - 1));
        assert_eq!(proof_share(near, ORDINARY_SCORE_AFTER), PROBLEM_SHARE, "the proof is close");
    }

    #[test]
    fn a_high_proof_number_lowers_the_share() {
        let after = |made, least_proof| proof_share(problem_evidence(None, Some(least_proof)), made);
        assert_eq!(
            (
                after(UNLIKELY_MATE_AFTER - 1, UNLIKELY_MATE_PROOF_NUMBER),
                after(UNLIKELY_MATE_AFTER, UNLIKELY_MATE_PROOF_NUMBER)
            ),
            (HALF_SHARE, UNLIKELY_MATE_SHARE)
        );
        assert_eq!(
            (
                after(UNLIKELY_MATE_AFTER, UNLIKELY_MATE_PROOF_NUMBER - 1),
                after(u64::MAX, UNLIKELY_MATE_PROOF_NUMBER)
            ),
            (HALF_SHARE, MIN_SHARE)
        );
        let scored = |centipawns| {
            proof_share(
                problem_evidence(Some(Score::centipawns(centipawns)), Some(UNLIKELY_MATE_PROOF_NUMBER)),
                UNLIKELY_MATE_AFTER,
            )
        };
        assert_eq!(
            [499, -499, 500, -500].map(scored),
            [UNLIKELY_MATE_SHARE, UNLIKELY_MATE_SHARE, HALF_SHARE, HALF_SHARE]
        );
        let known = ProofEvidence {
            mate_knowledge: MateKnowledge::Bound,
            ..problem_evidence(None, Some(UNLIKELY_MATE_PROOF_NUMBER))
        };
        assert_eq!(proof_share(known, UNLIKELY_MATE_AFTER), SHORTENING_SHARE);
    }

    #[test]
    fn the_exhaustive_search_runs_once_a_problem_has_no_mate_for_long() {
        let evidence = problem_evidence(Some(Score::centipawns(-430)), Some(UNLIKELY_MATE_PROOF_NUMBER));
        let after = |evidence, made| exhaustive_share(evidence, made);
        let shares = [0, EXHAUSTIVE_AFTER - 1, EXHAUSTIVE_AFTER, SHARE_DECAY_AFTER, 4 * SHARE_DECAY_AFTER]
            .map(|made| after(evidence, made));
        assert_eq!(shares, [0, 0, EXHAUSTIVE_SHARE, EXHAUSTIVE_SHARE, EXHAUSTIVE_SHARE / 4]);
        for other in [
            ProofEvidence { purpose: AnalysisPurpose::Play, ..evidence },
            ProofEvidence { purpose: AnalysisPurpose::Review, ..evidence },
            ProofEvidence { mate_knowledge: MateKnowledge::Bound, ..evidence },
            ProofEvidence { mate_knowledge: MateKnowledge::Requested, ..evidence },
        ] {
            assert_eq!(after(other, SHARE_DECAY_AFTER), 0, "{other:?}");
        }
    }

    #[test]
    fn the_first_nodes_in_a_game_are_a_small_part_of_the_limit() {
        assert_eq!(initial_nodes(AnalysisPurpose::Play, 20_000), 200);
        assert_eq!(initial_nodes(AnalysisPurpose::Play, 1_000_000), 2_000);
        assert_eq!(initial_nodes(AnalysisPurpose::Play, u64::MAX), 0);
        assert_eq!(initial_nodes(AnalysisPurpose::Solve, u64::MAX), 8_000);
    }
}
