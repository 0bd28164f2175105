//! The ids of the cards of repertoires.

use chess::{Position, fen};

use crate::spaced_repetition::{CardDeck, position_card_id};

/// The namespace of repertoire cards among all cards, in place of a lesson's id.
const CARD_NAMESPACE: &str = "repertoire";

/// The id of the card of a position. It does not say in which file or line the position is, so that it stays the same
/// however the repertoire is edited.
#[must_use]
pub fn repertoire_card_id(position: &Position) -> String {
    position_card_id(CARD_NAMESPACE, &fen::epd(position))
}

/// The positions of repertoires that were seen, each with the day on which it is due, counted from 1970-01-01.
pub(super) fn seen_positions(deck: &CardDeck) -> impl Iterator<Item = (Position, i32)> {
    deck.due_days(CARD_NAMESPACE).filter_map(|(epd, due)| Some((fen::parse(epd).ok()?, due)))
}

/// Whether the id of a card is that of a position of a repertoire.
pub(crate) fn is_repertoire_card(card: &str) -> bool {
    card.strip_prefix(CARD_NAMESPACE).is_some_and(|rest| rest.starts_with(' '))
}
