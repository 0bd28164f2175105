//! [`BoardScene`], what a screen with a board shows around it, and how keys are written: shared by all views.

pub(crate) mod legality;
pub(crate) mod list_scene;
pub mod position_facts;
pub(crate) mod table_progress;

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::chess::{Move, Ranking, Square};
use crate::game::pgn::drawing::Brush;
use crate::practice::Motif;
use crate::tui::keymap::{Action, BoardAction, KeyContext, KeyNames};
use crate::tui::model::{BoxView, Shared};
use crate::tui::navigation::TreeStep;
use crate::tui::theme::{Role, Theme};
use crate::tui::widget::board::{ArrowKind, BoardArrow, SquareTint};
use crate::tui::widget::eval_bar::EvalBarValue;
use crate::tui::widget::pane::Pane;
use crate::tui::widget::score_text::ScoreText;
use crate::tui::widget::text;
use crate::tui::widget::text::span;

/// What views draw with: the shared state, and the keys that work now.
#[derive(Clone, Debug)]
pub struct ViewContext<'a> {
    /// The shared state.
    pub shared: &'a Shared,
    /// Its theme.
    pub theme: Theme,
    /// The columns that a pane has for its text.
    pub width: usize,
    /// The names of keys.
    pub keys: KeyNames,
    /// The contexts of the screen's keys, the innermost first.
    pub screen_contexts: Vec<KeyContext>,
}

impl ViewContext<'_> {
    /// The same for panes with so many columns.
    pub(crate) fn with_width(&self, width: usize) -> Self {
        Self { width, ..self.clone() }
    }

    /// The same for the panes in an area.
    pub(crate) fn inside(&self, area: Rect) -> Self {
        self.with_width(area.width.into())
    }

    /// A text in the style of a role.
    pub(crate) fn span(&self, role: Role, text: impl Into<String>) -> Span<'static> {
        span(self.theme, role, text)
    }

    /// A text in the style of a role, in as many lines as it takes.
    pub(crate) fn prose(&self, role: Role, text: &str) -> Vec<Line<'static>> {
        text::prose(self.theme, role, text, self.width)
    }
}

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
    /// What is drawn on the squares.
    pub marks: SceneMarks,
}

/// What a screen draws on the squares of its board, beside what every board has: check, cursor, last move, targets.
#[derive(Clone, Debug, Default)]
pub struct SceneMarks {
    /// Tinted squares; of two tints of a square the last one counts.
    pub tints: Vec<(Square, SquareTint)>,
    /// Arrows, while no piece is selected.
    pub arrows: Vec<BoardArrow>,
    /// The king box, where the board shows it.
    pub king_box: Option<BoxView>,
    /// The cost of every move, while no piece is selected.
    pub ranking: Option<Ranking>,
}

impl SceneMarks {
    /// Tints squares.
    pub(crate) fn tint(&mut self, squares: impl IntoIterator<Item = Square>, tint: SquareTint) {
        self.tints.extend(squares.into_iter().map(|square| (square, tint)));
    }

    /// A wrong move that was tried, and the reply that refutes it, once that is known.
    pub(crate) fn refutation(refuted: Option<(Move, Option<Move>)>) -> Self {
        let Some((wrong_move, reply)) = refuted else { return Self::default() };
        let wrong_move = BoardArrow::of(wrong_move, ArrowKind::Drawn(Brush::Red));
        let reply = reply.and_then(|mv| BoardArrow::of(mv, ArrowKind::Threat));
        Self { arrows: wrong_move.into_iter().chain(reply).collect(), ..Self::default() }
    }

    /// Adds the squares and lines of an idea: green for what a good move does, red for what a mistake gave up.
    pub(crate) fn add_motif(&mut self, motif: &Motif, keeps_result: bool) {
        let brush = if keeps_result { Brush::Green } else { Brush::Red };
        self.tint(motif.squares.iter().copied(), SquareTint::Drawn(brush));
        let kind = ArrowKind::Drawn(brush);
        self.arrows.extend(motif.arrows.iter().map(|&(from, to)| BoardArrow { from, to, kind }));
    }
}

/// The key of an action as the footer writes it, preferably one that works here; None where the settings have
/// removed it.
pub(super) fn key_for_footer(view: &ViewContext, action: impl Into<Action>) -> Option<String> {
    view.keys.key(action).map(|key| key_name(&key.to_string(), view))
}

/// Keys with what they do, for the right of a pane's title: `, . step`.
pub(super) fn keys_note(
    view: &ViewContext,
    actions: impl IntoIterator<Item = impl Into<Action>>,
    does: &str,
) -> Vec<Span<'static>> {
    let keys: Vec<String> = actions.into_iter().filter_map(|action| key_for_footer(view, action)).collect();
    if keys.is_empty() {
        return vec![text::span(view.theme, Role::Faint, does.to_owned())];
    }
    let does = if does.is_empty() { String::new() } else { format!(" {does}") };
    vec![text::span(view.theme, Role::Key, keys.join(" ")), text::span(view.theme, Role::Faint, does)]
}

/// How to leave an earlier position, for the prompt line.
pub(super) fn history_note(view: &ViewContext, to: &str) -> (Role, String) {
    let return_key = key_for_footer(view, BoardAction::Step(TreeStep::End)).map_or_else(String::new, |key| {
        let mut key = key;
        if let Some(first) = key.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        format!("; {key} goes back to {to}")
    });
    (Role::Warning, format!("You look at an earlier position{return_key}"))
}

/// A key as a footer writes it: arrows as signs, `enter` as `Enter`, `ctrl-p` as `^P`.
pub(crate) fn key_name(key: &str, view: &ViewContext) -> String {
    let [left, right, up, down] = view.theme.glyphs().arrows;
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

/// The last line of a form: the keys that move between its rows and change a value, and what Enter does.
pub(crate) fn keys_line(view: &ViewContext, changes: &str, enter: &str) -> Line<'static> {
    let theme = view.theme;
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
