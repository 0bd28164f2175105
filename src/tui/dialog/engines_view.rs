//! The two engine dialogs: the list, and the settings of one engine, built from the options it
//! declares.

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::analysis::{UciOption, UciOptionKind};
use crate::chess::names::pluralized;
use crate::tui::keymap::{Action, DialogAction, EngineListAction};
use crate::tui::model::dialog::{EngineListDialog, EngineOptionsDialog};
use crate::tui::model::{AnalyzeEngine, ExternalEngineEntry, PaneId, Shared};
use crate::tui::scene::{ViewContext, key_for_footer};
use crate::tui::theme::Role;
use crate::tui::widget::form;
use crate::tui::widget::form::ListWidgetEntry;
use crate::tui::widget::pane::Pane;
use crate::tui::widget::prompt::cut_around_caret;
use crate::tui::widget::text::{clip, flow, prose};

/// Rows below a list that say more about the row that is chosen.
const DETAIL_ROWS: u16 = 6;

/// The rows of the list: the built-in engine, the external ones, and those that could be added.
fn list_len(shared: &Shared) -> usize {
    1 + shared.engines.list.len() + shared.engines.detected_unlisted().len()
}

/// The size of the list's box.
pub(crate) fn list_size(shared: &Shared) -> (u16, u16) {
    let rows = u16::try_from(list_len(shared)).unwrap_or(u16::MAX).min(12);
    (74, rows + DETAIL_ROWS + 3)
}

/// The size of the box of settings.
pub(crate) fn options_size(shared: &Shared, form: &EngineOptionsDialog) -> (u16, u16) {
    let count = shared.engines.get(&form.engine).map_or(0, |outside| outside.options().len());
    let rows = u16::try_from(count).unwrap_or(u16::MAX).clamp(1, 24);
    (74, rows + 5)
}

/// The rows of the list, and below them what is known of the chosen one.
pub(crate) fn list_pane(
    view: &ViewContext,
    built_in: AnalyzeEngine,
    list: &EngineListDialog,
    inner: Rect,
) -> Pane {
    let theme = view.theme;
    let width = usize::from(inner.width);
    let rows = usize::from(inner.height.saturating_sub(DETAIL_ROWS + 1));
    let shown = form::shown_rows(list.chosen, list_len(view.shared), rows);
    let built_in = ListWidgetEntry {
        name: vec![check_mark(view, built_in == AnalyzeEngine::On), view.span(Role::Ground, "built-in")],
        note: vec![view.span(Role::Faint, "tables, proofs, levels")],
        chosen: list.chosen == 0,
    };
    let external_rows = view.shared.engines.list.iter().enumerate().map(|(index, outside)| {
        let analyzes = view.shared.engines.analyst.as_ref() == Some(&outside.name);
        let role = if outside.failure_text().is_some() { Role::Error } else { Role::Faint };
        let state = clip(
            &outside.state_text(),
            width.saturating_sub(outside.name.chars().count() + 10),
            theme.glyphs(),
        );
        ListWidgetEntry {
            name: vec![check_mark(view, analyzes), view.span(Role::Ground, outside.name.clone())],
            note: vec![view.span(role, state)],
            chosen: list.chosen == index + 1,
        }
    });
    let offered = view.shared.engines.detected_unlisted().into_iter().enumerate().map(|(index, command)| {
        ListWidgetEntry {
            name: vec![check_mark(view, false), view.span(Role::Faint, command_text(command))],
            note: vec![view.span(Role::Faint, "found here; "), view.span(Role::Key, "Enter adds it")],
            chosen: list.chosen == view.shared.engines.list.len() + 1 + index,
        }
    });
    let entries: Vec<ListWidgetEntry> = std::iter::once(built_in)
        .chain(external_rows)
        .chain(offered)
        .skip(shown.start)
        .take(shown.len())
        .collect();
    let mut body = form::list_rows(entries, theme, width);
    body.push(Line::default());
    body.extend(engine_details(&view.inside(inner), list).into_iter().take(usize::from(DETAIL_ROWS)));
    Pane::new(PaneId::Dialog, "Engines", body).with_items(0, shown)
}

/// A command in one line.
fn command_text(command: &[String]) -> String {
    crate::chess::text::sanitize_and_truncate(&command.join(" "), 300)
}

fn check_mark(view: &ViewContext, on: bool) -> Span<'static> {
    let check = view.theme.glyphs().best;
    view.span(Role::Success, format!("{} ", if on { check } else { " " }))
}

/// What is known of the engine that is chosen, or the command that is typed; and the keys.
fn engine_details(view: &ViewContext, list: &EngineListDialog) -> Vec<Line<'static>> {
    let theme = view.theme;
    if let Some(input) = &list.adding {
        let mut typed = vec![view.span(Role::Key, "command: ")];
        let room = view.width.saturating_sub(10);
        typed.extend(cut_around_caret(input.value(), input.cursor(), room, theme));
        let mut lines = vec![Line::from(typed)];
        if !list.choices.is_empty() {
            lines.push(Line::from(
                view.span(Role::Faint, clip(&list.choices.join("  "), view.width, theme.glyphs())),
            ));
            return lines;
        }
        let text = "Tab completes. The program and its arguments, as in a shell: /usr/games/stockfish, gnuchess \
                    --uci, ssh -o BatchMode=yes host stockfish";
        lines.extend(view.prose(Role::Faint, text));
        return lines;
    }
    if let Some(name) = &list.removal_to_confirm {
        let key = key_for_footer(view, EngineListAction::Remove).unwrap_or_default();
        let text = format!("{key} again removes {name} from the list and the settings file.");
        return view.prose(Role::Warning, &text);
    }
    let at = list.chosen.checked_sub(1);
    let mut lines = match at.and_then(|at| view.shared.engines.list.get(at)) {
        _ if list.error.is_some() => view.prose(Role::Error, list.error.as_deref().unwrap_or_default()),
        None if at.is_some() => view.prose(Role::Faint, "This program is on this machine and is known as a chess engine. It is added to the list once it has \
             said that it speaks UCI."),
        None => view.prose(Role::Faint, "The built-in engine knows tables and proves mates. Another one can analyze beside it, or alone."),
        Some(external) => external_engine_details(view, external),
    };
    lines.resize(usize::from(DETAIL_ROWS) - 1, Line::default());
    lines.push(flow(keys(view, list), view.width, 0).into_iter().next().unwrap_or_default());
    lines
}

fn external_engine_details(view: &ViewContext, external: &ExternalEngineEntry) -> Vec<Line<'static>> {
    let theme = view.theme;
    let command = command_text(&external.command);
    let mut lines = vec![Line::from(view.span(Role::Faint, clip(&command, view.width, theme.glyphs())))];
    let status = external.status.as_ref();
    if let Some(identity) = status.and_then(|standing| standing.identity.as_deref()) {
        let by = if identity.author.is_empty() { String::new() } else { format!(" by {}", identity.author) };
        let text = format!("{}{by}", identity.name);
        lines.push(Line::from(view.span(Role::Ground, clip(&text, view.width, theme.glyphs()))));
    }
    if let Some(failure) = external.failure_text() {
        lines.extend(view.prose(Role::Error, &failure));
    }
    if let Some((count, last)) = status
        .and_then(|standing| Some((standing.protocol_error_count, standing.last_protocol_error.as_ref()?)))
    {
        let text = format!(
            "! odd {}, last: {last}",
            pluralized(usize::try_from(count).unwrap_or(usize::MAX), "time")
        );
        lines.extend(view.prose(Role::Warning, &text));
    }
    lines
}

fn keys(view: &ViewContext, list: &EngineListDialog) -> Vec<Span<'static>> {
    let is_offer = list.chosen > view.shared.engines.list.len();
    let shown = [
        (Action::EngineList(EngineListAction::Use), if is_offer { "adds it" } else { "analyzes" }),
        (Action::EngineList(EngineListAction::Options), "settings"),
        (Action::EngineList(EngineListAction::Add), "add"),
        (Action::EngineList(EngineListAction::Restart), "restart"),
        (Action::EngineList(EngineListAction::Remove), "remove"),
        (Action::Dialog(DialogAction::Close), "back"),
    ];
    let named = shown.into_iter().filter_map(|(action, does)| Some((key_for_footer(view, action)?, does)));
    named
        .flat_map(|(key, does)| [view.span(Role::Key, key), view.span(Role::Faint, format!("{does} "))])
        .collect()
}

/// The settings of an engine. None where it is listed no more.
pub(crate) fn options_pane(view: &ViewContext, form: &EngineOptionsDialog, inner: Rect) -> Option<Pane> {
    let theme = view.theme;
    let external = view.shared.engines.get(&form.engine)?;
    let options = external.options();
    let count = if options.is_empty() { String::new() } else { pluralized(options.len(), "setting") };
    let note = vec![view.span(Role::Faint, count)];
    let title = format!("Settings of {}", form.engine);
    let pane =
        |body, shown| Some(Pane::new(PaneId::Dialog, title, body).with_items(0, shown).with_note(note));
    let width = usize::from(inner.width);
    if options.is_empty() {
        let text = match external.failure_text() {
            Some(failure) => failure,
            None => format!("{}{}", external.state_text(), theme.glyphs().ellipsis),
        };
        return pane(prose(theme, Role::Ground, &text, width), 0..0);
    }
    let shown = form::shown_rows(form.chosen, options.len(), usize::from(inner.height.saturating_sub(3)));
    let chosen = form.chosen.min(options.len() - 1);
    let note_view = view.with_width((width / 2).saturating_sub(4));
    let entries =
        options.iter().enumerate().skip(shown.start).take(shown.len()).map(|(index, declaration)| {
            ListWidgetEntry {
                name: vec![view.span(Role::Ground, clip(&declaration.name, width / 2, theme.glyphs()))],
                note: option_value(&note_view, external, declaration, (index == chosen).then_some(form)),
                chosen: index == chosen && form.editing.is_none(),
            }
        });
    let mut body = form::list_rows(entries, theme, width);
    body.push(Line::default());
    let (role, text) = match &form.error {
        Some(fault) => (Role::Error, fault.clone()),
        None => (Role::Faint, accepted_values(options[chosen])),
    };
    body.push(Line::from(view.span(role, clip(&text, width, theme.glyphs()))));
    pane(body, shown)
}

/// The value of a setting; a star where it is not the engine's own.
fn option_value(
    view: &ViewContext,
    external: &ExternalEngineEntry,
    declaration: &UciOption,
    chosen: Option<&EngineOptionsDialog>,
) -> Vec<Span<'static>> {
    let theme = view.theme;
    if let Some(input) = chosen.and_then(|form| form.editing.as_ref()) {
        return cut_around_caret(input.value(), input.cursor(), view.width, view.theme);
    }
    let set = external.option_value(&declaration.name);
    let text = match (&declaration.kind, set) {
        (UciOptionKind::Button, _) => "press".to_owned(),
        (_, Some(value)) => crate::chess::text::sanitize_and_truncate(value, 200),
        (kind, None) => kind.default_text().unwrap_or_default(),
    };
    let text = if text.is_empty() { "none".to_owned() } else { text };
    let role = if set.is_some() { Role::Strong } else { Role::Ground };
    let star = if set.is_some() { " *" } else { "  " };
    vec![view.span(role, clip(&text, view.width, theme.glyphs())), view.span(Role::Key, star)]
}

/// What a setting takes.
fn accepted_values(declaration: &UciOption) -> String {
    let own = declaration.kind.default_text().map_or_else(String::new, |default| match default.as_str() {
        "" => "; its own: none".to_owned(),
        default => format!("; its own: {default}"),
    });
    let values = match &declaration.kind {
        UciOptionKind::Spin { min: least, max: most, .. } => format!("a whole number from {least} to {most}"),
        UciOptionKind::Check { .. } => "true or false".to_owned(),
        UciOptionKind::Text { .. } => "a text".to_owned(),
        UciOptionKind::Combo { choices, .. } => choices.join(", "),
        UciOptionKind::Button => return "Enter presses it".to_owned(),
    };
    format!("{values}{own}")
}
