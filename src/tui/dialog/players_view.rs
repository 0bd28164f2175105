//! The forms that choose players, and how a player is named on the screen.

use ratatui::text::Line;

use crate::analysis::{Elo, StrengthLevel};
use crate::chess::{Odds, chess960};
use crate::game::Player;
use crate::tui::model::dialog::PlayersDialog;
use crate::tui::model::dialog::new_game::CONTROLS;
use crate::tui::model::{NewGameDialog, NewGameMode, NewGameRow, NewGameStartPosition};
use crate::tui::scene::{ViewContext, keys_line};
use crate::tui::theme::Role;
use crate::tui::widget::form;
use crate::tui::widget::form::FormField;
use crate::tui::widget::players::{MAX_NAME_WIDTH, control_text, short_name};
use crate::tui::widget::text::clip;

/// The form of a new game.
pub(crate) fn new_game(view: &ViewContext, form: &NewGameDialog) -> Vec<Line<'static>> {
    with_button(view, &new_game_fields(view, form), form.row, " Start the game ", "starts")
}

/// Its rows, but for the button.
pub(crate) fn new_game_fields(view: &ViewContext, form: &NewGameDialog) -> Vec<FormField> {
    form.rows().into_iter().filter_map(|row| new_game_field(view, form, row)).collect()
}

fn new_game_field(view: &ViewContext, form: &NewGameDialog, row: NewGameRow) -> Option<FormField> {
    let glyphs = view.theme.glyphs();
    let (name, value, means) = match row {
        NewGameRow::Mode if form.mode == NewGameMode::Watch => {
            ("You", "watch".to_owned(), "two engines play".to_owned())
        }
        NewGameRow::Mode => ("You play", form.mode.name().to_owned(), String::new()),
        NewGameRow::Opponent => match &form.opponent {
            Some(name) => ("Against", clip(name, MAX_NAME_WIDTH, glyphs), "E sets it up".to_owned()),
            None => ("Against", "built-in".to_owned(), String::new()),
        },
        NewGameRow::Level if form.opponent.is_some() => {
            ("Level", "-".to_owned(), "the built-in engine's".to_owned())
        }
        NewGameRow::Level => ("Level", form.level.number().to_string(), level_text(form.level)),
        NewGameRow::White => (
            "White",
            short_name(&form.watched_players.white, glyphs),
            player_description(&form.watched_players.white),
        ),
        NewGameRow::Black => (
            "Black",
            short_name(&form.watched_players.black, glyphs),
            player_description(&form.watched_players.black),
        ),
        NewGameRow::Time => time_field(form),
        NewGameRow::StartPosition => start_position_field(form),
        NewGameRow::Begin => return None,
    };
    Some(FormField { name: name.to_owned(), value, description: means, chosen: form.row == row })
}

/// The form of the players dialog.
pub(crate) fn players(view: &ViewContext, form: &PlayersDialog) -> Vec<Line<'static>> {
    with_button(view, &players_fields(view, form), form.row, " Play on ", "plays on")
}

/// Its rows, but for the button.
pub(crate) fn players_fields(view: &ViewContext, form: &PlayersDialog) -> Vec<FormField> {
    let field = |name: &str, player: &Player, row: NewGameRow| FormField {
        name: name.to_owned(),
        value: short_name(player, view.theme.glyphs()),
        description: player_description(player),
        chosen: form.row == row,
    };
    vec![
        field("White", &form.players.white, NewGameRow::White),
        field("Black", &form.players.black, NewGameRow::Black),
    ]
}

/// Fields, a button, and the keys.
fn with_button(
    view: &ViewContext,
    fields: &[FormField],
    row: NewGameRow,
    button: &'static str,
    enter: &str,
) -> Vec<Line<'static>> {
    let theme = view.theme;
    let mut lines = form::form_rows(fields, theme, view.width);
    let role = if row == NewGameRow::Begin { Role::SelectedRow } else { Role::Strong };
    lines.push(Line::from(view.span(role, button)));
    lines.push(Line::default());
    lines.push(keys_line(view, "changes", enter));
    lines
}

/// A player's description.
fn player_description(player: &Player) -> String {
    match player {
        Player::Human => String::new(),
        Player::BuiltIn { level } => level_text(StrengthLevel::new(*level)),
        Player::External(_) => "E sets it up".to_owned(),
    }
}

fn time_field(form: &NewGameDialog) -> (&'static str, String, String) {
    let typed = form.row == NewGameRow::Time && !form.typed.is_empty();
    let own = form.control_index >= CONTROLS.len();
    let control = form.time_control();
    let means = match form.error().filter(|_| typed) {
        Some(fault) => fault.to_owned(),
        None if typed => control_text(control),
        None if own => "your own; digits change it".to_owned(),
        None if form.row == NewGameRow::Time => "or type your own, as 7+3".to_owned(),
        None => String::new(),
    };
    ("Time", if typed { form.typed.clone() } else { control_text(control) }, means)
}

fn start_position_field(form: &NewGameDialog) -> (&'static str, String, String) {
    let typed = form.row == NewGameRow::StartPosition && !form.typed.is_empty();
    let value = match (form.start_position, form.chess960_number) {
        (NewGameStartPosition::Chess960, _) if typed => format!("Chess960 {}", form.typed),
        (NewGameStartPosition::Chess960, Some(number)) => format!("Chess960 {number}"),
        (array, _) => array.name().to_owned(),
    };
    let means = match (form.start_position, form.chess960_number) {
        _ if typed && form.error().is_some() => form.error().unwrap_or_default().to_owned(),
        (NewGameStartPosition::FromBoard, _) => "as on this board".to_owned(),
        (NewGameStartPosition::Standard, _) => String::new(),
        (NewGameStartPosition::Chess960, Some(number)) => {
            chess960::pieces(number).unwrap_or_default().to_uppercase()
        }
        (NewGameStartPosition::Chess960, None) => "by chance, or type 0 to 959".to_owned(),
        (NewGameStartPosition::Odds(odds), _) => {
            let giver = if form.mode == NewGameMode::Watch { "White" } else { "engine" };
            let piece =
                if odds == Odds::Pawn { "its f-pawn".to_owned() } else { format!("a {}", odds.name()) };
            format!("{giver} without {piece}")
        }
    };
    ("Position", value, means)
}

/// A level's description: `Casual, ~1200 Elo`.
fn level_text(level: StrengthLevel) -> String {
    match level.limit() {
        Some(Elo(elo)) => format!("{}, ~{elo} Elo", level.name()),
        None => level.name().to_owned(),
    }
}
