//! Mating lines: complete, with the longest defense.

use super::problem::{MateAnswer, MateProblem, MateProof, MateProofMethod};
use super::search::MateSearch;
use chess::{
    Bound, Certainty, CountedVerdict, FiftyMoveEffect, GameTermination, Line, Move, Ply, Position, Root,
    Score, Stopped, Verdict,
};

/// A line after which the side to move at its start is checkmated.
pub(super) fn mated_line(moves: Vec<Move>, ending: GameTermination) -> Line {
    mate_line(Score::mated_in(plies(&moves)), moves, ending)
}

fn mate_line(score: Score, moves: Vec<Move>, ending: GameTermination) -> Line {
    Line { score, bound: Bound::Exact, certainty: Certainty::Proven, moves, ends_in: Some(ending) }
}

fn plies(moves: &[Move]) -> Ply {
    Ply::new(u16::try_from(moves.len()).unwrap_or(u16::MAX))
}

/// The result of a line of moves from `start`; None if it does not end in checkmate.
fn answer_from_line(start: &Position, end: &Position, moves: Vec<Move>) -> Option<MateAnswer> {
    let ending = GameTermination::on_board(end)
        .filter(|ending| matches!(ending, GameTermination::Checkmate { .. }))?;
    Some(if end.turn() == start.turn() {
        MateAnswer::Mated(mated_line(moves, ending))
    } else {
        MateAnswer::Mates(mate_line(Score::mates_in(plies(&moves)), moves, ending))
    })
}

/// The line of a mate that the search has proven to take exactly `moves`, for the attacker that is set in it.
///
/// # Errors
/// When the token or the node limit stopped the search.
pub(super) fn from_proof(
    search: &mut MateSearch<'_>,
    root: &Root,
    moves: u16,
) -> Result<MateAnswer, Stopped> {
    let mut position = root.position.clone();
    let mut line = Vec::new();
    let mut left = moves;
    let mut attacks = search.attacker() == position.turn();
    loop {
        let mut legal = position.legal_moves();
        // The move that proved the mate, or that held out longest in shallower searches, is tried first.
        if let Some(best) = search.best_known(&position, left)
            && let Some(place) = legal.iter().position(|&mv| mv == best)
        {
            legal.swap(0, place);
        }
        let mut chosen = None;
        for &mv in &legal {
            let next = position.after(mv);
            let fits = if attacks {
                !search.drawn_by_rule(&next) && search.defend(&next, left - 1)?
            } else {
                left == 1 || !search.attack(&next, left - 1)?
            };
            if fits {
                chosen = Some(mv);
                break;
            }
        }
        let Some(mv) = chosen else { break };
        position.play(mv);
        line.push(mv);
        left -= u16::from(attacks);
        attacks = !attacks;
    }
    Ok(answer_from_line(&root.position, &position, line).unwrap_or(MateAnswer::Undecided))
}

/// The result from endgame tables, where they cover the position and no draw rule can interfere.
pub(super) fn from_oracle(problem: &MateProblem<'_>) -> Option<MateProof> {
    let start = &problem.root.position;
    let CountedVerdict { verdict, table, effect } = CountedVerdict::probe(start, problem.oracle)?;
    let repeats = !problem.root.history.repeated_keys().is_empty();
    let proof =
        |answer, none_within| MateProof { answer, none_within, nodes: 0, method: MateProofMethod::Table };
    if verdict == Verdict::Draw {
        return Some(proof(MateAnswer::None, problem.within));
    }
    // The fifty-move rule makes no mate shorter.
    let distance = table.distance()?;
    let none_within = distance.moves().saturating_sub(1);
    if distance.moves() > problem.within {
        return Some(proof(MateAnswer::None, none_within));
    }
    if repeats || effect != FiftyMoveEffect::Unchanged || !table.beats_fifty_move_rule(start.halfmoves()) {
        return None;
    }
    let mut position = start.clone();
    let mut moves = Vec::new();
    for left in (0..distance.get()).rev() {
        let mv = position.legal_moves().into_iter().find(|&mv| {
            problem.oracle.probe(&position.after(mv)).and_then(Verdict::distance) == Some(Ply::new(left))
        })?;
        position.play(mv);
        moves.push(mv);
    }
    Some(proof(answer_from_line(start, &position, moves)?, none_within))
}
