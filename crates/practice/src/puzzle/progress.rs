//! The solver's progress: the rating, the best runs, and what was seen.

use std::collections::BTreeMap;

use super::model::PuzzleId;
use super::rating::PuzzleRating;
use crate::spaced_repetition::days_between;

/// An answer to a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PuzzleAnswer {
    /// When it was given, in seconds since 1970-01-01; 0 until it is saved.
    pub ended_at: i64,
    /// The local day on which it was given, counted from 1970-01-01.
    pub day: i32,
    /// The puzzle.
    pub puzzle: PuzzleId,
    /// The rating of the puzzle.
    pub rating: u16,
    /// Whether it was solved without a wrong move and without help.
    pub is_solved: bool,
    /// Whether it changes the solver's rating.
    pub is_rated: bool,
}

/// A way of solving several puzzles in a row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PuzzleRunKind {
    /// Harder and harder puzzles up to the first mistake.
    Streak,
    /// As many puzzles as possible in three minutes.
    Timed,
    /// The same puzzles again, faster (the woodpecker method of Axel Smith and Hans Tikkanen).
    Woodpecker,
}

/// A finished run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PuzzleRun {
    /// When it ended, in seconds since 1970-01-01; 0 until it is saved.
    pub ended_at: i64,
    /// The local day on which it ended, counted from 1970-01-01.
    pub day: i32,
    /// What kind of run it was.
    pub kind: PuzzleRunKind,
    /// Puzzles solved.
    pub solved: u16,
    /// Puzzles that were not solved at once.
    pub wrong: u16,
    /// How long it took, in seconds.
    pub seconds: u32,
    /// The puzzles of a woodpecker set in their order; empty in other runs.
    pub puzzles: Vec<PuzzleId>,
}

/// What was achieved with puzzles.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct PuzzleProgress {
    /// The rating after the last rated puzzle.
    pub rating: PuzzleRating,
    /// Number of rated puzzles.
    pub rated_count: u32,
    /// The last day with a rated puzzle.
    last_rated_day: Option<i32>,
    /// How often each puzzle was answered, and whether it was solved the last time.
    seen: BTreeMap<PuzzleId, SeenPuzzle>,
    /// The best run of each kind; for the woodpecker method the last one.
    runs: BTreeMap<PuzzleRunKind, PuzzleRun>,
    /// The cycles of the woodpecker set that was solved last, the first one first.
    pub woodpecker_cycles: Vec<PuzzleRun>,
}

/// What is known of a puzzle that was seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SeenPuzzle {
    /// Number of answers.
    pub answers: u32,
    /// Whether the last answer solved it.
    pub is_solved: bool,
}

impl PuzzleRunKind {
    /// All kinds, in the order of lists.
    pub const ALL: [Self; 3] = [Self::Streak, Self::Timed, Self::Woodpecker];

    /// Its word in files and on the command line.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Streak => "streak",
            Self::Timed => "timed",
            Self::Woodpecker => "woodpecker",
        }
    }
}

impl PuzzleProgress {
    /// Adds an answer.
    pub fn add_answer(&mut self, answer: &PuzzleAnswer) {
        let seen = self.seen.entry(answer.puzzle).or_default();
        seen.answers += 1;
        seen.is_solved = answer.is_solved;
        if answer.is_rated {
            self.rating = self.rating_on(answer.day).after(answer.rating, answer.is_solved);
            self.rated_count += 1;
            self.last_rated_day = Some(answer.day);
        }
    }

    /// Adds a finished run.
    pub fn add_run(&mut self, run: &PuzzleRun) {
        if run.kind == PuzzleRunKind::Woodpecker {
            let is_same_set = self.woodpecker_cycles.last().is_some_and(|last| last.puzzles == run.puzzles);
            if !is_same_set {
                self.woodpecker_cycles.clear();
            }
            self.woodpecker_cycles.push(run.clone());
            return;
        }
        let key = |run: &PuzzleRun| (run.solved, std::cmp::Reverse(run.wrong));
        if self.runs.get(&run.kind).is_none_or(|best| key(run) > key(best)) {
            self.runs.insert(run.kind, run.clone());
        }
    }

    /// The rating as seen on a day: less certain after a pause.
    #[must_use]
    pub fn rating_on(&self, day: i32) -> PuzzleRating {
        let pause = self.last_rated_day.map_or(0, |last| days_between(last, day));
        self.rating.after_pause(pause)
    }

    /// The best run of a kind: most solved, then fewest wrong. None for the woodpecker method.
    #[must_use]
    pub fn best_run(&self, kind: PuzzleRunKind) -> Option<&PuzzleRun> {
        self.runs.get(&kind)
    }

    /// What is known of a puzzle, if it was seen.
    #[must_use]
    pub fn seen(&self, puzzle: PuzzleId) -> Option<SeenPuzzle> {
        self.seen.get(&puzzle).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(puzzle: u64, is_solved: bool, is_rated: bool, day: i32) -> PuzzleAnswer {
        PuzzleAnswer { ended_at: 0, day, puzzle: PuzzleId(puzzle), rating: 1500, is_solved, is_rated }
    }

    fn run(kind: PuzzleRunKind, solved: u16, wrong: u16, puzzles: &[u64]) -> PuzzleRun {
        let puzzles = puzzles.iter().copied().map(PuzzleId).collect();
        PuzzleRun { ended_at: 0, day: 1, kind, solved, wrong, seconds: 60, puzzles }
    }

    #[test]
    fn only_rated_answers_change_the_rating() {
        let mut progress = PuzzleProgress::default();
        progress.add_answer(&answer(1, false, false, 10));
        assert_eq!(progress.rating, PuzzleRating::default());
        progress.add_answer(&answer(1, true, true, 10));
        assert!(progress.rating.rating > 1500.0);
        assert_eq!(progress.seen(PuzzleId(1)), Some(SeenPuzzle { answers: 2, is_solved: true }));
        assert_eq!(progress.seen(PuzzleId(2)), None);
        assert!(progress.rating_on(100).deviation > progress.rating_on(10).deviation);
    }

    #[test]
    fn the_best_run_and_the_cycles_of_the_last_set_are_kept() {
        let mut progress = PuzzleProgress::default();
        for (solved, wrong) in [(5, 1), (7, 3), (7, 1), (6, 0)] {
            progress.add_run(&run(PuzzleRunKind::Streak, solved, wrong, &[]));
        }
        let best = progress.best_run(PuzzleRunKind::Streak).unwrap();
        assert_eq!((best.solved, best.wrong), (7, 1));
        assert!(progress.best_run(PuzzleRunKind::Timed).is_none());
        for set in [&[1, 2][..], &[1, 2], &[3]] {
            progress.add_run(&run(PuzzleRunKind::Woodpecker, 1, 0, set));
        }
        assert_eq!(progress.woodpecker_cycles.len(), 1, "a new set begins anew");
        progress.add_run(&run(PuzzleRunKind::Woodpecker, 1, 0, &[3]));
        assert_eq!(progress.woodpecker_cycles.len(), 2);
    }
}
