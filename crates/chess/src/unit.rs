//! Plies and search depths: two counts that must not be mixed.

use std::fmt;

/// A number of half-moves: a distance from the root, or to a mate. Range 0 to [`Ply::MAX`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Ply(u16);

impl Ply {
    /// Zero.
    pub const ZERO: Self = Self(0);
    /// The longest distance that a [`super::Score`] can carry, in half-moves.
    pub const MAX: Self = Self(999);

    /// Half-moves from a number, clamped to [`Ply::MAX`].
    #[must_use]
    pub const fn new(plies: u16) -> Self {
        if plies > Self::MAX.0 { Self::MAX } else { Self(plies) }
    }

    /// The number of half-moves.
    #[must_use]
    pub const fn get(self) -> u16 {
        self.0
    }

    /// The number as an array index.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The next ply.
    #[must_use]
    pub const fn next(self) -> Self {
        Self::new(self.0 + 1)
    }

    /// The previous ply; 0 stays 0.
    #[must_use]
    pub const fn previous(self) -> Self {
        Self(self.0.saturating_sub(1))
    }

    /// The moves of the mating side: `(plies + 1) / 2`, as players count.
    #[must_use]
    pub const fn moves(self) -> u16 {
        self.0.div_ceil(2)
    }
}

impl fmt::Debug for Ply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}ply", self.0)
    }
}

impl fmt::Display for Ply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A search depth in nominal plies. Reductions may make it negative, which means quiescence search.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Depth(i16);

impl Depth {
    /// The horizon: quiescence search begins here.
    pub const ZERO: Self = Self(0);
    /// The first iteration.
    pub const ONE: Self = Self(1);
    /// The deepest iteration that is ever started.
    pub const MAX: Self = Self(245);

    /// A depth from a number, clamped to `-64..=Depth::MAX`.
    #[must_use]
    pub const fn new(plies: i16) -> Self {
        if plies > Self::MAX.0 {
            Self::MAX
        } else if plies < -64 {
            Self(-64)
        } else {
            Self(plies)
        }
    }

    /// The number.
    #[must_use]
    pub const fn get(self) -> i16 {
        self.0
    }
}

impl std::ops::Add<i16> for Depth {
    type Output = Self;
    fn add(self, plies: i16) -> Self {
        Self::new(self.0.saturating_add(plies))
    }
}

impl std::ops::Sub<i16> for Depth {
    type Output = Self;
    fn sub(self, plies: i16) -> Self {
        Self::new(self.0.saturating_sub(plies))
    }
}

impl fmt::Display for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plies_become_moves_as_players_count() {
        for (plies, moves) in [(0, 0), (1, 1), (2, 1), (3, 2), (5, 3), (19, 10)] {
            assert_eq!(Ply::new(plies).moves(), moves, "{plies} plies");
        }
    }

    #[test]
    fn both_units_stop_at_their_ends() {
        assert_eq!(Ply::new(u16::MAX), Ply::MAX);
        assert_eq!(Ply::ZERO.previous(), Ply::ZERO);
        assert_eq!(Depth::MAX + 9, Depth::MAX);
    }
}
