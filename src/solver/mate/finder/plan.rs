//! Which number of moves to look at next.
//!
//! A search with the right number of moves is far quicker than one with too many, and one with too few
//! finds nothing; nobody knows the right one. So many numbers are looked at in turn, each for a share of
//! the work. Once a mate is found only smaller numbers are left, and those just below it come first.

use super::promise;

/// The side that is to mate, seen from the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::solver::mate) enum Side {
    /// The one to move.
    Mover,
    /// The other one.
    Other,
}

impl Side {
    const fn index(self) -> usize {
        self as usize
    }
}

/// One number of moves, and what was spent on it.
#[derive(Clone, Copy, Debug)]
pub(in crate::solver::mate) struct Lane {
    pub(in crate::solver::mate) side: Side,
    pub(in crate::solver::mate) moves: u8,
    spent: u64,
    /// The proof number that the last look came to; none before the first.
    proof: Option<u32>,
}

impl Lane {
    const fn new(side: Side, moves: u8) -> Self {
        Self { side, moves, spent: 0, proof: None }
    }
}

/// What was looked at, and what came of it.
#[derive(Debug)]
pub(in crate::solver::mate) struct Plan {
    lanes: Vec<Lane>,
    /// No mate within so many moves, by side.
    none: [u8; 2],
    /// Mates in so many moves and more are of no interest.
    below: u8,
    /// The side that is known to mate.
    mates: Option<Side>,
}

impl Plan {
    /// A plan for mates within so many moves.
    pub(in crate::solver::mate) fn new(within: u8) -> Self {
        let mut lanes = Vec::new();
        let mut moves = 1;
        while moves <= within.min(49) {
            for side in [Side::Mover, Side::Other] {
                lanes.push(Lane::new(side, moves));
            }
            moves += gap(moves);
        }
        Self { lanes, none: [0; 2], below: within.saturating_add(1), mates: None }
    }

    /// No mate within so many moves exists.
    pub(in crate::solver::mate) const fn none(&self, side: Side) -> u8 {
        self.none[side.index()]
    }

    /// Whether a mate is known that is short enough for every shorter one to be ruled out before long.
    pub(in crate::solver::mate) const fn has_short_mate(&self) -> bool {
        self.mates.is_some() && self.below <= promise::SHORT
    }

    /// The side that is known to mate.
    pub(in crate::solver::mate) const fn mates(&self) -> Option<Side> {
        self.mates
    }

    pub(in crate::solver::mate) fn rule_out(&mut self, side: Side, moves: u8) {
        let none = &mut self.none[side.index()];
        *none = moves.max(*none);
    }

    /// From now on only mates in fewer moves are looked for.
    pub(in crate::solver::mate) fn lower(&mut self, below: u8) {
        self.below = self.below.min(below);
    }

    /// A mate in so many moves is known: only shorter ones, by the same side, are of interest.
    pub(in crate::solver::mate) fn found(&mut self, side: Side, moves: u8) {
        self.mates = Some(side);
        self.lower(moves);
    }

    /// Whether nothing is left to look at.
    pub(in crate::solver::mate) fn is_done(&self) -> bool {
        let done = |side| {
            self.mates.is_some_and(|mates| mates != side) || self.none(side).saturating_add(1) >= self.below
        };
        done(Side::Mover) && done(Side::Other)
    }

    /// The number of moves to look at next, and for how many positions. None when all is looked at.
    pub(in crate::solver::mate) fn next(&mut self) -> Option<(usize, Lane, u64)> {
        let (none, below, mates) = (self.none, self.below, self.mates);
        self.lanes.retain(|lane| {
            lane.moves > none[lane.side.index()]
                && lane.moves < below
                && mates.is_none_or(|side| side == lane.side)
        });
        let moves = below.saturating_sub(1);
        for side in [Side::Mover, Side::Other] {
            let is_asked = moves > none[side.index()] && mates.is_none_or(|mates| mates == side);
            if is_asked && !self.lanes.iter().any(|lane| lane.side == side && lane.moves == moves) {
                self.lanes.push(Lane::new(side, moves));
            }
        }
        let place = (0..self.lanes.len()).min_by_key(|&n| {
            let lane = self.lanes[n];
            lane.spent * 1000 / self.share(lane)
        })?;
        let lane = self.lanes[place];
        Some((place, lane, (lane.spent / promise::SLICE_PART).max(promise::SLICE)))
    }

    /// Notes what was spent on a lane.
    pub(in crate::solver::mate) fn spend(&mut self, place: usize, nodes: u64) {
        // A lane that costs nothing must not be chosen for ever.
        self.lanes[place].spent += nodes.max(1);
    }

    /// Notes how far a lane is from a mate.
    pub(in crate::solver::mate) fn note(&mut self, place: usize, proof: u32) {
        self.lanes[place].proof = Some(proof);
    }

    /// The least proof number among the lanes that were looked at.
    pub(in crate::solver::mate) fn least_proof(&self) -> Option<u32> {
        self.lanes.iter().filter_map(|lane| lane.proof).min()
    }

    /// How much of the work a lane gets, against the others.
    fn share(&self, lane: Lane) -> u64 {
        if self.mates.is_some() {
            return match self.below - lane.moves {
                1 => promise::BELOW_1,
                2 => promise::BELOW_2,
                3 => promise::BELOW_3,
                _ => promise::BELOW_MORE,
            };
        }
        let share = match lane.moves {
            0..=3 => promise::SHARE_3,
            4 => promise::SHARE_4,
            5 => promise::SHARE_5,
            6 => promise::SHARE_6,
            7 | 8 => promise::SHARE_8,
            9 | 10 => promise::SHARE_10,
            11..=15 => promise::SHARE_15,
            16..=24 => promise::SHARE_24,
            _ => promise::SHARE_MORE,
        };
        match lane.side {
            Side::Mover => share * promise::MOVER,
            Side::Other => share,
        }
    }
}

/// From one number of moves to the next one that is looked at from the start.
fn gap(moves: u8) -> u8 {
    match moves {
        0..=9 => 1,
        10..=15 => 2,
        16..=24 => 4,
        _ => 10,
    }
}
