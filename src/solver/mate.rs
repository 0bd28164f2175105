//! A search made only for mates: proves "mate in n, and none shorter", one n after the other.
//!
//! Every move of both sides is looked at; nothing is left out on a guess. Reading order: `search` (the
//! tree), `check` (mate in one, where most of the time goes), `threat` (what quiet moves have to do), `memo`
//! (what was found), `team` (threads), `line` (the mate as moves), [`keys`] and [`MateOracle`] (what others ask),
//! [`tree`] (a proof to walk in), [`certificate`] (a proof to keep and to check).

pub mod certificate;
mod check;
mod dfpn;
mod exhaustive;
pub mod keys;
mod line;
pub mod mate_oracle;
mod memo;
mod parallel;
mod problem;
mod prover;
#[cfg(test)]
mod reference;
mod search;
mod threat;
pub mod tree;

use std::num::NonZeroUsize;

use crate::chess::{GameTermination, Root, StopToken, Stopped};

pub use keys::{KeyMove, MateKeySolver, Variation};
pub use mate_oracle::{MateOracle, SearchMateOracle, TableMateOracle, TableThenMateOracle};
pub use problem::{MateAnswer, MateProblem, MateProof, MateProofMethod, MateSearchProgress};
pub use prover::{ProofStatus, Prover, ProverSettings};
use search::MateSearch;

/// Looks for the shortest mate by either side, in 1, 2, 3 … moves up to `within`, and proves each "none"
/// on the way. Repetitions of positions from the game and the fifty-move counter are regarded: the mate
/// must arrive.
pub fn prove(
    problem: &MateProblem<'_>,
    stop: &StopToken,
    on_progress: &mut dyn FnMut(MateSearchProgress),
) -> MateProof {
    prove_with(NonZeroUsize::MIN, problem, stop, on_progress)
}

/// The same with so many threads. The answer is the same; of several mates as short, which one is shown may
/// differ.
pub fn prove_with(
    threads: NonZeroUsize,
    problem: &MateProblem<'_>,
    stop: &StopToken,
    on_progress: &mut dyn FnMut(MateSearchProgress),
) -> MateProof {
    if let Some(proof) = game_over_proof(problem).or_else(|| line::from_oracle(problem)) {
        return proof;
    }
    let mut search = MateSearch::new(problem, stop);
    for moves in 1..=problem.within {
        on_progress(MateSearchProgress { none_within: moves - 1, checking: moves, nodes: search.nodes() });
        let answer = match mate_in_exactly(&mut search, threads, problem.root, moves) {
            Ok(None) => continue,
            Ok(Some(answer)) => answer,
            Err(Stopped) => MateAnswer::Undecided,
        };
        return MateProof {
            answer,
            none_within: moves - 1,
            nodes: search.nodes(),
            method: MateProofMethod::Proof,
        };
    }
    let none_within = problem.within;
    MateProof { answer: MateAnswer::None, none_within, nodes: search.nodes(), method: MateProofMethod::Proof }
}

/// The answer where the game is over already.
fn game_over_proof(problem: &MateProblem<'_>) -> Option<MateProof> {
    let ending = problem.root.termination()?;
    let (answer, none_within) = match ending {
        GameTermination::Checkmate { .. } => (MateAnswer::Mated(line::mated_line(Vec::new(), ending)), 0),
        _ => (MateAnswer::None, problem.within),
    };
    Some(MateProof { answer, none_within, nodes: 0, method: MateProofMethod::Proof })
}

/// A mate in exactly `moves` by either side, when none is shorter.
fn mate_in_exactly(
    search: &mut MateSearch<'_>,
    threads: NonZeroUsize,
    root: &Root,
    moves: u16,
) -> Result<Option<MateAnswer>, Stopped> {
    let turn = root.position.turn();
    for attacker in [turn, !turn] {
        let found = parallel::search_parallel(search, threads, (attacker, moves), &root.position)?;
        if found {
            return line::from_proof(search, root, moves).map(Some);
        }
    }
    Ok(None)
}
