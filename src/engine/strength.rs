//! How to play worse on purpose.

/// A playing strength below the engine's own: 1 for a child's first games, up to [`Level::STRONGEST`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

impl Level {
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
}
