//! Who plays: the forms that seat players, and how a player is called on the screen.

use ratatui::text::Line;

use crate::analysis::{Elo, Level};
use crate::chess::{Odds, chess960};
use crate::game::{Player, Seats};
use crate::tui::app::App;
use crate::tui::dialog::Seating;
use crate::tui::dialog::new_game::{Array, CONTROLS, NewGame, Part, Row};
use crate::tui::theme::{Glyphs, Role};
use crate::tui::widget::form::{self, Field};
use crate::tui::widget::text::{clip, span};

use super::dialogs::keys_line;
use super::play::control_text;

/// The longest name that a form and a bar show, in cells.
const LONGEST: usize = 16;

/// A player in a word or two: `you`, `level 4`, an engine's name.
pub(in crate::tui) fn short(player: &Player, glyphs: &Glyphs) -> String {
    match player {
        Player::Person => "you".to_owned(),
        Player::BuiltIn { level } => format!("level {level}"),
        Player::Outside(name) => clip(name, LONGEST, glyphs),
    }
}

/// Both players: `level 4 - stockfish`.
pub(super) fn pairing(seats: &Seats, glyphs: &Glyphs) -> String {
    format!("{} - {}", short(&seats.white, glyphs), short(&seats.black, glyphs))
}

/// The form of a new game.
pub(super) fn new_game(app: &App, form: &NewGame, width: usize) -> Vec<Line<'static>> {
    with_button(app, &new_game_fields(app, form), form.row, " Start the game ", "starts", width)
}

/// Its rows, but for the button.
pub(super) fn new_game_fields(app: &App, form: &NewGame) -> Vec<Field> {
    form.rows().into_iter().filter_map(|row| new_game_field(app, form, row)).collect()
}

fn new_game_field(app: &App, form: &NewGame, row: Row) -> Option<Field> {
    let glyphs = app.theme.glyphs();
    let (name, value, means) = match row {
        Row::Part if form.part == Part::Watch => ("You", "watch".to_owned(), "two engines play".to_owned()),
        Row::Part => ("You play", form.part.name().to_owned(), String::new()),
        Row::Opponent => match &form.opponent {
            Some(name) => ("Against", clip(name, LONGEST, glyphs), "E sets it up".to_owned()),
            None => ("Against", "built-in".to_owned(), String::new()),
        },
        Row::Level if form.opponent.is_some() => {
            ("Level", "-".to_owned(), "the built-in engine's".to_owned())
        }
        Row::Level => ("Level", form.level.number().to_string(), level_text(form.level)),
        Row::White => ("White", short(&form.watched.white, glyphs), means(&form.watched.white)),
        Row::Black => ("Black", short(&form.watched.black, glyphs), means(&form.watched.black)),
        Row::Time => time_field(form),
        Row::Array => array_field(form),
        Row::Start => return None,
    };
    Some(Field { name: name.to_owned(), value, means, chosen: form.row == row })
}

/// The form of who plays on.
pub(super) fn seating(app: &App, form: &Seating, width: usize) -> Vec<Line<'static>> {
    with_button(app, &seating_fields(app, form), form.row, " Play on ", "plays on", width)
}

/// Its rows, but for the button.
pub(super) fn seating_fields(app: &App, form: &Seating) -> Vec<Field> {
    let field = |name: &str, player: &Player, row: Row| Field {
        name: name.to_owned(),
        value: short(player, app.theme.glyphs()),
        means: means(player),
        chosen: form.row == row,
    };
    vec![field("White", &form.seats.white, Row::White), field("Black", &form.seats.black, Row::Black)]
}

/// Fields, a button, and the keys.
fn with_button(
    app: &App,
    fields: &[Field],
    row: Row,
    button: &'static str,
    enter: &str,
    width: usize,
) -> Vec<Line<'static>> {
    let theme = app.theme;
    let mut lines = form::rows(fields, theme, width);
    let role = if row == Row::Start { Role::Choice } else { Role::Strong };
    lines.push(Line::from(span(theme, role, button)));
    lines.push(Line::default());
    lines.push(keys_line(app, "changes", enter));
    lines
}

/// What a player is like.
fn means(player: &Player) -> String {
    match player {
        Player::Person => String::new(),
        Player::BuiltIn { level } => level_text(Level::new(*level)),
        Player::Outside(_) => "E sets it up".to_owned(),
    }
}

fn time_field(form: &NewGame) -> (&'static str, String, String) {
    let typed = form.row == Row::Time && !form.typed.is_empty();
    let own = form.control >= CONTROLS.len();
    let control = form.time_control();
    let means = match form.fault().filter(|_| typed) {
        Some(fault) => fault.to_owned(),
        None if typed => control_text(control),
        None if own => "your own; digits change it".to_owned(),
        None if form.row == Row::Time => "or type your own, as 7+3".to_owned(),
        None => String::new(),
    };
    ("Time", if typed { form.typed.clone() } else { control_text(control) }, means)
}

fn array_field(form: &NewGame) -> (&'static str, String, String) {
    let typed = form.row == Row::Array && !form.typed.is_empty();
    let value = match (form.array, form.number) {
        (Array::Chess960, _) if typed => format!("Chess960 {}", form.typed),
        (Array::Chess960, Some(number)) => format!("Chess960 {number}"),
        (array, _) => array.name().to_owned(),
    };
    let means = match (form.array, form.number) {
        _ if typed && form.fault().is_some() => form.fault().unwrap_or_default().to_owned(),
        (Array::Here, _) => "as on this board".to_owned(),
        (Array::Standard, _) => String::new(),
        (Array::Chess960, Some(number)) => chess960::pieces(number).unwrap_or_default().to_uppercase(),
        (Array::Chess960, None) => "by chance, or type 0 to 959".to_owned(),
        (Array::Odds(odds), _) => {
            let giver = if form.part == Part::Watch { "White" } else { "engine" };
            let piece =
                if odds == Odds::Pawn { "its f-pawn".to_owned() } else { format!("a {}", odds.name()) };
            format!("{giver} without {piece}")
        }
    };
    ("Position", value, means)
}

/// What a level is like: `Casual, ~1200 Elo`.
fn level_text(level: Level) -> String {
    match level.limit() {
        Some(Elo(elo)) => format!("{}, ~{elo} Elo", level.name()),
        None => level.name().to_owned(),
    }
}
