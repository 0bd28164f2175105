//! Mates with one key, and only one right move of the solver in the main line.

use crate::analysis::puzzle_check::mating_moves;
use crate::chess::{Move, NoOracle, Position, Root, StopToken};
use crate::practice::puzzle::{Puzzle, PuzzleProof, PuzzleTheme};
use crate::solver::MateProblem;
use crate::solver::mate::MateKeySolver;

/// The longest mates that are looked for.
const MAX_MOVES: u16 = 5;

/// The puzzle of a position with a mate in `within` moves or fewer; None where it has several keys, or none of the
/// longest defenses leaves one right move each time.
pub(super) fn puzzle(position: &Position, within: u16, stop: &StopToken) -> Option<Puzzle> {
    if within == 0 || position.legal_moves().len() < 3 {
        return None;
    }
    let moves = (1..=within.min(MAX_MOVES))
        .find(|&moves| mating_moves(position, moves, stop).is_ok_and(|keys| !keys.is_empty()))?;
    let keys = mating_moves(position, moves, stop).ok()?;
    let [(key, _)] = keys[..] else { return None };
    let mut solution = vec![key];
    if moves > 1 {
        solution.extend(rest(&position.after(key), moves - 1, stop)?);
    }
    let mut themes = vec![PuzzleTheme::Mate];
    if solution.iter().step_by(2).any(|mv| mv.is_promotion()) {
        themes.push(PuzzleTheme::Promotion);
    }
    Some(Puzzle {
        start: position.clone(),
        solution,
        alternatives: Vec::new(),
        avoid: Vec::new(),
        themes,
        rating: 0,
        proof: PuzzleProof::Mate(moves),
    })
}

/// A longest defense with the only answer to it, and so on to the mate.
fn rest(position: &Position, moves: u16, stop: &StopToken) -> Option<Vec<Move>> {
    let root = Root::new(position.clone());
    let problem = MateProblem { root: &root, within: moves, oracle: &NoOracle, nodes: None };
    let mut variations = MateKeySolver::new(&problem, stop).variations(position, moves).ok()?;
    variations.retain(|variation| variation.mates_in == Some(moves));
    // Any mate is right at the end.
    variations.retain(|variation| moves == 1 || variation.answers.len() == 1);
    for variation in variations {
        let answer = variation.answers.first()?.mv;
        let mut line = vec![variation.defense, answer];
        if moves == 1 {
            return Some(line);
        }
        let next = position.after(variation.defense).after(answer);
        if let Some(more) = rest(&next, moves - 1, stop) {
            line.extend(more);
            return Some(line);
        }
    }
    None
}
