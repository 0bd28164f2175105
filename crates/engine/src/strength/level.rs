//! Playing strengths: Elo points and the named levels.

use serde::{Deserialize, Serialize};

/// Elo points on the scale of human players. The scale is calibrated at the upper end against engines of
/// known strength; below 1,300 it is extended by matches between levels.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Elo(pub u16);

/// A named strength level, from 1 (a child's first games) to [`StrengthLevel::STRONGEST`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "i64", into = "i64")]
pub struct StrengthLevel(u8);

impl StrengthLevel {
    /// The weakest.
    pub const WEAKEST: Self = Self(1);
    /// Full strength.
    pub const STRONGEST: Self = Self(10);

    /// A level by its number, clamped to the range.
    #[must_use]
    pub fn new(number: u8) -> Self {
        Self(number.clamp(Self::WEAKEST.0, Self::STRONGEST.0))
    }

    /// Its number, from 1.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Every level, weakest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (Self::WEAKEST.0..=Self::STRONGEST.0).map(Self)
    }

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        LEVELS[self.0 as usize - 1].0
    }

    /// Its Elo limit; None for full strength.
    #[must_use]
    pub const fn limit(self) -> Option<Elo> {
        LEVELS[self.0 as usize - 1].1
    }
}

impl TryFrom<i64> for StrengthLevel {
    type Error = String;

    fn try_from(number: i64) -> Result<Self, String> {
        let level = u8::try_from(number).ok().map(Self);
        level.filter(|level| (Self::WEAKEST..=Self::STRONGEST).contains(level)).ok_or_else(|| {
            let (least, most) = (Self::WEAKEST.0, Self::STRONGEST.0);
            format!("{number} is out of range: give a number from {least} to {most}")
        })
    }
}

impl From<StrengthLevel> for i64 {
    fn from(level: StrengthLevel) -> Self {
        level.0.into()
    }
}

const LEVELS: [(&str, Option<Elo>); 10] = [
    ("First moves", Some(Elo(600))),
    ("Learner", Some(Elo(800))),
    ("Beginner", Some(Elo(1_000))),
    ("Casual", Some(Elo(1_200))),
    ("Improver", Some(Elo(1_400))),
    ("Club player", Some(Elo(1_650))),
    ("Strong club player", Some(Elo(1_900))),
    ("Expert", Some(Elo(2_150))),
    ("Master", Some(Elo(2_400))),
    ("Full strength", None),
];

/// The lowest strength that a search can be limited to.
pub const MIN_ELO: Elo = Elo(600);
/// The highest strength that a search can be limited to; above it the engine plays at full strength.
pub const MAX_ELO: Elo = Elo(2_400);
