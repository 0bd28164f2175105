//! Which games of the library are still to be reviewed, on the screen and by `review --library` alike.

use std::collections::HashSet;

use super::game_reviews::ReviewedGames;
use chess::Color;
use game::GameListEntry;
use practice::MistakeDeck;

/// A game that has no review, or whose mistakes were not searched.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenGame {
    /// The game.
    pub row: GameListEntry,
    /// The side of the user where the mistakes are to be searched. Games that were reviewed on the board have no
    /// cards yet.
    pub card_side: Option<Color>,
}

/// The games that are to be reviewed, in their order: of those with the same moves one, for they share a review. What a
/// newer version of the program has reviewed is left to it.
#[must_use]
pub fn open_games(
    games: impl IntoIterator<Item = GameListEntry>,
    reviewed: &ReviewedGames,
    deck: &MistakeDeck,
    my_names: &[String],
) -> Vec<OpenGame> {
    let mut seen = HashSet::new();
    let open = |row: GameListEntry| {
        let card_side = row.side_of(my_names).filter(|_| !deck.is_searched(row.fingerprint));
        let is_open = row.can_be_reviewed()
            && (card_side.is_some() || !reviewed.valid.contains(&row.fingerprint))
            && !reviewed.newer.contains(&row.fingerprint);
        (is_open && seen.insert(row.fingerprint)).then_some(OpenGame { row, card_side })
    };
    games.into_iter().filter_map(open).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::pasted;

    #[test]
    fn a_game_is_open_once_until_it_is_reviewed_and_its_mistakes_are_searched() {
        let text = "[White \"Anna\"]\n[Black \"Bert\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n";
        let games = pasted::list_games(&(text.to_owned() + text));
        let fingerprint = games[0].fingerprint;
        let names = ["Bert".to_owned()];
        let open = |reviewed: &ReviewedGames, deck: &MistakeDeck, names: &[String]| {
            let open = open_games(games.clone(), reviewed, deck, names);
            open.iter().map(|game| game.card_side).collect::<Vec<_>>()
        };
        let none = ReviewedGames { valid: HashSet::new(), newer: HashSet::new() };
        let valid = ReviewedGames { valid: HashSet::from([fingerprint]), newer: HashSet::new() };
        let newer = ReviewedGames { valid: HashSet::new(), newer: HashSet::from([fingerprint]) };
        let mut searched = MistakeDeck::default();
        assert_eq!(open(&none, &searched, &[]), [None]);
        assert_eq!(open(&none, &searched, &names), [Some(Color::Black)]);
        assert_eq!(open(&valid, &searched, &names), [Some(Color::Black)], "its mistakes were not searched");
        assert_eq!(open(&newer, &searched, &names), []);
        searched.mark_searched(fingerprint);
        assert_eq!(open(&valid, &searched, &names), []);
        assert_eq!(open(&none, &searched, &names), [None]);
    }
}
