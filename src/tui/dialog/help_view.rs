//! The help dialog: the keys that work here, grouped by where they work, filtered as the user types.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use crate::tui::dialog::help_update::{HelpRow, first_match, help_rows};
use crate::tui::keymap::{ActionSpec, HelpAction, KeyContext};
use crate::tui::layout::inside_frame;
use crate::tui::model::PaneId;
use crate::tui::model::dialog::HelpDialog;
use crate::tui::scene::{ViewContext, key_for_footer, key_name};
use crate::tui::theme::{Role, Theme};
use crate::tui::widget::form::{ListWidgetEntry, first_shown};
use crate::tui::widget::pane::Pane;
use crate::tui::widget::prompt::with_caret;
use crate::tui::widget::text::{span, width_of};
use crate::tui::widget::{form, overlay};

/// Width of the list, in cells, from which keys are listed in two columns.
const MIN_TWO_COLUMN_WIDTH: u16 = 88;

/// Cells before what an action does: its keys.
const KEYS_WIDTH: usize = 12;

/// Layout of the list: lines of text, each with the row that it belongs to.
struct HelpList {
    rows: Vec<HelpRow>,
    lines: Vec<(usize, Line<'static>)>,
    /// The last line of the chosen action.
    chosen: Option<usize>,
    /// The first visible line.
    first: usize,
    /// The columns, each with so many lines as it has rows.
    columns: Vec<Rect>,
}

/// The list for an area inside the frame.
fn help_list(view: &ViewContext, help: &HelpDialog, inner: Rect) -> HelpList {
    let words = help.search_words();
    let rows = help_rows(&view.screen_contexts, view.shared, &words);
    let actions = rows.iter().enumerate().filter(|(_, row)| matches!(row, HelpRow::Action(_)));
    let chosen = actions.map(|(row, _)| row).nth(help.chosen);
    let above = if help.search.is_some() { 2.min(inner.height) } else { 0 };
    let area = Rect { y: inner.y + above, height: inner.height - above, ..inner };
    let count = if area.width >= MIN_TWO_COLUMN_WIDTH { 2 } else { 1 };
    let width = (area.width + 2) / count - 2;
    let columns: Vec<Rect> =
        (0..count).map(|n| Rect { x: area.x + n * (width + 2), width, ..area }).collect();
    let column_view = view.with_width(width.into());
    let text = |row: usize| match rows[row] {
        HelpRow::Gap => vec![Line::default()],
        HelpRow::Heading(context) => {
            vec![Line::from(marked(context.title(), &words, Role::Title, view.theme))]
        }
        HelpRow::Action(spec) => entry(&column_view, spec, &words, chosen == Some(row)),
    };
    let lines: Vec<(usize, Line)> =
        (0..rows.len()).flat_map(|row| text(row).into_iter().map(move |line| (row, line))).collect();
    let chosen = lines.iter().rposition(|(row, _)| Some(*row) == chosen);
    let first = first_shown(chosen.unwrap_or(0), lines.len(), usize::from(area.height * count));
    HelpList { rows, lines, chosen, first, columns }
}

impl HelpList {
    /// The visible lines with their rows and their places.
    fn shown(&self) -> impl Iterator<Item = (&(usize, Line<'static>), Rect)> {
        let places = self.columns.iter().flat_map(|column| column.rows().collect::<Vec<_>>());
        self.lines[self.first..].iter().zip(places)
    }
}

/// The action under a cell, counted among those that are listed.
pub(crate) fn action_at(
    view: &ViewContext,
    help: &HelpDialog,
    area: Rect,
    column: u16,
    row: u16,
) -> Option<usize> {
    let list = help_list(view, help, inside_frame(area));
    let (&(row, _), _) = list.shown().find(|(_, place)| place.contains((column, row).into()))?;
    let is_action = |row: &&HelpRow| matches!(row, HelpRow::Action(_));
    let before = list.rows[..row].iter().filter(is_action).count();
    is_action(&list.rows.get(row)?).then_some(before)
}

/// The title, and the words that are searched for.
fn head(view: &ViewContext, help: &HelpDialog) -> Pane {
    let theme = view.theme;
    let note = match &help.search {
        _ if view.screen_contexts.contains(&KeyContext::Editor) => {
            "letters K Q R B N P, k q r b n p place a piece".to_owned()
        }
        None => "letters a-h n r q k o 0 type a move".to_owned(),
        Some(_) => {
            let is_action = |row: &HelpRow| matches!(row, HelpRow::Action(_));
            let count = help_rows(&view.screen_contexts, view.shared, &help.search_words())
                .into_iter()
                .filter(is_action)
                .count();
            crate::chess::names::pluralized(count, "command")
        }
    };
    let search = help.search.as_ref().map(|search| {
        let key = key_for_footer(view, HelpAction::Search).unwrap_or_default();
        let mut input = vec![view.span(Role::Key, format!("{key} "))];
        input.extend(with_caret(search.value(), search.cursor(), theme));
        Line::from(input)
    });
    Pane::new(PaneId::Dialog, "Keys that work here", search.into_iter().collect())
        .with_note(vec![view.span(Role::Faint, note)])
}

/// What stands in place of the keys where the search finds none.
fn nothing_found(view: &ViewContext) -> Line<'static> {
    Line::from(view.span(Role::Warning, "no key that works here has that in its words"))
}

/// The dialog as rows in one column.
pub(crate) fn pane(view: &ViewContext, help: &HelpDialog, inner: Rect) -> Pane {
    let list = help_list(view, help, inner);
    let mut pane = head(view, help);
    if list.rows.is_empty() {
        pane.body.push(nothing_found(view));
    }
    let chosen = list.chosen.map(|line| pane.body.len() + line);
    pane.body.extend(list.lines.into_iter().map(|(_, line)| line));
    pane.filling(chosen)
}

/// Draws the box, in two columns where there is room.
pub(crate) fn draw(view: &ViewContext, help: &HelpDialog, area: Rect, buffer: &mut Buffer) {
    overlay::open(&head(view, help), view.theme, area, buffer);
    let list = help_list(view, help, inside_frame(area));
    if list.rows.is_empty() {
        nothing_found(view).render(list.columns.first().copied().unwrap_or_default(), buffer);
    }
    for ((_, line), place) in list.shown() {
        line.render(place, buffer);
    }
}

/// The keys of an action and what it does, in as many lines as that takes.
fn entry(view: &ViewContext, spec: &ActionSpec, words: &[String], chosen: bool) -> Vec<Line<'static>> {
    let theme = view.theme;
    let mut contexts = view.screen_contexts.clone();
    contexts.push(KeyContext::Cursor);
    let keys = view.shared.keymap.keys_in(&contexts, spec.action);
    let names: Vec<String> = keys.take(3).map(|key| key_name(&key.to_string(), view)).collect();
    let mark = 2;
    let help = marked(spec.help, words, Role::Ground, theme);
    let lines = wrap_marked(help, view.width.saturating_sub(mark + KEYS_WIDTH));
    let entries = lines.into_iter().enumerate().map(|(index, line)| {
        let keys = if index == 0 { names.join(" ") } else { String::new() };
        let mut name = vec![view.span(Role::Key, format!("{keys:<0$} ", KEYS_WIDTH - 1))];
        name.extend(line.spans);
        ListWidgetEntry { name, note: Vec::new(), chosen }
    });
    form::list_rows(entries, theme, view.width)
}

/// A text in one line where it fits, else broken between words; a mark inside a word stays in it.
fn wrap_marked(spans: Vec<Span<'static>>, width: usize) -> Vec<Line<'static>> {
    let mut lines: Vec<Line<'static>> = vec![Line::default()];
    let mut used = 0;
    // The text between two blanks, in its spans.
    let mut word: Vec<Span<'static>> = Vec::new();
    let mut end_word = |word: &mut Vec<Span<'static>>, lines: &mut Vec<Line<'static>>| {
        let wide = width_of(word);
        if used > 0 && used + 1 + wide > width {
            lines.push(Line::default());
            used = 0;
        }
        let Some(line) = lines.last_mut() else { return };
        if used > 0 {
            line.spans.push(Span::raw(" "));
            used += 1;
        }
        used += wide;
        line.spans.append(word);
    };
    for span in spans {
        for (index, part) in span.content.split(' ').enumerate() {
            if index > 0 {
                end_word(&mut word, &mut lines);
            }
            if !part.is_empty() {
                word.push(Span::styled(part.to_owned(), span.style));
            }
        }
    }
    end_word(&mut word, &mut lines);
    lines
}

/// A text in which the matches of the search are highlighted.
fn marked(text: &str, words: &[String], role: Role, theme: Theme) -> Vec<Span<'static>> {
    // The help's texts are ASCII, so lower-casing keeps every letter's place.
    let small = text.to_ascii_lowercase();
    let found = |word: &String| {
        let word = word.to_lowercase();
        first_match(&small, &word).map(|at| at..at + word.len())
    };
    let mut places: Vec<_> = words.iter().filter_map(found).collect();
    places.sort_by_key(|place| place.start);
    let mut spans = Vec::new();
    let mut done = 0;
    for place in places {
        let (from, to) = (place.start.max(done), place.end);
        let (Some(before), Some(hit)) = (text.get(done..from), text.get(from..to)) else { continue };
        spans.push(span(theme, role, before.to_owned()));
        spans.push(span(theme, Role::Prompt, hit.to_owned()));
        done = to;
    }
    spans.push(span(theme, role, text.get(done..).unwrap_or_default().to_owned()));
    spans
}
