//! What comes back when: each slip and each lesson is a card, and a card is due when it is about to be forgotten.
//!
//! The plan is FSRS (Jarrett Ye, "A Stochastic Shortest Path Algorithm for Optimizing Spaced Repetition Scheduling",
//! KDD 2022), by the crate of its authors, with the weights that it has for people of whom nothing is known yet.

use std::collections::BTreeMap;
use std::ops::Bound;

use chrono::{DateTime, Utc};
use rs_fsrs::{Card, FSRS, Parameters, Rating};

const SECONDS_A_DAY: u64 = 86_400;

/// How well something was remembered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CardReview {
    /// What: a drill's id alone, or with a position after a blank, see [`canonical`](super::symmetry::canonical).
    pub card: String,
    /// How well.
    pub rating: CardRating,
}

/// How well something was remembered.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CardRating {
    /// Not at all.
    Again,
    /// With help, or with more moves lost than a pass allows.
    Hard,
    /// Well.
    Good,
}

/// All cards.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct CardDeck {
    cards: BTreeMap<String, Card>,
}

impl CardDeck {
    /// Takes in how well a card was remembered on a day, counted from 1970-01-01. A card that was not there yet is
    /// made by it.
    pub fn review(&mut self, recall: &CardReview, day: u32) {
        let now = noon(day);
        let card = self.cards.entry(recall.card.clone());
        let card = card.or_insert_with(|| Card { due: now, last_review: now, ..Card::default() });
        let rating = match recall.rating {
            CardRating::Again => Rating::Again,
            CardRating::Hard => Rating::Hard,
            CardRating::Good => Rating::Good,
        };
        // A clock that was set back must not count days that were not.
        let now = now.max(card.last_review);
        *card = scheduler().next(card.clone(), now, rating).card;
    }

    /// Drops a card: nothing can be asked about it any more.
    pub fn remove(&mut self, card: &str) {
        self.cards.remove(card);
    }

    /// Whether there is a card, due or not.
    #[must_use]
    pub fn contains(&self, card: &str) -> bool {
        self.cards.contains_key(card)
    }

    /// Whether a card is due on a day.
    #[must_use]
    pub fn is_due(&self, card: &str, day: u32) -> bool {
        self.due_day(card).is_some_and(|due| due <= day)
    }

    /// The day on which a card is due; None where there is no such card.
    #[must_use]
    pub fn due_day(&self, card: &str) -> Option<u32> {
        self.cards.get(card).map(due_day_of)
    }

    /// The positions of a drill that are due on a day, the longest waiting first.
    #[must_use]
    pub fn due_positions(&self, lesson_id: &str, day: u32) -> Vec<&str> {
        let mut due: Vec<(u32, &str)> = self
            .position_cards(lesson_id)
            .map(|(position, card)| (due_day_of(card), position))
            .filter(|(due, _)| *due <= day)
            .collect();
        due.sort_unstable();
        due.into_iter().map(|(_, position)| position).collect()
    }

    /// How many things of a drill are due on a day: its positions, and the drill itself.
    #[must_use]
    pub fn due_count(&self, lesson_id: &str, day: u32) -> usize {
        self.position_cards(lesson_id).filter(|(_, card)| due_day_of(card) <= day).count()
            + usize::from(self.is_due(lesson_id, day))
    }

    /// How many positions of a drill are remembered, due or not.
    #[must_use]
    pub fn position_count(&self, lesson_id: &str) -> usize {
        self.position_cards(lesson_id).count()
    }

    /// The positions of a drill with their cards.
    fn position_cards<'a>(&'a self, drill: &str) -> impl Iterator<Item = (&'a str, &'a Card)> + use<'a> {
        // They stand together, for they are asked for with every frame of the list.
        let prefix = position_card_id(drill, "");
        let from = self.cards.range::<str, _>((Bound::Excluded(prefix.as_str()), Bound::Unbounded));
        from.map_while(move |(name, card)| Some((name.strip_prefix(&prefix)?, card)))
    }
}

/// The card of a position of a drill, by what stands for all positions alike.
#[must_use]
pub fn position_card_id(lesson_id: &str, canonical: &str) -> String {
    format!("{lesson_id} {canonical}")
}

/// Days are what counts here: nothing is due twice on one.
fn scheduler() -> FSRS {
    FSRS::new(Parameters { enable_short_term: false, enable_fuzz: false, ..Parameters::default() })
}

/// A day as a moment. Noon, so that whole days lie between two of them.
fn noon(day: u32) -> DateTime<Utc> {
    let seconds = u64::from(day) * SECONDS_A_DAY + SECONDS_A_DAY / 2;
    i64::try_from(seconds).ok().and_then(|at| DateTime::from_timestamp(at, 0)).unwrap_or_default()
}

fn due_day_of(card: &Card) -> u32 {
    let seconds = u64::try_from(card.due.timestamp()).unwrap_or(0);
    u32::try_from(seconds / SECONDS_A_DAY).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recall(memory: &mut CardDeck, rating: CardRating, day: u32) -> u32 {
        memory.review(&CardReview { card: "KQvK 8/8 w - -".to_owned(), rating }, day);
        memory.due_day("KQvK 8/8 w - -").unwrap()
    }

    #[test]
    fn what_is_known_comes_back_later_each_time_and_what_is_not_the_next_day() {
        let mut memory = CardDeck::default();
        assert!(!memory.is_due("KQvK 8/8 w - -", 100));
        assert_eq!(recall(&mut memory, CardRating::Again, 100), 101);
        assert_eq!(memory.due_positions("KQvK", 100), Vec::<&str>::new());
        assert_eq!(memory.due_positions("KQvK", 101), ["8/8 w - -"]);
        let mut day = 101;
        let mut wait = 0;
        for _ in 0..5 {
            let due = recall(&mut memory, CardRating::Good, day);
            assert!(due - day > wait, "{day} {due} {wait}");
            (wait, day) = (due - day, due);
        }
        let due = recall(&mut memory, CardRating::Again, day);
        assert!(due - day < wait, "a mistake shortens the wait");
    }

    #[test]
    fn a_clock_that_is_set_back_does_no_harm() {
        let mut memory = CardDeck::default();
        let due = recall(&mut memory, CardRating::Good, 20_000);
        assert!(recall(&mut memory, CardRating::Good, 10) >= due);
        assert!(recall(&mut memory, CardRating::Good, u32::MAX) > 0);
    }

    #[test]
    fn a_drill_is_a_card_of_its_own() {
        let mut memory = CardDeck::default();
        recall(&mut memory, CardRating::Again, 5);
        memory.review(&CardReview { card: "KQvK".to_owned(), rating: CardRating::Again }, 5);
        memory.review(&CardReview { card: "KQvKR".to_owned(), rating: CardRating::Again }, 5);
        assert_eq!(
            (memory.due_count("KQvK", 5), memory.due_count("KQvK", 6), memory.due_count("KQvKR", 6)),
            (0, 2, 1)
        );
        assert_eq!((memory.position_count("KQvK"), memory.position_count("KQvKR")), (1, 0));
    }
}
