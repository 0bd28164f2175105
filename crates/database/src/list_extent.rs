//! What the columns of a list need to know of all its games.

use chess::Color;
use game::GameListEntry;

use crate::game_headers::IndexedGame;

/// What the columns of a list need to know of all its games.
#[expect(clippy::struct_excessive_bools, reason = "each is asked for by itself")]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ListExtent {
    /// Whether the rating of any player is known.
    pub is_rated: bool,
    /// Whether the date of any game is known.
    pub is_dated: bool,
    /// Characters of the longest title, as far as [`MAX_TITLE_LENGTH`](Self::MAX_TITLE_LENGTH).
    pub longest_title: usize,
    /// Whether all of them are positions rather than games.
    pub are_positions: bool,
    /// Whether any is a game to review ([`GameListEntry::can_be_reviewed`]).
    pub has_reviewable: bool,
}

impl ListExtent {
    /// A longer title counts as one of this length.
    pub const MAX_TITLE_LENGTH: usize = 40;

    /// The extent of games. They are looked at until all is known.
    pub(crate) fn of<'g>(games: impl Iterator<Item = IndexedGame<'g>>) -> Self {
        let mut extent = Self { are_positions: true, ..Self::default() };
        let mut is_empty = true;
        for game in games {
            is_empty = false;
            extent.is_rated |= Color::ALL.iter().any(|&color| game.elo(color).is_some());
            extent.is_dated |= game.year().is_some();
            extent.longest_title = extent.longest_title.max(title_length(game)).min(Self::MAX_TITLE_LENGTH);
            let can_be_position = game.plies() == 0 && game.white().is_empty() && game.black().is_empty();
            extent.are_positions &= can_be_position && !game.event().is_empty();
            extent.has_reviewable |= game.plies() > 0
                && !game.is_resumable()
                && !game.is_analysis()
                && game.unplayable().is_none();
            let is_known = extent.is_rated && extent.is_dated && extent.has_reviewable;
            if is_known && !extent.are_positions && extent.longest_title == Self::MAX_TITLE_LENGTH {
                break;
            }
        }
        extent.are_positions &= !is_empty;
        extent
    }
}

/// Number of characters of a game's title ([`GameListEntry::title`]).
fn title_length(game: IndexedGame<'_>) -> usize {
    let length = |text: &str| text.chars().count().max(1);
    let has_players = !(game.white().is_empty() && game.black().is_empty());
    if !has_players && !game.event().is_empty() {
        return length(game.event());
    }
    length(game.white())
        + " - ".len()
        + length(game.black())
        + if game.is_analysis() { GameListEntry::ANALYSIS_MARK.len() } else { 0 }
}
