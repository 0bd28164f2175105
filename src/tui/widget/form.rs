//! Forms: rows of settings, of which one is selected, and lists to choose from.

use std::ops::Range;

use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use crate::tui::theme::{Role, Theme};
use crate::tui::widget::text::{clip_spans, span, spread, width_of};

/// A row of a form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FormField {
    /// The name of the setting.
    pub name: String,
    /// Its value.
    pub value: String,
    /// The meaning of the value, in a few words.
    pub description: String,
    /// Whether it is chosen.
    pub chosen: bool,
}

/// The rows of a form, with arrows around the value that the keys would change.
pub(crate) fn form_rows(fields: &[FormField], theme: Theme, width: usize) -> Vec<Line<'static>> {
    let name_width = fields.iter().map(|field| field.name.len()).max().unwrap_or_default() + 2;
    let value_width = fields.iter().map(|field| field.value.chars().count()).max().unwrap_or_default();
    let glyphs = theme.glyphs();
    fields
        .iter()
        .map(|field| {
            let (left, right) = if field.chosen { (glyphs.back, glyphs.current) } else { (" ", " ") };
            let value = format!("{:^value_width$}", field.value);
            let role = if field.chosen { Role::SelectedRow } else { Role::Strong };
            let spans = vec![
                span(
                    theme,
                    if field.chosen { Role::Strong } else { Role::Ground },
                    format!("{:<name_width$}", field.name),
                ),
                span(theme, Role::Key, format!("{left} ")),
                span(theme, role, format!(" {value} ")),
                span(theme, Role::Key, format!(" {right}  ")),
                span(theme, Role::Faint, field.description.clone()),
            ];
            Line::from(clip_spans(spans, width, glyphs))
        })
        .collect()
}

/// The width of the rows of a form, in cells.
pub(crate) fn form_width(fields: &[FormField]) -> usize {
    let widest = |of: fn(&FormField) -> &str| fields.iter().map(|field| of(field).width()).max().unwrap_or(0);
    // The name, the value between its arrows, and what it means.
    widest(|field| &field.name) + 2 + widest(|field| &field.value) + 8 + widest(|field| &field.description)
}

/// An entry of a list: something at its left, something at its right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListWidgetEntry {
    /// At the left.
    pub name: Vec<Span<'static>>,
    /// At the right.
    pub note: Vec<Span<'static>>,
    /// Whether it is chosen.
    pub chosen: bool,
}

/// An entry as a line; the chosen one is marked over its whole width.
pub(crate) fn list_row(entry: ListWidgetEntry, theme: Theme, width: usize) -> Line<'static> {
    marked_row(entry, " ", theme, width)
}

/// The same with a sign of one cell before it.
pub(crate) fn marked_row(entry: ListWidgetEntry, sign: &str, theme: Theme, width: usize) -> Line<'static> {
    let mark = if entry.chosen { theme.glyphs().current } else { " " };
    let mut left = vec![span(theme, Role::Key, format!("{mark}{sign}"))];
    left.extend(entry.name);
    let line = spread(left, entry.note, width, theme.glyphs());
    if !entry.chosen {
        return line;
    }
    let choice = theme.style(Role::SelectedRow);
    let mut spans: Vec<Span<'static>> =
        line.spans.into_iter().map(|span| Span::styled(span.content, span.style.patch(choice))).collect();
    let gap = width.saturating_sub(width_of(&spans));
    spans.push(Span::styled(" ".repeat(gap), choice));
    Line::from(spans)
}

/// The entries of a list.
pub(crate) fn list_rows(
    entries: impl IntoIterator<Item = ListWidgetEntry>,
    theme: Theme,
    width: usize,
) -> Vec<Line<'static>> {
    entries.into_iter().map(|entry| list_row(entry, theme, width)).collect()
}

/// The rows of a list that are shown where so many have room: the chosen one is among them.
pub(crate) fn shown_rows(chosen: usize, count: usize, room: usize) -> Range<usize> {
    let first = first_shown(chosen, count, room);
    first..count.min(first + room)
}

/// The first visible row of a list in which `chosen` has to be visible.
pub(crate) const fn first_shown(chosen: usize, count: usize, rows: usize) -> usize {
    let beyond = count.saturating_sub(rows);
    let first = (chosen + 1).saturating_sub(rows);
    if first < beyond { first } else { beyond }
}
