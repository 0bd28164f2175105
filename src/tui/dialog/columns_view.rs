//! The window in which the columns of the list of games are chosen.

use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::config::GameColumn;
use crate::tui::keymap::{ColumnListAction, DialogAction};
use crate::tui::model::PaneId;
use crate::tui::model::dialog::ColumnsDialog;
use crate::tui::navigation::ValueStep;
use crate::tui::scene::{ViewContext, key_for_footer};
use crate::tui::theme::Role;
use crate::tui::widget::form::{self, ListWidgetEntry};
use crate::tui::widget::pane::Pane;

/// Rows below the columns: an empty one, and what the keys do.
const BELOW_ROWS: u16 = 2;

/// The cells of the names.
const NAME_CELLS: usize = 14;

/// The size of the box.
pub(crate) fn size(list: &ColumnsDialog) -> (u16, u16) {
    (58, u16::try_from(list.rows.len()).unwrap_or(u16::MAX).saturating_add(BELOW_ROWS + 2))
}

/// The columns from left to right, and the keys.
pub(crate) fn pane(view: &ViewContext, list: &ColumnsDialog, inner: Rect) -> Pane {
    let rows = usize::from(inner.height.saturating_sub(BELOW_ROWS));
    let shown = form::shown_rows(list.chosen, list.rows.len(), rows);
    let entries = shown.clone().map(|at| {
        let (column, is_shown) = list.rows[at];
        let (name, meaning) = column_text(column);
        let check = if is_shown { "[x]" } else { "[ ]" };
        let name_role = if is_shown { Role::Strong } else { Role::Ground };
        let name = vec![
            view.span(Role::Ground, format!("{check} ")),
            view.span(name_role, format!("{name:<NAME_CELLS$}")),
            view.span(Role::Faint, meaning),
        ];
        ListWidgetEntry { name, note: Vec::new(), chosen: at == list.chosen }
    });
    let mut body = form::list_rows(entries, view.theme, usize::from(inner.width));
    body.push(Line::default());
    let key = |action: ColumnListAction| key_for_footer(view, action).unwrap_or_default();
    let moves = [ValueStep::Less, ValueStep::More].map(|step| key(ColumnListAction::Move(step))).join(" ");
    let keys = [
        (key(ColumnListAction::Toggle), "shows, hides"),
        (moves, "moves it"),
        (key(ColumnListAction::Reset), "resets"),
        (key_for_footer(view, DialogAction::Close).unwrap_or_default(), "back"),
    ];
    let spans = keys
        .into_iter()
        .flat_map(|(key, does)| [view.span(Role::Key, key), view.span(Role::Faint, format!(" {does}  "))]);
    body.push(Line::from(spans.collect::<Vec<_>>()));
    Pane::new(PaneId::Dialog, "Columns", body).with_items(0, shown)
}

/// The name of a column, and what it says of a game.
const fn column_text(column: GameColumn) -> (&'static str, &'static str) {
    match column {
        GameColumn::Date => ("date", "when it was played"),
        GameColumn::Players => ("White - Black", "always shown"),
        GameColumn::Elo => ("Elo", "both ratings"),
        GameColumn::Event => ("event", "the tournament or match"),
        GameColumn::Site => ("site", "where it was played"),
        GameColumn::Round => ("round", "of the event"),
        GameColumn::Eco => ("ECO", "the code of the opening"),
        GameColumn::Opening => ("opening", "with the code unless ECO is shown"),
        GameColumn::Time => ("time", "bullet, blitz, rapid, classical"),
        GameColumn::Accuracy => ("accuracy", "White's and Black's, if reviewed"),
        GameColumn::Result => ("result", "your wins and losses in color"),
        GameColumn::Moves => ("moves", "how many"),
    }
}
