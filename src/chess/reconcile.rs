//! Minimax over a game's own moves: makes the findings of its positions agree with each other.
//!
//! A position is worth at least what the move played in it leads to, and exactly that where this move was held
//! best: the position after it was searched one ply deeper. So findings are corrected from the last position to
//! the first. Then a forced result is carried forward to the positions after it that know less.

use super::finding::{Distance, Fact, Finding};
use super::line::{Bound, Certainty, Line};
use super::score::{Score, Value};
use shakmaty::Move;

/// Corrects the findings of successive positions, None where nothing was found yet. `played[n]` leads from
/// position `n` to the next one; None where that is not the next one of the game.
pub fn reconcile(findings: &mut [Option<Finding>], played: &[Option<Move>]) {
    for (n, mv) in played.iter().enumerate().rev() {
        let (Some(mv), Some([Some(was), Some(is)])) = (mv, findings.get_mut(n..n + 2)) else { continue };
        back(was, is, *mv);
    }
    for (n, mv) in played.iter().enumerate() {
        let (Some(mv), Some([Some(was), Some(is)])) = (mv, findings.get_mut(n..n + 2)) else { continue };
        forward(was, is, *mv);
    }
}

/// What the position before a move is worth to its mover by that move, with the move in front of the line. None
/// where the move ends the game by mate, which every search sees.
#[must_use]
pub fn through(after: &Finding, mv: Move) -> Option<Finding> {
    let line = match &after.line {
        Some(line) => {
            let score = match line.score.value() {
                Value::Centipawns(_) | Value::Wins | Value::Loses => -line.score,
                Value::Mates(plies) => Score::mated_in(plies.next()),
                Value::Mated(plies) => Score::mates_in(plies.next()),
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
        None if after.fact == Some(Fact::Draw) => Line {
            score: Score::DRAW,
            bound: Bound::Exact,
            certainty: Certainty::Searched,
            moves: vec![mv],
            ends_in: None,
        },
        None => return None,
    };
    // A mate by this move is a fact, whatever the others do.
    let fact = match after.fact {
        Some(Fact::Loss(distance)) => Some(Fact::Win(further(distance))),
        _ => None,
    };
    Some(Finding { line: Some(line), fact, depth: after.depth })
}

/// Corrects a position by the one after it.
fn back(was: &mut Finding, is: &Finding, mv: Move) {
    let Some(via) = through(is, mv) else { return };
    match (was.fact, via.fact) {
        (Some(Fact::Win(now)), Some(Fact::Win(then))) if is_nearer(then, now) => *was = via,
        (None, Some(Fact::Win(_))) => *was = via,
        (Some(_), _) => {}
        (None, _) => {
            let corrects = if was.best_move() == Some(mv) {
                via.score() != was.score()
            } else {
                worth(&via) > worth(was)
            };
            if corrects {
                let depth = was.depth.max(via.depth);
                *was = Finding { depth, ..via };
            }
        }
    }
}

/// Carries a forced result over to the position after the move, where that knows less.
fn forward(was: &Finding, is: &mut Finding, mv: Move) {
    if is.fact.is_some() {
        return;
    }
    let follows = match was.fact {
        Some(Fact::Loss(distance)) => Fact::Win(nearer(distance)),
        Some(Fact::Win(distance)) if was.best_move() == Some(mv) => Fact::Loss(nearer(distance)),
        _ => return,
    };
    if let Some(line) = was.line.as_ref().filter(|line| line.moves.first() == Some(&mv)) {
        let score = match line.score.value() {
            Value::Centipawns(_) | Value::Wins | Value::Loses => -line.score,
            Value::Mates(plies) => Score::mated_in(plies.previous()),
            Value::Mated(plies) => Score::mates_in(plies.previous()),
        };
        let certainty = match line.certainty {
            Certainty::Proven => Certainty::Searched,
            as_before => as_before,
        };
        let moves = line.moves.iter().skip(1).copied().collect();
        is.line = Some(Line { score, certainty, moves, ..line.clone() });
    }
    is.fact = Some(follows);
}

/// An order of what findings are worth, a result where it is certain before any score.
fn worth(finding: &Finding) -> i16 {
    match finding.fact {
        Some(Fact::Win(_)) => i16::MAX,
        Some(Fact::Draw) => 0,
        Some(Fact::Loss(_)) => i16::MIN,
        None => finding.score().raw(),
    }
}

/// A mate from the position before. That no other move is faster is not known.
const fn further(distance: Distance) -> Distance {
    match distance {
        Distance::Exactly(plies) | Distance::Within(plies) => Distance::Within(plies.next()),
        Distance::Unknown => Distance::Unknown,
    }
}

/// A mate from the position after.
const fn nearer(distance: Distance) -> Distance {
    match distance {
        Distance::Exactly(plies) | Distance::Within(plies) => Distance::Within(plies.previous()),
        Distance::Unknown => Distance::Unknown,
    }
}

fn is_nearer(one: Distance, other: Distance) -> bool {
    match (one, other) {
        (Distance::Within(one) | Distance::Exactly(one), Distance::Within(other)) => one < other,
        (Distance::Within(_) | Distance::Exactly(_), Distance::Unknown) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Ply, Position, notation};

    fn line(score: Score, text: &str, from: &Position) -> Finding {
        let mut at = from.clone();
        let moves = text.split_whitespace().map(|text| {
            let mv = notation::parse_move(&at, text).unwrap();
            at.play(mv);
            mv
        });
        let (bound, certainty) = (Bound::Exact, Certainty::Searched);
        Finding::of(Line { score, bound, certainty, moves: moves.collect(), ends_in: None })
    }

    /// Two positions, 1.e4 between them, each with its score from the side to move and its best move.
    fn pair(before: (Score, &str), after: (Score, &str)) -> [Finding; 2] {
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
        assert_eq!(was.fact, Some(Fact::Win(Distance::Within(Ply::new(3)))));
        assert_eq!(was.line.unwrap().moves.len(), 3);
        let [_, is] = pair((Score::mates_in(Ply::new(3)), "e4 e5 d4"), (Score::centipawns(300), "d5"));
        assert_eq!(
            (is.fact, is.score()),
            (Some(Fact::Loss(Distance::Within(Ply::new(2)))), Score::mated_in(Ply::new(2)))
        );
        let [_, is] = pair((Score::mated_in(Ply::new(4)), "d4 d5 e3 e6"), (Score::centipawns(0), "d5"));
        assert_eq!(is.fact, Some(Fact::Win(Distance::Within(Ply::new(3)))), "whatever was played");
    }
}
