//! Check of a puzzle: the mate by the mate prover, the ending by a table, any other solution by a search.
//!
//! The result is deterministic: a search starts with empty memory and has one thread.

use std::sync::Arc;

use chess::{Line, Move, Oracle, Position, PositionEvaluation, Ranking, Root, StopToken, Stopped};
use engine::{Engine, EngineSettings, Limits};
use practice::puzzle::model::is_checkmate_after;
use practice::puzzle::{Puzzle, PuzzleProof};
use solver::MateProblem;
use solver::mate::MateKeySolver;

/// Size of the engine's transposition table in mebibytes.
const HASH_MB: usize = 32;

/// Percent of the winning chances by which the best move has to be ahead of any other in a check.
pub const MIN_CHECKED_GAP: u8 = 10;

/// The result of a check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PuzzleCheck {
    /// The solution is the only one.
    Confirmed,
    /// It is not; the reason as a clause.
    Refuted(String),
    /// There is nothing to check: the puzzle was imported without a proof, or no table covers it.
    Unchecked,
}

/// The best and the second-best move of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct TwoBestMoves {
    /// The best line.
    pub best: Line,
    /// Percent of the winning chances between the best and the second-best move, 0 to 100; 100 where there is one
    /// legal move.
    pub gap: u8,
}

/// Checks puzzles.
pub struct PuzzleChecker {
    engine: Engine,
    tables: Arc<dyn Oracle>,
}

impl PuzzleChecker {
    /// A checker with these tables for endings. The searches use no table.
    #[must_use]
    pub fn new(tables: Arc<dyn Oracle>) -> Self {
        let settings = EngineSettings { hash_mb: HASH_MB, ..EngineSettings::default() };
        Self { engine: Engine::new(settings), tables }
    }

    /// Checks a puzzle; a search takes `factor` times the nodes of its deeper search.
    ///
    /// # Errors
    /// When the token stopped the check.
    pub fn check(&mut self, puzzle: &Puzzle, factor: u64, stop: &StopToken) -> Result<PuzzleCheck, Stopped> {
        match puzzle.proof {
            _ if puzzle.solution.is_empty() => Ok(PuzzleCheck::Unchecked),
            PuzzleProof::None => Ok(PuzzleCheck::Unchecked),
            PuzzleProof::Mate(moves) => check_mate(puzzle, moves, stop),
            PuzzleProof::Table => Ok(check_table(puzzle, &*self.tables)),
            PuzzleProof::Search([_, deep]) => {
                self.check_search(puzzle, deep.nodes.saturating_mul(factor.max(1)), stop)
            }
        }
    }

    /// Searches a position with two lines and empty memory. None if it has no legal move.
    ///
    /// # Errors
    /// When the token stopped the search.
    pub fn two_best_moves(
        &mut self,
        position: &Position,
        nodes: u64,
        stop: &StopToken,
    ) -> Result<Option<TwoBestMoves>, Stopped> {
        self.engine.new_game();
        let limits = Limits { nodes: Some(nodes), multipv: 2, ..Limits::default() };
        let report = self.engine.search(&Root::new(position.clone()), &limits, stop, &mut |_| {});
        if stop.is_stopped() {
            return Err(Stopped);
        }
        let mut lines = report.lines.into_iter();
        let Some(best) = lines.next() else { return Ok(None) };
        let evaluation = |line: &Line| PositionEvaluation::from_line(line.clone());
        let gap =
            lines.next().map_or(100, |second| percent(evaluation(&best).lead_over(&evaluation(&second))));
        Ok(Some(TwoBestMoves { best, gap }))
    }

    fn check_search(
        &mut self,
        puzzle: &Puzzle,
        nodes: u64,
        stop: &StopToken,
    ) -> Result<PuzzleCheck, Stopped> {
        for (number, position, mv) in solver_moves(puzzle) {
            if position.legal_moves().len() == 1 {
                continue;
            }
            let Some(found) = self.two_best_moves(&position, nodes, stop)? else {
                return Ok(PuzzleCheck::Refuted(format!("move {number}: the game is over there")));
            };
            if found.best.moves.first() != Some(&mv) {
                return Ok(PuzzleCheck::Refuted(format!("move {number}: another move is better")));
            }
            if found.gap < MIN_CHECKED_GAP {
                let reason = format!("move {number}: another move is within {} % of it", found.gap);
                return Ok(PuzzleCheck::Refuted(reason));
            }
        }
        Ok(PuzzleCheck::Confirmed)
    }
}

/// A share, -1.0 to 1.0, as whole percent; nothing below 0.
fn percent(share: f64) -> u8 {
    let bounded = (share * 100.0).clamp(0.0, 100.0);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 100")]
    let whole = bounded as u8;
    whole
}

/// The solver's moves with their number, from 1, and the position before each.
fn solver_moves(puzzle: &Puzzle) -> impl Iterator<Item = (usize, Position, Move)> {
    let moves = puzzle.solution.iter().enumerate().step_by(2);
    moves.map(|(ply, &mv)| (ply / 2 + 1, puzzle.position_after(ply), mv))
}

fn check_mate(puzzle: &Puzzle, moves: u16, stop: &StopToken) -> Result<PuzzleCheck, Stopped> {
    for (number, position, mv) in solver_moves(puzzle) {
        let number_before = u16::try_from(number - 1).unwrap_or(u16::MAX);
        let Some(left) = moves.checked_sub(number_before).filter(|&left| left > 0) else {
            return Ok(PuzzleCheck::Refuted("the solution is longer than the mate".to_owned()));
        };
        if left == 1 && number > 1 {
            // The last move may be any mate.
            if !is_checkmate_after(&position, mv) {
                return Ok(PuzzleCheck::Refuted("the last move does not mate".to_owned()));
            }
            continue;
        }
        let keys = mating_moves(&position, left, stop)?;
        if keys != [(mv, left)] {
            let reason = format!("move {number}: {} moves mate in {left} or fewer", keys.len());
            return Ok(PuzzleCheck::Refuted(reason));
        }
    }
    let is_complete = puzzle.move_count() == usize::from(moves);
    Ok(if is_complete {
        PuzzleCheck::Confirmed
    } else {
        PuzzleCheck::Refuted("the solution does not end with the mate".to_owned())
    })
}

/// Every move that mates in `within` moves or fewer, with the number of moves.
///
/// # Errors
/// When the token stopped the search.
pub fn mating_moves(position: &Position, within: u16, stop: &StopToken) -> Result<Vec<(Move, u16)>, Stopped> {
    let root = Root::new(position.clone());
    let oracle = chess::NoOracle;
    let problem = MateProblem { root: &root, within, oracle: &oracle, nodes: None };
    let keys = MateKeySolver::new(&problem, stop).keys()?;
    Ok(keys.into_iter().filter_map(|key| Some((key.mv, key.mates_in?))).collect())
}

fn check_table(puzzle: &Puzzle, tables: &dyn Oracle) -> PuzzleCheck {
    for (number, position, mv) in solver_moves(puzzle) {
        let Some(ranking) = Ranking::of(&position, tables) else { return PuzzleCheck::Unchecked };
        let keeping_moves: Vec<Move> = ranking
            .moves
            .iter()
            .filter(|ranked| ranked.cost.keeps_result())
            .map(|ranked| ranked.mv)
            .collect();
        if keeping_moves != [mv] {
            let reason = format!("move {number}: {} moves keep the result", keeping_moves.len());
            return PuzzleCheck::Refuted(reason);
        }
    }
    PuzzleCheck::Confirmed
}
