//! The form for the tags of a game of the library.

use crate::game::GameLocation;
use crate::game::pgn::TagChange;
use crate::tui::context::UpdateContext;
use crate::tui::message::LibraryRequest;
use crate::tui::model::dialog::tags::{TagOwner, TagsDialog};
use crate::tui::model::{Dialog, GameListSource, GamesState, Shared};

/// Opens the form for the chosen game.
pub(super) fn open(games: &GamesState, shared: &mut Shared) {
    let Some(row) = games.selected_game() else { return };
    if games.source != GameListSource::Library {
        return shared.show_note("These games are not in your library: i imports a file");
    }
    if games.is_on_board(&row.location) {
        return shared.show_note("This game is on the board: start another one first");
    }
    // Where the game is still being read, its tags follow: keys must not go to the list meanwhile.
    shared.dialog = Some(Dialog::Tags(Box::new(TagsDialog::empty(TagOwner::Listed(row.location)))));
    show_tags(games, shared);
}

/// Shows the tags of the game that the form is open for, once the game was read.
pub(super) fn show_tags(games: &GamesState, shared: &mut Shared) {
    if let Some(Dialog::Tags(form)) = &mut shared.dialog
        && form.fields.is_empty()
        && let Some(preview) = games.shown_preview()
        && form.owner == TagOwner::Listed(preview.place.clone())
    {
        **form = TagsDialog::new(form.owner.clone(), &preview.header);
    }
}

/// Has the changes written into the file of the game.
pub(crate) fn save(cx: &mut UpdateContext, place: GameLocation, changes: Vec<TagChange>) {
    if changes.is_empty() {
        return cx.shared.show_note("No tag has changed");
    }
    cx.effects.push(LibraryRequest::EditTags(place, changes));
}
