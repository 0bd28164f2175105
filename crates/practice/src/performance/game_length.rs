//! Lengths of games, in the ranges of a miniature, a middlegame and an endgame.

/// How long a game is, in full moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum GameLength {
    /// At most 20 moves.
    UpTo20,
    /// From 21 to 40.
    UpTo40,
    /// From 41 to 60.
    UpTo60,
    /// More than 60.
    Longer,
}

impl GameLength {
    /// All of them, the shortest first.
    pub const ALL: [Self; 4] = [Self::UpTo20, Self::UpTo40, Self::UpTo60, Self::Longer];

    /// The length of a game of so many full moves.
    #[must_use]
    pub const fn of(full_moves: u32) -> Self {
        match full_moves {
            0..=20 => Self::UpTo20,
            21..=40 => Self::UpTo40,
            41..=60 => Self::UpTo60,
            61.. => Self::Longer,
        }
    }

    /// The most full moves; None for the last range, which has no limit.
    #[must_use]
    pub const fn max_moves(self) -> Option<u32> {
        match self {
            Self::UpTo20 => Some(20),
            Self::UpTo40 => Some(40),
            Self::UpTo60 => Some(60),
            Self::Longer => None,
        }
    }

    /// `21 to 40 moves`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::UpTo20 => "up to 20 moves",
            Self::UpTo40 => "21 to 40 moves",
            Self::UpTo60 => "41 to 60 moves",
            Self::Longer => "more than 60 moves",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_belongs_to_the_range_below() {
        for length in GameLength::ALL {
            if let Some(limit) = length.max_moves() {
                assert_eq!(GameLength::of(limit), length);
                assert!(GameLength::of(limit + 1) > length);
            }
        }
        assert_eq!(GameLength::of(300), GameLength::Longer);
    }
}
