//! What was achieved so far, added up from the rounds that were finished. Days are counted from 1970-01-01.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::deal::Seed;
use super::drill::{Level, Starts};
use super::finished::{Finished, Kept, Origin, Run};
use super::lesson::Pass;
use super::memory::Memory;
use super::round::Outcome;

/// The record of all drills, and what is to come back.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Progress {
    /// One record for each drill, by its id.
    pub drills: BTreeMap<String, Record>,
    /// What is due again, and when.
    pub memory: Memory,
    /// The best run of the trap quiz: most solved, then fewest wrong.
    pub best_run: Option<Run>,
    /// The last day on which a round or a run was finished.
    pub last_day: Option<u32>,
    /// Days in a row on which something was finished, up to `last_day`.
    pub streak: u32,
}

/// The record of one drill.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// Finished rounds.
    pub attempts: u32,
    /// Rounds that reached the goal.
    pub solved: u32,
    /// Rounds that reached it without help and without losing a move.
    pub perfect: u32,
    /// Moves lost in all solved rounds together.
    pub moves_lost: u32,
    /// Stalemates given.
    pub stalemates: u32,
    /// The last move that gave stalemate, in standard algebraic notation, and its day.
    pub last_stalemate: Option<(String, u32)>,
    /// The seed of the last round.
    pub last_seed: Option<Seed>,
    /// The day of the last round.
    pub last_day: Option<u32>,
    /// Every finished round, in their order.
    pub rounds: Vec<Brief>,
}

/// A finished round in brief.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Brief {
    /// Its day.
    pub day: u32,
    /// Where its start came from.
    pub origin: Origin,
    /// How hard its start was.
    pub level: Level,
    /// How it ended.
    pub outcome: Outcome,
    /// Moves lost.
    pub lost: u16,
    /// Whether help was taken.
    pub helped: bool,
}

impl Progress {
    /// Adds up what was kept. It counts in the order in which it ended, however it is given.
    #[must_use]
    pub fn of(kept: impl IntoIterator<Item = Kept>) -> Self {
        let mut all: Vec<Kept> = kept.into_iter().collect();
        all.sort_by_key(Kept::at);
        let mut progress = Self::default();
        for kept in &all {
            progress.add(kept);
        }
        progress
    }

    /// Adds what was finished.
    pub fn add(&mut self, kept: &Kept) {
        match kept {
            Kept::Round(round) => self.add_round(round),
            Kept::Run(run) => self.add_run(run),
        }
    }

    fn add_run(&mut self, run: &Run) {
        self.note_day(run.day);
        let is_better = |best: Run| (run.solved, Reverse(run.wrong)) > (best.solved, Reverse(best.wrong));
        if self.best_run.is_none_or(is_better) {
            self.best_run = Some(*run);
        }
    }

    fn note_day(&mut self, day: u32) {
        self.streak = match self.last_day {
            Some(last) if last == day => self.streak,
            Some(last) if last.checked_add(1) == Some(day) => self.streak + 1,
            _ => 1,
        };
        self.last_day = Some(day);
    }

    fn add_round(&mut self, round: &Finished) {
        let day = round.day;
        self.note_day(day);
        self.drills.entry(round.drill.clone()).or_default().add(round);
        for recall in &round.recalls {
            self.memory.recall(recall, day);
        }
    }

    /// Days in a row with a finished round, as seen on `day`: nought once a whole day was left out.
    #[must_use]
    pub fn streak_on(&self, day: u32) -> u32 {
        match self.last_day {
            Some(last) if day <= last.saturating_add(1) => self.streak,
            _ => 0,
        }
    }

    /// The record of a drill, if it was ever tried.
    #[must_use]
    pub fn record(&self, drill: &str) -> Option<&Record> {
        self.drills.get(drill)
    }

    /// How many levels of a lesson are passed: 0 to 3, and no level counts before those below it.
    #[must_use]
    pub fn levels_passed(&self, drill: &str, starts: &Starts, pass: Pass) -> usize {
        let Some(record) = self.record(drill) else { return 0 };
        starts.all().iter().take_while(|&&level| record.has_passed(level, pass)).count()
    }
}

impl Record {
    fn add(&mut self, round: &Finished) {
        self.attempts += 1;
        self.last_seed = Some(round.seed);
        self.last_day = Some(round.day);
        if round.outcome.is_solved() {
            self.solved += 1;
            self.moves_lost += u32::from(round.lost);
        }
        self.perfect += u32::from(round.outcome == Outcome::Perfect);
        if round.outcome == Outcome::Stalemated {
            self.stalemates += 1;
            self.last_stalemate = round.stalemate.clone().map(|mv| (mv, round.day));
        }
        let Finished { day, origin, level, outcome, lost, helped, .. } = *round;
        self.rounds.push(Brief { day, origin, level, outcome, lost, helped });
    }

    /// Moves lost on average in the rounds that reached the goal; None before the first.
    #[must_use]
    pub fn average_lost(&self) -> Option<f64> {
        (self.solved > 0).then(|| f64::from(self.moves_lost) / f64::from(self.solved))
    }

    /// Whether a level was ever passed. Rounds of harder levels count, too.
    #[must_use]
    pub fn has_passed(&self, level: Level, pass: Pass) -> bool {
        let of_level: Vec<Level> = Level::ALL.into_iter().filter(|&other| other >= level).collect();
        of_level.into_iter().any(|level| self.longest_row(level, pass) >= pass.rounds)
    }

    /// Rounds of a level in a row, up to the last one, that are good enough for a pass.
    #[must_use]
    pub fn row(&self, level: Level, pass: Pass) -> u16 {
        let good = self.of_level(level).rev().take_while(|brief| brief.is_good(pass)).count();
        u16::try_from(good).unwrap_or(u16::MAX)
    }

    fn longest_row(&self, level: Level, pass: Pass) -> u16 {
        let (mut longest, mut row) = (0, 0);
        for brief in self.of_level(level) {
            row = if brief.is_good(pass) { row + 1 } else { 0 };
            longest = longest.max(row);
        }
        longest
    }

    fn of_level(&self, level: Level) -> impl DoubleEndedIterator<Item = &Brief> {
        self.rounds.iter().filter(move |brief| brief.level == level && brief.origin == Origin::Dealt)
    }
}

impl Brief {
    /// Whether the round counts for a pass.
    #[must_use]
    pub const fn is_good(&self, pass: Pass) -> bool {
        self.outcome.is_solved() && !self.helped && self.lost <= pass.lost
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::practice::finished::{Recall, Recalled};

    fn round(outcome: Outcome, lost: u16, day: u32) -> Finished {
        Finished {
            at: u64::from(day) * 86_400,
            day,
            drill: "KQvK".to_owned(),
            level: Level::Easy,
            seed: Seed(1),
            origin: Origin::Dealt,
            outcome,
            played: 9 + lost,
            par: 9,
            lost,
            helped: false,
            stalemate: (outcome == Outcome::Stalemated).then(|| "Qc2".to_owned()),
            recalls: Vec::new(),
        }
    }

    #[test]
    fn a_streak_counts_days_in_a_row() {
        let mut progress = Progress::default();
        for (day, streak) in [(10, 1), (10, 1), (11, 2), (12, 3), (14, 1)] {
            progress.add(&Kept::Round(round(Outcome::Solved, 0, day)));
            assert_eq!(progress.streak_on(day), streak, "day {day}");
        }
        assert_eq!((progress.streak_on(15), progress.streak_on(16)), (1, 0));
    }

    #[test]
    fn a_record_adds_up() {
        assert_eq!(Record::default().average_lost(), None);
        let rounds = [
            (Outcome::Perfect, 0),
            (Outcome::Solved, 3),
            (Outcome::Stalemated, 7),
            (Outcome::Drawn, 1),
            (Outcome::Lost, 1),
        ];
        let progress = Progress::of(rounds.map(|(outcome, lost)| Kept::Round(round(outcome, lost, 20))));
        let record = &progress.drills["KQvK"];
        assert_eq!((record.attempts, record.solved, record.perfect, record.stalemates), (5, 2, 1, 1));
        assert_eq!((record.moves_lost, record.average_lost()), (3, Some(1.5)));
        assert_eq!((record.last_day, record.last_seed), (Some(20), Some(Seed(1))));
        assert_eq!(record.last_stalemate, Some(("Qc2".to_owned(), 20)));
    }

    #[test]
    fn levels_are_passed_by_rounds_in_a_row_from_below() {
        let (starts, pass) = (Starts { levels: vec![1, 4, 8], ..Starts::any() }, Pass { rounds: 2, lost: 1 });
        let mut progress = Progress::default();
        let mut play = |level, outcome, lost, helped| {
            progress.add(&Kept::Round(Finished { level, helped, ..round(outcome, lost, 1) }));
            (progress.levels_passed("KQvK", &starts, pass), progress.drills["KQvK"].row(level, pass))
        };
        assert_eq!(play(Level::Easy, Outcome::Solved, 1, false), (0, 1));
        assert_eq!(play(Level::Easy, Outcome::Solved, 2, false), (0, 0), "too many moves lost");
        assert_eq!(play(Level::Easy, Outcome::Perfect, 0, false), (0, 1));
        assert_eq!(play(Level::Easy, Outcome::Solved, 0, true), (0, 0), "with help");
        assert_eq!(play(Level::Easy, Outcome::Perfect, 0, false), (0, 1));
        assert_eq!(play(Level::Easy, Outcome::Perfect, 0, false), (1, 2));
        assert_eq!(play(Level::Easy, Outcome::Stalemated, 0, false), (1, 0), "once passed is passed");
        assert_eq!(play(Level::Hard, Outcome::Perfect, 0, false), (1, 1));
        assert_eq!(
            play(Level::Hard, Outcome::Perfect, 0, false),
            (3, 2),
            "hard rounds are harder than medium ones"
        );
    }

    #[test]
    fn the_best_run_stays() {
        let mut progress = Progress::default();
        let best = |solved, wrong, progress: &mut Progress| {
            progress.add(&Kept::Run(Run { at: 0, day: 3, seed: Seed(1), solved, wrong }));
            progress.best_run.map(|run| (run.solved, run.wrong))
        };
        assert_eq!(best(5, 2, &mut progress), Some((5, 2)));
        assert_eq!(best(4, 0, &mut progress), Some((5, 2)));
        assert_eq!(best(5, 1, &mut progress), Some((5, 1)));
        assert_eq!(best(9, 9, &mut progress), Some((9, 9)));
        assert_eq!(progress.streak_on(3), 1);
    }

    #[test]
    fn the_order_of_lines_does_not_matter() {
        let recall = |recalled| vec![Recall { card: "KQvK".to_owned(), recalled }];
        let rounds = [
            Finished { recalls: recall(Recalled::Well), ..round(Outcome::Perfect, 0, 1) },
            Finished { recalls: recall(Recalled::Forgotten), ..round(Outcome::Drawn, 0, 5) },
            Finished { recalls: recall(Recalled::Well), ..round(Outcome::Perfect, 0, 6) },
        ]
        .map(Kept::Round);
        let progress = Progress::of(rounds.clone());
        assert_eq!(Progress::of(rounds.into_iter().rev()), progress);
        assert!(progress.memory.due_day("KQvK").is_some_and(|due| due > 6));
    }
}
