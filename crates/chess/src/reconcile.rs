//! Minimax over the moves of a game: makes the evaluations of its positions consistent.
//!
//! The value of a position is at least that of the move played, and exactly that if the move was considered
//! best: the next position was searched one ply deeper. So evaluations are corrected from the last position
//! to the first. Then a forced result is carried forward to later positions that know less.

use shakmaty::Move;

use super::evaluation::{DistanceToMate, KnownResult, PositionEvaluation};
use super::line::{Bound, Certainty, Line};
use super::score::{Score, ScoreValue};

/// Corrects the evaluations of successive positions, None where there is none yet. `played[n]` leads from
/// position `n` to the next one; None if that is not the next position of the game.
pub fn reconcile(findings: &mut [Option<PositionEvaluation>], played: &[Option<Move>]) {
    for (n, mv) in played.iter().enumerate().rev() {
        let (Some(mv), Some([Some(was), Some(is)])) = (mv, findings.get_mut(n..n + 2)) else { continue };
        correct_backward(was, is, *mv);
    }
    for (n, mv) in played.iter().enumerate() {
        let (Some(mv), Some([Some(was), Some(is)])) = (mv, findings.get_mut(n..n + 2)) else { continue };
        carry_forward(was, is, *mv);
    }
}

/// The evaluation of the position before a move by that move, with the move in front of the line. None if the
/// move ends the game by mate, which every search finds.
#[must_use]
pub fn backed_up(after: &PositionEvaluation, mv: Move) -> Option<PositionEvaluation> {
    let line = match &after.line {
        Some(line) => {
            let score = match line.score.value() {
                ScoreValue::Centipawns(_) | ScoreValue::Wins | ScoreValue::Loses => -line.score,
                ScoreValue::Mates(plies) => Score::mated_in(plies.next()),
                ScoreValue::Mated(plies) => Score::mates_in(plies.next()),
            };
            let bound = match line.bound {
                Bound::AtLeast => Bound::AtMost,
                Bound::Exact => Bound::Exact,
                Bound::AtMost => Bound::AtLeast,
            };
            let certainty = match line.certainty {
                // Another move may be better.
                Certainty::Proven => Certainty::Searched,
                as_before => as_before,
            };
            let moves = std::iter::once(mv).chain(line.moves.iter().copied()).collect();
            Line { score, bound, certainty, moves, ends_in: line.ends_in }
        }
        None if after.known_result == Some(KnownResult::Draw) => Line {
            score: Score::DRAW,
            bound: Bound::Exact,
            certainty: Certainty::Searched,
            moves: vec![mv],
            ends_in: None,
        },
        None => return None,
    };
    // A mate by this move is certain, whatever the other moves do.
    let known_result = match after.known_result {
        Some(KnownResult::Loss(distance)) => Some(KnownResult::Win(one_ply_further(distance))),
        _ => None,
    };
    Some(PositionEvaluation { line: Some(line), known_result, depth: after.depth })
}

/// Corrects a position from the next one.
fn correct_backward(was: &mut PositionEvaluation, is: &PositionEvaluation, mv: Move) {
    let Some(backed_up) = backed_up(is, mv) else { return };
    match (was.known_result, backed_up.known_result) {
        (Some(KnownResult::Win(now)), Some(KnownResult::Win(then))) if is_nearer(then, now) => {
            *was = backed_up;
        }
        (None, Some(KnownResult::Win(_))) => *was = backed_up,
        (Some(_), _) => {}
        (None, _) => {
            let corrects = if was.best_move() == Some(mv) {
                backed_up.score() != was.score()
            } else {
                ordering_value(&backed_up) > ordering_value(was)
            };
            if corrects {
                let depth = was.depth.max(backed_up.depth);
                *was = PositionEvaluation { depth, ..backed_up };
            }
        }
    }
}

/// Carries a forced result forward to the next position, if that knows less.
fn carry_forward(was: &PositionEvaluation, is: &mut PositionEvaluation, mv: Move) {
    if is.known_result.is_some() {
        return;
    }
    let follows = match was.known_result {
        Some(KnownResult::Loss(distance)) => KnownResult::Win(one_ply_nearer(distance)),
        Some(KnownResult::Win(distance)) if was.best_move() == Some(mv) => {
            KnownResult::Loss(one_ply_nearer(distance))
        }
        _ => return,
    };
    if let Some(line) = was.line.as_ref().filter(|line| line.moves.first() == Some(&mv)) {
        let score = match line.score.value() {
            ScoreValue::Centipawns(_) | ScoreValue::Wins | ScoreValue::Loses => -line.score,
            ScoreValue::Mates(plies) => Score::mated_in(plies.previous()),
            ScoreValue::Mated(plies) => Score::mates_in(plies.previous()),
        };
        let certainty = match line.certainty {
            Certainty::Proven => Certainty::Searched,
            as_before => as_before,
        };
        let moves = line.moves.iter().skip(1).copied().collect();
        is.line = Some(Line { score, certainty, moves, ..line.clone() });
    }
    is.known_result = Some(follows);
}

/// The order of evaluations: a certain result comes before every score.
fn ordering_value(finding: &PositionEvaluation) -> i16 {
    match finding.known_result {
        Some(KnownResult::Win(_)) => i16::MAX,
        Some(KnownResult::Draw) => 0,
        Some(KnownResult::Loss(_)) => i16::MIN,
        None => finding.score().raw(),
    }
}

/// A mate counted from the position before. Another move may be faster.
const fn one_ply_further(distance: DistanceToMate) -> DistanceToMate {
    match distance {
        DistanceToMate::Exactly(plies) | DistanceToMate::Within(plies) => {
            DistanceToMate::Within(plies.next())
        }
        DistanceToMate::Unknown => DistanceToMate::Unknown,
    }
}

/// A mate counted from the position after.
const fn one_ply_nearer(distance: DistanceToMate) -> DistanceToMate {
    match distance {
        DistanceToMate::Exactly(plies) | DistanceToMate::Within(plies) => {
            DistanceToMate::Within(plies.previous())
        }
        DistanceToMate::Unknown => DistanceToMate::Unknown,
    }
}

fn is_nearer(one: DistanceToMate, other: DistanceToMate) -> bool {
    match (one, other) {
        (DistanceToMate::Within(one) | DistanceToMate::Exactly(one), DistanceToMate::Within(other)) => {
            one < other
        }
        (DistanceToMate::Within(_) | DistanceToMate::Exactly(_), DistanceToMate::Unknown) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Ply, Position, notation};

    fn line(score: Score, text: &str, from: &Position) -> PositionEvaluation {
        let moves = notation::play_line(&mut from.clone(), text.split_whitespace()).unwrap();
        let (bound, certainty) = (Bound::Exact, Certainty::Searched);
        PositionEvaluation::from_line(Line { score, bound, certainty, moves, ends_in: None })
    }

    /// Two positions, 1.e4 between them, each with its score from the side to move and its best move.
    fn pair(before: (Score, &str), after: (Score, &str)) -> [PositionEvaluation; 2] {
        let start = Position::start();
        let mv = notation::parse_move(&start, "e4").unwrap();
        let next = start.after(mv);
        let mut both = [line(before.0, before.1, &start), line(after.0, after.1, &next)].map(Some);
        reconcile(&mut both, &[Some(mv)]);
        both.map(Option::unwrap)
    }

    #[test]
    fn a_position_is_worth_what_its_best_move_leads_to() {
        let [was, _] = pair((Score::centipawns(50), "e4"), (Score::centipawns(80), "e5"));
        assert_eq!((was.score(), was.line.unwrap().moves.len()), (Score::centipawns(-80), 2));
        let [was, _] = pair((Score::centipawns(50), "d4"), (Score::centipawns(80), "e5"));
        assert_eq!(was.score(), Score::centipawns(50), "another move is better");
        let [was, _] = pair((Score::centipawns(50), "d4"), (Score::centipawns(-80), "e5"));
        assert_eq!(was.score(), Score::centipawns(80), "the move that was played is better");
    }

    #[test]
    fn a_proof_overrules_a_search_back_and_forth() {
        let [was, _] = pair((Score::centipawns(-700), "d4"), (Score::mated_in(Ply::new(2)), "e5 d4"));
        assert_eq!(was.known_result, Some(KnownResult::Win(DistanceToMate::Within(Ply::new(3)))));
        assert_eq!(was.line.unwrap().moves.len(), 3);
        let [_, is] = pair((Score::mates_in(Ply::new(3)), "e4 e5 d4"), (Score::centipawns(300), "d5"));
        assert_eq!(
            (is.known_result, is.score()),
            (Some(KnownResult::Loss(DistanceToMate::Within(Ply::new(2)))), Score::mated_in(Ply::new(2)))
        );
        let [_, is] = pair((Score::mated_in(Ply::new(4)), "d4 d5 e3 e6"), (Score::centipawns(0), "d5"));
        assert_eq!(
            is.known_result,
            Some(KnownResult::Win(DistanceToMate::Within(Ply::new(3)))),
            "whatever was played"
        );
    }
}
