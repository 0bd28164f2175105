//! [`BoardScene`], what a screen with a board shows around it, and how keys are written: shared by all views.

pub(crate) mod legality;
pub mod position_facts;
pub(crate) mod table_progress;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::chess::Material;
use crate::tui::app::App;
use crate::tui::keymap::{Action, BoardAction};
use crate::tui::navigation::TreeStep;
use crate::tui::theme::Role;
use crate::tui::widget::eval_bar::EvalBarValue;
use crate::tui::widget::pane::Pane;
use crate::tui::widget::score_text::ScoreText;
use crate::tui::widget::text;
use crate::tui::widget::text::span;

/// What a screen with a board shows around it.
#[derive(Clone, Debug, Default)]
pub struct BoardScene {
    /// Facts for the bar at the top.
    pub bar_facts: Vec<String>,
    /// The panes, most important first.
    pub panes: Vec<Pane>,
    /// Lines below the board, as many as have room.
    pub lines_below: Vec<Line<'static>>,
    /// What the evaluation bar shows.
    pub eval_bar: EvalBarValue,
    /// The same in figures, with its grade.
    pub score_text: Option<ScoreText>,
    /// The dimmed text of the prompt line.
    pub prompt_note: Option<(Role, String)>,
}

/// The key of an action as the footer writes it, preferably one that works here; empty where the config has
/// removed it.
pub(super) fn key_for_footer(app: &App, action: impl Into<Action>) -> Option<String> {
    app.key_for(action).map(|key| key_name(&key.to_string(), app))
}

/// Keys with what they do, for the right of a pane's title: `, . step`.
pub(super) fn keys_note(
    app: &App,
    actions: impl IntoIterator<Item = impl Into<Action>>,
    does: &str,
) -> Vec<Span<'static>> {
    let keys: Vec<String> = actions.into_iter().filter_map(|action| key_for_footer(app, action)).collect();
    if keys.is_empty() {
        return vec![text::span(app.theme, Role::Faint, does.to_owned())];
    }
    let does = if does.is_empty() { String::new() } else { format!(" {does}") };
    vec![text::span(app.theme, Role::Key, keys.join(" ")), text::span(app.theme, Role::Faint, does)]
}

/// How to leave an earlier position, for the prompt line.
pub(super) fn history_note(app: &App, to: &str) -> (Role, String) {
    let return_key = key_for_footer(app, BoardAction::Step(TreeStep::End)).map_or_else(String::new, |key| {
        let mut key = key;
        if let Some(first) = key.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        format!("; {key} goes back to {to}")
    });
    (Role::Warning, format!("You look at an earlier position{return_key}"))
}

/// A key as a footer writes it: arrows as signs, `enter` as `Enter`, `ctrl-p` as `^P`.
#[must_use]
pub fn key_name(key: &str, app: &App) -> String {
    let [left, right, up, down] = app.theme.glyphs().arrows;
    match key {
        "left" => left.to_owned(),
        "right" => right.to_owned(),
        "up" => up.to_owned(),
        "down" => down.to_owned(),
        "enter" => "Enter".to_owned(),
        "esc" => "Esc".to_owned(),
        "tab" => "Tab".to_owned(),
        "space" => "Space".to_owned(),
        _ => key
            .strip_prefix("ctrl-")
            .map_or_else(|| key.to_owned(), |rest| format!("^{}", rest.to_uppercase())),
    }
}

/// The pieces of an ending as pictures in a row, on squares of both colors.
pub(crate) fn draw_pieces(app: &App, material: &Material, area: Rect, buffer: &mut Buffer) {
    use crate::chess::{Color, Role as PieceRole};
    use crate::tui::widget::board::draw_picture;
    let mut x = area.x;
    for color in [Color::White, Color::Black] {
        for role in [
            PieceRole::King,
            PieceRole::Queen,
            PieceRole::Rook,
            PieceRole::Bishop,
            PieceRole::Knight,
            PieceRole::Pawn,
        ] {
            for _ in 0..*material.side(color).get(role) {
                let place = Rect { x, width: area.height * 2, ..area };
                if place.right() > area.right() || app.theme.is_mono() {
                    return;
                }
                let even = ((x - area.x) / place.width).is_multiple_of(2);
                let ground = if even { Role::LightSquare } else { Role::DarkSquare };
                draw_picture(role.of(color), app.theme.fill(ground), app.theme, place, buffer);
                x += place.width;
            }
        }
    }
}

pub(crate) fn keys_line(app: &App, changes: &str, enter: &str) -> Line<'static> {
    let theme = app.theme;
    let [left, right, up, down] = theme.glyphs().arrows;
    Line::from(vec![
        span(theme, Role::Key, format!("{up} {down}")),
        span(theme, Role::Faint, " row  "),
        span(theme, Role::Key, format!("{left} {right}")),
        span(theme, Role::Faint, format!(" {changes}  ")),
        span(theme, Role::Key, "Enter"),
        span(theme, Role::Faint, format!(" {enter}  ")),
        span(theme, Role::Key, "Esc"),
        span(theme, Role::Faint, " back"),
    ])
}
