//! Labels of the games of the list: the star, and the line in which they are typed.

use std::sync::Arc;

use crate::chess::text::common_prefix;
use crate::game::game_labels::{LabelChange, STARRED, is_same_name, label_name};
use crate::game::{GameLabels, GameListEntry, GameLocation, GameResumable};
use crate::tui::context::UpdateContext;
use crate::tui::message::LibraryRequest;
use crate::tui::model::dialog::InputDialog;
use crate::tui::model::{Dialog, GameListSource, GamesState, InputPurpose, LabeledGame, Shared};

/// Gives the chosen game a star, or takes it.
pub(super) fn toggle_star(games: &GamesState, cx: &mut UpdateContext) {
    if let Some(row) = game_to_label(games, cx.shared) {
        cx.effects.push(LibraryRequest::ToggleStar(row.location));
    }
}

/// Opens the line for the labels of the chosen game.
pub(super) fn open_input(games: &mut GamesState, shared: &mut Shared) {
    let Some(row) = game_to_label(games, shared) else { return };
    let labels: Vec<String> = games.labels_of(&row.location).map(str::to_owned).collect();
    let typed = if labels.is_empty() { String::new() } else { format!("{}, ", labels.join(", ")) };
    let choices = games.labels.names().filter(|name| !labels.iter().any(|label| label == name));
    let choices = choices.map(str::to_owned).collect();
    shared.dialog =
        Some(Dialog::Input(InputDialog { choices, ..InputDialog::new(InputPurpose::Labels, &typed) }));
    games.labeled_game = Some(LabeledGame { place: row.location, labels });
}

/// The chosen game, if it can have labels; says why not.
fn game_to_label(games: &GamesState, shared: &mut Shared) -> Option<GameListEntry> {
    let row = games.selected_game()?;
    if games.source != GameListSource::Library {
        shared.show_note("Only games of your library have labels: i imports a file");
        return None;
    }
    if row.resumes == GameResumable::Yes {
        shared.show_note("This game is not over: it can have labels once it is");
        return None;
    }
    Some(row)
}

/// Completes the label that is typed last by those that there are.
pub(crate) fn complete(games: &GamesState, dialog: &mut InputDialog) {
    let text = dialog.input.value();
    let (before, typed) = text.rsplit_once(',').map_or(("", text), |(before, typed)| (before, typed));
    let typed = typed.trim_start().to_lowercase();
    let is_typed = |name: &str| before.split(',').any(|label| is_same_name(label.trim(), name));
    let names =
        games.labels.names().filter(|&name| name.to_lowercase().starts_with(&typed) && !is_typed(name));
    let names: Vec<String> = names.map(str::to_owned).collect();
    let (completed, choices) = match names.as_slice() {
        [] => return,
        [name] => (name.clone(), Vec::new()),
        // Their capitals may differ, and what is typed stays at least.
        _ => (
            Some(common_prefix(&names)).filter(|all| all.len() > typed.len()).unwrap_or(&typed).to_owned(),
            names.clone(),
        ),
    };
    let begin = if before.is_empty() { String::new() } else { format!("{before}, ") };
    *dialog = InputDialog { choices, ..InputDialog::new(dialog.purpose, &format!("{begin}{completed}")) };
}

/// Gives the game the labels that were typed with commas between them, and takes the others that it had.
pub(crate) fn change(games: &mut GamesState, cx: &mut UpdateContext, text: &str) {
    let Some(game) = games.labeled_game.take() else { return };
    let typed = text.split(',').map(str::trim).filter(|name| !name.is_empty());
    let typed = match typed.map(label_name).collect::<Result<Vec<String>, _>>() {
        Ok(typed) => typed,
        Err(problem) => {
            cx.shared.show_warning(problem.to_string());
            cx.shared.dialog = Some(Dialog::Input(InputDialog::new(InputPurpose::Labels, text)));
            games.labeled_game = Some(game);
            return;
        }
    };
    let is_in = |names: &[String], name: &String| names.iter().any(|other| is_same_name(other, name));
    let change = LabelChange {
        add: typed.iter().filter(|name| !is_in(&game.labels, name)).cloned().collect(),
        remove: game.labels.iter().filter(|name| !is_in(&typed, name)).cloned().collect(),
    };
    if change == LabelChange::default() {
        return cx.shared.show_note("The labels are the same as before");
    }
    cx.effects.push(LibraryRequest::ChangeLabels(game.place, change));
}

/// The labels of a game have changed: says which it has.
pub(super) fn labeled(
    games: &mut GamesState,
    shared: &mut Shared,
    place: &GameLocation,
    labels: Arc<GameLabels>,
) {
    let names = |labels: &GameLabels| labels.of(place.digest).map(str::to_owned).collect::<Vec<_>>();
    let (before, after) = (names(&games.labels), names(&labels));
    let others = |names: &[String]| {
        names.iter().filter(|name| !is_same_name(name, STARRED)).cloned().collect::<Vec<_>>()
    };
    let is_star_alone = others(&before) == others(&after) && before != after;
    shared.show_note(match after.as_slice() {
        names if is_star_alone && names.len() > before.len() => "The game has a star".to_owned(),
        _ if is_star_alone => "The game has no star any more".to_owned(),
        [] => "The game has no label any more".to_owned(),
        names => format!("Labels of the game: {}", names.join(", ")),
    });
    games.set_labels(labels, &shared.config.games.my_names);
}
