//! One problem of `mate`: its cases, their positions, and the solution where it is wanted.

use std::io;
use std::time::Duration;

use serde::Serialize;

use super::composers_notes::{case_text, composers_notes};
use super::search::MateResult;
use super::solutions::{MateQuestions, MateSolutions, SolutionTask};
use crate::chess::{Oracle, Ply, Position, Root, StopToken};
use crate::cli::options::MateOptions;
use crate::cli::status::CommandStatus;
use crate::solver::mate::composition::{RetroCase, composed_rights, partial_analysis};

/// The longest mate that a score can carry, in moves.
pub(super) const MAX_MATE_MOVES: u16 = Ply::MAX.moves();

/// Time limit for the mating tree of a certificate as a multiple of the search's: the tree is computed anew.
pub(super) const TREE_TIME_FACTOR: u32 = 6;

/// A position of a problem that is solved by itself. There is one, or with `--pra` one for each case.
pub(super) struct ProblemCase {
    pub(super) root: Root,
    /// The rights of the case, where there are several.
    pub(super) rights: Option<CaseRights>,
}

/// What is possible in a case of partial retrograde analysis.
#[derive(Clone, Serialize)]
pub(super) struct CaseRights {
    number: usize,
    of: usize,
    /// Rooks that may castle.
    castling: Vec<String>,
    en_passant: Option<String>,
    #[serde(skip)]
    text: String,
}

/// The positions to solve: the one that is given, with the rights of composed problems where they are wanted.
pub(super) fn cases_of(given: &Position, options: &MateOptions) -> Vec<ProblemCase> {
    if options.pra {
        let cases = partial_analysis(given);
        let count = cases.len();
        if count > 1 {
            let to_case = |(index, case): (usize, RetroCase)| ProblemCase {
                rights: Some(CaseRights::new(index + 1, count, &case)),
                root: Root::new(case.position),
            };
            return cases.into_iter().enumerate().map(to_case).collect();
        }
    }
    let position =
        if options.uses_composed_rights() { composed_rights(given).position } else { given.clone() };
    vec![ProblemCase { root: Root::new(position), rights: None }]
}

impl CaseRights {
    fn new(number: usize, of: usize, case: &RetroCase) -> Self {
        let castling = case.castling.into_iter().map(|rook| rook.to_string()).collect();
        let en_passant = case.en_passant.map(|square| square.to_string());
        Self { number, of, castling, en_passant, text: case_text(case) }
    }

    /// `case 1 of 2: castling with the rook on h8 is allowed`.
    pub(super) fn text(&self) -> String {
        format!("case {} of {}: {}", self.number, self.of, self.text)
    }
}

/// What a composer would note about a diagram, where composed problems are the subject.
pub(super) fn notes(options: &MateOptions, given: &Position) -> Vec<String> {
    let with_rights = options.uses_composed_rights();
    let wanted = with_rights || MateQuestions::of(options).is_some();
    // Each case of partial analysis says its rights itself.
    if !wanted || (options.pra && partial_analysis(given).len() > 1) {
        return Vec::new();
    }
    composers_notes(given, with_rights)
}

/// The solution of a problem as far as it is found in `time`, where it is wanted and its length is known.
///
/// # Errors
/// When no thread can be started.
pub(super) fn solve(
    options: &MateOptions,
    within: Option<u16>,
    root: &Root,
    result: &MateResult,
    oracle: &dyn Oracle,
    stop: &StopToken,
) -> io::Result<Option<MateSolutions>> {
    let Some(questions) = MateQuestions::of(options) else { return Ok(None) };
    let shortest = match &result.line {
        Some(line) if line.score.is_mating() => line.score.mate_distance().map(Ply::moves),
        // Without a mate in the length that is asked for there are still tries and set play.
        None if result.status == CommandStatus::Negative => None,
        Some(_) | None => return Ok(None),
    };
    let Some(within) = within.filter(|&within| within < MAX_MATE_MOVES).or(shortest) else { return Ok(None) };
    let time: Duration = options.time.saturating_sub(result.time);
    let key = result.line.as_ref().and_then(|line| line.moves.first().copied());
    MateSolutions::find(questions, SolutionTask { root, within, key, oracle, time, stop }).map(Some)
}
