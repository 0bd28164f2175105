//! Playing strengths: Elo points and the named levels.

/// Points on the scale of human players, as rating lists give them. The scale of our levels is held against
/// engines of known strength at the upper end; below 1,300 points it is continued by matches among levels.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Elo(pub u16);

/// A playing strength with a name: 1 for a child's first games, up to [`StrengthLevel::STRONGEST`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct StrengthLevel(u8);

impl StrengthLevel {
    /// The weakest.
    pub const WEAKEST: Self = Self(1);
    /// All that the engine has.
    pub const STRONGEST: Self = Self(10);

    /// A level by its number, cut to the range.
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

    /// What players call it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        LEVELS[self.0 as usize - 1].0
    }

    /// The strength that it is held to; None for all that the engine has.
    #[must_use]
    pub const fn limit(self) -> Option<Elo> {
        LEVELS[self.0 as usize - 1].1
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

/// The least strength that a search can be held to.
pub const MIN_ELO: Elo = Elo(600);
/// The most; above it plays all that the engine has.
pub const MAX_ELO: Elo = Elo(2_400);
