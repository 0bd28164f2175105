//! A search made only for mates: proves "mate in n, and none shorter", one n after the other.
//!
//! Every move of both sides is looked at; nothing is left out on a guess. Reading order: `search` (the
//! tree), `check` (mate in one, where most of the time goes), `threat` (what quiet moves have to do), `memo`
//! (what was found), `team` (threads), `line` (the mate as moves), [`keys`] and [`Witness`] (what others ask),
//! [`tree`] (a proof to walk in), [`certificate`] (a proof to keep and to check).

pub mod certificate;
mod check;
mod exhaust;
mod finder;
pub mod keys;
mod line;
mod memo;
#[cfg(test)]
mod plain;
mod prover;
mod search;
mod team;
mod threat;
pub mod tree;
pub mod witness;

use std::num::NonZeroUsize;

use crate::chess::{Ending, Line, Oracle, Ply, Root, StopToken, Stopped};

pub use keys::{Key, Solutions, Variation};
pub use prover::{Prover, ProverSettings, Standing};
use search::Search;
pub use witness::{Backed, OracleWitness, ProofWitness, Witness};

/// What is to be proven, and what may be spent on it. Time is the caller's: drop the stop source.
#[derive(Clone, Copy)]
pub struct Problem<'a> {
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
pub struct Progress {
    /// No mate in so many moves or fewer exists, for either side.
    pub none_within: u16,
    /// The number of moves that is being checked.
    pub checking: u16,
    /// Positions made so far.
    pub nodes: u64,
}

/// What came of it.
#[derive(Clone, PartialEq, Debug)]
pub enum Answer {
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
pub enum Method {
    /// An oracle knew the position.
    Table,
    /// The proof search.
    Proof,
}

/// The answer with what stands behind it.
#[derive(Clone, PartialEq, Debug)]
pub struct Proof {
    /// The answer.
    pub answer: Answer,
    /// No mate in so many moves or fewer exists, for either side; this holds for every answer.
    pub none_within: u16,
    /// Positions made.
    pub nodes: u64,
    /// Who gave the answer.
    pub method: Method,
}

impl Proof {
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
            Answer::Mates(line) | Answer::Mated(line) => Some(line),
            Answer::None | Answer::Undecided => None,
        }
    }
}

/// Looks for the shortest mate by either side, in 1, 2, 3 … moves up to `within`, and proves each "none"
/// on the way. Repetitions of positions from the game and the fifty-move counter are regarded: the mate
/// must arrive.
pub fn prove(problem: &Problem<'_>, stop: &StopToken, on_progress: &mut dyn FnMut(Progress)) -> Proof {
    prove_with(NonZeroUsize::MIN, problem, stop, on_progress)
}

/// The same with so many threads. The answer is the same; of several mates as short, which one is shown may
/// differ.
pub fn prove_with(
    threads: NonZeroUsize,
    problem: &Problem<'_>,
    stop: &StopToken,
    on_progress: &mut dyn FnMut(Progress),
) -> Proof {
    if let Some(proof) = over(problem).or_else(|| line::from_oracle(problem)) {
        return proof;
    }
    let mut search = Search::new(problem, stop);
    for moves in 1..=problem.within {
        on_progress(Progress { none_within: moves - 1, checking: moves, nodes: search.nodes() });
        let answer = match shortest(&mut search, threads, problem.root, moves) {
            Ok(None) => continue,
            Ok(Some(answer)) => answer,
            Err(Stopped) => Answer::Undecided,
        };
        return Proof { answer, none_within: moves - 1, nodes: search.nodes(), method: Method::Proof };
    }
    let none_within = problem.within;
    Proof { answer: Answer::None, none_within, nodes: search.nodes(), method: Method::Proof }
}

/// The answer where the game is over already.
fn over(problem: &Problem<'_>) -> Option<Proof> {
    let ending = problem.root.ending()?;
    let (answer, none_within) = match ending {
        Ending::Checkmate { .. } => (Answer::Mated(line::mated(Vec::new(), ending)), 0),
        _ => (Answer::None, problem.within),
    };
    Some(Proof { answer, none_within, nodes: 0, method: Method::Proof })
}

/// A mate in exactly `moves` by either side, when none is shorter.
fn shortest(
    search: &mut Search<'_>,
    threads: NonZeroUsize,
    root: &Root,
    moves: u16,
) -> Result<Option<Answer>, Stopped> {
    let turn = root.position.turn();
    for attacker in [turn, !turn] {
        let found = team::ask(search, threads, (attacker, moves), &root.position)?;
        if found {
            return line::from_proof(search, root, moves).map(Some);
        }
    }
    Ok(None)
}
