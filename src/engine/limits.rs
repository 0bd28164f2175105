//! What a search may spend.

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use crate::chess::{Depth, Move};

use super::strength::Elo;

/// The limits of one search. The first one that is reached ends it; the default has none.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Limits {
    /// The deepest iteration.
    pub depth: Option<Depth>,
    /// Positions made, over all threads together.
    pub nodes: Option<u64>,
    /// Time on the clock or for the move.
    pub time: SearchTime,
    /// When that time begins to run.
    pub start: SearchStart,
    /// What of that time is kept back.
    pub overhead: MoveOverhead,
    /// Ends once a mate in so many moves or fewer is found for either side.
    pub mate: Option<u16>,
    /// Only these root moves; empty means every legal one.
    pub search_moves: Vec<Move>,
    /// How many of the best root moves get a line of their own; nought counts as one.
    pub multipv: usize,
    /// Plays only so well; None plays as well as it can.
    pub elo: Option<Elo>,
}

impl Limits {
    /// Whether nothing but a stop ends the search.
    #[must_use]
    pub const fn are_unlimited(&self) -> bool {
        self.depth.is_none()
            && self.nodes.is_none()
            && self.mate.is_none()
            && matches!(self.time, SearchTime::Unlimited)
    }
}

/// How the time for one search is set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SearchTime {
    /// No limit.
    #[default]
    Unlimited,
    /// Exactly this long, less what a reply needs to arrive.
    Fixed(Duration),
    /// A chess clock, from which the engine takes what the move is worth.
    Clock {
        /// Time left to the side to move.
        left: Duration,
        /// Time that each move adds.
        increment: Duration,
        /// Moves until the next time control, if there is one.
        moves_to_go: Option<u16>,
    },
}

/// When the time of a search begins to run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum SearchStart {
    /// With the search.
    #[default]
    Now,
    /// It has been running since: what lies between counts.
    Since(Stopwatch),
    /// Once the opponent has played the move that the search takes for granted. Until then it costs nothing.
    AtPonderHit(PonderHit),
}

/// Kept back of a clock for the way of a move to whoever waits for it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MoveOverhead(pub Duration);

impl Default for MoveOverhead {
    fn default() -> Self {
        Self(Duration::from_millis(12))
    }
}

/// Measures the time since something began.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopwatch(pub(super) Instant);

impl Stopwatch {
    /// Starts to measure.
    #[must_use]
    pub fn start() -> Self {
        Self(Instant::now())
    }

    /// Time since the start.
    #[must_use]
    pub fn elapsed(self) -> Duration {
        self.0.elapsed()
    }
}

/// The moment when the opponent plays the move that a search has taken for granted. Whoever plays for the
/// engine keeps one end and announces it, the search keeps the other and lets its clock run from then on.
/// It is set once and dies with its search.
#[derive(Clone, Debug, Default)]
pub struct PonderHit(Arc<OnceLock<Instant>>);

impl PonderHit {
    /// A moment that has not come yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// It is now. Only the first time counts.
    pub fn set(&self) {
        // A second announcement changes nothing.
        let _ = self.0.set(Instant::now());
    }

    /// When it came; None before.
    pub(super) fn instant(&self) -> Option<Instant> {
        self.0.get().copied()
    }
}

/// Two are equal that are two ends of one.
impl PartialEq for PonderHit {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for PonderHit {}
