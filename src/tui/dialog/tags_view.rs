//! The form for the tags of a game.

use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::tui::model::PaneId;
use crate::tui::model::dialog::tags::{TagField, TagOwner, TagsDialog};
use crate::tui::scene::ViewContext;
use crate::tui::theme::Role;
use crate::tui::widget::form;
use crate::tui::widget::pane::Pane;
use crate::tui::widget::prompt::cut_around_caret;
use crate::tui::widget::text::clip;

/// The rows that say what is wrong.
const PROBLEM_ROWS: usize = 2;

/// The rows below the tags: what is wrong, and the keys.
const ROWS_BELOW: usize = PROBLEM_ROWS + 1;

/// Columns and rows of the box.
pub(super) fn size(form: &TagsDialog) -> (u16, u16) {
    (70, u16::try_from(form.fields.len() + ROWS_BELOW).unwrap_or(u16::MAX).saturating_add(2))
}

/// The tags, as many as have room, and the keys.
pub(super) fn pane(view: &ViewContext, form: &TagsDialog, inner: Rect) -> Pane {
    let theme = view.theme;
    let room = usize::from(inner.height).saturating_sub(ROWS_BELOW).max(1);
    let shown = form::shown_rows(form.chosen, form.fields.len(), room);
    let name_width = form.fields.iter().map(|field| field.name.chars().count()).max().unwrap_or_default();
    let row = |row: usize| field_line(view, &form.fields[row], row == form.chosen, name_width);
    let mut lines: Vec<Line<'static>> = shown.clone().map(row).collect();
    if form.fields.is_empty() {
        lines.push(Line::from(view.span(Role::Faint, "The game is being read")));
    }
    let mut problem = view.prose(Role::Error, form.problem.as_deref().unwrap_or_default());
    problem.resize(PROBLEM_ROWS, Line::default());
    lines.extend(problem);
    let (title, enter) = match form.owner {
        TagOwner::Listed(_) => ("Tags of the game", "writes them into its file"),
        TagOwner::Analysis => ("Keep the analysis", "keeps it in the list of games"),
    };
    let [_, _, up, down] = theme.glyphs().arrows;
    lines.push(Line::from(vec![
        view.span(Role::Key, format!("{up} {down}")),
        view.span(Role::Faint, " row   "),
        view.span(Role::Key, "Enter"),
        view.span(Role::Faint, format!(" {enter}   ")),
        view.span(Role::Key, "Esc"),
        view.span(Role::Faint, " back"),
    ]));
    Pane::new(PaneId::Dialog, title, lines).with_items(0, shown)
}

/// A tag: its name and its value, cut around the cursor where it is being typed.
fn field_line(view: &ViewContext, field: &TagField, is_chosen: bool, name_width: usize) -> Line<'static> {
    let theme = view.theme;
    let mark = if is_chosen { theme.glyphs().current } else { " " };
    let name_role = if is_chosen { Role::Strong } else { Role::Faint };
    let mut spans = vec![
        view.span(Role::Key, format!("{mark} ")),
        view.span(name_role, format!("{:<name_width$}  ", field.name)),
    ];
    let room = view.width.saturating_sub(name_width + 4);
    let value = crate::chess::text::sanitize(field.input.value());
    if is_chosen {
        spans.extend(cut_around_caret(&value, field.input.cursor(), room, theme));
    } else {
        spans.push(view.span(Role::Ground, clip(&value, room, theme.glyphs())));
    }
    Line::from(spans)
}
