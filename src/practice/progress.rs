//! What was achieved so far: a value to show and to keep.

use std::collections::BTreeMap;

use super::deal::Seed;
use super::round::Account;

/// The record of all drills.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// One record for each drill, by its id.
    pub drills: BTreeMap<String, Record>,
    /// The last day on which a round was finished, as a count of days.
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
    /// The day of the last round, as a count of days.
    pub last_day: Option<u32>,
}

impl Progress {
    /// Adds a finished round; `day` counts days from any fixed one.
    pub fn add(&mut self, drill: &str, account: &Account, day: u32) {
        let _ = (drill, account, day);
    }

    /// Days in a row with a finished round, as seen on `day`: nought once a day was left out.
    #[must_use]
    pub fn streak_on(&self, day: u32) -> u32 {
        let _ = day;
        self.streak
    }
}
