//! What was achieved so far: a value to show and to keep. Days are counts from any fixed day.

use std::collections::BTreeMap;

use super::deal::Seed;
use super::round::{Account, Outcome};

/// The record of all drills.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// One record for each drill, by its id.
    pub drills: BTreeMap<String, Record>,
    /// The last day on which a round was finished.
    pub last_day: Option<u32>,
    /// Days in a row with a finished round, up to `last_day`.
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
    /// The last move that gave stalemate, in standard algebraic notation.
    pub last_stalemate: Option<String>,
    /// The seed of the last round.
    pub last_seed: Option<Seed>,
    /// The day of the last round.
    pub last_day: Option<u32>,
}

impl Progress {
    /// Adds a finished round.
    pub fn add(&mut self, drill: &str, account: &Account, day: u32) {
        self.streak = match self.last_day {
            Some(last) if last == day => self.streak,
            Some(last) if last.checked_add(1) == Some(day) => self.streak + 1,
            _ => 1,
        };
        self.last_day = Some(day);
        self.drills.entry(drill.to_owned()).or_default().add(account, day);
    }

    /// Days in a row with a finished round, as seen on `day`: nought once a whole day was left out.
    #[must_use]
    pub fn streak_on(&self, day: u32) -> u32 {
        match self.last_day {
            Some(last) if day <= last.saturating_add(1) => self.streak,
            _ => 0,
        }
    }
}

impl Record {
    fn add(&mut self, account: &Account, day: u32) {
        self.attempts += 1;
        self.last_seed = Some(account.seed);
        self.last_day = Some(day);
        if account.outcome.is_solved() {
            self.solved += 1;
            self.moves_lost += u32::from(account.lost);
        }
        self.perfect += u32::from(account.outcome == Outcome::Perfect);
        if account.outcome == Outcome::Stalemated {
            self.stalemates += 1;
            self.last_stalemate = account.slips.last().map(|slip| slip.grade.san.clone());
        }
    }

    /// Moves lost on average in the rounds that reached the goal; None before the first.
    #[must_use]
    pub fn average_lost(&self) -> Option<f64> {
        (self.solved > 0).then(|| f64::from(self.moves_lost) / f64::from(self.solved))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn account(outcome: Outcome, lost: u16) -> Account {
        Account {
            outcome,
            seed: Seed(1),
            ending: None,
            reason: String::new(),
            played: 9 + lost,
            par: 9,
            lost,
            helped: false,
            slips: Vec::new(),
            distances: Vec::new(),
        }
    }

    #[test]
    fn a_streak_counts_days_in_a_row() {
        let mut progress = Progress::default();
        for (day, streak) in [(10, 1), (10, 1), (11, 2), (12, 3), (14, 1)] {
            progress.add("KQvK", &account(Outcome::Solved, 0), day);
            assert_eq!(progress.streak_on(day), streak, "day {day}");
        }
        assert_eq!((progress.streak_on(15), progress.streak_on(16)), (1, 0));
    }

    #[test]
    fn a_record_adds_up() {
        let mut progress = Progress::default();
        assert_eq!(Record::default().average_lost(), None);
        for (outcome, lost) in [
            (Outcome::Perfect, 0),
            (Outcome::Solved, 3),
            (Outcome::Stalemated, 7),
            (Outcome::Drawn, 1),
            (Outcome::Lost, 1),
        ] {
            progress.add("KQvK", &account(outcome, lost), 20);
        }
        let record = &progress.drills["KQvK"];
        assert_eq!((record.attempts, record.solved, record.perfect, record.stalemates), (5, 2, 1, 1));
        assert_eq!((record.moves_lost, record.average_lost()), (3, Some(1.5)));
        assert_eq!((record.last_day, record.last_seed), (Some(20), Some(Seed(1))));
    }
}
