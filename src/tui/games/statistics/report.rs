//! Reports on any player: on the opponent in the chosen game, or by a name that is typed.

use tui_input::Input;

use crate::chess::Color;
use crate::game::GameListEntry;
use crate::game::player::is_my_name;
use crate::game::player_match::{completions, typed_for};
use crate::tui::context::UpdateContext;
use crate::tui::games::statistics::page;
use crate::tui::model::dialog::InputDialog;
use crate::tui::model::statistics::typed_names;
use crate::tui::model::{Dialog, GameListSource, GamesPage, GamesState, InputPurpose, PlayerReport, Shared};

/// The most completions that are shown.
const MAX_CHOICES: usize = 20;

/// The players of a game who are not the user, White first.
fn others(game: &GameListEntry, my_names: &[String]) -> Vec<String> {
    let names = Color::ALL.map(|color| color.fold_wb(&game.white, &game.black));
    let is_other = |name: &&&String| !matches!(name.trim(), "" | "?") && !is_my_name(name, my_names);
    names.iter().filter(is_other).map(|name| (*name).clone()).collect()
}

/// Whether there is a player to report on: of the chosen game in the list, on a report the other player of that game.
pub(super) fn has_opponent(games: &GamesState) -> bool {
    match games.page {
        GamesPage::List => games.source == GameListSource::Library && games.selected_game().is_some(),
        GamesPage::Statistics => {
            games.statistics.report.as_ref().is_some_and(|report| report.other.is_some())
        }
    }
}

/// Shows the report on the opponent in the chosen game, on White where neither player is the user; on a report that on the other
/// player.
pub(super) fn show_opponent(games: &mut GamesState, cx: &mut UpdateContext) {
    let (player, other) = match games.page {
        GamesPage::Statistics => {
            let Some(report) = &games.statistics.report else { return };
            let Some(other) = report.other.clone() else { return };
            (other, report.typed.first().cloned())
        }
        GamesPage::List => {
            let Some(game) = games.selected_game() else { return };
            let mut players =
                others(&game, &cx.shared.config.games.my_names).into_iter().map(|name| typed_for(&name));
            let Some(player) = players.next() else {
                return cx
                    .shared
                    .show_note("No other player is named in this game: O shows the report on any name");
            };
            (player, players.next())
        }
    };
    page::open(games, cx, Some(PlayerReport { other, ..PlayerReport::new(vec![player]) }));
}

/// Asks for the name of a player. On a report its names are there to be added to; in the list the opponent is suggested.
pub(super) fn open_input(games: &GamesState, shared: &mut Shared) {
    let dialog = |text: &str| InputDialog::new(InputPurpose::Player, text);
    let dialog = match &games.statistics.report {
        Some(report) if games.page == GamesPage::Statistics => dialog(&report.typed_text()),
        Some(_) | None => {
            let game = games.selected_game();
            let player =
                game.and_then(|game| others(&game, &shared.config.games.my_names).into_iter().next());
            dialog(&player.unwrap_or_default()).suggested()
        }
    };
    shared.dialog = Some(Dialog::Input(dialog));
}

/// Shows the report on the player whose names were typed.
pub(crate) fn show_named(games: &mut GamesState, cx: &mut UpdateContext, text: &str) {
    let typed = typed_names(text);
    if !typed.is_empty() {
        page::open(games, cx, Some(PlayerReport::new(typed)));
    }
}

/// Completes the name that is being typed, the last of several: with the first name that has it, then with the next ones.
pub(crate) fn complete(games: &GamesState, dialog: &mut InputDialog) {
    dialog.is_suggestion = false;
    let text = dialog.input.value().to_owned();
    let (before, typed) =
        text.rsplit_once(';').map_or(("", text.as_str()), |(before, typed)| (before, typed));
    let typed = typed.trim();
    let shown = dialog.choices.iter().position(|choice| choice == typed);
    let choices = if shown.is_some() {
        std::mem::take(&mut dialog.choices)
    } else {
        let mut fitting = completions(typed, &games.listing.all().players());
        fitting.truncate(MAX_CHOICES);
        fitting
    };
    let next = shown.map_or(0, |shown| (shown + 1) % choices.len().max(1));
    if let Some(name) = choices.get(next) {
        let completed = if before.is_empty() { name.clone() } else { format!("{before}; {name}") };
        dialog.input = Input::new(completed);
    }
    dialog.choices = choices;
}
