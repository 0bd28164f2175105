//! The clock of a run of exercises: it can be paused, and mistakes cost time.

use std::time::{Duration, Instant};

/// The clock of a run.
#[derive(Clone, Copy, Debug)]
pub struct RunClock {
    started: Instant,
    /// Since when it has stood still.
    paused: Option<Instant>,
    penalty: Duration,
}

impl RunClock {
    /// A clock that starts now.
    #[must_use]
    pub const fn start(now: Instant) -> Self {
        Self { started: now, paused: None, penalty: Duration::ZERO }
    }

    /// Stops the clock, or resumes it.
    pub fn pause(&mut self, pause: bool, now: Instant) {
        match (self.paused, pause) {
            (None, true) => self.paused = Some(now),
            (Some(since), false) => {
                self.started += now.saturating_duration_since(since);
                self.paused = None;
            }
            _ => {}
        }
    }

    /// Whether it stands still.
    #[must_use]
    pub const fn is_paused(&self) -> bool {
        self.paused.is_some()
    }

    /// Adds time for a mistake.
    pub fn add_penalty(&mut self, penalty: Duration) {
        self.penalty += penalty;
    }

    /// The time until the figures of a clock that runs down change next.
    #[must_use]
    pub fn until_next_figure(left: Duration) -> Duration {
        // Below twenty seconds the clock shows tenths.
        let step: u64 = if left < Duration::from_secs(20) { 100 } else { 1_000 };
        let beyond = u64::try_from(left.as_millis()).unwrap_or(u64::MAX) % step;
        Duration::from_millis(beyond + 1).min(left.max(Duration::from_millis(1)))
    }

    /// The time since the start without pauses, with penalties.
    #[must_use]
    pub fn time_spent(&self, now: Instant) -> Duration {
        self.paused.unwrap_or(now).saturating_duration_since(self.started) + self.penalty
    }
}
