//! What is known about a node, and about the moves that lead on from it.

use crate::chess::Move;

use super::params;

/// A number that no work can bring down: the other side of a settled question.
pub(super) const INFINITE: u32 = 1 << 30;
/// None within any number of moves.
pub(super) const ANY_DISTANCE: u8 = u8::MAX;

/// Whose turn it is, seen from the question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum DfpnTurn {
    /// One move that mates in time is enough.
    Attacker,
    /// One move that gets away is enough.
    Defender,
}

impl DfpnTurn {
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
pub(super) struct ProofNumbers {
    /// The work to prove the mate; nought once it is proven.
    pub(super) proof: u32,
    /// The work to refute it; nought once it is refuted.
    pub(super) disproof: u32,
    /// With a proof: mate in so many moves of the attacker or fewer. With a refutation: none within so
    /// many. Else it means nothing.
    pub(super) moves: u8,
}

impl ProofNumbers {
    /// Mate can be forced within so many moves.
    pub(super) const fn proven(moves: u8) -> Self {
        Self { proof: 0, disproof: INFINITE, moves }
    }

    /// Mate cannot be forced within so many moves.
    pub(super) const fn refuted(moves: u8) -> Self {
        Self { proof: INFINITE, disproof: 0, moves }
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
    pub(super) const fn phi_delta(self, turn: DfpnTurn) -> (u32, u32) {
        match turn {
            DfpnTurn::Attacker => (self.proof, self.disproof),
            DfpnTurn::Defender => (self.disproof, self.proof),
        }
    }
}

/// A move on from a node, and what is known about where it leads.
#[derive(Clone, Copy, Debug)]
pub(super) struct DfpnChild {
    pub(super) mv: Move,
    pub(super) key: u64,
    pub(super) numbers: ProofNumbers,
}

/// What the children of a node amount to.
#[derive(Clone, Copy, Debug)]
pub(super) struct DfpnChildSummary {
    /// The child to look at next; meaningless without children.
    pub(super) best_child: usize,
    /// The least number of which one child decides.
    pub(super) min_phi: u32,
    /// The least but one.
    pub(super) second_phi: u32,
    /// The number that all children make up together.
    pub(super) delta_sum: u32,
    /// The largest of the numbers that make up the total.
    max_delta: u32,
}

impl DfpnChildSummary {
    pub(super) fn of(children: &[DfpnChild], turn: DfpnTurn) -> Self {
        let mut sum =
            Self { best_child: 0, min_phi: INFINITE, second_phi: INFINITE, delta_sum: 0, max_delta: 0 };
        let mut open = 0;
        for (n, child) in children.iter().enumerate() {
            let (one, all) = child.numbers.phi_delta(turn);
            if one < sum.min_phi {
                (sum.second_phi, sum.min_phi, sum.best_child) = (sum.min_phi, one, n);
            } else {
                sum.second_phi = sum.second_phi.min(one);
            }
            sum.delta_sum = (sum.delta_sum + all).min(INFINITE);
            sum.max_delta = sum.max_delta.max(all);
            open += u32::from(all != 0);
        }
        if turn == DfpnTurn::Attacker && open > 0 {
            sum.delta_sum = (sum.max_delta + (open - 1) * params::UNIT).min(INFINITE);
        }
        sum
    }

    /// The part of the total that a child makes up: what the others leave it of a limit is this much more.
    /// The attacker's moves lead to the same refutations again and again, so that their disproof numbers
    /// are not added up: the largest stands for all, and each other one counts as if just begun (after
    /// Ueda, Hashimoto, Hashimoto and Iida, "Weak Proof-Number Search", 2008).
    pub(super) const fn delta_part(&self, child: ProofNumbers, turn: DfpnTurn) -> u32 {
        match turn {
            DfpnTurn::Attacker => self.max_delta,
            DfpnTurn::Defender => child.proof,
        }
    }

    /// What the node itself amounts to.
    pub(super) fn numbers(&self, children: &[DfpnChild], turn: DfpnTurn) -> ProofNumbers {
        let moves = children.iter().map(|child| child.numbers.moves);
        let proven = || children.iter().map(|child| child.numbers).filter(|now| now.is_proven());
        let refuted = || children.iter().map(|child| child.numbers).filter(|now| now.is_refuted());
        match turn {
            DfpnTurn::Attacker if self.min_phi == 0 => ProofNumbers::proven(
                proven().map(|now| now.moves).min().unwrap_or(ANY_DISTANCE - 1).saturating_add(1),
            ),
            DfpnTurn::Attacker if self.min_phi == INFINITE => {
                ProofNumbers::refuted(moves.min().unwrap_or(ANY_DISTANCE).saturating_add(1))
            }
            DfpnTurn::Attacker => ProofNumbers::open(self.min_phi, self.delta_sum.min(INFINITE - 1)),
            DfpnTurn::Defender if self.min_phi == 0 => {
                ProofNumbers::refuted(refuted().map(|now| now.moves).max().unwrap_or(0))
            }
            DfpnTurn::Defender if self.min_phi == INFINITE => ProofNumbers::proven(moves.max().unwrap_or(0)),
            DfpnTurn::Defender => ProofNumbers::open(self.delta_sum.min(INFINITE - 1), self.min_phi),
        }
    }
}
