//! What the built-in engine and one outside have in common: both take a job and send snapshots up.

use crate::chess::{Move, Position};
use crate::uci::to_engine::UciClocks;

use super::AnalysisSession;
use super::protocol::{AnalysisEvent, AnalysisJob, Generation};

/// How a job's position came about. The built-in engine has what it needs of it in the job; one outside is
/// told the whole game and both clocks.
#[derive(Clone, PartialEq, Debug)]
pub struct PositionHistory {
    /// Where the game began.
    pub start: Position,
    /// The moves since, up to the job's position.
    pub moves: Vec<Move>,
    /// What both clocks show, where the game has clocks.
    pub clocks: Option<UciClocks>,
}

impl PositionHistory {
    /// A position that somebody set up.
    #[must_use]
    pub const fn without_moves(start: Position) -> Self {
        Self { start, moves: Vec::new(), clocks: None }
    }
}

/// Somebody who thinks about one position at a time.
pub trait AnalysisBackend {
    /// Takes up a job. The one before is stopped, and nothing of it comes up any more.
    fn analyze(&mut self, job: AnalysisJob, history: PositionHistory) -> Generation;

    /// Stops the job under way. Nothing of it comes up any more.
    fn cancel(&mut self);

    /// Tells the job under way to come to its end: its result comes up as [`AnalysisEvent::Done`].
    fn stop(&mut self);

    /// Forgets what was learned, before a new game.
    fn new_game(&mut self);

    /// All that has come up since the last call, without what belongs to an earlier job.
    fn drain(&mut self) -> Vec<AnalysisEvent>;
}

impl AnalysisBackend for AnalysisSession {
    fn analyze(&mut self, job: AnalysisJob, _history: PositionHistory) -> Generation {
        self.start_job(job)
    }

    fn cancel(&mut self) {
        Self::cancel(self);
    }

    fn stop(&mut self) {
        Self::stop(self);
    }

    fn new_game(&mut self) {
        Self::new_game(self);
    }

    fn drain(&mut self) -> Vec<AnalysisEvent> {
        Self::drain(self)
    }
}
