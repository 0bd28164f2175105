//! Verified lines: every reported line is legal, and every reported mate has its complete line.
//!
//! A search may prove a mate without having its whole line. Here every line is played out by the rules of
//! chess; an incomplete mate line is completed from endgame tables, and a mate whose line does not end in
//! checkmate after exactly the claimed number of plies is lowered to a win of unknown length.

use chess::{
    Bound, Certainty, CountedVerdict, FiftyMoveEffect, GameTermination, Line, Move, Oracle, Ply, Position,
    Root, Score, ScoreValue, Verdict,
};

/// The longest legal part of a line, with the score that it supports.
pub(crate) fn verified_line(root: &Root, oracle: &dyn Oracle, score: Score, moves: &[Move]) -> Line {
    let mut played = Vec::with_capacity(moves.len());
    let mut at = root.clone();
    let mut ends_in = at.termination();
    for &mv in moves {
        if ends_in.is_some() || !at.position.is_legal(mv) {
            break;
        }
        at.play(mv);
        played.push(mv);
        ends_in = at.termination();
    }
    if let Some(distance) = score.mate_distance() {
        while played.len() < distance.index() && ends_in.is_none() {
            let left = Ply::new(distance.get() - u16::try_from(played.len()).unwrap_or(u16::MAX));
            let Some(mv) = oracle_move(&at.position, oracle, left) else { break };
            at.play(mv);
            played.push(mv);
            ends_in = at.termination();
        }
        let is_complete =
            played.len() == distance.index() && matches!(ends_in, Some(GameTermination::Checkmate { .. }));
        if !is_complete {
            return Line {
                score: score.without_mate(),
                bound: bound_of_score(score.without_mate()),
                certainty: Certainty::Searched,
                moves: played,
                ends_in,
            };
        }
    }
    let certainty = certainty(root, oracle, score, played.first().copied());
    Line { score, bound: bound_of_score(score), certainty, moves: played, ends_in }
}

/// The bound of a score: a mate of unknown length is a lower bound.
const fn bound_of_score(score: Score) -> Bound {
    match score.value() {
        ScoreValue::Wins => Bound::AtLeast,
        ScoreValue::Loses => Bound::AtMost,
        ScoreValue::Centipawns(_) | ScoreValue::Mates(_) | ScoreValue::Mated(_) => Bound::Exact,
    }
}

/// A move after which the endgame tables give the mate one ply nearer than `left`.
pub(crate) fn oracle_move(position: &Position, oracle: &dyn Oracle, left: Ply) -> Option<Move> {
    if oracle.probe(position)?.distance()? != left {
        return None;
    }
    position
        .legal_moves()
        .into_iter()
        .find(|&mv| oracle.probe(&position.after(mv)).and_then(Verdict::distance) == Some(left.previous()))
}

/// Whether endgame tables confirm the score of a line that begins with `mv`.
fn certainty(root: &Root, oracle: &dyn Oracle, score: Score, mv: Option<Move>) -> Certainty {
    let known = || {
        let next = root.position.after(mv?);
        let counted = CountedVerdict::at_sight(&next, oracle.probe(&next)?);
        let score = counted.verdict.for_mover().one_ply_earlier().score();
        (counted.effect != FiftyMoveEffect::Undecided).then_some(score)
    };
    if known() == Some(score) { Certainty::Proven } else { Certainty::Searched }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::{NoOracle, fen};

    #[test]
    fn a_win_of_unknown_length_is_only_a_bound() {
        let root = Root::new(fen::parse("8/8/8/8/8/5k1K/5q1P/6R1 w - - 0 1").unwrap());
        let check = |score: Score, value: ScoreValue, bound: Bound| {
            let line = verified_line(&root, &NoOracle, score, &root.position.legal_moves()[..1]);
            assert_eq!((line.score.value(), line.bound, line.certainty), (value, bound, Certainty::Searched));
        };
        // A mate that the table knows and the fifty-move counter cuts off, and one whose line is too short.
        check(-Score::WIN, ScoreValue::Loses, Bound::AtMost);
        check(Score::WIN, ScoreValue::Wins, Bound::AtLeast);
        check(Score::mated_in(Ply::new(8)), ScoreValue::Loses, Bound::AtMost);
        check(Score::centipawns(-300), ScoreValue::Centipawns(-300), Bound::Exact);
    }
}
