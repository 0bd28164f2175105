//! Mate problems and their answers.

use chess::{Line, Oracle, Ply, Root};

/// A mate problem and its limits. For a time limit, the caller stops the token.
#[derive(Clone, Copy)]
pub struct MateProblem<'a> {
    /// The position with the game before it, for repetitions.
    pub root: &'a Root,
    /// The longest mate to search for, in moves of the mating side: 1 or more.
    pub within: u16,
    /// Endgame tables.
    pub oracle: &'a dyn Oracle,
    /// Node limit; None is unlimited.
    pub nodes: Option<u64>,
}

/// Progress of a mate search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MateSearchProgress {
    /// Neither side has a mate in this number of moves or fewer.
    pub none_within: u16,
    /// The number of moves that is being searched.
    pub checking: u16,
    /// Nodes so far.
    pub nodes: u64,
}

/// The result of a mate search.
#[derive(Clone, PartialEq, Debug)]
pub enum MateAnswer {
    /// The side to move mates; the line is complete, with the longest defense, and there is no shorter mate.
    Mates(Line),
    /// The side to move is mated; the line is complete, and no defense lasts longer.
    Mated(Line),
    /// Neither side has a mate within the limit.
    None,
    /// The search was stopped before it had a result.
    Undecided,
}

/// How the result was obtained.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MateProofMethod {
    /// From endgame tables.
    Table,
    /// By search.
    Proof,
}

/// A result with its proof.
#[derive(Clone, PartialEq, Debug)]
pub struct MateProof {
    /// The result.
    pub answer: MateAnswer,
    /// Neither side has a mate in this number of moves or fewer; this holds for every result.
    pub none_within: u16,
    /// Nodes.
    pub nodes: u64,
    /// How the result was obtained.
    pub method: MateProofMethod,
}

impl MateProof {
    /// Moves to mate, by either side; 0 is checkmate on the board.
    #[must_use]
    pub fn moves(&self) -> Option<u16> {
        self.line().and_then(|line| line.score.mate_distance()).map(Ply::moves)
    }

    /// Whether a mate was found that is proven to be the shortest.
    #[must_use]
    pub fn is_shortest(&self) -> bool {
        self.moves().is_some_and(|moves| moves == 0 || moves == self.none_within + 1)
    }

    /// The mating line, by either side.
    #[must_use]
    pub const fn line(&self) -> Option<&Line> {
        match &self.answer {
            MateAnswer::Mates(line) | MateAnswer::Mated(line) => Some(line),
            MateAnswer::None | MateAnswer::Undecided => None,
        }
    }
}
