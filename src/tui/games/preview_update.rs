//! The preview beside the list: the chosen game as it was read, and the steps through its moves.

use crate::game::pgn::PgnReadResult;
use crate::game::{GameLocation, TreeCursor};
use crate::practice::Review;
use crate::tui::model::{GameListSource, GamePreview, GamesState, PastedGame, SideAccuracies};
use crate::tui::navigation::{TreeStep, step_tree};

/// Steps through the moves of the previewed game.
pub(super) fn step(games: &mut GamesState, step: TreeStep) {
    if let Some(preview) = games.shown_preview_mut().filter(|preview| preview.has_moves()) {
        step_tree(&mut preview.walk, step);
    }
}

/// Shows the end of the game again: another row was chosen.
pub(super) fn reset(games: &mut GamesState) {
    if let Some(preview) = &mut games.preview {
        preview.walk.go_to_end();
    }
}

/// Shows a game that was read for the preview.
pub(super) fn show(games: &mut GamesState, place: GameLocation, read: PastedGame) {
    let is_chosen = games.selected_game().is_some_and(|row| row.location == place);
    if !is_chosen && games.shown_preview().is_some() {
        // The user is back at a row whose game was there already.
        return;
    }
    let PastedGame {
        parsed: PgnReadResult { game, fault, unread, unplayable }, kept_review, first_line, ..
    } = read;
    let review = kept_review.and_then(|kept| Review::from_kept(&game.tree, &kept));
    let summaries = review.and_then(|review| review.summaries);
    note_review(games, &place, summaries.map(|sides| sides.map(|side| side.accuracy)));
    let mut walk = TreeCursor::in_tree(game.tree);
    walk.go_to_end();
    if let Some(plies) = plies_shown(games, &place) {
        walk.go_to_start();
        for _ in 0..plies {
            walk.forward();
        }
    }
    let moves = || unread.into_iter().map(|part| part.text).collect::<Vec<_>>().join(" ");
    let text_only = unplayable.map(|unplayable| (unplayable, moves()));
    let (header, error) = (game.header, fault.map(|fault| fault.in_file(first_line)));
    games.preview = Some(GamePreview { place, walk, header, error, text_only, summaries });
}

/// How many plies of a game the preview shows that is there already. None where it shows all of them.
fn plies_shown(games: &GamesState, place: &GameLocation) -> Option<usize> {
    let before = games.preview.as_ref().filter(|before| before.place == *place && !before.is_at_end())?;
    Some(before.walk.tree().ply(before.walk.node_id()))
}

/// What was read of the chosen game says whether it has a review that can be shown: a file of one may be damaged.
fn note_review(games: &mut GamesState, place: &GameLocation, accuracies: Option<SideAccuracies>) {
    let row = games.selected_game().filter(|row| row.location == *place);
    let Some(row) = row.filter(|_| !matches!(games.source, GameListSource::Text(_))) else { return };
    games.reviews.set_accuracies(row.fingerprint, accuracies);
}
