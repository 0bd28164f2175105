//! What the list shows of reviews that are kept: the accuracy of both sides is read for the rows around the chosen one,
//! a few at a time, so that the library has time for what the user asks for.

use crate::config::GameColumn;
use crate::tui::context::UpdateContext;
use crate::tui::message::LibraryRequest;
use crate::tui::model::{GameListLoadState, GamesPage, GamesState};
use crate::tui::navigation::Tab;

/// Asks for the accuracies that the list may show and that are not known yet. Called after every message.
pub(crate) fn request_accuracies(games: &mut GamesState, cx: &mut UpdateContext) {
    let is_shown = cx.shared.tab == Tab::Games
        && games.page == GamesPage::List
        && games.load_state == GameListLoadState::Loaded
        && games.shows_reviews()
        && cx.shared.config.games.columns.has(GameColumn::Accuracy);
    if !is_shown {
        return;
    }
    let (chosen, rows) = (games.chosen, usize::from(cx.shared.size.1));
    let around = (0..=rows).flat_map(|away| [Some(chosen + away), chosen.checked_sub(away)]).flatten();
    let listing = &games.listing;
    let fingerprints = around.filter_map(|row| listing.entry(row)).map(|entry| entry.fingerprint);
    let wanted = games.reviews.take_wanted(fingerprints);
    if !wanted.is_empty() {
        cx.effects.push(LibraryRequest::ReadAccuracies(wanted));
    }
}
