//! Nodes of the AND/OR tree: proof and disproof numbers.

use super::params;
use chess::Move;

/// Infinity: the disproof number of a proven node and the proof number of a disproven one.
pub(super) const INFINITE: u32 = 1 << 30;
/// No mate of any length.
pub(super) const ANY_DISTANCE: u8 = u8::MAX;

/// Node type in the AND/OR tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum DfpnTurn {
    /// OR node: the attacker moves; one move that mates is enough.
    Attacker,
    /// AND node: the defender moves; every move must be answered by mate.
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

/// Proof and disproof numbers (Allis, "Searching for Solutions in Games and Artificial Intelligence", 1994):
/// the estimated minimum work to prove and to disprove a mate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ProofNumbers {
    /// Proof number; 0 once the mate is proven.
    pub(super) proof: u32,
    /// Disproof number; 0 once the mate is disproven.
    pub(super) disproof: u32,
    /// If proven: there is a mate within this number of moves; if disproven: there is none within this
    /// number. Otherwise meaningless.
    pub(super) moves: u8,
}

impl ProofNumbers {
    /// Proven: mate can be forced within this number of moves.
    pub(super) const fn proven(moves: u8) -> Self {
        Self { proof: 0, disproof: INFINITE, moves }
    }

    /// Disproven: mate cannot be forced within this number of moves.
    pub(super) const fn refuted(moves: u8) -> Self {
        Self { proof: INFINITE, disproof: 0, moves }
    }

    /// Not decided.
    pub(super) const fn open(proof: u32, disproof: u32) -> Self {
        Self { proof, disproof, moves: 0 }
    }

    pub(super) const fn is_proven(self) -> bool {
        self.proof == 0
    }

    pub(super) const fn is_refuted(self) -> bool {
        self.disproof == 0
    }

    /// Phi and delta (Nagai): phi is the minimum over the children (proof number at OR nodes, disproof number
    /// at AND nodes), delta their sum.
    pub(super) const fn phi_delta(self, turn: DfpnTurn) -> (u32, u32) {
        match turn {
            DfpnTurn::Attacker => (self.proof, self.disproof),
            DfpnTurn::Defender => (self.disproof, self.proof),
        }
    }
}

/// A child of a node, by its move.
#[derive(Clone, Copy, Debug)]
pub(super) struct DfpnChild {
    pub(super) mv: Move,
    pub(super) key: u64,
    pub(super) numbers: ProofNumbers,
    /// Whether what a quiet move threatens is still to be looked at, before the move is searched.
    pub(super) is_threat_open: bool,
}

/// The phi and delta values of a node from its children.
#[derive(Clone, Copy, Debug)]
pub(super) struct DfpnChildSummary {
    /// The child to expand next; meaningless without children.
    pub(super) best_child: usize,
    /// The lowest delta of the children: phi of the node.
    pub(super) min_phi: u32,
    /// The second lowest.
    pub(super) second_phi: u32,
    /// The sum of the children's phi: delta of the node.
    pub(super) delta_sum: u32,
    /// The largest part of the sum.
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

    /// The contribution of a child to delta, by which the child's threshold exceeds the rest. At OR nodes
    /// disproof numbers are not added up, because the attacker's moves often transpose into the same
    /// refutations: the largest counts in full and each other one only as a new node (after Ueda, Hashimoto,
    /// Hashimoto and Iida, "Weak Proof-Number Search", 2008).
    pub(super) const fn delta_part(&self, child: ProofNumbers, turn: DfpnTurn) -> u32 {
        match turn {
            DfpnTurn::Attacker => self.max_delta,
            DfpnTurn::Defender => child.proof,
        }
    }

    /// The proof and disproof numbers of the node.
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
