//! The games that wait for their review in the background, and how far the work has come.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use crate::chess::names::{group_digits, rough_duration};
use crate::game::GameListEntry;
use crate::game::pgn::PgnGame;
use crate::practice::Review;
use crate::practice::mistake_card::MistakeCandidate;

/// The games that wait for their review, and how far the work has come.
#[derive(Clone, Debug, Default)]
pub struct LibraryReviewQueue {
    /// What is done at the moment.
    pub activity: LibraryReviewActivity,
    /// The games that wait, the next one first.
    pub(crate) waiting: VecDeque<GameListEntry>,
    /// The game that is reviewed.
    pub(crate) current: Option<Box<QueuedGame>>,
    /// Number of games when the work began.
    pub(crate) total: usize,
    /// Number of those that are done.
    pub(crate) finished: usize,
    /// The time that searching took so far.
    spent: Duration,
    /// The positions that were evaluated in it, and those that are left.
    pub(crate) positions: (u64, u64),
}

/// A game of the queue with its review so far.
#[derive(Clone, Debug)]
pub(crate) struct QueuedGame {
    pub(crate) game: PgnGame,
    pub(crate) review: Review,
    pub(crate) stage: QueuedGameStage,
}

/// What is done with a game of the queue.
#[derive(Clone, Debug)]
pub(crate) enum QueuedGameStage {
    /// Its positions are evaluated.
    Review,
    /// The better moves in place of the user's mistakes are searched.
    Mistakes(Vec<MistakeCandidate>),
}

/// What the review of the library does at the moment.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum LibraryReviewActivity {
    /// Nothing: it was not started, or is finished.
    #[default]
    Off,
    /// The games without a review are looked for.
    Listing,
    /// It waits until the user does not need the machine.
    Paused,
    /// The next game is read.
    Reading,
    /// A game is analyzed since then.
    Analyzing(Instant),
}

impl LibraryReviewQueue {
    /// A queue of these games.
    #[must_use]
    pub(crate) fn new(games: Vec<GameListEntry>) -> Self {
        let positions = games.iter().map(|row| u64::from(row.plies) + 1).sum();
        Self {
            activity: LibraryReviewActivity::Paused,
            total: games.len(),
            waiting: games.into(),
            positions: (0, positions),
            ..Self::default()
        }
    }

    /// How far it has come, as a note; None while it is off.
    #[must_use]
    pub fn progress_text(&self) -> Option<String> {
        let place = format!(
            "{} of {}",
            group_digits((self.finished + 1).min(self.total) as u64),
            group_digits(self.total as u64)
        );
        match self.activity {
            LibraryReviewActivity::Off => None,
            LibraryReviewActivity::Listing => Some("looking for games to review".to_owned()),
            LibraryReviewActivity::Paused if self.total > 0 => Some(format!("review paused at {place}")),
            _ => {
                let left =
                    self.time_left().map_or_else(String::new, |left| format!(", {}", rough_duration(left)));
                Some(format!("reviewing {place}{left}"))
            }
        }
    }

    /// The time that the games left will take, by that of the games before.
    fn time_left(&self) -> Option<Duration> {
        let (searched, left) = self.positions;
        let milliseconds = (self.spent.as_millis() * u128::from(left)).checked_div(searched.into())?;
        Some(Duration::from_millis(u64::try_from(milliseconds).unwrap_or(u64::MAX)))
    }

    /// Takes the first game off the queue and returns it.
    pub(crate) fn finish_game(&mut self, was_searched: bool) -> Option<GameListEntry> {
        self.current = None;
        self.finished += 1;
        let row = self.waiting.pop_front();
        if let Some(row) = &row {
            let positions = u64::from(row.plies) + 1;
            self.positions.1 = self.positions.1.saturating_sub(positions);
            self.positions.0 += if was_searched { positions } else { 0 };
        }
        self.activity = LibraryReviewActivity::Paused;
        row
    }

    /// Counts the time of the search that ends now.
    pub(crate) fn end_search(&mut self, now: Instant) {
        if let LibraryReviewActivity::Analyzing(since) = self.activity {
            self.spent += now.saturating_duration_since(since);
            self.activity = LibraryReviewActivity::Paused;
        }
    }
}
