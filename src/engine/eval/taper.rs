//! A worth that fades from the middlegame into the endgame.

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// Centipawns for the middlegame and for the endgame.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Taper {
    /// With all pieces on the board.
    pub(crate) middle: i32,
    /// With pawns and kings alone.
    pub(crate) end: i32,
}

/// Phase units with all pieces on the board: 1 a minor piece, 2 a rook, 4 a queen.
pub(crate) const FULL_PHASE: i32 = 24;

/// A tapered worth, in centipawns.
pub(crate) const fn taper(middle: i32, end: i32) -> Taper {
    Taper { middle, end }
}

impl Taper {
    /// Nothing.
    pub(crate) const ZERO: Self = taper(0, 0);

    /// The worth at a phase from 0 (kings and pawns) to [`FULL_PHASE`]; promoted pieces may exceed it.
    pub(crate) fn at(self, phase: i32) -> i32 {
        let phase = phase.clamp(0, FULL_PHASE);
        (self.middle * phase + self.end * (FULL_PHASE - phase)) / FULL_PHASE
    }
}

impl Add for Taper {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        taper(self.middle + other.middle, self.end + other.end)
    }
}

impl Sub for Taper {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        taper(self.middle - other.middle, self.end - other.end)
    }
}

impl AddAssign for Taper {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for Taper {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl Mul<i32> for Taper {
    type Output = Self;
    fn mul(self, times: i32) -> Self {
        taper(self.middle * times, self.end * times)
    }
}

impl Neg for Taper {
    type Output = Self;
    fn neg(self) -> Self {
        taper(-self.middle, -self.end)
    }
}
