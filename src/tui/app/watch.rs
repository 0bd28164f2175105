//! What the background knows about the position on the board.

use crate::chess::{Ranking, Verdict};
use crate::engine::Report;

/// The newest answers to the newest question. An answer to an older one never gets here.
#[derive(Clone, Debug, Default)]
pub struct Watch {
    /// The truth, where the tables cover the position.
    pub verdict: Option<Verdict>,
    /// Every legal move by its cost, where the tables cover them all.
    pub ranking: Option<Ranking>,
    /// What the engine has found so far.
    pub report: Option<Report>,
    /// Moves within which no mate exists, as far as the proof search has got.
    pub none_within: Option<u16>,
    /// Whether somebody still works on it.
    pub state: State,
    /// Why the last search failed, if it did.
    pub failure: Option<String>,
}

/// Whether the background works.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum State {
    /// Nobody was asked.
    #[default]
    Idle,
    /// A search is running.
    Working,
    /// All is known that was asked.
    Done,
}
