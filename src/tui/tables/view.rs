//! The list of endings: which tables are there, what is being built, what each one holds.

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::chess::Material;
use crate::chess::names::{byte_size, pluralized};
use crate::tui::keymap::TablesAction;
use crate::tui::model::{PaneId, Shared, TableStatus, TablesTab};
use crate::tui::scene::list_scene::ListScene;
use crate::tui::scene::{ViewContext, key_for_footer, table_progress};
use crate::tui::tables;
use crate::tui::theme::Role;
use crate::tui::widget::form::ListWidgetEntry;
use crate::tui::widget::pane::Pane;
use crate::tui::widget::text::spread;
use crate::tui::widget::{form, gauge};

/// The width of a row below which it has the name alone.
const NARROW_WIDTH: usize = 62;

/// The facts for the status bar.
pub(crate) fn bar_facts(tables: &TablesTab, shared: &Shared) -> Vec<String> {
    let list = &tables.list;
    let ready = list.iter().filter(|material| shared.table_status(material) == TableStatus::Ready).count();
    let bytes: u64 = shared.table_builds.saved_sizes.values().sum();
    vec![format!("{} ready", pluralized(ready, "ending")), format!("{} on disk", byte_size(bytes))]
}

/// The list with details of the chosen ending.
pub(crate) fn scene<'a>(view: &ViewContext, tables: &TablesTab, list: Rect, details: Rect) -> ListScene<'a> {
    let note = vec![view.span(Role::Faint, "exact distances to mate")];
    let material = tables.list.get(tables.chosen).copied();
    ListScene {
        list: table_list(&view.inside(list), tables).with_note(note),
        details: material
            .as_ref()
            .map(|material| details_pane(&view.inside(details), tables, material, details)),
        preview: None,
        material,
        lines_below: Vec::new(),
        line_in_sight: None,
    }
}

fn table_list(view: &ViewContext, tables: &TablesTab) -> Pane {
    let theme = view.theme;
    let list = &tables.list;
    let heading = |first: usize| {
        let (count, time) = match list[first].piece_count() {
            3 => ("3 pieces", "made at every start"),
            4 => ("4 pieces", "seconds, made when needed"),
            _ => ("5 pieces", "seconds, with pawns minutes"),
        };
        let time = vec![view.span(Role::Faint, time)];
        spread(vec![view.span(Role::Title, count)], time, view.width, theme.glyphs())
    };
    Pane::grouped(
        (PaneId::List, "Tables"),
        list.iter().map(Material::piece_count),
        tables.chosen,
        heading,
        |at| form::list_row(table_entry(view, tables, &list[at], at == tables.chosen), theme, view.width),
    )
}

fn table_entry(view: &ViewContext, tables: &TablesTab, material: &Material, chosen: bool) -> ListWidgetEntry {
    let theme = view.theme;
    let mut name = vec![view.span(Role::Strong, format!("{:<8}", material.to_string()))];
    if view.width >= NARROW_WIDTH {
        name.push(view.span(Role::Ground, tables::ending_view::material_in_words(material)));
    }
    let longest = tables.stats(material).map_or_else(String::new, |stats| {
        let moves = stats.longest().longest.moves();
        if moves > 0 { format!("M{moves}") } else { theme.glyphs().half.to_owned() }
    });
    let bytes = view
        .shared
        .table_builds
        .saved_sizes
        .get(material)
        .map_or_else(String::new, |&bytes| byte_size(bytes));
    let mut note = vec![
        view.span(Role::Exact, format!("{longest:>5} ")),
        view.span(Role::Faint, format!("{bytes:>8}  ")),
    ];
    note.extend(status_spans(view, material));
    ListWidgetEntry { name, note, chosen }
}

/// The status of an ending, at a fixed width.
fn status_spans(view: &ViewContext, material: &Material) -> Vec<Span<'static>> {
    const STATUS_WIDTH: usize = 10;
    let theme = view.theme;
    let say = |role: Role, text: &str| vec![view.span(role, format!("{text:<STATUS_WIDTH$}"))];
    match view.shared.table_status(material) {
        TableStatus::Ready => say(Role::Success, &format!("{} ready", theme.glyphs().best)),
        TableStatus::Saved => say(Role::Ground, "on disk"),
        TableStatus::Missing => say(Role::Faint, "not built"),
        TableStatus::Building(None) => say(Role::Bound, "reading"),
        TableStatus::Building(Some(permille)) => {
            let mut spans = gauge::progress_bar(permille, STATUS_WIDTH - 5, theme);
            spans.push(view.span(Role::Bound, format!("{:>3} %", permille / 10)));
            spans
        }
    }
}

fn details_pane(view: &ViewContext, tables: &TablesTab, material: &Material, inner: Rect) -> Pane {
    let mut chart = 0..0;
    let mut body = progress_lines(view, material);
    let roomy = inner.height >= 12;
    if roomy {
        body.push(Line::default());
    }
    match tables.stats(material) {
        Some(stats) => {
            body.extend(tables::ending_view::count_lines(view, stats));
            if roomy {
                body.push(Line::default());
            }
            body.push(Line::from(view.span(Role::Strong, tables::ending_view::longest_text(stats))));
            if usize::from(inner.height) > body.len() + 12 {
                body.push(Line::default());
                let first = body.len();
                body.extend(tables::ending_view::bars(stats, 6, view.theme, view.width));
                chart = first..body.len();
            }
        }
        None if tables.counting.as_ref() == Some(material) => {
            body.extend(view.prose(Role::Faint, &tables::ending_view::counting_text(tables)));
        }
        None => {}
    }
    let title = format!("{material}: {}", tables::ending_view::material_in_words(material));
    Pane::new(PaneId::Details, title, body).with_chart(chart)
}

/// The status of an ending's table, and what can be done about it.
fn progress_lines(view: &ViewContext, material: &Material) -> Vec<Line<'static>> {
    let key = |action| key_for_footer(view, action).unwrap_or_default();
    let time = view.shared.build_time(material);
    match view.shared.table_status(material) {
        TableStatus::Ready => {
            let text = format!("Ready: {} shows what it holds.", key(TablesAction::Open));
            view.prose(Role::Ground, &text)
        }
        TableStatus::Saved => {
            let text =
                format!("On disk: it is read when it is needed. {} shows it.", key(TablesAction::Open));
            view.prose(Role::Ground, &text)
        }
        TableStatus::Building(_) => {
            let mut lines = table_progress::build_progress(view, material);
            let text = format!("{} stops it; what is finished stays.", key(TablesAction::Build));
            lines.extend(view.prose(Role::Faint, &text));
            lines
        }
        TableStatus::Missing => {
            let mut lines = table_progress::not_built_lines(view, material);
            let text = format!("Not built: {} builds it, in {time}.", key(TablesAction::Build));
            lines.extend(view.prose(Role::Ground, &text));
            lines
        }
    }
}

/// The running build in a word or two, for the status bar.
pub(crate) fn pending_text(shared: &Shared) -> Option<String> {
    let pending = &shared.table_builds.pending;
    let shown = pending.iter().find(|work| work.progress.is_some()).or_else(|| pending.first())?;
    let percent = shown.progress.map_or(0, |progress| progress.permille / 10);
    let more = if pending.len() > 1 { format!(" +{}", pending.len() - 1) } else { String::new() };
    Some(format!("{} {percent} %{more}", shown.material))
}
