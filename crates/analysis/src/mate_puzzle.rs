//! Puzzles of mates: those with one key and one right move each time, and any other mate as far as a line goes.

use super::puzzle_check::mating_moves;
use chess::{Move, NoOracle, Position, Root, StopToken};
use practice::puzzle::{Puzzle, PuzzleProof, PuzzleTheme};
use solver::mate::MateKeySolver;
use solver::{self, MateAnswer, MateProblem};

/// The longest mates that are looked for.
const MAX_MOVES: u16 = 5;

/// The puzzle of a position with a mate in `within` moves or fewer; None where it has several keys, or none of the
/// longest defenses leaves one right move each time.
#[must_use]
pub fn only_solution(position: &Position, within: u16, stop: &StopToken) -> Option<Puzzle> {
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
    Some(puzzle(position, solution, PuzzleProof::Mate(moves)))
}

/// A puzzle of a mate that is not rated yet.
fn puzzle(position: &Position, solution: Vec<Move>, proof: PuzzleProof) -> Puzzle {
    let mut themes = vec![PuzzleTheme::Mate];
    if solution.iter().step_by(2).any(|mv| mv.is_promotion()) {
        themes.push(PuzzleTheme::Promotion);
    }
    let (alternatives, avoid) = (Vec::new(), Vec::new());
    Puzzle { start: position.clone(), solution, alternatives, avoid, themes, rating: None, proof }
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

/// Nodes of a proof up to which the search for a second key is short, too.
const SHORT_PROOF: u64 = 100_000;

/// The puzzle of a position in which there is to be a mate in `moves`: proven as the only solution where that is
/// quick, else with a line of the shortest mate.
///
/// # Errors
/// A clause where there is no mate of this length, or none is proven within `nodes`, or the token has stopped it.
pub fn shortest_mate(
    position: &Position,
    moves: u16,
    nodes: u64,
    stop: &StopToken,
) -> Result<Puzzle, String> {
    let root = Root::new(position.clone());
    let problem = MateProblem { root: &root, within: moves, oracle: &NoOracle, nodes: Some(nodes) };
    let proof = solver::prove(&problem, stop, &mut |_| {});
    let line = match proof.answer {
        MateAnswer::Mates(line) => line,
        MateAnswer::Undecided => return Err(format!("no mate in {moves} was found within {nodes} nodes")),
        MateAnswer::Mated(_) | MateAnswer::None => return Err(format!("there is no mate in {moves}")),
    };
    let only = (proof.nodes <= SHORT_PROOF).then(|| only_solution(position, moves, stop)).flatten();
    Ok(only.unwrap_or_else(|| puzzle(position, line.moves, PuzzleProof::None)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::fen;

    fn shortest(text: &str, moves: u16) -> Result<Puzzle, String> {
        shortest_mate(&fen::parse(text).unwrap(), moves, 1_000_000, &StopToken::never())
    }

    #[test]
    fn a_mate_with_one_key_is_proven_and_any_other_has_a_line() {
        let only = shortest("4k3/8/8/8/8/8/1R6/R5K1 w - - 0 1", 3).unwrap();
        assert_eq!(only.proof, PuzzleProof::None, "there are several ways");
        assert_eq!(only.solution.len() % 2, 1);
        let only = shortest("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1).unwrap();
        assert_eq!(only.proof, PuzzleProof::Mate(1));
        let none = shortest("6k1/5ppp/8/8/8/8/5PPP/3R2K1 b - - 0 1", 2).unwrap_err();
        assert!(none.contains("no mate in 2"), "{none}");
    }
}
