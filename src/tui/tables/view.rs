//! The list of endings: which tables are there, what is being built, what each one holds.

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::chess::Material;
use crate::chess::names::{byte_size, pluralized};
use crate::tui::app::App;
use crate::tui::background::table_status::TableStatus;
use crate::tui::keymap::TablesAction;
use crate::tui::scene::list_scene::ListScene;
use crate::tui::scene::{key_for_footer, table_progress};
use crate::tui::tables;
use crate::tui::theme::Role;
use crate::tui::widget::form::ListWidgetEntry;
use crate::tui::widget::pane::{Pane, PaneId};
use crate::tui::widget::text::{prose, span, spread};
use crate::tui::widget::{form, gauge};

/// The width of a row below which it has the name alone.
const NARROW_WIDTH: usize = 62;

/// The facts for the status bar.
pub(crate) fn bar_facts(app: &App) -> Vec<String> {
    let list = &app.tables.list;
    let ready = list.iter().filter(|material| app.table_status(material) == TableStatus::Ready).count();
    let bytes: u64 = app.tables.saved_sizes.values().sum();
    vec![format!("{} ready", pluralized(ready, "ending")), format!("{} on disk", byte_size(bytes))]
}

/// The list with details of the chosen ending.
pub(crate) fn scene<'a>(app: &App, list: Rect, details: Rect) -> ListScene<'a> {
    let note = vec![span(app.theme, Role::Faint, "exact distances to mate")];
    let material = app.tables.list.get(app.tables.chosen).copied();
    ListScene {
        list: table_list(app, usize::from(list.width)).with_note(note),
        details: material.as_ref().map(|material| details_pane(app, material, details)),
        preview: None,
        material,
        lines_below: Vec::new(),
    }
}

fn table_list(app: &App, width: usize) -> Pane {
    let theme = app.theme;
    let list = &app.tables.list;
    let heading = |first: usize| {
        let (count, time) = match list[first].piece_count() {
            3 => ("3 pieces", "made at every start"),
            4 => ("4 pieces", "seconds, made when needed"),
            _ => ("5 pieces", "seconds, with pawns minutes"),
        };
        let time = vec![span(theme, Role::Faint, time)];
        spread(vec![span(theme, Role::Title, count)], time, width, theme.glyphs())
    };
    Pane::grouped(
        (PaneId::List, "Tables"),
        list.iter().map(Material::piece_count),
        app.tables.chosen,
        heading,
        |at| form::list_row(table_entry(app, &list[at], at == app.tables.chosen, width), theme, width),
    )
}

fn table_entry(app: &App, material: &Material, chosen: bool, width: usize) -> ListWidgetEntry {
    let theme = app.theme;
    let mut name = vec![span(theme, Role::Strong, format!("{:<8}", material.to_string()))];
    if width >= NARROW_WIDTH {
        name.push(span(theme, Role::Ground, tables::ending_view::material_in_words(material)));
    }
    let longest = app.tables.stats(material).map_or_else(String::new, |stats| {
        let moves = stats.longest().longest.moves();
        if moves > 0 { format!("M{moves}") } else { theme.glyphs().half.to_owned() }
    });
    let bytes = app.tables.saved_sizes.get(material).map_or_else(String::new, |&bytes| byte_size(bytes));
    let mut note = vec![
        span(theme, Role::Exact, format!("{longest:>5} ")),
        span(theme, Role::Faint, format!("{bytes:>8}  ")),
    ];
    note.extend(status_spans(app, material));
    ListWidgetEntry { name, note, chosen }
}

/// The status of an ending, at a fixed width.
fn status_spans(app: &App, material: &Material) -> Vec<Span<'static>> {
    const STATUS_WIDTH: usize = 10;
    let theme = app.theme;
    let say = |role: Role, text: &str| vec![span(theme, role, format!("{text:<STATUS_WIDTH$}"))];
    match app.table_status(material) {
        TableStatus::Ready => say(Role::Success, &format!("{} ready", theme.glyphs().best)),
        TableStatus::Saved => say(Role::Ground, "on disk"),
        TableStatus::Missing => say(Role::Faint, "not built"),
        TableStatus::Building(None) => say(Role::Bound, "reading"),
        TableStatus::Building(Some(permille)) => {
            let mut spans = gauge::progress_bar(permille, STATUS_WIDTH - 5, theme);
            spans.push(span(theme, Role::Bound, format!("{:>3} %", permille / 10)));
            spans
        }
    }
}

fn details_pane(app: &App, material: &Material, inner: Rect) -> Pane {
    let theme = app.theme;
    let width = usize::from(inner.width);
    let mut chart = 0..0;
    let mut body = progress_lines(app, material, width);
    let roomy = inner.height >= 12;
    if roomy {
        body.push(Line::default());
    }
    match app.tables.stats(material) {
        Some(stats) => {
            body.extend(tables::ending_view::count_lines(app, stats, width));
            if roomy {
                body.push(Line::default());
            }
            body.push(Line::from(span(theme, Role::Strong, tables::ending_view::longest_text(stats))));
            if usize::from(inner.height) > body.len() + 12 {
                body.push(Line::default());
                let first = body.len();
                body.extend(tables::ending_view::bars(stats, 6, theme, width));
                chart = first..body.len();
            }
        }
        None if app.tables.counting.as_ref() == Some(material) => {
            body.extend(prose(theme, Role::Faint, &tables::ending_view::counting_text(app), width));
        }
        None => {}
    }
    let title = format!("{material}: {}", tables::ending_view::material_in_words(material));
    Pane::new(PaneId::Details, title, body).with_chart(chart)
}

/// The status of an ending's table, and what can be done about it.
fn progress_lines(app: &App, material: &Material, width: usize) -> Vec<Line<'static>> {
    let theme = app.theme;
    let key = |action| key_for_footer(app, action).unwrap_or_default();
    let time = app.build_time(material);
    match app.table_status(material) {
        TableStatus::Ready => {
            let text = format!("Ready: {} shows what it holds.", key(TablesAction::Open));
            prose(theme, Role::Ground, &text, width)
        }
        TableStatus::Saved => {
            let text =
                format!("On disk: it is read when it is needed. {} shows it.", key(TablesAction::Open));
            prose(theme, Role::Ground, &text, width)
        }
        TableStatus::Building(_) => {
            let mut lines = table_progress::build_progress(app, material, width);
            let text = format!("{} stops it; what is finished stays.", key(TablesAction::Build));
            lines.extend(prose(theme, Role::Faint, &text, width));
            lines
        }
        TableStatus::Missing => {
            let mut lines = table_progress::not_built_lines(app, material, width);
            let text = format!("Not built: {} builds it, in {time}.", key(TablesAction::Build));
            lines.extend(prose(theme, Role::Ground, &text, width));
            lines
        }
    }
}

/// The running build in a word or two, for the status bar.
pub(crate) fn pending_text(app: &App) -> Option<String> {
    let pending = &app.tables.pending_tables;
    let shown = pending.iter().find(|work| work.progress.is_some()).or_else(|| pending.first())?;
    let percent = shown.progress.map_or(0, |progress| progress.permille / 10);
    let more = if pending.len() > 1 { format!(" +{}", pending.len() - 1) } else { String::new() };
    Some(format!("{} {percent} %{more}", shown.material))
}
