//! What may leave the engine: lines that are legal, and mates whose line is complete.
//!
//! A search may know that a mate is forced and yet hold only the beginning of its line. Here every line is
//! played by the rules of chess; a mate line that is short is finished by the oracle, and a mate whose line
//! does not end in checkmate after exactly the plies that it claims is lowered to a plain score.

use crate::chess::{Bound, Certainty, Ending, Line, Move, Oracle, Ply, Position, Root, Score, Verdict};

/// The line of a finding, as far as the rules bear it out.
pub(crate) fn line(root: &Root, oracle: &dyn Oracle, score: Score, moves: &[Move]) -> Line {
    let mut played = Vec::with_capacity(moves.len());
    let mut at = root.clone();
    let mut ends_in = at.ending();
    for &mv in moves {
        if ends_in.is_some() || !at.position.is_legal(mv) {
            break;
        }
        at.play(mv);
        played.push(mv);
        ends_in = at.ending();
    }
    if let Some(distance) = score.mate_distance() {
        while played.len() < distance.index() && ends_in.is_none() {
            let left = Ply::new(distance.get() - u16::try_from(played.len()).unwrap_or(u16::MAX));
            let Some(mv) = oracle_move(&at.position, oracle, left) else { break };
            at.play(mv);
            played.push(mv);
            ends_in = at.ending();
        }
        let complete = played.len() == distance.index() && matches!(ends_in, Some(Ending::Checkmate { .. }));
        if !complete {
            return Line {
                score: score.without_mate(),
                bound: if score.is_mating() { Bound::AtLeast } else { Bound::AtMost },
                certainty: Certainty::Searched,
                moves: played,
                ends_in,
            };
        }
    }
    let certainty = certainty(root, oracle, score, played.first().copied());
    Line { score, bound: Bound::Exact, certainty, moves: played, ends_in }
}

/// A move after which the oracle sees the mate one ply nearer than `left`.
pub(crate) fn oracle_move(position: &Position, oracle: &dyn Oracle, left: Ply) -> Option<Move> {
    if oracle.probe(position)?.distance()? != left {
        return None;
    }
    position
        .legal_moves()
        .into_iter()
        .find(|&mv| oracle.probe(&position.after(mv)).and_then(Verdict::distance) == Some(left.previous()))
}

/// Whether the oracle vouches for the score of a line that begins with `mv`.
fn certainty(root: &Root, oracle: &dyn Oracle, score: Score, mv: Option<Move>) -> Certainty {
    let known = || {
        let verdict = oracle.probe(&root.position.after(mv?))?;
        let score = verdict.for_mover().one_earlier().score();
        verdict.arrives(root.position.halfmoves() + 1).then_some(score)
    };
    if known() == Some(score) { Certainty::Proven } else { Certainty::Searched }
}
