//! Spaced repetition (FSRS): each mistake and each lesson is a card with a due date.
//!
//! The schedule is FSRS (Jarrett Ye, "A Stochastic Shortest Path Algorithm for Optimizing Spaced Repetition
//! Scheduling", KDD 2022) with the default weights of its authors' crate. A forgotten card has one relearning step
//! of a day, as they advise: it is due the next day, whatever its stability; from the next right answer on the
//! stability decides again.

use std::collections::BTreeMap;
use std::ops::Bound;

use chrono::{DateTime, TimeDelta, Utc};
use rs_fsrs::{Card, FSRS, Parameters, Rating, Seed};

const SECONDS_A_DAY: i64 = 86_400;

/// The relearning step, in days: when a forgotten card is due again.
const RELEARNING_DAYS: u32 = 1;

/// The longest interval between two reviews of a card, in days.
const MAX_INTERVAL_DAYS: u16 = 36_500;

/// The last day that counts, from 1970-01-01: the end of the year 9999. Dates of games have four digits for the year; the
/// dates of the scheduler end later, and cards are due a hundred years after a review at most.
pub const LAST_DAY: i32 = 2_932_896;

/// The first day that counts: the beginning of the year 1.
pub const FIRST_DAY: i32 = -719_162;

/// The default weights of the scheduler. To ask it for its defaults asks the system for the time, and ends the program
/// where that is before 1970.
const WEIGHTS: [f64; 19] = [
    0.4072, 1.1829, 3.1262, 15.4722, 7.2102, 0.5316, 1.0651, 0.0234, 1.616, 0.1544, 1.0824, 1.9813, 0.0953,
    0.2975, 2.2042, 0.2407, 2.9466, 0.5034, 0.6567,
];

/// A review of a card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CardReview {
    /// The card's id: a lesson's id, or a lesson's id, a space and a position, see
    /// [`canonical`](super::symmetry::canonical).
    pub card: String,
    /// How well the card was remembered.
    pub rating: CardRating,
}

/// How well a card was remembered, with FSRS's names.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CardRating {
    /// Not at all.
    Again,
    /// With help, or with more moves lost than passing the lesson allows.
    Hard,
    /// Well.
    Good,
}

/// The cards of all lessons.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct CardDeck {
    cards: BTreeMap<String, Card>,
}

impl CardDeck {
    /// Reviews a card on a day, counted from 1970-01-01. Creates the card at its first review.
    pub fn review(&mut self, review: &CardReview, day: i32) {
        let now = noon(day);
        let card = self.cards.entry(review.card.clone());
        let card = card.or_insert_with(|| Card { due: now, last_review: now, ..Card::default() });
        let rating = match review.rating {
            CardRating::Again => Rating::Again,
            CardRating::Hard => Rating::Hard,
            CardRating::Good => Rating::Good,
        };
        // After the system clock was set back, the previous review counts as one of this day.
        card.last_review = card.last_review.min(now);
        let before = card.clone();
        *card = scheduler().next(card.clone(), now, rating).card;
        match rating {
            Rating::Again => {
                set_interval(card, RELEARNING_DAYS, day);
                // Forgetting never makes a memory more stable.
                if before.reps > 0 {
                    card.stability = card.stability.min(before.stability);
                }
            }
            // A card known when it was due waits longer than before, also where its stability is small.
            Rating::Good if before.reps > 0 && before.due <= now => {
                let longest = i64::from(MAX_INTERVAL_DAYS);
                let longer = (before.scheduled_days + 1).min(longest);
                if card.scheduled_days < longer {
                    set_interval(card, u32::try_from(longer).unwrap_or(RELEARNING_DAYS), day);
                }
            }
            Rating::Good | Rating::Hard | Rating::Easy => {}
        }
    }

    /// Removes a card.
    pub fn remove(&mut self, card: &str) {
        self.cards.remove(card);
    }

    /// Whether the card exists, due or not.
    #[must_use]
    pub fn contains(&self, card: &str) -> bool {
        self.cards.contains_key(card)
    }

    /// Whether a card is due on a day.
    #[must_use]
    pub fn is_due(&self, card: &str, day: i32) -> bool {
        self.due_day(card).is_some_and(|due| due <= day)
    }

    /// The due date of a card as a day from 1970-01-01; None where the card does not exist.
    #[must_use]
    pub fn due_day(&self, card: &str) -> Option<i32> {
        self.cards.get(card).map(due_day_of)
    }

    /// The positions of a lesson that are due on a day, the earliest due date first.
    #[must_use]
    pub fn due_positions(&self, lesson_id: &str, day: i32) -> Vec<&str> {
        let mut due: Vec<(i32, &str)> = self
            .position_cards(lesson_id)
            .map(|(position, card)| (due_day_of(card), position))
            .filter(|(due, _)| *due <= day)
            .collect();
        due.sort_unstable();
        due.into_iter().map(|(_, position)| position).collect()
    }

    /// Number of cards of a lesson that are due on a day: its positions and the lesson itself.
    #[must_use]
    pub fn due_count(&self, lesson_id: &str, day: i32) -> usize {
        self.position_cards(lesson_id).filter(|(_, card)| due_day_of(card) <= day).count()
            + usize::from(self.is_due(lesson_id, day))
    }

    /// Number of position cards of a lesson, due or not.
    #[must_use]
    pub fn position_count(&self, lesson_id: &str) -> usize {
        self.position_cards(lesson_id).count()
    }

    /// The positions of a lesson with the days on which they are due, counted from 1970-01-01.
    pub(crate) fn due_days(&self, lesson_id: &str) -> impl Iterator<Item = (&str, i32)> {
        self.position_cards(lesson_id).map(|(position, card)| (position, due_day_of(card)))
    }

    /// The positions of a lesson with their cards.
    fn position_cards<'a>(&'a self, lesson_id: &str) -> impl Iterator<Item = (&'a str, &'a Card)> + use<'a> {
        // They are adjacent in the map: this runs with every frame of the lesson list.
        let prefix = position_card_id(lesson_id, "");
        let from = self.cards.range::<str, _>((Bound::Excluded(prefix.as_str()), Bound::Unbounded));
        from.map_while(move |(name, card)| Some((name.strip_prefix(&prefix)?, card)))
    }
}

/// The id of the card of a position, by its [canonical form](super::symmetry::canonical).
#[must_use]
pub fn position_card_id(lesson_id: &str, canonical: &str) -> String {
    format!("{lesson_id} {canonical}")
}

/// How many days it is from one day to a later one; 0 where it is not later.
#[must_use]
pub fn days_between(from: i32, to: i32) -> u32 {
    u32::try_from(to.saturating_sub(from)).unwrap_or(0)
}

/// FSRS with whole days: no card is due twice on one day.
fn scheduler() -> FSRS {
    FSRS::new(Parameters {
        request_retention: 0.9,
        maximum_interval: MAX_INTERVAL_DAYS.into(),
        w: WEIGHTS,
        decay: Parameters::DECAY,
        factor: Parameters::FACTOR,
        enable_short_term: false,
        enable_fuzz: false,
        seed: Seed::Default,
    })
}

/// Makes a card that was answered on a day due so many days later.
fn set_interval(card: &mut Card, days: u32, day: i32) {
    card.scheduled_days = days.into();
    card.due = noon(day) + TimeDelta::days(days.into());
}

/// Noon of a day in UTC, so that two of them are whole days apart.
fn noon(day: i32) -> DateTime<Utc> {
    let seconds = i64::from(day.clamp(FIRST_DAY, LAST_DAY)) * SECONDS_A_DAY + SECONDS_A_DAY / 2;
    DateTime::from_timestamp(seconds, 0).unwrap_or_default()
}

fn due_day_of(card: &Card) -> i32 {
    i32::try_from(card.due.timestamp().div_euclid(SECONDS_A_DAY)).unwrap_or(i32::MAX)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn recall(memory: &mut CardDeck, rating: CardRating, day: i32) -> i32 {
        memory.review(&CardReview { card: "KQvK 8/8 w - -".to_owned(), rating }, day);
        memory.due_day("KQvK 8/8 w - -").unwrap()
    }

    #[test]
    fn the_settings_are_those_of_the_scheduler_but_for_its_short_steps() {
        let wanted = Parameters { enable_short_term: false, seed: Seed::Default, ..Parameters::default() };
        assert_eq!(format!("{:?}", scheduler()), format!("{:?}", FSRS::new(wanted)));
    }

    #[test]
    fn any_day_of_a_wrong_clock_is_a_day() {
        for day in [i32::MIN, FIRST_DAY, -1, 0, 1, LAST_DAY - 1, LAST_DAY, 95_026_000, i32::MAX] {
            let mut memory = CardDeck::default();
            let due = [CardRating::Good, CardRating::Again].map(|rating| recall(&mut memory, rating, day));
            assert!(due.iter().all(|&due| due > day.clamp(FIRST_DAY, LAST_DAY)), "{day}: {due:?}");
        }
    }

    #[test]
    fn days_before_1970_are_like_any_other() {
        for ratings in [
            [CardRating::Good; 3],
            [CardRating::Again; 3],
            [CardRating::Again, CardRating::Good, CardRating::Hard],
        ] {
            let intervals = |first: i32| {
                let (mut memory, mut day) = (CardDeck::default(), first);
                ratings.map(|rating| {
                    let due = recall(&mut memory, rating, day);
                    assert!(
                        !memory.is_due("KQvK 8/8 w - -", due - 1) && memory.is_due("KQvK 8/8 w - -", due)
                    );
                    let interval = due - day;
                    day = due;
                    interval
                })
            };
            for first in [-700_000, -1_827, -2, -1, 0] {
                assert_eq!(intervals(first), intervals(20_000), "{first}");
            }
        }
        assert_eq!((days_between(-1, 0), days_between(-3, 4), days_between(0, -1)), (1, 7, 0));
    }

    #[test]
    fn intervals_grow_after_good_reviews_and_shrink_after_a_mistake() {
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
    fn a_card_answered_while_the_clock_was_ahead_is_due_from_the_day_of_the_next_answer() {
        let mut memory = CardDeck::default();
        assert_eq!(recall(&mut memory, CardRating::Good, 40_000), 40_003);
        let due = recall(&mut memory, CardRating::Good, 20_000);
        assert!((20_001..20_020).contains(&due), "{due}");
        assert_eq!(recall(&mut memory, CardRating::Again, 20_000), 20_001);
        assert!(recall(&mut memory, CardRating::Good, i32::MAX) > 0);
    }

    #[test]
    fn a_card_forgotten_after_any_number_of_right_answers_is_due_the_next_day() {
        for right in 0..12 {
            let mut memory = CardDeck::default();
            let mut day = 20_000;
            for _ in 0..right {
                day = recall(&mut memory, CardRating::Good, day);
            }
            assert_eq!(recall(&mut memory, CardRating::Again, day) - day, 1, "after {right} right answers");
            assert_eq!(recall(&mut memory, CardRating::Again, day + 1) - day, 2, "and again");
            // What was known before is soon known again.
            let due = recall(&mut memory, CardRating::Good, day + 2);
            assert!(due > day + 3, "after {right} right answers: {}", due - day);
        }
    }

    /// Histories of a card: ratings, each given so many days after the card was due.
    fn histories() -> impl Strategy<Value = Vec<(CardRating, i32)>> {
        let rating = prop_oneof![
            2 => Just(CardRating::Again),
            1 => Just(CardRating::Hard),
            4 => Just(CardRating::Good)
        ];
        prop::collection::vec((rating, prop_oneof![Just(0_i32), 0..40_i32]), 1..30)
    }

    proptest! {
        #[test]
        fn the_schedule_of_a_history_is_what_the_manual_says(history in histories()) {
            let schedule = |history: &[(CardRating, i32)]| -> Vec<i32> {
                let mut memory = CardDeck::default();
                let mut day = 20_000;
                let intervals = history.iter().map(|&(rating, late)| {
                    day += late;
                    let due = recall(&mut memory, rating, day);
                    let interval = due - day;
                    day = due;
                    interval
                });
                intervals.collect()
            };
            let intervals = schedule(&history);
            prop_assert_eq!(&intervals, &schedule(&history), "the same history, the same schedule");
            let mut previous = 0;
            let longest = i32::from(MAX_INTERVAL_DAYS);
            for (&(rating, _), &interval) in history.iter().zip(&intervals) {
                match rating {
                    CardRating::Again => prop_assert_eq!(interval, 1, "forgotten: {:?}", intervals),
                    CardRating::Hard => prop_assert!(interval >= 1),
                    CardRating::Good => prop_assert!(
                        interval > previous || interval >= longest,
                        "{:?} {:?}",
                        history,
                        intervals
                    ),
                }
                previous = interval;
            }
        }
    }

    #[test]
    fn a_lesson_has_a_card_of_its_own() {
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
