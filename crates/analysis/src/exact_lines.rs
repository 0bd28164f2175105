//! Principal variations from endgame tables: perfect play by both sides.

use chess::{
    Bound, Certainty, FiftyMoveEffect, GameTermination, Line, Move, Oracle, Position, RankedMove, Ranking,
    Root, Verdict,
};

/// Length of a drawn line in plies.
const DRAWN_LINE_PLIES: usize = 6;

/// The best `count` moves of a ranking, each with the line of perfect play after it: the shortest mate
/// against the longest defense. A won or lost line ends with the mate. A line in which the fifty-move rule or
/// a repetition may end the game before the mate is left out; where that is so for the best move the result
/// is empty and the position has to be searched.
#[must_use]
pub fn exact_lines(root: &Root, ranking: &Ranking, count: usize, oracle: &dyn Oracle) -> Vec<Line> {
    let mut lines = ranking.moves.iter().map(|first| exact_line(root, first, oracle)).peekable();
    match lines.peek() {
        Some(Some(_)) => lines.flatten().take(count.max(1)).collect(),
        _ => Vec::new(),
    }
}

/// The line after one ranked move; None where a draw by rule comes before its mate.
fn exact_line(root: &Root, first: &RankedMove, oracle: &dyn Oracle) -> Option<Line> {
    if first.fifty_moves == FiftyMoveEffect::Undecided {
        return None;
    }
    let mut at = root.clone();
    let mut next = Some(first.mv);
    let mut moves = Vec::new();
    let length = first.after.distance().map_or(DRAWN_LINE_PLIES, |plies| plies.index() + 1);
    let ends_in = loop {
        let Some(mv) = next.filter(|_| moves.len() < length) else { break at.termination() };
        moves.push(mv);
        at.play(mv);
        if let Some(ending) = at.termination() {
            break Some(ending);
        }
        next = best_move(&at.position, oracle);
    };
    let whole = first.after == Verdict::Draw || moves.len() == length;
    let mates = matches!(ends_in, Some(GameTermination::Checkmate { .. })) || first.after == Verdict::Draw;
    (whole && mates).then(|| Line {
        score: first.after.one_ply_earlier().score(),
        bound: Bound::Exact,
        certainty: Certainty::Proven,
        moves,
        ends_in,
    })
}

/// The best move of the tables, the first by name among equals. None where the game is over or no table
/// covers the position.
fn best_move(position: &Position, oracle: &dyn Oracle) -> Option<Move> {
    Ranking::of(position, oracle)?.moves.first().map(|ranked| ranked.mv)
}
