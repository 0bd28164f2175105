//! How the positions that may be made are shared between the engine and the proof.
//!
//! By evidence. In a game that is open the proof gets a small share, growing with the search; once the game
//! looks decided it gets most, for then only "how" is left to say. A position that was set up is a question
//! as often as not, and a score says little of it: most problems look level. The proof itself knows better:
//! where its proof numbers stay high there is hardly a mate, and the question was another one. Until the
//! search is firm the proof gets half at most, and half after that unless it is near a mate. Where no mate has come
//! up for long, the exhaustive search goes on beside both: it needs no luck, and its positions cost least.

use crate::chess::{Score, ScoreValue};

use super::protocol::AnalysisPurpose;

/// What bears on how much a proof is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ProofEvidence {
    /// What the position is looked at for.
    pub(super) purpose: AnalysisPurpose,
    /// What the engine thinks, if it has thought at all.
    pub(super) score: Option<Score>,
    /// Whether a forced mate is known to somebody.
    pub(super) mate_knowledge: MateKnowledge,
    /// How far away the proof thinks a mate is, as its [`Standing`](crate::solver::mate::Standing) says.
    pub(super) min_proof_number: Option<u32>,
    /// Lines that the engine has to find.
    pub(super) lines: usize,
}

/// What is known of a mate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum MateKnowledge {
    /// Nothing.
    None,
    /// There is one, perhaps a shorter one too.
    Bound,
    /// The question was "mate in so many?"; nothing else matters.
    Requested,
}

/// The share of a proof that has no mate yet and shares a thread in an open game, in thousandths.
const OPEN_GAME_SHARE: u64 = 20;
/// The share where a position is a question and the proof is near its mate.
const PROBLEM_SHARE: u64 = 850;
/// The share of a question until the search is firm, and where the proof is not near a mate.
const HALF_SHARE: u64 = 500;
/// The share where only the length of a mate is left to say.
const SHORTENING_SHARE: u64 = 970;
/// The most where the engine has more than one line to find.
const MULTI_PV_MAX_SHARE: u64 = 600;

/// Positions after which the engine's opinion of a question is heard: of 85 problems whose mate was found
/// within 1,000,000, 67 had shown it by 200,000 and 75 by 300,000.
const ORDINARY_SCORE_AFTER: u64 = 250_000;
/// The share from then on, where the engine sees an advantage as games have it, for either side, and so perhaps
/// a move to find.
const ORDINARY_SCORE_SHARE: u64 = 300;
/// The least proof number below which the proof is near a mate, whatever the score: after 34,000 positions it
/// was lower in 24 of 55 problems whose mate was not found yet, and in 1 of 85 positions that ask for another
/// best move.
const NEAR_MATE_PROOF_NUMBER: u32 = 100;
/// Positions after which the proof's own numbers are heard.
const UNLIKELY_MATE_AFTER: u64 = 10_000;
/// The least proof number from which on a mate is unlikely: after 13,000 positions it was as high in 11 of
/// 62 problems whose mate was not found yet (7 of them had none by 200,000 either), and in 76 of 85 positions that
/// ask for another best move.
const UNLIKELY_MATE_PROOF_NUMBER: u32 = 250;
/// The share where a mate is unlikely, unless the score says otherwise.
const UNLIKELY_MATE_SHARE: u64 = 100;
/// The advantage in centipawns, of either side, from which a score says so. Of 200 problems 134 are solved with it
/// at 200,000 positions, 131 without it.
const DECISIVE_CENTIPAWNS: u16 = 500;
/// Positions after which the exhaustive search works on its own, too: fewer are needed for the best move.
const EXHAUSTIVE_AFTER: u64 = 200_000;
/// What the exhaustive search makes for a thousand positions of the others. It makes them about three times as
/// quickly as the search does.
const EXHAUSTIVE_SHARE: u64 = 1_000;
/// Positions after which a question that has found no mate is less and less likely to be one.
const SHARE_DECAY_AFTER: u64 = 1_200_000;
/// The least share of a question.
const MIN_SHARE: u64 = 50;

/// The proof's share of all positions, in thousandths, once so many were `nodes`.
pub(super) fn proof_share(evidence: ProofEvidence, nodes: u64) -> u64 {
    let wanted = match evidence.mate_knowledge {
        MateKnowledge::Requested => return SHORTENING_SHARE,
        MateKnowledge::Bound => SHORTENING_SHARE,
        MateKnowledge::None
            if !matches!(evidence.purpose, AnalysisPurpose::Play | AnalysisPurpose::Review) =>
        {
            (problem_share(evidence, nodes) * SHARE_DECAY_AFTER / nodes.max(SHARE_DECAY_AFTER)).max(MIN_SHARE)
        }
        MateKnowledge::None => evidence.score.map_or(OPEN_GAME_SHARE, game_share),
    };
    if evidence.lines > 1 { wanted.min(MULTI_PV_MAX_SHARE) } else { wanted }
}

/// What the exhaustive search makes on its own once so many positions were `nodes`, in thousandths of what the search
/// and the proof make: where no mate has come up, a short one that only quiet moves or a waiting move force may be
/// there all the same, and its proof numbers say nothing of it.
pub(super) fn exhaustive_share(evidence: ProofEvidence, nodes: u64) -> u64 {
    let is_question = !matches!(evidence.purpose, AnalysisPurpose::Play | AnalysisPurpose::Review);
    if is_question && evidence.mate_knowledge == MateKnowledge::None && nodes >= EXHAUSTIVE_AFTER {
        EXHAUSTIVE_SHARE * SHARE_DECAY_AFTER / nodes.max(SHARE_DECAY_AFTER)
    } else {
        0
    }
}

/// The share of a question in which no mate has come up yet.
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

/// Whether a score is an advantage that does not yet decide, for either side: problems that ask for the best
/// move have one, problems that ask for a mate seldom.
fn is_ordinary(score: Score) -> bool {
    matches!(score.value(), ScoreValue::Centipawns(20..=800 | -800..=-20))
}

/// Whether a score says that one side is about to win: then a mate may be there, whatever the proof numbers say.
fn is_decisive(score: Score) -> bool {
    score.raw().unsigned_abs() >= DECISIVE_CENTIPAWNS
}

/// By what the engine thinks of a game: who wins has more use for a mate than who may still hold.
fn game_share(score: Score) -> u64 {
    /// Advantage in centipawns and the share there; between two of them it grows evenly.
    const STEPS: [(u64, u64); 5] =
        [(500, OPEN_GAME_SHARE), (900, 100), (1_500, 400), (2_500, PROBLEM_SHARE), (30_000, PROBLEM_SHARE)];
    let value = match score.value() {
        ScoreValue::Centipawns(value) => value,
        ScoreValue::Loses => return PROBLEM_SHARE / 4,
        ScoreValue::Wins | ScoreValue::Mates(_) | ScoreValue::Mated(_) => return PROBLEM_SHARE,
    };
    let advantage = u64::from(value.unsigned_abs());
    let mut before = (0, OPEN_GAME_SHARE);
    let mut share = PROBLEM_SHARE;
    for step in STEPS {
        if advantage < step.0 {
            share = before.1 + (step.1 - before.1) * (advantage - before.0) / (step.0 - before.0);
            break;
        }
        before = step;
    }
    if value < 0 { (share / 4).max(OPEN_GAME_SHARE) } else { share }
}

/// Positions that the proof may make before anything is known, of `left`. A game without a limit of positions
/// has a clock, and on that each millisecond counts: there the proof waits for its share.
pub(super) fn initial_nodes(task: AnalysisPurpose, left: u64) -> u64 {
    /// A few milliseconds.
    const MAX_GAME_NODES: u64 = 2_000;
    match (task, left) {
        (AnalysisPurpose::Play | AnalysisPurpose::Review, u64::MAX) => 0,
        (AnalysisPurpose::Play | AnalysisPurpose::Review, _) => (left / 100).min(MAX_GAME_NODES),
        (AnalysisPurpose::Analyze | AnalysisPurpose::Solve, _) => (left / 4).min(4 * MAX_GAME_NODES),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A question of which no mate is known.
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
    fn an_open_game_is_the_engines_and_a_decided_one_the_proofs() {
        check(AnalysisPurpose::Play, 0, MateKnowledge::None, 1, OPEN_GAME_SHARE);
        check(AnalysisPurpose::Play, -140, MateKnowledge::None, 1, OPEN_GAME_SHARE);
        check(AnalysisPurpose::Play, 700, MateKnowledge::None, 1, 60);
        check(AnalysisPurpose::Play, -1_500, MateKnowledge::None, 1, 100);
        check(AnalysisPurpose::Play, 2_600, MateKnowledge::None, 1, PROBLEM_SHARE);
        check(AnalysisPurpose::Play, 900, MateKnowledge::Bound, 1, SHORTENING_SHARE);
        check(AnalysisPurpose::Play, 900, MateKnowledge::Bound, 3, MULTI_PV_MAX_SHARE);
        check(AnalysisPurpose::Play, 0, MateKnowledge::Requested, 3, SHORTENING_SHARE);
        check(AnalysisPurpose::Review, -140, MateKnowledge::None, 1, OPEN_GAME_SHARE);
        check(AnalysisPurpose::Solve, 0, MateKnowledge::None, 1, HALF_SHARE);
    }

    #[test]
    fn a_question_without_an_answer_becomes_the_engines() {
        let evidence = problem_evidence(None, None);
        let shares = [0, SHARE_DECAY_AFTER, 2 * SHARE_DECAY_AFTER, 10 * SHARE_DECAY_AFTER, u64::MAX]
            .map(|made| proof_share(evidence, made));
        assert_eq!(shares, [HALF_SHARE, HALF_SHARE, HALF_SHARE / 2, HALF_SHARE / 10, MIN_SHARE]);
    }

    #[test]
    fn the_proof_gets_half_at_most_until_the_search_is_firm() {
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
    fn an_ordinary_advantage_of_either_side_is_heard_once_no_mate_has_come_up() {
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
    fn a_mate_that_the_proof_thinks_far_away_is_left_for_later() {
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
    fn the_exhaustive_search_has_a_share_of_its_own_once_a_question_has_no_answer() {
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
    fn the_first_look_of_a_game_is_a_small_part_of_what_is_left() {
        assert_eq!(initial_nodes(AnalysisPurpose::Play, 20_000), 200);
        assert_eq!(initial_nodes(AnalysisPurpose::Play, 1_000_000), 2_000);
        assert_eq!(initial_nodes(AnalysisPurpose::Play, u64::MAX), 0);
        assert_eq!(initial_nodes(AnalysisPurpose::Solve, u64::MAX), 8_000);
    }
}
