//! Wins of material and defenses: one move is far better than any other, in two searches of different depth.

use matescope::analysis::puzzle_check::{PuzzleChecker, TwoBestMoves};
use matescope::chess::{Color, Line, Move, Position, PositionEvaluation, StopToken};
use matescope::practice::puzzle::model::SearchGap;
use matescope::practice::puzzle::{Puzzle, PuzzleProof, PuzzleTheme};

/// Nodes of the search that most positions fail in, and of the two that count.
const NODES: [u64; 3] = [15_000, 120_000, 500_000];

/// Percent of the winning chances by which the best move is ahead.
const MIN_GAP: u8 = 20;

/// The most moves of the solver.
const MAX_MOVES: usize = 5;

/// Winning chances from which the best move wins, and below which it holds.
const WINS: f64 = 0.70;
const HOLDS: std::ops::Range<f64> = 0.38..0.62;

/// The puzzle of a position after the mistake `last`.
pub(super) fn puzzle(
    position: &Position,
    last: Option<Move>,
    checker: &mut PuzzleChecker,
    stop: &StopToken,
) -> Option<Puzzle> {
    if position.legal_moves().len() < 3 {
        return None;
    }
    let first = clear_move(position, checker, stop)?;
    let chances = PositionEvaluation::from_line(first.line.clone()).winning_chances();
    let is_recapture =
        last.is_some_and(|last| last.is_capture() && last.to() == first.mv.to() && first.mv.is_capture());
    if first.line.score.is_mate() || is_recapture || !(chances >= WINS || HOLDS.contains(&chances)) {
        return None;
    }
    let mut solution = vec![first.mv];
    let mut gaps = first.gaps;
    let mut line = first.line;
    let mut choices = 1;
    while choices < MAX_MOVES {
        let Some(&reply) = line.moves.get(1) else { break };
        let next = after(position, &solution).after(reply);
        let legal = next.legal_moves();
        if let [forced] = legal[..] {
            let after = next.after(forced);
            if after.legal_moves().is_empty() {
                break;
            }
            solution.extend([reply, forced]);
            line = checker.two_best_moves(&next, NODES[1], stop).ok()??.best;
            continue;
        }
        let Some(clear) = clear_move(&next, checker, stop).filter(|of| !of.line.score.is_mate()) else {
            break;
        };
        solution.extend([reply, clear.mv]);
        gaps = [gaps[0].min(clear.gaps[0]), gaps[1].min(clear.gaps[1])];
        line = clear.line;
        choices += 1;
    }
    // A forced move at the end is no task.
    while solution.len() > 1 && after(position, &solution[..solution.len() - 1]).legal_moves().len() == 1 {
        solution.truncate(solution.len() - 2);
    }
    let themes = themes(position, &solution, &line, chances)?;
    let gap = |index: usize| SearchGap { nodes: NODES[index + 1], percent: gaps[index] };
    Some(Puzzle {
        start: position.clone(),
        solution,
        alternatives: Vec::new(),
        avoid: Vec::new(),
        themes,
        rating: None,
        proof: PuzzleProof::Search([gap(0), gap(1)]),
    })
}

/// A move that is far better than any other.
struct ClearMove {
    mv: Move,
    line: Line,
    gaps: [u8; 2],
}

fn clear_move(position: &Position, checker: &mut PuzzleChecker, stop: &StopToken) -> Option<ClearMove> {
    let mut search = |nodes| -> Option<(Move, TwoBestMoves)> {
        let found = checker.two_best_moves(position, nodes, stop).ok()??;
        let mv = found.best.moves.first().copied().filter(|_| found.gap >= MIN_GAP)?;
        Some((mv, found))
    };
    search(NODES[0])?;
    let (mv, quick) = search(NODES[1])?;
    let (again, deep) = search(NODES[2])?;
    (mv == again).then_some(ClearMove { mv, gaps: [quick.gap, deep.gap], line: deep.best })
}

fn after(position: &Position, moves: &[Move]) -> Position {
    moves.iter().fold(position.clone(), |position, &mv| position.after(mv))
}

/// The themes; None where it is neither a win of material nor a defense.
fn themes(position: &Position, solution: &[Move], line: &Line, chances: f64) -> Option<Vec<PuzzleTheme>> {
    /// Half-moves of the line after the solution that count for the material.
    const QUIET_PLIES: usize = 6;
    let solver = position.turn();
    let end = after(position, solution);
    let rest = line.moves.get(1..).unwrap_or_default();
    let end = after(&end, &rest[..rest.len().min(QUIET_PLIES)]);
    let gain = balance(&end, solver) - balance(position, solver);
    let mut themes = Vec::new();
    if chances < WINS {
        themes.push(PuzzleTheme::Defense);
    } else if gain >= 2 {
        themes.push(PuzzleTheme::Material);
    } else {
        return None;
    }
    if solution.iter().step_by(2).any(|mv| mv.is_promotion()) {
        themes.push(PuzzleTheme::Promotion);
    }
    Some(themes)
}

/// Material of a side minus that of the other, in pawns.
fn balance(position: &Position, side: Color) -> i64 {
    let material = position.material();
    i64::from(material.points(side)) - i64::from(material.points(side.other()))
}
