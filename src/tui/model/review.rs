//! State of a game review: the findings so far, and the mistakes that are retried.

use crate::chess::{Color, Move, Position};
use crate::game::{Tree, TreeCursor};
use crate::practice::Review;
use crate::practice::review::{KeptReview, MoveJudgment};
use crate::tui::keymap::{KeyNames, ReviewAction};

/// The review of the game on the analysis board.
#[derive(Clone, Debug)]
pub struct ActiveReview {
    /// The findings.
    pub review: Review,
    /// Its status.
    pub progress: ActiveReviewProgress,
    /// Whether the panes show it.
    pub panes: ReviewPanes,
    /// The mistakes that are retried, while they are.
    pub retry: Option<MistakeRetry>,
    /// Search nodes for each position.
    pub nodes: u64,
    /// Whether the disk has the review as it is.
    pub is_kept: bool,
}

/// The status of a review.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ActiveReviewProgress {
    /// Positions are being analyzed.
    Running,
    /// All positions are analyzed.
    Done,
    /// It was stopped; the findings so far count.
    Stopped,
    /// It failed, for this reason.
    Failed(String),
}

/// Whether the panes show a review.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReviewPanes {
    /// They do.
    Review,
    /// Not shown: they show the analysis of the position.
    Analysis,
}

/// The retries of the mistakes of a game, one by one.
#[derive(Clone, Debug)]
pub struct MistakeRetry {
    /// The side whose mistakes are retried; None for both.
    pub side: Option<Color>,
    /// The mistakes, as places on the main line.
    pub mistakes: Vec<usize>,
    /// The one that is tried, an index of `mistakes`; their number once all are through.
    pub current: usize,
    /// Its status.
    pub attempt: RetryAttempt,
    /// Wrong moves tried for it.
    pub wrong_tries: u16,
    /// The results of the mistakes so far.
    pub tally: RetryTally,
}

/// The status of a mistake that is tried again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RetryAttempt {
    /// It waits for a move.
    AwaitingMove,
    /// This move is being judged.
    Evaluating(Move),
    /// It was wrong, for this reason; another one is awaited.
    Wrong(String),
    /// It was right; where it mates, by how many moves later than the best.
    Right(Move, u16),
    /// The solution was shown.
    Shown(Move),
}

/// The result of a retried mistake.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct RetryTally {
    /// Right at the first try.
    pub first_try: u16,
    /// Right at a later one.
    pub later_try: u16,
    /// The solution was shown, or the mistake was skipped.
    pub given_up: u16,
}

impl ActiveReview {
    /// A new review of a tree's main line with so many search nodes for each position.
    pub(crate) fn new(tree: &Tree, nodes: u64) -> Self {
        Self {
            review: Review::new(tree),
            progress: ActiveReviewProgress::Running,
            panes: ReviewPanes::Review,
            retry: None,
            nodes,
            is_kept: false,
        }
    }

    /// The finished review of a tree's main line as it was kept; None where that is of another game.
    pub(crate) fn from_kept(tree: &Tree, kept: &KeptReview) -> Option<Self> {
        Some(Self {
            review: Review::from_kept(tree, kept)?,
            progress: ActiveReviewProgress::Done,
            panes: ReviewPanes::Review,
            retry: None,
            nodes: kept.nodes,
            is_kept: true,
        })
    }

    /// The share of analyzed positions, in thousandths: 0 to 1000.
    pub(crate) fn permille(&self) -> u16 {
        let all = self.review.nodes.len().max(1);
        u16::try_from(self.review.analyzed_count() * 1_000 / all).unwrap_or(1_000)
    }

    /// The mark of the move that led to a place of the main line.
    #[must_use]
    pub fn mark(&self, index: usize) -> Option<MoveJudgment> {
        self.review.moves.get(index)?.as_ref()?.judgment
    }
}

impl MistakeRetry {
    /// The mistake that is retried, as a place on the main line; None once all are done.
    pub(crate) fn current_mistake(&self) -> Option<usize> {
        self.mistakes.get(self.current).copied()
    }

    /// The retried move on the board, which was not played in the game.
    pub(crate) const fn shown_move(&self) -> Option<Move> {
        match self.attempt {
            RetryAttempt::Evaluating(mv) | RetryAttempt::Right(mv, _) | RetryAttempt::Shown(mv) => Some(mv),
            RetryAttempt::AwaitingMove | RetryAttempt::Wrong(_) => None,
        }
    }

    /// Whether it waits for a move.
    pub(crate) const fn awaits_move(&self) -> bool {
        matches!(self.attempt, RetryAttempt::AwaitingMove | RetryAttempt::Wrong(_))
            && self.current < self.mistakes.len()
    }

    /// The position on the board, with the move that is tried.
    pub(crate) fn position(&self, walk: &TreeCursor) -> Position {
        let position = walk.position();
        self.shown_move().map_or_else(|| position.clone(), |mv| position.after(mv))
    }

    /// Whether a move may be made now, or why not and what to do.
    ///
    /// # Errors
    /// A sentence for the player.
    pub(crate) fn may_move(&self, keys: &KeyNames) -> Result<(), String> {
        if self.awaits_move() {
            return Ok(());
        }
        Err(format!("{} goes on to the next mistake", keys.name(ReviewAction::NextMistake)))
    }
}
