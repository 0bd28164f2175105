//! The root, where the oracle knows it: the answer is looked up instead of searched.

use std::cmp::Reverse;

use super::budget::Budget;
use super::limits::Limits;
use super::report::Report;
use super::verified_line;
use chess::termination::GameTermination;
use chess::{
    Bound, Certainty, CountedVerdict, Depth, FiftyMoveEffect, Line, Move, Oracle, Ply, Position, Root, Score,
    Verdict,
};

/// The report of a won or lost position that the oracle covers, every line played to mate. None where it
/// does not, where the position is a draw (then moves still differ in what they ask of the opponent), or
/// where a line would meet a draw on its way.
pub(super) fn oracle_report(
    root: &Root,
    moves: &[Move],
    limits: &Limits,
    oracle: &dyn Oracle,
    budget: &Budget,
) -> Option<Report> {
    if root_verdict(root, oracle)? == Verdict::Draw {
        return None;
    }
    let mut ranked: Vec<(Score, Move)> = Vec::new();
    for &mv in moves {
        ranked.push((oracle_score(&root.position, mv, oracle)?, mv));
    }
    ranked.sort_by_key(|&(score, _)| Reverse(score));
    let mut lines = Vec::new();
    for &(score, mv) in ranked.iter().take(limits.multipv.max(1)) {
        let line = verified_line::verified_line(root, oracle, score, &[mv]);
        if line.score != score {
            return None;
        }
        lines.push(line);
    }
    let longest = lines.iter().map(|line| line.moves.len()).max().unwrap_or_default();
    Some(Report {
        depth: Depth::ONE,
        seldepth: Ply::new(u16::try_from(longest).unwrap_or(u16::MAX)),
        nodes: u64::try_from(moves.len()).unwrap_or(u64::MAX),
        time: budget.elapsed(),
        threads: 1,
        hashfull: 0,
        lines,
    })
}

/// The moves that keep the draw in a position that is a draw by endgame tables; None otherwise.
pub(super) fn drawing_moves(root: &Root, moves: &[Move], oracle: &dyn Oracle) -> Option<Vec<Move>> {
    if root_verdict(root, oracle)? != Verdict::Draw {
        return None;
    }
    let drawing: Vec<Move> = moves
        .iter()
        .copied()
        .filter(|&mv| oracle_score(&root.position, mv, oracle) == Some(Score::DRAW))
        .collect();
    (!drawing.is_empty()).then_some(drawing)
}

/// Sets the score of a line to a proven draw.
pub(super) fn mark_as_draw(line: &mut Line) {
    line.score = Score::DRAW;
    line.bound = Bound::Exact;
    line.certainty = Certainty::Proven;
    if matches!(line.ends_in, Some(GameTermination::Checkmate { .. })) {
        line.moves.truncate(1);
        line.ends_in = None;
    }
}

/// The score of a move by endgame tables, under the fifty-move rule. None where the rule leaves it open.
fn oracle_score(position: &Position, mv: Move, oracle: &dyn Oracle) -> Option<Score> {
    let after = CountedVerdict::probe(&position.after(mv), oracle)?;
    (after.effect != FiftyMoveEffect::Undecided).then(|| after.verdict.for_mover().one_ply_earlier().score())
}

/// The endgame table result of the root under the fifty-move rule. None where the rule leaves it open, and where
/// repetitions may keep a win from coming.
fn root_verdict(root: &Root, oracle: &dyn Oracle) -> Option<Verdict> {
    let repeated = !root.history.repeated_keys().is_empty();
    let counted = CountedVerdict::probe(&root.position, oracle)?;
    let is_known = counted.effect != FiftyMoveEffect::Undecided;
    (is_known && (!repeated || counted.verdict == Verdict::Draw)).then_some(counted.verdict)
}
