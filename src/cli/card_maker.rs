//! Makes mistake cards of reviewed games.

use std::path::PathBuf;

use crate::chess::mistake_search::MistakeSearch;
use crate::game::game_list;
use crate::game::pgn::PgnGame;
use crate::practice::MistakeDeck;
use crate::practice::mistake_card::MistakeCandidate;
use crate::store::UserPaths;
use crate::store::io_error::FileError;
use crate::store::mistake_cards;

/// The cards on the disk, and what was added to them.
pub(super) struct CardMaker {
    file: PathBuf,
    deck: MistakeDeck,
    /// Number of new cards.
    pub(super) made: usize,
}

/// All cards of the user.
///
/// # Errors
/// A sentence, when the file of cards cannot be read.
pub(super) fn open_deck(places: &UserPaths) -> Result<MistakeDeck, String> {
    let file = places.mistake_cards();
    mistake_cards::read(&file).map_err(|error| FileError::of(&file)(error).to_string())
}

impl CardMaker {
    /// # Errors
    /// A sentence, when the file of cards cannot be read.
    pub(super) fn new(places: &UserPaths) -> Result<Self, String> {
        Ok(Self { file: places.mistake_cards(), deck: open_deck(places)?, made: 0 })
    }

    /// The cards so far, and the games whose mistakes were searched.
    pub(super) const fn deck(&self) -> &MistakeDeck {
        &self.deck
    }

    /// Keeps the cards of a game's mistakes, each with its two searches.
    ///
    /// # Errors
    /// A sentence, when the cards cannot be written.
    pub(super) fn make(
        &mut self,
        game: &PgnGame,
        mistakes: &[(MistakeCandidate, [MistakeSearch; 2])],
    ) -> Result<(), String> {
        let add = |(candidate, searches): &_| self.deck.add_searched(game, candidate, searches);
        let mut changes: Vec<_> = mistakes.iter().filter_map(add).collect();
        self.made += changes.len();
        changes.push(self.deck.mark_searched(game_list::fingerprint(&game.header, &game.tree)));
        mistake_cards::append(&self.file, &changes)
            .map_err(|error| format!("the cards were not kept: {}", FileError::of(&self.file)(error)))
    }
}
