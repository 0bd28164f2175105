//! How a round ended, and what it is worth.

/// How a round ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RoundOutcome {
    /// The goal is reached without help and without losing a move.
    Perfect,
    /// The goal is reached.
    Solved,
    /// The trainee stalemated the other side and threw the win away.
    Stalemated,
    /// The win is gone in another way.
    Drawn,
    /// The draw that was to be held is lost.
    Lost,
}

impl RoundOutcome {
    /// Whether the goal was reached.
    #[must_use]
    pub const fn is_solved(self) -> bool {
        matches!(self, Self::Perfect | Self::Solved)
    }
}

/// What counts of a finished round for passing a lesson.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RoundResult {
    /// Whether the trainee was to be mated as late as possible.
    pub resists: bool,
    /// How it ended.
    pub outcome: RoundOutcome,
    /// Whether help was taken.
    pub helped: bool,
    /// Moves that the trainee played.
    pub moves_played: u16,
    /// Moves of best play.
    pub par: u16,
    /// Moves lost against best play.
    pub moves_lost: u16,
}

/// What a solved round without help is worth beyond the pass: how few moves it lost.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Medal {
    /// The goal is reached.
    Bronze,
    /// At most a quarter of the moves of best play lost.
    Silver,
    /// No move lost.
    Gold,
}

impl RoundResult {
    /// Whether at most a quarter of the moves of best play was lost.
    #[must_use]
    pub fn is_near_best(self) -> bool {
        u32::from(self.moves_lost) * 4 <= u32::from(self.par)
    }
}

impl Medal {
    /// The medal of a round; None where the goal was missed or help was taken.
    #[must_use]
    pub fn of(round: RoundResult) -> Option<Self> {
        if !round.outcome.is_solved() || round.helped {
            return None;
        }
        Some(match round.moves_lost {
            0 => Self::Gold,
            _ if round.is_near_best() => Self::Silver,
            _ => Self::Bronze,
        })
    }

    /// The word for it: `gold`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bronze => "bronze",
            Self::Silver => "silver",
            Self::Gold => "gold",
        }
    }
}
