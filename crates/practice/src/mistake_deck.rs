//! The deck of all mistake cards, and which of them are due.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::mistake_card::{MistakeCandidate, MistakeCard, MistakeCardId};
use super::progress::PracticeProgress;
use chess::mistake_search::MistakeSearch;
use game::pgn::PgnGame;

/// The most cards that are seen for the first time on one day.
pub const NEW_CARDS_A_DAY: usize = 10;

/// All mistake cards, and the games whose mistakes were searched.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct MistakeDeck {
    cards: BTreeMap<MistakeCardId, DeckEntry>,
    /// The keys of their positions.
    positions: HashSet<u64>,
    /// The fingerprints of the games.
    searched_games: BTreeSet<u64>,
    /// Number of cards that only a newer version of the program understands.
    newer: usize,
}

/// A card with its id among all cards of spaced repetition, which is asked for with every frame of the lesson list.
#[derive(Clone, PartialEq, Debug)]
struct DeckEntry {
    deck_id: String,
    card: MistakeCard,
}

/// A change of the deck, as it is kept.
#[derive(Clone, PartialEq, Debug)]
pub enum MistakeDeckChange {
    /// A new card.
    Add(Box<MistakeCard>),
    /// The mistakes of the game with this fingerprint were searched.
    MarkSearched(u64),
    /// A card was withdrawn.
    Withdraw(MistakeCardId),
}

impl MistakeDeck {
    /// Adds a card. False where it is there, or another one with the same position.
    pub fn add(&mut self, card: MistakeCard) -> bool {
        let is_new = !self.cards.contains_key(&card.id) && self.positions.insert(card.root().position.key());
        if is_new {
            self.cards.insert(card.id, DeckEntry { deck_id: card.id.deck_id(), card });
        }
        is_new
    }

    /// Adds the card of a mistake in a reviewed game, by its two searches. None where the better move is not clear, or the
    /// deck has a card with the position.
    pub fn add_searched(
        &mut self,
        game: &PgnGame,
        candidate: &MistakeCandidate,
        searches: &[MistakeSearch; 2],
    ) -> Option<MistakeDeckChange> {
        let card = MistakeCard::from_searches(game, candidate, searches)?;
        self.add(card.clone()).then(|| MistakeDeckChange::Add(Box::new(card)))
    }

    /// Removes a card.
    pub fn withdraw(&mut self, id: MistakeCardId) -> Option<MistakeCard> {
        let DeckEntry { card, .. } = self.cards.remove(&id)?;
        self.positions.remove(&card.root().position.key());
        Some(card)
    }

    /// Notes that the mistakes of a game were searched.
    pub fn mark_searched(&mut self, game: u64) -> MistakeDeckChange {
        self.searched_games.insert(game);
        MistakeDeckChange::MarkSearched(game)
    }

    /// Whether the mistakes of a game were searched.
    #[must_use]
    pub fn is_searched(&self, game: u64) -> bool {
        self.searched_games.contains(&game)
    }

    /// Notes a card that only a newer version of the program understands.
    pub const fn add_newer(&mut self) {
        self.newer += 1;
    }

    /// Number of cards that only a newer version of the program understands.
    #[must_use]
    pub const fn newer(&self) -> usize {
        self.newer
    }

    /// The card of this id.
    #[must_use]
    pub fn card(&self, id: MistakeCardId) -> Option<&MistakeCard> {
        self.cards.get(&id).map(|entry| &entry.card)
    }

    /// All cards, by game and move.
    pub fn cards(&self) -> impl Iterator<Item = &MistakeCard> {
        self.cards.values().map(|entry| &entry.card)
    }

    /// The cards to see on a day, counted from 1970-01-01: those that are due, the longest due first, then new
    /// ones, the newest game first, as many as the day has left.
    #[must_use]
    pub fn due<'a>(&'a self, progress: &PracticeProgress, day: i32) -> Vec<&'a MistakeCard> {
        let mut due = Vec::new();
        let mut new = Vec::new();
        for DeckEntry { deck_id, card } in self.cards.values() {
            match progress.cards.due_day(deck_id) {
                Some(due_day) if due_day <= day => due.push((due_day, card)),
                Some(_) => {}
                None => new.push(card),
            }
        }
        due.sort_by_key(|&(due_day, card)| (due_day, card.id));
        new.sort_by(|one, other| (&other.date, one.id).cmp(&(&one.date, other.id)));
        let new_today = progress.new_mistake_cards_on(day);
        let new = new.into_iter().take(NEW_CARDS_A_DAY.saturating_sub(new_today));
        due.into_iter().map(|(_, card)| card).chain(new).collect()
    }

    /// Number of cards to see on a day.
    #[must_use]
    pub fn due_count(&self, progress: &PracticeProgress, day: i32) -> usize {
        let due_day = |entry: &DeckEntry| progress.cards.due_day(&entry.deck_id);
        let (due, new) = self.cards.values().map(due_day).fold((0, 0), |(due, new), of| match of {
            Some(of) => (due + usize::from(of <= day), new),
            None => (due, new + 1),
        });
        due + new.min(NEW_CARDS_A_DAY.saturating_sub(progress.new_mistake_cards_on(day)))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::record::{CardAnswer, PracticeEntry};
    use crate::spaced_repetition::{CardRating, CardReview};
    use chess::{Bound, Certainty, Line, Position, PositionEvaluation, Score};

    /// A card whose position is that after one first move of White, by its number.
    fn card(game: u64, first_move: usize, date: &str) -> MistakeCard {
        let start = Position::start();
        let first = start.legal_moves()[first_move];
        let moves = start.after(first).legal_moves();
        let line = |mv, score| {
            let (score, bound, certainty) = (Score::centipawns(score), Bound::Exact, Certainty::Searched);
            PositionEvaluation::from_line(Line { score, bound, certainty, moves: vec![mv], ends_in: None })
        };
        let after = start.after(first).after(moves[1]);
        MistakeCard {
            id: MistakeCardId { game, ply: 1 },
            white: "Anna".to_owned(),
            black: "Bert".to_owned(),
            date: date.to_owned(),
            start,
            moves: vec![first],
            played: moves[1],
            accepted: vec![moves[0]],
            before: line(moves[0], 300),
            after: line(after.legal_moves()[0], 200),
            clock: Some(Duration::from_secs(9)),
            nodes: 1_000,
        }
    }

    fn answer(progress: &mut PracticeProgress, id: MistakeCardId, rating: CardRating, day: i32) {
        let review = CardReview { card: id.deck_id(), rating };
        progress.add(&PracticeEntry::CardAnswer(CardAnswer { ended_at: day.into(), day, review }));
    }

    fn due(deck: &MistakeDeck, progress: &PracticeProgress, day: i32) -> Vec<u64> {
        let due: Vec<u64> = deck.due(progress, day).iter().map(|card| card.id.game).collect();
        assert_eq!(due.len(), deck.due_count(progress, day));
        due
    }

    #[test]
    fn due_cards_come_before_new_ones_and_few_are_new_on_a_day() {
        let mut deck = MistakeDeck::default();
        for number in 0..15_u8 {
            let date = format!("2026.11.{:02}", number + 1);
            assert!(deck.add(card(number.into(), number.into(), &date)));
        }
        let mut progress = PracticeProgress::default();
        assert_eq!(due(&deck, &progress, 100), (5..15).rev().collect::<Vec<_>>());
        answer(&mut progress, MistakeCardId { game: 14, ply: 1 }, CardRating::Again, 100);
        answer(&mut progress, MistakeCardId { game: 13, ply: 1 }, CardRating::Good, 100);
        assert_eq!(due(&deck, &progress, 100), (5..13).rev().collect::<Vec<_>>());
        let tomorrow = due(&deck, &progress, 101);
        assert_eq!((tomorrow[0], tomorrow.len()), (14, 11), "the one that was not known, and ten new ones");
    }

    #[test]
    fn a_position_has_one_card() {
        let mut deck = MistakeDeck::default();
        assert!(deck.add(card(1, 0, "")));
        assert!(!deck.add(card(1, 1, "")), "the same card");
        assert!(!deck.add(card(2, 0, "")), "the same position");
        assert!(deck.withdraw(MistakeCardId { game: 1, ply: 1 }).is_some());
        assert!(deck.add(card(2, 0, "")));
        assert!(!deck.is_searched(2));
        deck.mark_searched(2);
        assert!(deck.is_searched(2));
    }
}
