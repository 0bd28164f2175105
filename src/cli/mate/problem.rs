//! One problem of `mate`: its position, and the solution where it is wanted.

use super::search::MateResult;
use super::solutions::{MateQuestions, MateSolutions, composers_notes};
use crate::chess::{Oracle, Ply, Position, Root, StopToken, Stopped};
use crate::cli::options::MateOptions;
use crate::cli::status::CommandStatus;
use crate::solver::mate::composition::composed_castling;

/// The longest mate that a score can carry, in moves.
pub(super) const MAX_MATE_MOVES: u16 = Ply::MAX.moves();

/// Time limit for the mating tree as a multiple of the search's: the tree is computed anew.
pub(super) const TREE_TIME_FACTOR: u32 = 6;

/// Why there are no solutions.
pub(super) const OUT_OF_TIME: &str = "time ran out before all solutions were found; try a larger --time";

/// The game that is solved: the position, with the castling rights of composed problems where they are wanted.
pub(super) fn root_of(given: &Position, options: &MateOptions) -> Root {
    Root::new(if options.composed { composed_castling(given).position } else { given.clone() })
}

/// What a composer would note about a diagram, where composed problems are the subject.
pub(super) fn notes(options: &MateOptions, given: &Position) -> Vec<String> {
    let wanted = options.composed || MateQuestions::of(options).is_some();
    if wanted { composers_notes(given, options.composed) } else { Vec::new() }
}

/// The solution of a problem, where it is wanted and its length is known.
pub(super) fn solve(
    options: &MateOptions,
    within: Option<u16>,
    root: &Root,
    result: &MateResult,
    oracle: &dyn Oracle,
    stop: &StopToken,
) -> Option<Result<MateSolutions, Stopped>> {
    let questions = MateQuestions::of(options)?;
    let shortest = match &result.line {
        Some(line) if line.score.is_mating() => line.score.mate_distance().map(Ply::moves),
        // Without a mate in the length that is asked for there are still tries and set play.
        None if result.status == CommandStatus::Negative => None,
        Some(_) | None => return None,
    };
    let within = within.filter(|&within| within < MAX_MATE_MOVES).or(shortest)?;
    Some(MateSolutions::find(questions, root, within, oracle, stop))
}
