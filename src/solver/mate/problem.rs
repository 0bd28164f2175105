//! Mate problems and their answers.

use crate::chess::{Line, Oracle, Ply, Root};

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
