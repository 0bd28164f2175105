//! A game that is reviewed: what was found so far, and the slips that are tried again.

use crate::chess::{Color, Move, Position};
use crate::game::{Tree, Walk};
use crate::practice::Review;
use crate::practice::review::Mark;

/// The review of the game on the analysis board.
#[derive(Clone, Debug)]
pub struct Reviewing {
    /// What is known.
    pub review: Review,
    /// How far the background is.
    pub progress: Progress,
    /// Whether the panes show it.
    pub panes: Panes,
    /// The slips that are tried again, while they are.
    pub retry: Option<Retry>,
}

/// How far the background is with a review.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Progress {
    /// Positions are being looked at.
    Underway,
    /// All were.
    Done,
    /// It was stopped; what was found until then counts.
    Stopped,
    /// It failed, for this reason.
    Failed(String),
}

/// Whether the panes show a review.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Panes {
    /// They do.
    Review,
    /// They show the analysis of the position; the review waits.
    Analysis,
}

/// The slips of a game, tried again one by one.
#[derive(Clone, Debug)]
pub struct Retry {
    /// Whose; None for both sides'.
    pub side: Option<Color>,
    /// The slips, as places on the main line.
    pub slips: Vec<usize>,
    /// The one that is tried, an index of `slips`; their number once all are through.
    pub at: usize,
    /// How it stands with it.
    pub attempt: Attempt,
    /// Moves that were tried at it and were not good enough.
    pub wrong: u16,
    /// What became of the slips so far.
    pub score: Score,
}

/// How it stands with a slip that is tried again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Attempt {
    /// A move is awaited.
    Open,
    /// This move is being judged.
    Judged(Move),
    /// It was not good enough, for this reason; another one is awaited.
    Wrong(String),
    /// It was right; where it mates, so many moves later than the best.
    Right(Move, u16),
    /// The solution was shown.
    Shown(Move),
}

/// What became of slips that were tried again.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Score {
    /// Right at the first try.
    pub at_once: u16,
    /// Right at a later one.
    pub later: u16,
    /// The solution was shown, or the slip was passed over.
    pub given_up: u16,
}

impl Reviewing {
    /// A review of a tree's main line at its beginning.
    #[must_use]
    pub fn new(tree: &Tree) -> Self {
        Self { review: Review::new(tree), progress: Progress::Underway, panes: Panes::Review, retry: None }
    }

    /// The share of the positions that were looked at, in thousandths: 0 to 1000.
    #[must_use]
    pub fn permille(&self) -> u16 {
        let all = self.review.nodes.len().max(1);
        u16::try_from(self.review.found() * 1_000 / all).unwrap_or(1_000)
    }

    /// The mark of the move that led to a place of the main line.
    #[must_use]
    pub fn mark(&self, index: usize) -> Option<Mark> {
        self.review.moves.get(index)?.as_ref()?.mark
    }
}

impl Retry {
    /// The slip that is tried, as a place on the main line; None once all are through.
    #[must_use]
    pub fn slip(&self) -> Option<usize> {
        self.slips.get(self.at).copied()
    }

    /// The move that is on the board though it was not played in the game.
    #[must_use]
    pub const fn on_board(&self) -> Option<Move> {
        match self.attempt {
            Attempt::Judged(mv) | Attempt::Right(mv, _) | Attempt::Shown(mv) => Some(mv),
            Attempt::Open | Attempt::Wrong(_) => None,
        }
    }

    /// Whether a move is awaited.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        matches!(self.attempt, Attempt::Open | Attempt::Wrong(_)) && self.at < self.slips.len()
    }

    /// The position on the board, with the move that is tried.
    #[must_use]
    pub fn position(&self, walk: &Walk) -> Position {
        let position = walk.position();
        self.on_board().map_or_else(|| position.clone(), |mv| position.after(mv))
    }
}
