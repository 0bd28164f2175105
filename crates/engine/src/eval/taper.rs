//! Tapered evaluation: a middlegame and an endgame score in one integer.

use std::fmt;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A middlegame and an endgame score in centipawns, packed: the endgame in the upper half, the middlegame in
/// the lower, so that a sum, a difference or a multiple of both is one operation. Neither may leave the range
/// of 16 bits.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Taper(i32);

/// The game phase with all pieces on the board: 1 for a minor piece, 2 for a rook, 4 for a queen.
pub(crate) const FULL_PHASE: i32 = 24;

/// A tapered score from its halves, in centipawns.
pub(crate) const fn taper(middle: i32, end: i32) -> Taper {
    Taper((end << 16).wrapping_add(middle))
}

impl Taper {
    /// Zero.
    pub(crate) const ZERO: Self = taper(0, 0);

    /// The middlegame half.
    pub(crate) const fn middle(self) -> i32 {
        let [low, high, ..] = self.0.to_le_bytes();
        i16::from_le_bytes([low, high]) as i32
    }

    /// The endgame half.
    pub(crate) const fn end(self) -> i32 {
        // Rounds up where a negative lower half has borrowed from the upper.
        self.0.wrapping_add(0x8000) >> 16
    }

    /// Addition in constants, where operators are not available.
    pub(crate) const fn plus(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0))
    }
}

impl fmt::Debug for Taper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "taper({}, {})", self.middle(), self.end())
    }
}

impl Add for Taper {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        self.plus(other)
    }
}

impl Sub for Taper {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0.wrapping_sub(other.0))
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
        Self(self.0.wrapping_mul(times))
    }
}

impl Neg for Taper {
    type Output = Self;
    fn neg(self) -> Self {
        Self(self.0.wrapping_neg())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_halves_go_their_own_way() {
        let mut random = fastrand::Rng::with_seed(3);
        for _ in 0..10_000 {
            let mut draw = || (random.i32(-900..=900), random.i32(-900..=900));
            let (a, b) = (draw(), draw());
            let times = random.i32(-15..=15);
            let check = |packed: Taper, middle: i32, end: i32| {
                assert_eq!((packed.middle(), packed.end()), (middle, end), "{a:?} {b:?} {times}");
            };
            let (first, second) = (taper(a.0, a.1), taper(b.0, b.1));
            check(first, a.0, a.1);
            check(first + second, a.0 + b.0, a.1 + b.1);
            check(first - second, a.0 - b.0, a.1 - b.1);
            check(-first, -a.0, -a.1);
            check(first * times + second, a.0 * times + b.0, a.1 * times + b.1);
        }
    }

    #[test]
    fn the_extremes_fit() {
        for middle in [-32_768, -1, 0, 1, 32_767] {
            for end in [-32_767, -1, 0, 1, 32_766] {
                let packed = taper(middle, end);
                assert_eq!((packed.middle(), packed.end()), (middle, end));
            }
        }
    }
}
