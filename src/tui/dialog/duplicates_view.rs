//! The box with the games that have several texts: two of them side by side, or one below the other where columns are short.

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::chess::names::{group_digits, pluralized};
use crate::game::GameListEntry;
use crate::game::text_comparison::{ComparedText, different_tags};
use crate::tui::keymap::{Action, DialogAction, DuplicateListAction};
use crate::tui::model::PaneId;
use crate::tui::model::dialog::{DuplicateMerge, DuplicatesDialog};
use crate::tui::navigation::{RowStep, ValueStep};
use crate::tui::scene::{ViewContext, key_for_footer};
use crate::tui::theme::Role;
use crate::tui::widget::pane::Pane;
use crate::tui::widget::text::{clip, sanitized_line};

/// The size of the box.
pub(crate) const SIZE: (u16, u16) = (100, 24);

/// The least width for two columns.
const MIN_COLUMNS_WIDTH: usize = 70;

/// The cells of the names of rows, with the gap behind them.
const NAME_CELLS: usize = 15;

/// The title of the text that stays.
const STAYS: &str = "This text stays";

/// What stands where a text says nothing.
const NOTHING: &str = "-";

/// The shown game and what can be done with it.
pub(crate) fn pane(view: &ViewContext, dialog: &DuplicatesDialog, inner: Rect) -> Pane {
    let keys = keys(view, dialog);
    let rows = usize::from(inner.height).saturating_sub(keys.len() + 1);
    let mut body = body(view, dialog, rows);
    if body.len() > rows {
        body.truncate(rows.saturating_sub(1));
        body.push(Line::from(view.span(Role::Faint, view.theme.glyphs().ellipsis)));
    }
    body.resize_with(rows + 1, Line::default);
    body.extend(keys);
    let place =
        |(at, all): (usize, usize)| format!("{} of {}", group_digits(at as u64), group_digits(all as u64));
    let note = dialog.texts().map(|_| view.span(Role::Faint, place((dialog.chosen + 1, dialog.games.len()))));
    Pane::new(PaneId::Dialog, "Games with several texts", body).with_note(note.into_iter().collect())
}

fn body(view: &ViewContext, dialog: &DuplicatesDialog, rows: usize) -> Vec<Line<'static>> {
    let Some(texts) = dialog.texts() else {
        let text = if dialog.is_searching {
            format!("Looking for games with several texts{}", view.theme.glyphs().ellipsis)
        } else {
            "No game of the library has several texts.".to_owned()
        };
        return view.prose(Role::Faint, &text);
    };
    let GameListEntry { white, black, date, plies, .. } = &texts[0];
    let moves = pluralized(plies.div_ceil(2) as usize, "move");
    let title = sanitized_line(&format!("{date}  {white} - {black}  {moves}"));
    let mut body = vec![Line::from(view.span(Role::Strong, clip(&title, view.width, view.theme.glyphs())))];
    body.push(Line::default());
    match &dialog.compared {
        None if dialog.problem.is_none() => {
            body.push(Line::from(view.span(Role::Faint, view.theme.glyphs().ellipsis)));
        }
        None => {}
        Some(compared) => {
            let (first, other) = (&compared[0], &compared[(dialog.other + 1).min(compared.len() - 1)]);
            let goes = match compared.len() {
                2 => "This one goes to the trash".to_owned(),
                all => format!("Goes to the trash, {} of {}", dialog.other + 1, all - 1),
            };
            let pair = [first.clone(), other.clone()];
            let tags = different_tags(&pair);
            if view.width >= MIN_COLUMNS_WIDTH {
                body.extend(columns(
                    view,
                    (first, other),
                    &goes,
                    &tags.into_iter().collect::<Vec<_>>(),
                    rows.saturating_sub(body.len()),
                ));
            } else {
                for (title, text) in [(STAYS, first), (goes.as_str(), other)] {
                    body.push(Line::from(view.span(Role::Strong, title.to_owned())));
                    body.extend(view.prose(Role::Ground, &in_words(text, tags.iter().copied())));
                }
            }
        }
    }
    body
}

/// A row for each fact, with what both texts say.
fn columns(
    view: &ViewContext,
    (first, other): (&ComparedText, &ComparedText),
    goes: &str,
    tags: &[&str],
    rows: usize,
) -> Vec<Line<'static>> {
    let half = view.width.saturating_sub(NAME_CELLS) / 2;
    let cell = |text: &str, cells: usize| {
        let text = clip(&sanitized_line(text), cells.saturating_sub(2), view.theme.glyphs());
        format!("{text:<cells$}")
    };
    let row = |name: &str, values: [String; 2]| {
        let role = if values[0] == values[1] { Role::Faint } else { Role::Ground };
        let values = values.map(|value| view.span(role, cell(&value, half)));
        let name = view.span(Role::Faint, cell(name, NAME_CELLS));
        Line::from(std::iter::once(name).chain(values).collect::<Vec<_>>())
    };
    let titles = [STAYS, goes].map(|title| view.span(Role::Strong, cell(title, half)));
    let gap = Span::raw(" ".repeat(NAME_CELLS));
    let mut lines = vec![Line::from(std::iter::once(gap).chain(titles).collect::<Vec<_>>())];
    let count = |count: usize| if count == 0 { NOTHING.to_owned() } else { group_digits(count as u64) };
    let both = |value: &dyn Fn(&ComparedText) -> String| [value(first), value(other)];
    lines.push(row("file", both(&|text| text.file.clone())));
    lines.push(row("line", both(&|text| group_digits(text.line as u64))));
    lines.push(row("comments", both(&|text| count(text.comments))));
    lines.push(row("half-moves", both(&|text| count(text.moves))));
    lines.push(row("in variations", both(&|text| count(text.variation_moves))));
    let room = rows.saturating_sub(lines.len());
    let shown = if tags.len() > room { room.saturating_sub(1) } else { tags.len() };
    for name in &tags[..shown] {
        let value = |text: &ComparedText| text.tags.get(*name).cloned().unwrap_or_else(|| NOTHING.to_owned());
        lines.push(row(name, both(&value)));
    }
    if shown < tags.len() {
        let more = pluralized(tags.len() - shown, "more tag");
        lines.push(Line::from(view.span(Role::Faint, more)));
    }
    lines
}

/// `club.pgn, line 12: 3 comments, 45 half-moves, 8 of them in variations, Event "Cup"`.
fn in_words<'t>(text: &ComparedText, tags: impl Iterator<Item = &'t str>) -> String {
    let said = |name: &'t str| text.tags.get(name).map(|value| format!("{name} \"{value}\""));
    let variations = text.variation_moves;
    let parts: Vec<String> = (text.comments > 0)
        .then(|| pluralized(text.comments, "comment"))
        .into_iter()
        .chain([pluralized(text.moves, "half-move")])
        .chain((variations > 0).then(|| format!("{} of them in variations", group_digits(variations as u64))))
        .chain(tags.filter_map(said))
        .collect();
    sanitized_line(&format!("{}, line {}: {}", text.file, text.line, parts.join(", ")))
}

/// The question, the problem or what is done, and the keys.
fn keys(view: &ViewContext, dialog: &DuplicatesDialog) -> Vec<Line<'static>> {
    let key = |action: Action| key_for_footer(view, action).unwrap_or_default();
    let with_keys = |keys: Vec<(Action, &str)>| {
        let spans = keys.into_iter().flat_map(|(action, does)| {
            [view.span(Role::Key, key(action)), view.span(Role::Faint, format!(" {does}   "))]
        });
        Line::from(spans.collect::<Vec<_>>())
    };
    let close = Action::from(DialogAction::Close);
    let others = dialog.texts().map_or(0, <[GameListEntry]>::len).saturating_sub(1);
    if dialog.merge == DuplicateMerge::Asked {
        let question = format!(
            "Make one text of them? The first gets what it lacks: tags, comments, variations; {} to the trash.",
            if others == 1 { "the other goes".to_owned() } else { format!("the {others} others go") }
        );
        let mut lines = view.prose(Role::Warning, &question);
        lines.push(with_keys(vec![(DialogAction::Yes.into(), "merges them"), (close, "leaves them")]));
        return lines;
    }
    let mut lines = dialog
        .problem
        .iter()
        .flat_map(|problem| view.prose(Role::Warning, &sanitized_line(problem)))
        .collect::<Vec<_>>();
    if dialog.merge == DuplicateMerge::Running || dialog.is_searching && dialog.texts().is_some() {
        let text = if dialog.is_searching { "Looking for the others" } else { "Merging" };
        lines.push(Line::from(view.span(Role::Faint, format!("{text}{}", view.theme.glyphs().ellipsis))));
    }
    let mut keys: Vec<(Action, &str)> = Vec::new();
    if dialog.is_ready() {
        if dialog.compared.is_some() {
            keys.push((DuplicateListAction::Merge.into(), "merges"));
        }
        if dialog.chosen + 1 < dialog.games.len() {
            keys.push((DuplicateListAction::Rows(RowStep::Down).into(), "next game"));
        }
        if others > 1 {
            keys.push((DuplicateListAction::Texts(ValueStep::More).into(), "next text"));
        }
    }
    keys.push((close, if dialog.is_searching { "cancels" } else { "back" }));
    lines.push(with_keys(keys));
    lines
}
