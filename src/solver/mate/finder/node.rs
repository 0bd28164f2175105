//! What is known about a node, and about the moves that lead on from it.

use crate::chess::Move;

use super::promise;

/// A number that no work can bring down: the other side of a settled question.
pub(super) const NEVER: u32 = 1 << 30;
/// None within any number of moves.
pub(super) const ANY: u8 = u8::MAX;

/// Whose turn it is, seen from the question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Turn {
    /// One move that mates in time is enough.
    Attacker,
    /// One move that gets away is enough.
    Defender,
}

impl Turn {
    pub(super) const fn next(self) -> Self {
        match self {
            Self::Attacker => Self::Defender,
            Self::Defender => Self::Attacker,
        }
    }
}

/// How far a node is from an answer (Allis, "Searching for Solutions in Games and Artificial
/// Intelligence", 1994): the work that a proof and a refutation would take at least, as far as is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Numbers {
    /// The work to prove the mate; nought once it is proven.
    pub(super) proof: u32,
    /// The work to refute it; nought once it is refuted.
    pub(super) disproof: u32,
    /// With a proof: mate in so many moves of the attacker or fewer. With a refutation: none within so
    /// many. Else it means nothing.
    pub(super) moves: u8,
}

impl Numbers {
    /// Mate can be forced within so many moves.
    pub(super) const fn proven(moves: u8) -> Self {
        Self { proof: 0, disproof: NEVER, moves }
    }

    /// Mate cannot be forced within so many moves.
    pub(super) const fn refuted(moves: u8) -> Self {
        Self { proof: NEVER, disproof: 0, moves }
    }

    /// Nothing is certain yet.
    pub(super) const fn open(proof: u32, disproof: u32) -> Self {
        Self { proof, disproof, moves: 0 }
    }

    pub(super) const fn is_proven(self) -> bool {
        self.proof == 0
    }

    pub(super) const fn is_refuted(self) -> bool {
        self.disproof == 0
    }

    /// The number of which one child decides, then the one that all children make up together.
    pub(super) const fn seen_by(self, turn: Turn) -> (u32, u32) {
        match turn {
            Turn::Attacker => (self.proof, self.disproof),
            Turn::Defender => (self.disproof, self.proof),
        }
    }
}

/// A move on from a node, and what is known about where it leads.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub(super) mv: Move,
    pub(super) key: u64,
    pub(super) now: Numbers,
}

/// What the children of a node amount to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sum {
    /// The child to look at next; meaningless without children.
    pub(super) first: usize,
    /// The least number of which one child decides.
    pub(super) least: u32,
    /// The least but one.
    pub(super) second: u32,
    /// The number that all children make up together.
    pub(super) total: u32,
    /// The largest of the numbers that make up the total.
    most: u32,
}

impl Sum {
    pub(super) fn of(children: &[Child], turn: Turn) -> Self {
        let mut sum = Self { first: 0, least: NEVER, second: NEVER, total: 0, most: 0 };
        let mut open = 0;
        for (n, child) in children.iter().enumerate() {
            let (one, all) = child.now.seen_by(turn);
            if one < sum.least {
                (sum.second, sum.least, sum.first) = (sum.least, one, n);
            } else {
                sum.second = sum.second.min(one);
            }
            sum.total = (sum.total + all).min(NEVER);
            sum.most = sum.most.max(all);
            open += u32::from(all != 0);
        }
        if turn == Turn::Attacker && open > 0 {
            sum.total = (sum.most + (open - 1) * promise::UNIT).min(NEVER);
        }
        sum
    }

    /// The part of the total that a child makes up: what the others leave it of a limit is this much more.
    /// The attacker's moves lead to the same refutations again and again, so that their disproof numbers
    /// are not added up: the largest stands for all, and each other one counts as if just begun (after
    /// Ueda, Hashimoto, Hashimoto and Iida, "Weak Proof-Number Search", 2008).
    pub(super) const fn part_of(&self, child: Numbers, turn: Turn) -> u32 {
        match turn {
            Turn::Attacker => self.most,
            Turn::Defender => child.proof,
        }
    }

    /// What the node itself amounts to.
    pub(super) fn numbers(&self, children: &[Child], turn: Turn) -> Numbers {
        let moves = children.iter().map(|child| child.now.moves);
        let proven = || children.iter().map(|child| child.now).filter(|now| now.is_proven());
        let refuted = || children.iter().map(|child| child.now).filter(|now| now.is_refuted());
        match turn {
            Turn::Attacker if self.least == 0 => {
                Numbers::proven(proven().map(|now| now.moves).min().unwrap_or(ANY - 1).saturating_add(1))
            }
            Turn::Attacker if self.least == NEVER => {
                Numbers::refuted(moves.min().unwrap_or(ANY).saturating_add(1))
            }
            Turn::Attacker => Numbers::open(self.least, self.total.min(NEVER - 1)),
            Turn::Defender if self.least == 0 => {
                Numbers::refuted(refuted().map(|now| now.moves).max().unwrap_or(0))
            }
            Turn::Defender if self.least == NEVER => Numbers::proven(moves.max().unwrap_or(0)),
            Turn::Defender => Numbers::open(self.total.min(NEVER - 1), self.least),
        }
    }
}
