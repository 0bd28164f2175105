//! The list of saved searches.

use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::game::SavedSearches;
use crate::tui::keymap::{DialogAction, GamesAction, SearchListAction};
use crate::tui::model::PaneId;
use crate::tui::model::dialog::SearchListDialog;
use crate::tui::scene::{ViewContext, key_for_footer};
use crate::tui::theme::Role;
use crate::tui::widget::form::{self, ListWidgetEntry};
use crate::tui::widget::pane::Pane;
use crate::tui::widget::text::{clip, sanitized_line};

/// Rows below the list: an empty one, and what the keys do.
const BELOW_ROWS: u16 = 2;

/// The most characters of a name that are shown.
const NAME_CELLS: usize = 20;

/// The size of the box. The question before a search is deleted may need two rows.
pub(crate) fn size(searches: &SavedSearches) -> (u16, u16) {
    let rows = u16::try_from(searches.all().len()).unwrap_or(u16::MAX).clamp(1, 12);
    (74, rows + BELOW_ROWS + 3)
}

/// The searches with their names, and the keys.
pub(crate) fn pane(view: &ViewContext, list: &SearchListDialog, inner: Rect) -> Pane {
    let (theme, width) = (view.theme, usize::from(inner.width));
    let rows = usize::from(inner.height.saturating_sub(BELOW_ROWS));
    let all = list.searches.all();
    let chosen = list.chosen.min(all.len().saturating_sub(1));
    let shown = form::shown_rows(chosen, all.len(), rows);
    let entries = shown.clone().map(|at| {
        let name = clip(&format!("@{}", all[at].name), NAME_CELLS, theme.glyphs());
        let room = width.saturating_sub(NAME_CELLS + 3);
        let query = clip(&sanitized_line(&all[at].query), room, theme.glyphs());
        let name =
            vec![view.span(Role::Strong, format!("{name:<NAME_CELLS$} ")), view.span(Role::Ground, query)];
        ListWidgetEntry { name, note: Vec::new(), chosen: at == chosen }
    });
    let mut body = form::list_rows(entries, theme, width);
    if all.is_empty() {
        let save = key_for_footer(view, GamesAction::SaveSearch).unwrap_or_default();
        let text = format!("No search is saved yet. {save} saves one while it is typed.");
        body.extend(view.prose(Role::Faint, &text));
    }
    body.push(Line::default());
    let remove = key_for_footer(view, SearchListAction::Remove).unwrap_or_default();
    if let Some(name) = &list.removal_to_confirm {
        body.extend(view.prose(Role::Warning, &format!("{remove} again deletes the saved search @{name}.")));
    } else {
        let use_key = key_for_footer(view, SearchListAction::Use).unwrap_or_default();
        let close = key_for_footer(view, DialogAction::Close).unwrap_or_default();
        let keys = [(use_key, "searches"), (remove, "deletes"), (close, "back")];
        let spans = keys.into_iter().flat_map(|(key, does)| {
            [view.span(Role::Key, key), view.span(Role::Faint, format!(" {does}   "))]
        });
        body.push(Line::from(spans.collect::<Vec<_>>()));
    }
    Pane::new(PaneId::Dialog, "Saved searches", body).with_items(0, shown)
}
