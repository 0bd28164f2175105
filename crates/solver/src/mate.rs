//! Mate search: proves "mate in n, and none shorter", for n = 1, 2, 3 and so on.
//!
//! The search is exhaustive: every move of both sides is searched, and nothing is pruned on a guess. Reading
//! order: `problem` (input and output), `search` (the tree), `check` (mate in one, where most of the time
//! goes), `threat` (which quiet moves cannot threaten mate), `ordering` (move ordering), `memo` (the hash table), `parallel` (threads),
//! `line` (the mating line), [`Prover`] with `dfpn` (the fast df-pn search for long mates), [`keys`] and
//! [`MateOracle`] (what others build on), [`solution`] and [`composition`] (chess problems as composers see them),
//! [`tree`] (a proof tree to explore), [`certificate`] (a proof to store and verify).

pub mod certificate;
mod check;
pub mod composition;
mod dfpn;
mod exhaustive;
pub mod keys;
mod line;
pub mod mate_oracle;
mod memo;
mod ordering;
mod parallel;
mod problem;
mod prover;
#[cfg(test)]
mod reference;
mod search;
pub mod solution;
mod threat;
pub mod tree;

use std::num::NonZeroUsize;

pub use keys::{ContinuationLength, KeyMove, MateKeySolver, Variation};
pub use mate_oracle::{MateOracle, SearchMateOracle, TableMateOracle, TableThenMateOracle};
pub use problem::{MateAnswer, MateProblem, MateProof, MateProofMethod, MateSearchProgress};
pub use prover::{ProofStatus, Prover, ProverSettings};
use search::MateSearch;

use chess::{GameTermination, Root, StopToken, Stopped};

/// Finds the shortest mate by either side, in 1, 2, 3 ... moves up to `within`, and proves on the way that
/// there is no shorter one. Repetitions of game positions and the fifty-move rule are respected: the mate
/// must be reached before a draw.
///
/// ```
/// use chess::{NoOracle, Root, StopToken, fen};
/// use matescope_solver::{MateProblem, prove};
///
/// let root = Root::new(fen::parse("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1")?);
/// let problem = MateProblem { root: &root, within: 5, oracle: &NoOracle, nodes: None };
/// let proof = prove(&problem, &StopToken::never(), &mut |_| {});
/// assert_eq!(proof.moves(), Some(3));
/// assert!(proof.is_shortest());
/// # Ok::<(), chess::fen::FenError>(())
/// ```
pub fn prove(
    problem: &MateProblem<'_>,
    stop: &StopToken,
    on_progress: &mut dyn FnMut(MateSearchProgress),
) -> MateProof {
    prove_with(NonZeroUsize::MIN, problem, stop, on_progress)
}

/// [`prove`] with several threads. The length is the same; among several mates of this length, the line may
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

/// The result where the game is already over.
fn game_over_proof(problem: &MateProblem<'_>) -> Option<MateProof> {
    let ending = problem.root.termination()?;
    let (answer, none_within) = match ending {
        GameTermination::Checkmate { .. } => (MateAnswer::Mated(line::mated_line(Vec::new(), ending)), 0),
        _ => (MateAnswer::None, problem.within),
    };
    Some(MateProof { answer, none_within, nodes: 0, method: MateProofMethod::Proof })
}

/// Searches for a mate in exactly `moves` by either side; shorter ones are already excluded.
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
