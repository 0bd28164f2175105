//! Games that come from files and go to files, and whose they are.

use std::path::PathBuf;

use crate::chess::names::pluralized;
use crate::game::GameQuery;
use crate::tui::context::UpdateContext;
use crate::tui::games::statistics;
use crate::tui::message::{Effect, LibraryRequest};
use crate::tui::model::dialog::InputDialog;
use crate::tui::model::{Dialog, ExportConsent, GameListSource, GamesPage, GamesState, InputPurpose, Shared};

/// Opens the prompt for the file to import.
pub(super) fn open_import_input(shared: &mut Shared) {
    shared.dialog = Some(Dialog::Input(InputDialog::new(InputPurpose::Import, "")));
}

/// Opens the prompt for the file to export to.
pub(super) fn open_export_input(games: &GamesState, shared: &mut Shared) {
    if games.listing.is_empty() {
        return shared.show_note("There is no game to export");
    }
    shared.dialog = Some(Dialog::Input(InputDialog::new(InputPurpose::Export, "games.pgn").suggested()));
}

/// Has the games of a file copied into the library, or the file linked, unless another import is running.
pub(crate) fn import(games: &mut GamesState, cx: &mut UpdateContext, request: LibraryRequest) {
    if games.import_progress.is_some() {
        return cx.shared.show_warning("Another import is running: wait for its end, or cancel it with Esc");
    }
    games.import_progress = Some(0);
    cx.effects.push(request);
}

/// Writes the listed games to a file.
pub(crate) fn export(games: &GamesState, cx: &mut UpdateContext, file: PathBuf, consent: ExportConsent) {
    let places = games.listing.entries().map(|row| row.location);
    match &games.source {
        GameListSource::Text(_) => {
            cx.shared.show_note("A pasted text is not a file: Enter opens a game, W keeps it");
        }
        _ => cx.effects.push(LibraryRequest::ExportGames(places.collect(), file, consent)),
    }
}

/// Opens the prompt for the user's names as a player.
pub(super) fn open_names_input(shared: &mut Shared) {
    let names = shared.config.games.my_names.join(", ");
    shared.dialog = Some(Dialog::Input(InputDialog::new(InputPurpose::MyNames, &names)));
}

/// Keeps the user's names, which were typed with commas between them.
pub(crate) fn set_my_names(games: &mut GamesState, cx: &mut UpdateContext, text: &str) {
    let names = text.split(',').map(str::trim).filter(|name| !name.is_empty());
    cx.shared.config.games.my_names = names.map(str::to_owned).collect();
    cx.effects.push(Effect::SaveConfig);
    let mine = games.listing.all().count(&GameQuery::new("is:mine", &cx.shared.config.games.my_names));
    cx.shared.show_note(match cx.shared.config.games.my_names.as_slice() {
        [] => "No name is yours: only games played here count as your own".to_owned(),
        _ => format!(
            "{} of this list are yours: / color:white shows those with White",
            pluralized(mine, "game")
        ),
    });
    games.apply_filter(&cx.shared.config.games.my_names);
    if games.page == GamesPage::Statistics {
        statistics::page::begin_reading(games, cx);
    }
}
