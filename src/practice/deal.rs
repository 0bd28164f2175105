//! Random starts from a seed: the same seed deals the same start, always.

use std::fmt;
use std::str::FromStr;

use crate::chess::{Oracle, Position};

use super::drill::Drill;

/// What a start is dealt from; shown and typed as four hex digits: `7F3A`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Seed(pub u16);

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04X}", self.0)
    }
}

/// Why a text is no seed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("\"{0}\" is not a seed: write up to four hex digits, as in 7F3A")]
pub struct SeedError(String);

impl FromStr for Seed {
    type Err = SeedError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        u16::from_str_radix(text.trim(), 16).map(Self).map_err(|_| SeedError(text.trim().to_owned()))
    }
}

impl Seed {
    /// The seed for the next start, so that a session can be repeated from its first seed.
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0.wrapping_mul(40_505).wrapping_add(12_345))
    }
}

/// A start for a drill. None where the oracle does not cover the ending (yet).
#[must_use]
pub fn deal(drill: &Drill, seed: Seed, oracle: &dyn Oracle) -> Option<Position> {
    let _ = (drill, seed, oracle);
    None
}
