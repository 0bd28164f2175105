//! Limits of a search, as `go` gives them.

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use super::strength::level::Elo;
use chess::{Depth, Move};

/// The limits of one search: it ends at the first one that is reached. The default has none.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Limits {
    /// The deepest iteration.
    pub depth: Option<Depth>,
    /// Nodes, over all threads together.
    pub nodes: Option<u64>,
    /// Time on the clock or for the move.
    pub time: SearchTime,
    /// When the clock starts.
    pub start: SearchStart,
    /// Time reserved for the transmission of the move.
    pub overhead: MoveOverhead,
    /// Ends once a mate in so many moves or fewer is found for either side.
    pub mate: Option<u16>,
    /// Restricts the root to these moves; empty means all legal moves.
    pub search_moves: Vec<Move>,
    /// MultiPV: how many of the best root moves are reported with a line each; 0 counts as 1.
    pub multipv: usize,
    /// Limits the playing strength; None is full strength.
    pub elo: Option<Elo>,
}

impl Limits {
    /// Whether only a stop command ends the search.
    #[must_use]
    pub const fn are_unlimited(&self) -> bool {
        self.depth.is_none()
            && self.nodes.is_none()
            && self.mate.is_none()
            && matches!(self.time, SearchTime::Unlimited)
    }
}

/// The time control of one search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SearchTime {
    /// No limit.
    #[default]
    Unlimited,
    /// A fixed time per move, less the move overhead.
    Fixed(Duration),
    /// A chess clock: the time manager decides how much to use.
    Clock {
        /// Remaining time of the side to move.
        left: Duration,
        /// Increment per move.
        increment: Duration,
        /// Moves until the next time control, if there is one.
        moves_to_go: Option<u16>,
    },
}

/// When the clock of a search starts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum SearchStart {
    /// When the search starts.
    #[default]
    Now,
    /// It started earlier, for example when the command arrived.
    Since(Stopwatch),
    /// At the ponder hit: when the opponent plays the expected move.
    AtPonderHit(PonderHit),
}

/// Move overhead: time reserved for the transmission of a move. The default is 12 ms.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MoveOverhead(pub Duration);

impl Default for MoveOverhead {
    fn default() -> Self {
        Self(Duration::from_millis(12))
    }
}

/// A stopwatch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopwatch(pub(super) Instant);

impl Stopwatch {
    /// Starts the stopwatch.
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

/// Ponder hit: the moment when the opponent plays the expected move. The caller keeps one clone and sets it;
/// the search keeps the other, and its clock starts at that moment. It is set at most once, and belongs to
/// one search.
#[derive(Clone, Debug, Default)]
pub struct PonderHit(Arc<OnceLock<Instant>>);

impl PonderHit {
    /// A ponder hit that has not happened yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets it to now; later calls change nothing.
    pub fn set(&self) {
        // A second announcement changes nothing.
        let _ = self.0.set(Instant::now());
    }

    /// When it happened; None before that.
    pub(super) fn instant(&self) -> Option<Instant> {
        self.0.get().copied()
    }
}

/// Two are equal if they are clones of each other.
impl PartialEq for PonderHit {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for PonderHit {}
