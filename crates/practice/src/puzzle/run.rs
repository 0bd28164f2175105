//! A run of several puzzles in a row: a streak, against the clock, or the same set again and again.

use std::time::{Duration, Instant};

use super::model::PuzzleId;
use super::progress::{PuzzleRun, PuzzleRunKind};
use crate::run_clock::RunClock;

/// The time of a timed run.
pub const RUN_TIME: Duration = Duration::from_mins(3);

/// The time that a wrong move costs in a timed run.
pub const WRONG_MOVE_PENALTY: Duration = Duration::from_secs(10);

/// A run of puzzles that is going on.
#[derive(Clone, Debug)]
pub struct RunningPuzzles {
    kind: PuzzleRunKind,
    order: Vec<PuzzleId>,
    /// The current puzzle, an index of `order`.
    current: usize,
    solved: u16,
    missed: Vec<PuzzleId>,
    clock: RunClock,
    /// How long it took, once it is over.
    ended: Option<Duration>,
}

impl RunningPuzzles {
    /// A run of these puzzles that starts now.
    #[must_use]
    pub const fn start(kind: PuzzleRunKind, order: Vec<PuzzleId>, now: Instant) -> Self {
        let clock = RunClock::start(now);
        Self { kind, order, current: 0, solved: 0, missed: Vec::new(), clock, ended: None }
    }

    /// What kind of run it is.
    #[must_use]
    pub const fn kind(&self) -> PuzzleRunKind {
        self.kind
    }

    /// The current puzzle; None behind the last one.
    #[must_use]
    pub fn puzzle(&self) -> Option<PuzzleId> {
        self.order.get(self.current).copied()
    }

    /// The number of the current puzzle, from 1, and of all.
    #[must_use]
    pub fn place(&self) -> (usize, usize) {
        ((self.current + 1).min(self.order.len()), self.order.len())
    }

    /// Puzzles solved at once.
    #[must_use]
    pub const fn solved(&self) -> u16 {
        self.solved
    }

    /// Puzzles that were not solved at once.
    #[must_use]
    pub fn missed(&self) -> &[PuzzleId] {
        &self.missed
    }

    /// Counts the current puzzle, once, as solved at once or not. The first mistake ends a streak and costs time
    /// in a timed run.
    pub fn count(&mut self, is_solved: bool, now: Instant) {
        let Some(puzzle) = self.puzzle() else { return };
        if is_solved {
            self.solved += 1;
            return;
        }
        self.missed.push(puzzle);
        match self.kind {
            PuzzleRunKind::Streak => self.end(now),
            PuzzleRunKind::Timed => self.clock.add_penalty(WRONG_MOVE_PENALTY),
            PuzzleRunKind::Woodpecker => {}
        }
    }

    /// Goes on to the next puzzle; behind the last one the run is over.
    pub fn advance(&mut self, now: Instant) {
        self.current += 1;
        if self.puzzle().is_none() {
            self.end(now);
        }
    }

    fn end(&mut self, now: Instant) {
        self.ended.get_or_insert(self.clock.time_spent(now));
    }

    /// Stops the clock, or resumes it.
    pub fn pause(&mut self, pause: bool, now: Instant) {
        if !self.is_over(now) {
            self.clock.pause(pause, now);
        }
    }

    /// The time since the start, with what wrong moves cost.
    #[must_use]
    pub fn time_spent(&self, now: Instant) -> Duration {
        let spent = self.ended.unwrap_or_else(|| self.clock.time_spent(now));
        if self.kind == PuzzleRunKind::Timed { spent.min(RUN_TIME) } else { spent }
    }

    /// The time left in a timed run; None in others.
    #[must_use]
    pub fn time_left(&self, now: Instant) -> Option<Duration> {
        (self.kind == PuzzleRunKind::Timed).then(|| RUN_TIME.saturating_sub(self.time_spent(now)))
    }

    /// Whether it is over.
    #[must_use]
    pub fn is_over(&self, now: Instant) -> bool {
        self.ended.is_some() || self.time_left(now).is_some_and(|left| left.is_zero())
    }

    /// When the figures of the clock change next; None while it stands still.
    #[must_use]
    pub fn next_change(&self, now: Instant) -> Option<Duration> {
        if self.is_over(now) || self.clock.is_paused() {
            return None;
        }
        Some(match self.time_left(now) {
            Some(left) => RunClock::until_next_figure(left),
            None => Duration::from_millis(u64::from(1_000 - self.time_spent(now).subsec_millis())),
        })
    }

    /// What is kept of it, on a day counted from 1970-01-01.
    #[must_use]
    pub fn record(&self, day: i32, now: Instant) -> PuzzleRun {
        let is_set = self.kind == PuzzleRunKind::Woodpecker;
        PuzzleRun {
            ended_at: 0,
            day,
            kind: self.kind,
            solved: self.solved,
            wrong: u16::try_from(self.missed.len()).unwrap_or(u16::MAX),
            seconds: u32::try_from(self.time_spent(now).as_secs()).unwrap_or(u32::MAX),
            puzzles: if is_set { self.order.clone() } else { Vec::new() },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(kind: PuzzleRunKind) -> (RunningPuzzles, Instant) {
        let now = Instant::now();
        (RunningPuzzles::start(kind, (1..=3).map(PuzzleId).collect(), now), now)
    }

    #[test]
    fn a_streak_ends_with_the_first_mistake() {
        let (mut streak, now) = run(PuzzleRunKind::Streak);
        streak.count(true, now);
        streak.advance(now);
        assert_eq!((streak.place(), streak.is_over(now)), ((2, 3), false));
        let later = now + Duration::from_secs(70);
        streak.count(false, later);
        assert!(streak.is_over(later));
        let record = streak.record(9, later + Duration::from_secs(500));
        assert_eq!((record.solved, record.wrong, record.seconds, record.day), (1, 1, 70, 9));
        assert!(record.puzzles.is_empty());
    }

    #[test]
    fn a_mistake_costs_time_against_the_clock() {
        let (mut timed, now) = run(PuzzleRunKind::Timed);
        timed.count(false, now);
        timed.advance(now);
        assert_eq!(timed.time_left(now), Some(RUN_TIME.saturating_sub(WRONG_MOVE_PENALTY)));
        timed.pause(true, now);
        let later = now + Duration::from_secs(1_000);
        assert_eq!(
            (timed.time_left(later), timed.next_change(later)),
            (Some(RUN_TIME.saturating_sub(WRONG_MOVE_PENALTY)), None)
        );
        timed.pause(false, later);
        assert!(!timed.is_over(later + Duration::from_secs(169)));
        assert!(timed.is_over(later + Duration::from_secs(170)));
        assert_eq!(timed.record(9, later + Duration::from_secs(999)).seconds, 180);
    }

    #[test]
    fn a_woodpecker_set_ends_behind_its_last_puzzle() {
        let (mut set, now) = run(PuzzleRunKind::Woodpecker);
        for is_solved in [true, false, true] {
            assert!(!set.is_over(now));
            set.count(is_solved, now);
            set.advance(now);
        }
        assert!(set.is_over(now));
        let record = set.record(9, now);
        assert_eq!((record.solved, record.wrong, record.puzzles.len()), (2, 1, 3));
        assert_eq!((set.missed(), set.time_left(now)), (&[PuzzleId(2)][..], None));
    }
}
