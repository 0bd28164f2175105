//! What one ending holds: results, distances, the longest wins and the mutual zugzwangs.
//!
//! Counted are the legal positions without castling rights and en passant, turned and mirrored ones apart.

use crate::chess::{Material, Ply, Position};

/// Positions of each kind that are kept to be looked at.
pub const SHOWN: usize = 8;

/// What an ending holds. White is the side that is named first; with equal men the sides mirror each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stats {
    /// The ending.
    pub material: Material,
    /// Positions with White, the stronger side, to move.
    pub stronger: Count,
    /// Positions with Black, the weaker side, to move.
    pub weaker: Count,
    /// Placements in which neither side is glad to have the move.
    pub zugzwangs: Zugzwangs,
}

/// Legal positions of one side to move by their result for it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Count {
    /// The side to move mates.
    pub wins: u64,
    /// Neither side can force mate.
    pub draws: u64,
    /// The side to move is mated, now or later.
    pub losses: u64,
    /// The side to move is checkmated now; part of `losses`.
    pub mates: u64,
    /// The side to move is stalemated; part of `draws`.
    pub stalemates: u64,
    /// Wins by their length in moves; the place is the number of moves, and the last one is not nought.
    pub won_in: Vec<u64>,
    /// Losses by their length in moves; place nought counts the mates.
    pub lost_in: Vec<u64>,
    /// The longest win; nought where nothing is won.
    pub longest: Ply,
    /// The first positions that take so long, one for all its mirrored forms, [`SHOWN`] at most.
    pub longest_starts: Vec<Position>,
}

/// Mutual zugzwangs: legal with either side to move, and both sides would rather pass.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Zugzwangs {
    /// Whoever is to move loses.
    pub full_point: Zugzwang,
    /// White to move only draws, Black to move loses.
    pub white_draws: Zugzwang,
    /// Black to move only draws, White to move loses.
    pub black_draws: Zugzwang,
}

/// One kind of mutual zugzwang.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Zugzwang {
    /// Placements, mirrored ones counted apart.
    pub count: u64,
    /// The first of them with White to move, one for all its mirrored forms, [`SHOWN`] at most.
    pub starts: Vec<Position>,
}

impl Stats {
    /// Counts of nothing yet.
    pub(super) fn empty(material: Material) -> Self {
        Self {
            material,
            stronger: Count::default(),
            weaker: Count::default(),
            zugzwangs: Zugzwangs::default(),
        }
    }

    /// The side that has the longest win of all to its name.
    #[must_use]
    pub const fn longest(&self) -> &Count {
        if self.weaker.longest.get() > self.stronger.longest.get() { &self.weaker } else { &self.stronger }
    }
}

impl Count {
    /// All of them together.
    #[must_use]
    pub const fn all(&self) -> u64 {
        self.wins + self.draws + self.losses
    }
}
