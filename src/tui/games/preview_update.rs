//! The preview beside the list: the chosen game as it was read.

use crate::game::pgn::PgnReadResult;
use crate::game::{GameLocation, TreeCursor};
use crate::practice::Review;
use crate::tui::model::{GameListSource, GamePreview, GamesState, PastedGame};

/// Shows a game that was read for the preview.
pub(super) fn show(games: &mut GamesState, place: GameLocation, read: PastedGame) {
    let PastedGame {
        parsed: PgnReadResult { game, fault, unread, unplayable }, kept_review, first_line, ..
    } = read;
    let review = kept_review.and_then(|kept| Review::from_kept(&game.tree, &kept));
    let summaries = review.and_then(|review| review.summaries);
    note_review(games, &place, summaries.is_some());
    let mut walk = TreeCursor::in_tree(game.tree);
    walk.go_to_end();
    let moves = || unread.into_iter().map(|part| part.text).collect::<Vec<_>>().join(" ");
    let text_only = unplayable.map(|unplayable| (unplayable, moves()));
    let (header, error) = (game.header, fault.map(|fault| fault.in_file(first_line)));
    games.preview = Some(GamePreview { place, walk, header, error, text_only, summaries });
}

/// What was read of the chosen game says whether it has a review that can be shown: a file of one may be damaged.
fn note_review(games: &mut GamesState, place: &GameLocation, is_reviewed: bool) {
    let row = games.selected_game().filter(|row| row.location == *place);
    let Some(row) = row.filter(|_| !matches!(games.source, GameListSource::Text(_))) else { return };
    if is_reviewed {
        games.reviews.add(row.fingerprint);
    } else {
        games.reviews.remove(row.fingerprint);
    }
}
