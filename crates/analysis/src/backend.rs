//! The interface that the built-in engine and external engines implement: both take a job and send snapshots.

use super::protocol::{AnalysisEvent, AnalysisJob, JobId};
use super::session::AnalysisSession;
use chess::{Move, Position};
use uci::to_engine::UciClocks;

/// The game that led to a job's position. The built-in engine finds what it needs in the job; an external
/// engine receives the whole game and both clocks.
#[derive(Clone, PartialEq, Debug)]
pub struct PositionHistory {
    /// The first position of the game.
    pub start: Position,
    /// The moves up to the job's position.
    pub moves: Vec<Move>,
    /// The time left on both clocks, where the game has clocks.
    pub clocks: Option<UciClocks>,
}

impl PositionHistory {
    /// A position without a game before it.
    #[must_use]
    pub const fn without_moves(start: Position) -> Self {
        Self { start, moves: Vec::new(), clocks: None }
    }
}

/// An engine that analyzes one position at a time.
pub trait AnalysisBackend {
    /// Starts a job. The previous one is stopped, and no more events of it arrive.
    fn analyze(&mut self, job: AnalysisJob, history: PositionHistory) -> JobId;

    /// Stops the current job. No more events of it arrive.
    fn cancel(&mut self);

    /// Ends the current job early: its result arrives as [`AnalysisEvent::Done`].
    fn stop(&mut self);

    /// Clears the hash and history tables before a new game.
    fn new_game(&mut self);

    /// The events since the last call, without those of earlier jobs.
    fn drain(&mut self) -> Vec<AnalysisEvent>;
}

impl AnalysisBackend for AnalysisSession {
    fn analyze(&mut self, job: AnalysisJob, _history: PositionHistory) -> JobId {
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
