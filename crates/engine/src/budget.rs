//! Time management: turns the clock into a soft and a hard limit. The only place in the engine that reads the
//! time.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::limits::{Limits, MoveOverhead, PonderHit, SearchStart, SearchTime, Stopwatch};

/// Moves to plan for when the time control does not give a number.
const MOVES_AHEAD: u32 = 22;
/// Nodes searched before the clock is checked, so that a search that starts late still finds a move.
const MIN_NODES: u64 = 1_000;

/// The node and time limits of one search.
#[derive(Debug)]
pub(crate) struct Budget {
    began: Instant,
    /// While pondering, the clock does not run until this is set.
    ponder_hit: Option<PonderHit>,
    soft: Option<Duration>,
    hard: Option<Duration>,
    nodes: u64,
    /// Whether the soft limit has passed while pondering: the search then ends at the ponder hit.
    soft_limit_passed: AtomicBool,
}

impl Budget {
    /// Starts the clock, or waits for the ponder hit.
    pub(crate) fn start(limits: &Limits) -> Self {
        let (soft, hard) = time_limits(limits.time, limits.overhead);
        let (began, ponder_hit) = match &limits.start {
            SearchStart::Now => (Instant::now(), None),
            SearchStart::Since(Stopwatch(began)) => (*began, None),
            SearchStart::AtPonderHit(hit) => (Instant::now(), Some(hit.clone())),
        };
        let nodes = limits.nodes.unwrap_or(u64::MAX);
        Self { began, ponder_hit, soft, hard, nodes, soft_limit_passed: AtomicBool::new(false) }
    }

    /// The same clock with the node limit of other limits.
    pub(crate) fn with_node_limit(self, limits: &Limits) -> Self {
        Self { nodes: limits.nodes.unwrap_or(u64::MAX), ..self }
    }

    /// Time since the search began, pondering included.
    pub(crate) fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// Time used on the own clock; None while pondering.
    fn used(&self) -> Option<Duration> {
        self.ponder_hit.as_ref().map_or(Some(self.began), PonderHit::instant).map(|since| since.elapsed())
    }

    /// Nodes left after `nodes`; `u64::MAX` without a limit.
    pub(crate) const fn nodes_left(&self, nodes: u64) -> u64 {
        if self.nodes == u64::MAX { u64::MAX } else { self.nodes.saturating_sub(nodes) }
    }

    /// Whether the soft limit is exceeded.
    pub(crate) fn is_past_soft_limit(&self) -> bool {
        self.used().is_some() && self.soft.is_some_and(|soft| self.elapsed() >= soft)
    }

    /// Whether a hard limit is reached.
    pub(crate) fn is_spent(&self, nodes: u64) -> bool {
        nodes >= self.nodes || (nodes >= MIN_NODES && self.is_out_of_time())
    }

    fn is_out_of_time(&self) -> bool {
        let Some(hard) = self.hard else { return false };
        self.used().is_some_and(|used| used >= hard || self.soft_limit_passed.load(Ordering::Relaxed))
    }

    /// Whether to begin another iteration. `share` scales the soft limit, in percent, and is above 100 while
    /// the best move is unstable. Time spent pondering counts: a search that has passed the soft limit ends
    /// as soon as the expected move is played.
    pub(crate) fn allows_iteration(&self, share: u32) -> bool {
        let is_worth = self.soft.is_none_or(|soft| self.elapsed() < soft * share / 100);
        if self.ponder_hit.is_some() {
            self.soft_limit_passed.store(!is_worth, Ordering::Relaxed);
        }
        is_worth || self.used().is_none()
    }

    /// Whether the search runs on a clock, so that ending early saves time.
    pub(crate) const fn saves_time(&self) -> bool {
        self.soft.is_some()
    }
}

/// The soft and the hard time limit.
fn time_limits(
    time: SearchTime,
    MoveOverhead(overhead): MoveOverhead,
) -> (Option<Duration>, Option<Duration>) {
    match time {
        SearchTime::Unlimited => (None, None),
        SearchTime::Fixed(span) => (None, Some(span.saturating_sub(overhead.min(span / 10)))),
        SearchTime::Clock { left, increment, moves_to_go } => {
            let left = left.saturating_sub(overhead.min(left * 3 / 4));
            let moves = moves_to_go.map_or(MOVES_AHEAD, |moves| u32::from(moves).clamp(1, MOVES_AHEAD));
            let most = if moves == 1 { left * 4 / 5 } else { left * 2 / 5 };
            // Every future move costs the overhead as well, so that part of the increment is never available.
            let fair = left / moves + increment.saturating_sub(overhead) * 3 / 4;
            let soft = fair.min(most);
            (Some(soft * 3 / 4), Some((fair * 3).min(most).max(Duration::from_millis(1))))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AN_HOUR: Duration = Duration::from_hours(1);

    #[test]
    fn a_clock_never_runs_out() {
        for left in [20, 100, 1_000, 60_000, 5_400_000] {
            for moves_to_go in [None, Some(1), Some(2), Some(40)] {
                for increment in [0, 50, 30_000] {
                    for overhead in [0, 12, 300, 5_000] {
                        let left = Duration::from_millis(left);
                        let increment = Duration::from_millis(increment);
                        let overhead = Duration::from_millis(overhead);
                        let time = SearchTime::Clock { left, increment, moves_to_go };
                        let (soft, hard) = time_limits(time, MoveOverhead(overhead));
                        let reserved = overhead.min(left * 3 / 4);
                        assert!(hard.unwrap() + reserved < left, "{time:?} {overhead:?}");
                        assert!(soft <= hard, "{time:?} {overhead:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_fixed_time_keeps_something_back() {
        let (_, hard) = time_limits(SearchTime::Fixed(Duration::from_millis(100)), MoveOverhead::default());
        assert_eq!(hard, Some(Duration::from_millis(90)));
        let (_, hard) = time_limits(SearchTime::Fixed(Duration::from_secs(1)), MoveOverhead::default());
        assert_eq!(hard, Some(Duration::from_millis(988)));
    }

    fn clock(left: Duration, start: SearchStart) -> Limits {
        let time = SearchTime::Clock { left, increment: Duration::ZERO, moves_to_go: None };
        Limits { time, start, ..Limits::default() }
    }

    #[test]
    fn a_late_start_counts_and_still_sees_a_little() {
        let begun = Stopwatch(Instant::now().checked_sub(AN_HOUR).unwrap());
        let budget = Budget::start(&clock(AN_HOUR, SearchStart::Since(begun)));
        assert!(budget.elapsed() >= AN_HOUR);
        assert!(!budget.is_spent(MIN_NODES - 1) && budget.is_spent(MIN_NODES));
    }

    #[test]
    fn the_opponents_time_costs_nothing() {
        let hit = PonderHit::new();
        let limits = clock(Duration::ZERO, SearchStart::AtPonderHit(hit.clone()));
        let budget = Budget::start(&limits);
        assert!(!budget.is_spent(MIN_NODES) && !budget.is_past_soft_limit());
        assert!(budget.allows_iteration(100));
        assert!(!budget.is_spent(MIN_NODES), "a search that had enough waits for the move");
        hit.set();
        assert!(budget.is_spent(MIN_NODES) && !budget.allows_iteration(100));
        assert!(budget.is_past_soft_limit());
    }

    #[test]
    fn a_hit_before_the_search_is_worth_its_time_lets_it_go_on() {
        let hit = PonderHit::new();
        let budget = Budget::start(&clock(AN_HOUR, SearchStart::AtPonderHit(hit.clone())));
        assert!(budget.allows_iteration(100));
        hit.set();
        assert!(!budget.is_spent(MIN_NODES) && budget.allows_iteration(100));
    }

    #[test]
    fn what_is_no_clock_still_ends_a_search_on_the_opponents_time() {
        let limits = Limits { nodes: Some(9), ..clock(AN_HOUR, SearchStart::AtPonderHit(PonderHit::new())) };
        assert!(Budget::start(&limits).is_spent(9));
    }
}
