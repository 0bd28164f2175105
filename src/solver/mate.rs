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
mod prover;
#[cfg(test)]
mod reference;
mod search;
mod threat;
pub mod tree;

use std::num::NonZeroUsize;

use crate::chess::{GameTermination, Line, Oracle, Ply, Root, StopToken, Stopped};

pub use keys::{KeyMove, MateKeySolver, Variation};
pub use mate_oracle::{MateOracle, SearchMateOracle, TableMateOracle, TableThenMateOracle};
pub use prover::{ProofStatus, Prover, ProverSettings};
use search::MateSearch;

/// What is to be proven, and what may be spent on it. Time is the caller's: drop the stop source.
#[derive(Clone, Copy)]
pub struct MateProblem<'a> {
    /// The position, with the past that repetitions are counted from.
    pub root: &'a Root,
    /// The longest mate looked for, in moves of the side that mates: 1 or more.
    pub within: u16,
    /// Who knows the truth about endings.
    pub oracle: &'a dyn Oracle,
    /// Positions that may be made; None sets no limit.
    pub nodes: Option<u64>,
}

/// What the search says while it works.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MateSearchProgress {
    /// No mate in so many moves or fewer exists, for either side.
    pub none_within: u16,
    /// The number of moves that is being checked.
    pub checking: u16,
    /// Positions made so far.
    pub nodes: u64,
}

/// What came of it.
#[derive(Clone, PartialEq, Debug)]
pub enum MateAnswer {
    /// The side to move mates; the line is complete, with the longest defense, and none is shorter.
    Mates(Line),
    /// The side to move is mated; the line is complete, and no defense lasts longer.
    Mated(Line),
    /// No mate within the wanted number of moves, for either side.
    None,
    /// The work was stopped before it had an answer.
    Undecided,
}

/// Who gave the answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MateProofMethod {
    /// An oracle knew the position.
    Table,
    /// The proof search.
    Proof,
}

/// The answer with what stands behind it.
#[derive(Clone, PartialEq, Debug)]
pub struct MateProof {
    /// The answer.
    pub answer: MateAnswer,
    /// No mate in so many moves or fewer exists, for either side; this holds for every answer.
    pub none_within: u16,
    /// Positions made.
    pub nodes: u64,
    /// Who gave the answer.
    pub method: MateProofMethod,
}

impl MateProof {
    /// Moves to the mate, by whichever side; nought is mate on the board.
    #[must_use]
    pub fn moves(&self) -> Option<u16> {
        self.line().and_then(|line| line.score.mate_distance()).map(Ply::moves)
    }

    /// Whether a mate was found and no shorter one exists: what the steps before it have ruled out.
    #[must_use]
    pub fn is_shortest(&self) -> bool {
        self.moves().is_some_and(|moves| moves == 0 || moves == self.none_within + 1)
    }

    /// The mating line, for whichever side.
    #[must_use]
    pub const fn line(&self) -> Option<&Line> {
        match &self.answer {
            MateAnswer::Mates(line) | MateAnswer::Mated(line) => Some(line),
            MateAnswer::None | MateAnswer::Undecided => None,
        }
    }
}

/// Looks for the shortest mate by either side, in 1, 2, 3 … moves up to `within`, and proves each "none"
/// on the way. Repetitions of positions from the game and the fifty-move counter are regarded: the mate
/// must arrive.
///
/// ```
/// use matescope::chess::{NoOracle, Root, StopToken, fen};
/// use matescope::solver::{MateProblem, prove};
///
/// let root = Root::new(fen::parse("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1")?);
/// let problem = MateProblem { root: &root, within: 5, oracle: &NoOracle, nodes: None };
/// let proof = prove(&problem, &StopToken::never(), &mut |_| {});
/// assert_eq!(proof.moves(), Some(3));
/// assert!(proof.is_shortest());
/// # Ok::<(), matescope::chess::fen::FenError>(())
/// ```
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
