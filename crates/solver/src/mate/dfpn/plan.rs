//! Scheduling: which mate length df-pn searches next.
//!
//! A search with a length much too large is slow, and one with a length too small finds nothing; the right one
//! is unknown. So several lengths are searched in turn, each with a share of the work. Once a mate is found only
//! shorter lengths remain, and those just below it come first.

use super::params;

/// The mating side, relative to the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::mate) enum MatingSide {
    /// The side to move.
    SideToMove,
    /// The opponent.
    Other,
}

impl MatingSide {
    const fn index(self) -> usize {
        self as usize
    }
}

/// A mate length with the work spent on it.
#[derive(Clone, Copy, Debug)]
pub(in crate::mate) struct PlannedLength {
    pub(in crate::mate) side: MatingSide,
    pub(in crate::mate) moves: u8,
    visits: u64,
    /// The proof number after the last slice; none before the first.
    proof_number: Option<u32>,
}

impl PlannedLength {
    const fn new(side: MatingSide, moves: u8) -> Self {
        Self { side, moves, visits: 0, proof_number: None }
    }
}

/// The schedule of mate lengths and the results so far.
#[derive(Debug)]
pub(in crate::mate) struct DfpnPlan {
    lengths: Vec<PlannedLength>,
    /// No mate within this number of moves, by side.
    none_within: [u8; 2],
    /// Only mates shorter than this are searched.
    upper_bound: u8,
    /// The side with a known mate.
    mating_side: Option<MatingSide>,
}

impl DfpnPlan {
    /// A schedule for mates within a number of moves.
    pub(in crate::mate) fn new(within: u8) -> Self {
        let sides = [MatingSide::SideToMove, MatingSide::Other];
        let lengths = params::LENGTHS
            .iter()
            .filter(|(moves, _)| *moves <= within)
            .flat_map(|&(moves, _)| sides.map(|side| PlannedLength::new(side, moves)))
            .collect();
        Self { lengths, none_within: [0; 2], upper_bound: within.saturating_add(1), mating_side: None }
    }

    /// No mate exists within this number of moves.
    pub(in crate::mate) const fn none_within(&self, side: MatingSide) -> u8 {
        self.none_within[side.index()]
    }

    /// Whether a mate is known that is short enough to be proven the shortest soon.
    pub(in crate::mate) const fn has_short_mate(&self) -> bool {
        self.mating_side.is_some() && self.upper_bound <= params::SHORT_MATE_MOVES
    }

    /// The side with a known mate.
    pub(in crate::mate) const fn mating_side(&self) -> Option<MatingSide> {
        self.mating_side
    }

    pub(in crate::mate) fn rule_out(&mut self, side: MatingSide, moves: u8) {
        let none = &mut self.none_within[side.index()];
        *none = moves.max(*none);
    }

    /// Restricts the search to shorter mates.
    pub(in crate::mate) fn set_upper_bound(&mut self, below: u8) {
        self.upper_bound = self.upper_bound.min(below);
    }

    /// Records a mate: from now on only shorter ones by the same side are searched.
    pub(in crate::mate) fn set_mate(&mut self, side: MatingSide, moves: u8) {
        self.mating_side = Some(side);
        self.set_upper_bound(moves);
    }

    /// Whether no length is left.
    pub(in crate::mate) fn is_done(&self) -> bool {
        let done = |side| {
            self.mating_side.is_some_and(|mates| mates != side)
                || self.none_within(side).saturating_add(1) >= self.upper_bound
        };
        done(MatingSide::SideToMove) && done(MatingSide::Other)
    }

    /// The length to search next, with its index and node budget. None if none is left.
    pub(in crate::mate) fn next(&mut self) -> Option<(usize, PlannedLength, u64)> {
        let (none, below, mates) = (self.none_within, self.upper_bound, self.mating_side);
        self.lengths.retain(|length| {
            length.moves > none[length.side.index()]
                && length.moves < below
                && mates.is_none_or(|side| side == length.side)
        });
        let moves = below.saturating_sub(1);
        for side in [MatingSide::SideToMove, MatingSide::Other] {
            let is_asked = moves > none[side.index()] && mates.is_none_or(|mates| mates == side);
            if is_asked && !self.lengths.iter().any(|length| length.side == side && length.moves == moves) {
                self.lengths.push(PlannedLength::new(side, moves));
            }
        }
        let place = (0..self.lengths.len()).min_by_key(|&n| {
            let length = self.lengths[n];
            length.visits * 1000 / self.share(length)
        })?;
        let length = self.lengths[place];
        Some((place, length, (length.visits / params::SLICE_DIVISOR).max(params::MIN_SLICE)))
    }

    /// Records the work spent on a length.
    pub(in crate::mate) fn add_visits(&mut self, place: usize, nodes: u64) {
        // A slice without work must not be chosen forever.
        self.lengths[place].visits += nodes.max(1);
    }

    /// Records the proof number of a length.
    pub(in crate::mate) fn set_proof_number(&mut self, place: usize, proof: u32) {
        self.lengths[place].proof_number = Some(proof);
    }

    /// The lowest proof number among the lengths searched so far.
    pub(in crate::mate) fn min_proof_number(&self) -> Option<u32> {
        self.lengths.iter().filter_map(|length| length.proof_number).min()
    }

    /// The weight of a length in the distribution of work.
    fn share(&self, length: PlannedLength) -> u64 {
        if self.mating_side.is_some() {
            return match self.upper_bound - length.moves {
                1 => params::BELOW_1,
                2 => params::BELOW_2,
                3 => params::BELOW_3,
                _ => params::BELOW_MORE,
            };
        }
        let longer = params::LENGTHS.iter().find(|(moves, _)| *moves >= length.moves);
        let (_, share) = longer.or(params::LENGTHS.last()).copied().unwrap_or_default();
        match length.side {
            MatingSide::SideToMove => share * params::SIDE_TO_MOVE_FACTOR,
            MatingSide::Other => share,
        }
    }
}
