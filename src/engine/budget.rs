//! How long a search may go on: a clock becomes a soft and a hard limit. The engine's only look at time.

use std::time::{Duration, Instant};

use super::companion::Clock;
use super::limits::{Limits, Time};

/// Kept back for the way of a move to whoever waits for it.
const OVERHEAD: Duration = Duration::from_millis(12);
/// Moves that a clock without a move count is spread over.
const MOVES_AHEAD: u32 = 22;

/// Measures the time since something began.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(Instant);

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

/// What one search may spend.
#[derive(Debug)]
pub(crate) struct Budget {
    began: Instant,
    soft: Option<Duration>,
    hard: Option<Duration>,
    nodes: u64,
}

impl Budget {
    /// Starts the clock.
    pub(crate) fn start(limits: &Limits) -> Self {
        let (soft, hard) = spans(limits.time);
        Self { began: Instant::now(), soft, hard, nodes: limits.nodes.unwrap_or(u64::MAX) }
    }

    /// Time since the search began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// Positions that may still be made once `nodes` were; `u64::MAX` where nothing limits them.
    pub(crate) const fn left(&self, nodes: u64) -> u64 {
        if self.nodes == u64::MAX { u64::MAX } else { self.nodes.saturating_sub(nodes) }
    }

    /// What the clock of the game says.
    pub(crate) fn clock(&self) -> Clock {
        if self.soft.is_some_and(|soft| self.elapsed() >= soft) { Clock::Short } else { Clock::Ample }
    }

    /// Whether the search has to end at once.
    pub(crate) fn is_spent(&self, nodes: u64) -> bool {
        nodes >= self.nodes || self.hard.is_some_and(|hard| self.elapsed() >= hard)
    }

    /// Whether another iteration is worth beginning; `share` in hundredths is above a hundred where the
    /// best move is in doubt.
    pub(crate) fn allows_iteration(&self, share: u32) -> bool {
        self.soft.is_none_or(|soft| self.elapsed() < soft * share / 100)
    }

    /// Whether a clock runs, so that ending early is worth something.
    pub(crate) const fn saves_time(&self) -> bool {
        self.soft.is_some()
    }
}

/// The soft and the hard limit.
fn spans(time: Time) -> (Option<Duration>, Option<Duration>) {
    match time {
        Time::Unlimited => (None, None),
        Time::Fixed(span) => (None, Some(span.saturating_sub(OVERHEAD.min(span / 10)))),
        Time::Clock { left, increment, moves_to_go } => {
            let left = left.saturating_sub(OVERHEAD.min(left / 4));
            let moves = moves_to_go.map_or(MOVES_AHEAD, |moves| u32::from(moves).clamp(1, MOVES_AHEAD));
            let most = if moves == 1 { left * 4 / 5 } else { left * 2 / 5 };
            let fair = left / moves + increment * 3 / 4;
            let soft = fair.min(most);
            (Some(soft * 3 / 4), Some((fair * 3).min(most).max(Duration::from_millis(1))))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_never_runs_out() {
        for left in [20, 100, 1_000, 60_000, 5_400_000] {
            for moves_to_go in [None, Some(1), Some(2), Some(40)] {
                for increment in [0, 50, 30_000] {
                    let left = Duration::from_millis(left);
                    let increment = Duration::from_millis(increment);
                    let (soft, hard) = spans(Time::Clock { left, increment, moves_to_go });
                    assert!(hard < Some(left), "{left:?} {moves_to_go:?} {increment:?}");
                    assert!(soft <= hard, "{left:?} {moves_to_go:?} {increment:?}");
                }
            }
        }
    }

    #[test]
    fn a_fixed_time_keeps_something_back() {
        let (_, hard) = spans(Time::Fixed(Duration::from_millis(100)));
        assert_eq!(hard, Some(Duration::from_millis(90)));
    }
}
