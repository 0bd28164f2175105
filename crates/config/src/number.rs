//! Numbers of the settings with their ranges.

use serde::{Deserialize, Serialize};

use practice::review::DEFAULT_NODES;

/// A whole number in a range, both ends included.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(try_from = "i64", into = "i64")]
pub struct ConfigNumber<const LEAST: u16, const MOST: u16>(u16);

/// Size of the built-in engine's transposition table, in mebibytes.
pub type HashMb = ConfigNumber<1, 32_768>;

impl<const LEAST: u16, const MOST: u16> ConfigNumber<LEAST, MOST> {
    /// The largest number.
    pub const MAX: u16 = MOST;

    /// The number, clamped to its range.
    #[must_use]
    pub const fn new(number: u16) -> Self {
        Self(if number < LEAST {
            LEAST
        } else if number > MOST {
            MOST
        } else {
            number
        })
    }

    /// The number.
    #[must_use]
    pub const fn get(self) -> u16 {
        self.0
    }
}

impl<const LEAST: u16, const MOST: u16> TryFrom<i64> for ConfigNumber<LEAST, MOST> {
    type Error = String;

    fn try_from(number: i64) -> Result<Self, String> {
        u16::try_from(number)
            .ok()
            .filter(|number| (LEAST..=MOST).contains(number))
            .map(Self)
            .ok_or_else(|| format!("{number} is out of range: give a number from {LEAST} to {MOST}"))
    }
}

impl<const LEAST: u16, const MOST: u16> From<ConfigNumber<LEAST, MOST>> for i64 {
    fn from(number: ConfigNumber<LEAST, MOST>) -> Self {
        Self::from(number.0)
    }
}

/// Search nodes for each position, [`ReviewNodes::MIN`] to [`ReviewNodes::MAX`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(try_from = "i64", into = "i64")]
pub struct ReviewNodes(u32);

impl ReviewNodes {
    /// The minimum.
    pub const MIN: u32 = 100;
    /// The maximum: more than a night of computation for a game.
    pub const MAX: u32 = 1_000_000_000;

    /// The number.
    #[must_use]
    pub const fn get(self) -> u64 {
        self.0 as u64
    }
}

impl Default for ReviewNodes {
    fn default() -> Self {
        Self(DEFAULT_NODES)
    }
}

impl TryFrom<i64> for ReviewNodes {
    type Error = String;

    fn try_from(number: i64) -> Result<Self, String> {
        let fits = u32::try_from(number).ok().filter(|number| (Self::MIN..=Self::MAX).contains(number));
        fits.map(Self).ok_or_else(|| {
            format!("{number} is out of range: give a number from {} to {}", Self::MIN, Self::MAX)
        })
    }
}

impl From<ReviewNodes> for i64 {
    fn from(nodes: ReviewNodes) -> Self {
        Self::from(nodes.0)
    }
}
