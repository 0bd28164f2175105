//! Which positions of a repertoire are due.

use std::collections::HashMap;

use game::Repertoire;
use game::repertoire::RepertoirePlace;

use super::card_id::seen_positions;
use crate::progress::PracticeProgress;

/// The most positions of repertoires that are shown for the first time on one day, unless more are asked for.
pub const NEW_POSITIONS_A_DAY: usize = 10;

/// The cards of a repertoire as they stand on a day.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct RepertoireCards {
    /// Those that are due, in the order in which they are written.
    pub due: Vec<RepertoirePlace>,
    /// Those that were never shown, in the same order.
    pub new: Vec<RepertoirePlace>,
    /// The days on which the others are due, counted from 1970-01-01.
    later: Vec<i32>,
}

impl RepertoireCards {
    /// The cards of a repertoire on a day, counted from 1970-01-01.
    #[must_use]
    pub fn on(day: i32, repertoire: &Repertoire, progress: &PracticeProgress) -> Self {
        // Cards that were seen are few beside those of a large repertoire.
        let seen: HashMap<RepertoirePlace, i32> = seen_positions(&progress.cards)
            .filter_map(|(position, due)| Some((repertoire.find(&position)?, due)))
            .collect();
        let mut cards = Self::default();
        for &place in repertoire.cards() {
            match seen.get(&place).copied() {
                None => cards.new.push(place),
                Some(due) if due <= day => cards.due.push(place),
                Some(due) => cards.later.push(due),
            }
        }
        cards
    }

    /// Those of them that are meant.
    #[must_use]
    pub fn filtered(&self, is_meant: impl Fn(&RepertoirePlace) -> bool) -> Self {
        let meant =
            |places: &[RepertoirePlace]| places.iter().filter(|place| is_meant(place)).copied().collect();
        Self { due: meant(&self.due), new: meant(&self.new), later: self.later.clone() }
    }

    /// Notes that a card was answered: it is due on another day.
    pub fn answered(&mut self, place: RepertoirePlace, due_day: i32) {
        let before = self.due.len() + self.new.len();
        self.due.retain(|&due| due != place);
        self.new.retain(|&new| new != place);
        if self.due.len() + self.new.len() < before {
            self.later.push(due_day);
        }
    }

    /// Number of cards that are due on a day, if none of them is answered before.
    #[must_use]
    pub fn due_count(&self, day: i32) -> usize {
        self.due.len() + self.later.iter().filter(|&&due| due <= day).count()
    }

    /// Number of cards.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.due.len() + self.new.len() + self.later.len()
    }
}
