//! Which positions of a repertoire are due.

use game::Repertoire;
use game::repertoire::RepertoirePlace;

use super::card_id::repertoire_card_id;
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
    /// Number of those that were shown and are not due.
    pub learned: usize,
}

impl RepertoireCards {
    /// The cards of a repertoire on a day, counted from 1970-01-01.
    #[must_use]
    pub fn on(day: i32, repertoire: &Repertoire, progress: &PracticeProgress) -> Self {
        let mut cards = Self::default();
        for place in repertoire.cards() {
            match progress.cards.due_day(&repertoire_card_id(repertoire.at(place).position())) {
                None => cards.new.push(place),
                Some(due) if due <= day => cards.due.push(place),
                Some(_) => cards.learned += 1,
            }
        }
        cards
    }

    /// Those of them that are meant.
    #[must_use]
    pub fn filtered(&self, is_meant: impl Fn(&RepertoirePlace) -> bool) -> Self {
        let meant =
            |places: &[RepertoirePlace]| places.iter().filter(|place| is_meant(place)).copied().collect();
        Self { due: meant(&self.due), new: meant(&self.new), learned: self.learned }
    }

    /// Notes that a card was answered: it is due on another day.
    pub fn answered(&mut self, place: RepertoirePlace) {
        let before = self.due.len() + self.new.len();
        self.due.retain(|&due| due != place);
        self.new.retain(|&new| new != place);
        self.learned += before - self.due.len() - self.new.len();
    }

    /// Number of cards.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.due.len() + self.new.len() + self.learned
    }
}
