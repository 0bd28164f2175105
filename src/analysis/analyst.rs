//! What the built-in engine and one outside have in common: both take a job and send snapshots up.

use crate::chess::{Move, Position};
use crate::uci::to_engine::Clocks;

use super::Session;
use super::protocol::{Generation, Job, Update};

/// How a job's position came about. The built-in engine has what it needs of it in the job; one outside is
/// told the whole game and both clocks.
#[derive(Clone, PartialEq, Debug)]
pub struct Past {
    /// Where the game began.
    pub start: Position,
    /// The moves since, up to the job's position.
    pub moves: Vec<Move>,
    /// What both clocks show, where the game has clocks.
    pub clocks: Option<Clocks>,
}

impl Past {
    /// A position that somebody set up.
    #[must_use]
    pub const fn none(start: Position) -> Self {
        Self { start, moves: Vec::new(), clocks: None }
    }
}

/// Somebody who thinks about one position at a time.
pub trait Analyst {
    /// Takes up a job. The one before is stopped, and nothing of it comes up any more.
    fn ask(&mut self, job: Job, past: Past) -> Generation;

    /// Stops the job under way. Nothing of it comes up any more.
    fn halt(&mut self);

    /// Tells the job under way to come to its end: its result comes up as [`Update::Done`].
    fn hurry(&mut self);

    /// Forgets what was learned, before a new game.
    fn new_game(&mut self);

    /// All that has come up since the last call, without what belongs to an earlier job.
    fn drain(&mut self) -> Vec<Update>;
}

impl Analyst for Session {
    fn ask(&mut self, job: Job, _past: Past) -> Generation {
        self.begin(job)
    }

    fn halt(&mut self) {
        Self::halt(self);
    }

    fn hurry(&mut self) {
        Self::hurry(self);
    }

    fn new_game(&mut self) {
        Self::new_game(self);
    }

    fn drain(&mut self) -> Vec<Update> {
        Self::drain(self)
    }
}
