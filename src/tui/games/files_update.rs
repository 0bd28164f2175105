//! Games that come from files and go to files, and whose they are.

use std::path::PathBuf;

use tui_input::Input;

use crate::chess::names::{group_digits, pluralized};
use crate::game::GameQuery;
use crate::game::game_list::ImportedGames;
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

/// Says how many games an import has brought in, and what is left out or has an error.
pub(super) fn show_counts(shared: &mut Shared, imported: &ImportedGames) {
    let ImportedGames { other_texts, duplicates, empty, faults, .. } = imported;
    let count = |number: usize| group_digits(number as u64);
    let first = faults.first().map(|fault| fault.error.to_string());
    let counts = [
        Some(format!("{} imported", pluralized(imported.kept(), "game"))),
        (*other_texts > 0).then(|| {
            format!("{} of them with the moves of one you have and another text", count(*other_texts))
        }),
        (*duplicates > 0).then(|| format!("{} you already have left out", count(*duplicates))),
        (*empty > 0).then(|| format!("{} without moves left out", count(*empty))),
        first.as_ref().map(|first| match faults.len() {
            1 => format!("one has an error: {first}"),
            faulty => format!("{} have an error, the first: {first}", count(faulty)),
        }),
    ];
    let text = counts.into_iter().flatten().collect::<Vec<_>>().join(", ");
    if first.is_some() {
        shared.show_warning(text);
    } else {
        shared.show_note(text);
    }
}

/// Completes the path that is typed, if nothing was typed meanwhile.
pub(super) fn complete_path(shared: &mut Shared, typed: &str, completed: String, choices: Vec<String>) {
    if let Some(Dialog::Engines(list)) = &mut shared.dialog
        && list.adding.as_ref().is_some_and(|input| input.value() == typed)
    {
        (list.adding, list.choices) = (Some(Input::new(completed)), choices);
    } else if let Some(Dialog::Input(input)) = &mut shared.dialog
        && input.is_path()
        && input.input.value() == typed
    {
        *input = InputDialog { choices, ..InputDialog::new(input.purpose, &completed) };
    }
}
