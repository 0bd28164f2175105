//! How the positions that may be made are shared between the engine and the proof.
//!
//! By evidence. In a game that is open the proof gets a small share, growing with the search; once the game
//! looks decided it gets most, for then only "how" is left to say. A position that was set up is a question
//! as often as not, and a score says little of it: most problems look level. The proof itself knows better:
//! where its proof numbers stay high there is hardly a mate, and the question was another one. Until the
//! search is firm the proof gets half at most, and half after that unless it is near a mate. Where no mate has come
//! up for long, the exhaustive search goes on beside both: it needs no luck, and its positions cost least.

use crate::chess::{Score, Value};

use super::protocol::Task;

/// What bears on how much a proof is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Evidence {
    /// What the position is looked at for.
    pub(super) task: Task,
    /// What the engine thinks, if it has thought at all.
    pub(super) score: Option<Score>,
    /// Whether a forced mate is known to somebody.
    pub(super) mate: Knowledge,
    /// How far away the proof thinks a mate is, as its [`Standing`](crate::solver::mate::Standing) says.
    pub(super) least_proof: Option<u32>,
    /// Lines that the engine has to find.
    pub(super) lines: usize,
}

/// What is known of a mate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Knowledge {
    /// Nothing.
    None,
    /// There is one, perhaps a shorter one too.
    Bound,
    /// The question was "mate in so many?"; nothing else matters.
    Asked,
}

/// The share of a proof that has no mate yet and shares a thread in an open game, in thousandths.
const OPEN_GAME: u64 = 20;
/// The share where a position is a question and the proof is near its mate.
const QUESTION: u64 = 850;
/// The share of a question until the search is firm, and where the proof is not near a mate.
const HALF: u64 = 500;
/// The share where only the length of a mate is left to say.
const LENGTH: u64 = 970;
/// The most where the engine has more than one line to find.
const BESIDE_LINES: u64 = 600;

/// Positions after which the engine's opinion of a question is heard: of 85 problems whose mate was found
/// within 1,000,000, 67 had shown it by 200,000 and 75 by 300,000.
const DOUBT: u64 = 250_000;
/// The share from then on, where the engine sees an advantage as games have it, for either side, and so perhaps
/// a move to find.
const ORDINARY: u64 = 300;
/// The least proof number below which the proof is near a mate, whatever the score: after 34,000 positions it
/// was lower in 24 of 55 problems whose mate was not found yet, and in 1 of 85 positions that ask for another
/// best move.
const NEAR: u32 = 100;
/// Positions after which the proof's own numbers are heard.
const FIRST_DOUBT: u64 = 10_000;
/// The least proof number from which on a mate is unlikely: after 13,000 positions it was as high in 11 of
/// 62 problems whose mate was not found yet (7 of them had none by 200,000 either), and in 76 of 85 positions that
/// ask for another best move.
const FAR: u32 = 250;
/// The share where a mate is unlikely, unless the score says otherwise.
const UNLIKELY: u64 = 100;
/// The advantage in centipawns, of either side, from which a score says so. Of 200 problems 134 are solved with it
/// at 200,000 positions, 131 without it.
const FAR_FROM_LEVEL: u16 = 500;
/// Positions after which the exhaustive search works on its own, too: fewer are needed for the best move.
const EXHAUSTIVE_FROM: u64 = 200_000;
/// What the exhaustive search makes for a thousand positions of the others. It makes them about three times as
/// quickly as the search does.
const EXHAUSTIVE: u64 = 1_000;
/// Positions after which a question that has found no mate is less and less likely to be one.
const PATIENCE: u64 = 1_200_000;
/// The least share of a question.
const LEAST: u64 = 50;

/// The proof's share of all positions, in thousandths, once so many were `made`.
pub(super) fn share(evidence: Evidence, made: u64) -> u64 {
    let wanted = match evidence.mate {
        Knowledge::Asked => return LENGTH,
        Knowledge::Bound => LENGTH,
        Knowledge::None if !matches!(evidence.task, Task::Play | Task::Review) => {
            (question(evidence, made) * PATIENCE / made.max(PATIENCE)).max(LEAST)
        }
        Knowledge::None => evidence.score.map_or(OPEN_GAME, in_game),
    };
    if evidence.lines > 1 { wanted.min(BESIDE_LINES) } else { wanted }
}

/// What the exhaustive search makes on its own once so many positions were `made`, in thousandths of what the search
/// and the proof make: where no mate has come up, a short one that only quiet moves or a waiting move force may be
/// there all the same, and its proof numbers say nothing of it.
pub(super) fn exhaustive_share(evidence: Evidence, made: u64) -> u64 {
    let is_question = !matches!(evidence.task, Task::Play | Task::Review);
    if is_question && evidence.mate == Knowledge::None && made >= EXHAUSTIVE_FROM {
        EXHAUSTIVE * PATIENCE / made.max(PATIENCE)
    } else {
        0
    }
}

/// The share of a question in which no mate has come up yet.
fn question(evidence: Evidence, made: u64) -> u64 {
    let least_proof = evidence.least_proof.unwrap_or(NEAR);
    if made >= FIRST_DOUBT && least_proof >= FAR {
        if evidence.score.is_some_and(is_far_from_level) { HALF } else { UNLIKELY }
    } else if evidence.score.is_some() && least_proof < NEAR {
        QUESTION
    } else if made >= DOUBT && evidence.score.is_some_and(is_ordinary) {
        ORDINARY
    } else {
        HALF
    }
}

/// Whether a score is an advantage that does not yet decide, for either side: problems that ask for the best
/// move have one, problems that ask for a mate seldom.
fn is_ordinary(score: Score) -> bool {
    matches!(score.value(), Value::Centipawns(20..=800 | -800..=-20))
}

/// Whether a score says that one side is about to win: then a mate may be there, whatever the proof numbers say.
fn is_far_from_level(score: Score) -> bool {
    score.raw().unsigned_abs() >= FAR_FROM_LEVEL
}

/// By what the engine thinks of a game: who wins has more use for a mate than who may still hold.
fn in_game(score: Score) -> u64 {
    /// Advantage in centipawns and the share there; between two of them it grows evenly.
    const STEPS: [(u64, u64); 5] =
        [(500, OPEN_GAME), (900, 100), (1_500, 400), (2_500, QUESTION), (30_000, QUESTION)];
    let value = match score.value() {
        Value::Centipawns(value) => value,
        Value::Loses => return QUESTION / 4,
        Value::Wins | Value::Mates(_) | Value::Mated(_) => return QUESTION,
    };
    let advantage = u64::from(value.unsigned_abs());
    let mut before = (0, OPEN_GAME);
    let mut part = QUESTION;
    for step in STEPS {
        if advantage < step.0 {
            part = before.1 + (step.1 - before.1) * (advantage - before.0) / (step.0 - before.0);
            break;
        }
        before = step;
    }
    if value < 0 { (part / 4).max(OPEN_GAME) } else { part }
}

/// Positions that the proof may make before anything is known, of `left`. A game without a limit of positions
/// has a clock, and on that each millisecond counts: there the proof waits for its share.
pub(super) fn first_look(task: Task, left: u64) -> u64 {
    /// A few milliseconds.
    const MOST: u64 = 2_000;
    match (task, left) {
        (Task::Play | Task::Review, u64::MAX) => 0,
        (Task::Play | Task::Review, _) => (left / 100).min(MOST),
        (Task::Analyze | Task::Solve, _) => (left / 4).min(4 * MOST),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A question of which no mate is known.
    fn asked(score: Option<Score>, least_proof: Option<u32>) -> Evidence {
        Evidence { task: Task::Solve, score, mate: Knowledge::None, least_proof, lines: 1 }
    }

    fn check(task: Task, centipawns: i32, mate: Knowledge, lines: usize, wanted: u64) {
        let score = Some(Score::centipawns(centipawns));
        let evidence = Evidence { task, score, mate, least_proof: None, lines };
        assert_eq!(share(evidence, 0), wanted, "{evidence:?}");
    }

    #[test]
    fn an_open_game_is_the_engines_and_a_decided_one_the_proofs() {
        check(Task::Play, 0, Knowledge::None, 1, OPEN_GAME);
        check(Task::Play, -140, Knowledge::None, 1, OPEN_GAME);
        check(Task::Play, 700, Knowledge::None, 1, 60);
        check(Task::Play, -1_500, Knowledge::None, 1, 100);
        check(Task::Play, 2_600, Knowledge::None, 1, QUESTION);
        check(Task::Play, 900, Knowledge::Bound, 1, LENGTH);
        check(Task::Play, 900, Knowledge::Bound, 3, BESIDE_LINES);
        check(Task::Play, 0, Knowledge::Asked, 3, LENGTH);
        check(Task::Review, -140, Knowledge::None, 1, OPEN_GAME);
        check(Task::Solve, 0, Knowledge::None, 1, HALF);
    }

    #[test]
    fn a_question_without_an_answer_becomes_the_engines() {
        let evidence = asked(None, None);
        let shares = [0, PATIENCE, 2 * PATIENCE, 10 * PATIENCE, u64::MAX].map(|made| share(evidence, made));
        assert_eq!(shares, [HALF, HALF, HALF / 2, HALF / 10, LEAST]);
    }

    #[test]
    fn the_proof_gets_half_at_most_until_the_search_is_firm() {
        for least_proof in [None, Some(1), Some(NEAR), Some(FAR), Some(u32::MAX)] {
            for made in [0, FIRST_DOUBT, DOUBT, PATIENCE] {
                assert!(share(asked(None, least_proof), made) <= HALF, "{least_proof:?} {made}");
            }
        }
        let near = |score| share(asked(score, Some(NEAR - 1)), FIRST_DOUBT);
        assert_eq!((near(None), near(Some(Score::centipawns(300)))), (HALF, QUESTION));
    }

    #[test]
    fn an_ordinary_advantage_of_either_side_is_heard_once_no_mate_has_come_up() {
        let after = |made, centipawns| {
            let score = Some(Score::centipawns(centipawns));
            share(asked(score, Some(FAR - 1)), made)
        };
        for ordinary in [20, 300, 800, -20, -300, -800] {
            assert_eq!((after(DOUBT - 1, ordinary), after(DOUBT, ordinary)), (HALF, ORDINARY), "{ordinary}");
        }
        for unusual in [-900, 0, 1_400] {
            assert_eq!(after(DOUBT, unusual), HALF, "{unusual}");
        }
        let near = asked(Some(Score::centipawns(300)), Some(NEAR - 1));
        assert_eq!(share(near, DOUBT), QUESTION, "the proof is close");
    }

    #[test]
    fn a_mate_that_the_proof_thinks_far_away_is_left_for_later() {
        let after = |made, least_proof| share(asked(None, Some(least_proof)), made);
        assert_eq!((after(FIRST_DOUBT - 1, FAR), after(FIRST_DOUBT, FAR)), (HALF, UNLIKELY));
        assert_eq!((after(FIRST_DOUBT, FAR - 1), after(u64::MAX, FAR)), (HALF, LEAST));
        let scored = |centipawns| share(asked(Some(Score::centipawns(centipawns)), Some(FAR)), FIRST_DOUBT);
        assert_eq!([499, -499, 500, -500].map(scored), [UNLIKELY, UNLIKELY, HALF, HALF]);
        let known = Evidence { mate: Knowledge::Bound, ..asked(None, Some(FAR)) };
        assert_eq!(share(known, FIRST_DOUBT), LENGTH);
    }

    #[test]
    fn the_exhaustive_search_has_a_share_of_its_own_once_a_question_has_no_answer() {
        let evidence = asked(Some(Score::centipawns(-430)), Some(FAR));
        let after = |evidence, made| exhaustive_share(evidence, made);
        let shares = [0, EXHAUSTIVE_FROM - 1, EXHAUSTIVE_FROM, PATIENCE, 4 * PATIENCE]
            .map(|made| after(evidence, made));
        assert_eq!(shares, [0, 0, EXHAUSTIVE, EXHAUSTIVE, EXHAUSTIVE / 4]);
        for other in [
            Evidence { task: Task::Play, ..evidence },
            Evidence { task: Task::Review, ..evidence },
            Evidence { mate: Knowledge::Bound, ..evidence },
            Evidence { mate: Knowledge::Asked, ..evidence },
        ] {
            assert_eq!(after(other, PATIENCE), 0, "{other:?}");
        }
    }

    #[test]
    fn the_first_look_of_a_game_is_a_small_part_of_what_is_left() {
        assert_eq!(first_look(Task::Play, 20_000), 200);
        assert_eq!(first_look(Task::Play, 1_000_000), 2_000);
        assert_eq!(first_look(Task::Play, u64::MAX), 0);
        assert_eq!(first_look(Task::Solve, u64::MAX), 8_000);
    }
}
