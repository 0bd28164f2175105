//! The two boxes about engines outside: the list of them, and the settings of one, made from what it declares.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::analysis::{Declaration, Kind};
use crate::chess::names::counted;
use crate::tui::app::{App, Engine, Outside};
use crate::tui::dialog::{EngineList, EngineOptions};
use crate::tui::keymap::Action;
use crate::tui::theme::Role;
use crate::tui::widget::form::{self, Entry};
use crate::tui::widget::overlay;
use crate::tui::widget::pane::Pane;
use crate::tui::widget::prompt::with_caret;
use crate::tui::widget::text::{clip, flow, prose, span};

use super::key_of;

/// Rows below a list that say more about the row that is chosen.
const BELOW: u16 = 6;

/// The rows of the list: the built-in engine, the external ones, and those that could be added.
pub(super) fn list_len(app: &App) -> usize {
    1 + app.engines.list.len() + app.engines.offered().len()
}

/// The size of the list's box.
pub(super) fn list_size(app: &App) -> (u16, u16) {
    let rows = u16::try_from(list_len(app)).unwrap_or(u16::MAX).min(12);
    (74, rows + BELOW + 3)
}

/// The size of the box of settings.
pub(super) fn options_size(app: &App, form: &EngineOptions) -> (u16, u16) {
    let count = app.engines.get(&form.engine).map_or(0, |outside| outside.options().len());
    let rows = u16::try_from(count).unwrap_or(u16::MAX).clamp(1, 24);
    (74, rows + 5)
}

/// The first row of the list that is shown.
pub(super) fn first_engine(list: &EngineList, app: &App, height: u16) -> usize {
    let rows = usize::from(height.saturating_sub(BELOW + 1));
    super::dialogs::first_shown(list.chosen, list_len(app), rows)
}

/// The first setting that is shown.
pub(super) fn first_option(form: &EngineOptions, app: &App, height: u16) -> usize {
    let count = app.engines.get(&form.engine).map_or(0, |outside| outside.options().len());
    super::dialogs::first_shown(form.chosen, count, usize::from(height.saturating_sub(3)))
}

pub(super) fn draw_list(app: &App, list: &EngineList, area: Rect, buffer: &mut Buffer) {
    let theme = app.theme;
    let inner = overlay::open(&Pane::new("Engines", Vec::new()), theme, area, buffer);
    let width = usize::from(inner.width);
    let rows = usize::from(inner.height.saturating_sub(BELOW + 1));
    let built_in = Entry {
        name: vec![mark(app, app.study.engine == Engine::On), span(theme, Role::Ground, "built-in")],
        note: vec![span(theme, Role::Faint, "tables, proofs, levels")],
        chosen: list.chosen == 0,
    };
    let outside = app.engines.list.iter().enumerate().map(|(index, outside)| {
        let analyzes = app.engines.analyst.as_ref() == Some(&outside.name);
        let role = if outside.failure().is_some() { Role::Error } else { Role::Faint };
        let state = clip(
            &outside.state_text(),
            width.saturating_sub(outside.name.chars().count() + 10),
            theme.glyphs(),
        );
        Entry {
            name: vec![mark(app, analyzes), span(theme, Role::Ground, outside.name.clone())],
            note: vec![span(theme, role, state)],
            chosen: list.chosen == index + 1,
        }
    });
    let offered = app.engines.offered().into_iter().enumerate().map(|(index, command)| Entry {
        name: vec![mark(app, false), span(theme, Role::Faint, command_text(command))],
        note: vec![span(theme, Role::Faint, "found here; "), span(theme, Role::Key, "Enter adds it")],
        chosen: list.chosen == app.engines.list.len() + 1 + index,
    });
    let entries: Vec<Entry> = std::iter::once(built_in)
        .chain(outside)
        .chain(offered)
        .skip(first_engine(list, app, inner.height))
        .take(rows)
        .collect();
    let mut body = form::list(entries, theme, width);
    body.push(Line::default());
    body.extend(about(app, list, width).into_iter().take(usize::from(BELOW)));
    Pane::new("", body).draw_body(inner, buffer);
}

/// A command in one line.
fn command_text(command: &[String]) -> String {
    crate::analysis::plain(&command.join(" "), 300)
}

fn mark(app: &App, on: bool) -> Span<'static> {
    let keeps = app.theme.glyphs().keeps;
    span(app.theme, Role::Good, format!("{} ", if on { keeps } else { " " }))
}

/// What is known of the engine that is chosen, or the command that is typed; and the keys.
fn about(app: &App, list: &EngineList, width: usize) -> Vec<Line<'static>> {
    let theme = app.theme;
    if let Some(input) = &list.adding {
        let mut typed = vec![span(theme, Role::Key, "command: ")];
        typed.extend(shown_end(input.value(), input.cursor(), app, width.saturating_sub(10)));
        let mut lines = vec![Line::from(typed)];
        if !list.choices.is_empty() {
            lines.push(Line::from(span(
                theme,
                Role::Faint,
                clip(&list.choices.join("  "), width, theme.glyphs()),
            )));
            return lines;
        }
        lines.extend(prose(
            theme,
            Role::Faint,
            "Tab completes. The program and its arguments, as in a shell: /usr/games/stockfish, gnuchess --uci, ssh -o \
             BatchMode=yes host stockfish",
            width,
        ));
        return lines;
    }
    if let Some(name) = &list.doomed {
        let key = key_of(app, Action::EngineRemove).unwrap_or_default();
        let text = format!("{key} again removes {name} from the list and the settings file.");
        return prose(theme, Role::Warning, &text, width);
    }
    let at = list.chosen.checked_sub(1);
    let mut lines = match at.and_then(|at| app.engines.list.get(at)) {
        _ if list.fault.is_some() => {
            prose(theme, Role::Error, list.fault.as_deref().unwrap_or_default(), width)
        }
        None if at.is_some() => prose(
            theme,
            Role::Faint,
            "This program is on this machine and is known as a chess engine. It is added to the list once it has \
             said that it speaks UCI.",
            width,
        ),
        None => prose(
            theme,
            Role::Faint,
            "The built-in engine knows tables and proves mates. Another one can analyze beside it, or alone.",
            width,
        ),
        Some(outside) => about_outside(app, outside, width),
    };
    lines.resize(usize::from(BELOW) - 1, Line::default());
    lines.push(flow(keys(app, list), width, 0).into_iter().next().unwrap_or_default());
    lines
}

fn about_outside(app: &App, outside: &Outside, width: usize) -> Vec<Line<'static>> {
    let theme = app.theme;
    let command = command_text(&outside.command);
    let mut lines = vec![Line::from(span(theme, Role::Faint, clip(&command, width, theme.glyphs())))];
    let standing = outside.standing.as_ref();
    if let Some(identity) = standing.and_then(|standing| standing.identity.as_deref()) {
        let by = if identity.author.is_empty() { String::new() } else { format!(" by {}", identity.author) };
        let text = format!("{}{by}", identity.name);
        lines.push(Line::from(span(theme, Role::Ground, clip(&text, width, theme.glyphs()))));
    }
    if let Some(failure) = outside.failure() {
        lines.extend(prose(theme, Role::Error, &failure, width));
    }
    if let Some((count, last)) =
        standing.and_then(|standing| Some((standing.oddities, standing.oddity.as_ref()?)))
    {
        let text =
            format!("! odd {}, last: {last}", counted(usize::try_from(count).unwrap_or(usize::MAX), "time"));
        lines.extend(prose(theme, Role::Warning, &text, width));
    }
    lines
}

fn keys(app: &App, list: &EngineList) -> Vec<Span<'static>> {
    let theme = app.theme;
    let is_offer = list.chosen > app.engines.list.len();
    let shown = [
        (Action::EngineUse, if is_offer { "adds it" } else { "analyzes" }),
        (Action::EngineSettings, "settings"),
        (Action::EngineAdd, "add"),
        (Action::EngineRestart, "restart"),
        (Action::EngineRemove, "remove"),
        (Action::Close, "back"),
    ];
    let named = shown.into_iter().filter_map(|(action, does)| Some((key_of(app, action)?, does)));
    named
        .flat_map(|(key, does)| [span(theme, Role::Key, key), span(theme, Role::Faint, format!("{does} "))])
        .collect()
}

/// The end of a typed text where all of it has no room.
fn shown_end(text: &str, cursor: usize, app: &App, width: usize) -> Vec<Span<'static>> {
    let skipped = (cursor + 1).saturating_sub(width);
    let rest: String = text.chars().skip(skipped).take(width).collect();
    with_caret(&rest, cursor - skipped, app.theme)
}

pub(super) fn draw_options(app: &App, form: &EngineOptions, area: Rect, buffer: &mut Buffer) {
    let theme = app.theme;
    let Some(outside) = app.engines.get(&form.engine) else { return };
    let options = outside.options();
    let count = if options.is_empty() { String::new() } else { counted(options.len(), "setting") };
    let note = vec![span(theme, Role::Faint, count)];
    let title = format!("Settings of {}", form.engine);
    let inner = overlay::open(&Pane::new(title, Vec::new()).noted(note), theme, area, buffer);
    let width = usize::from(inner.width);
    if options.is_empty() {
        let text = match outside.failure() {
            Some(failure) => failure,
            None => format!("{}{}", outside.state_text(), theme.glyphs().more),
        };
        return Pane::new("", prose(theme, Role::Ground, &text, width)).draw_body(inner, buffer);
    }
    let rows = usize::from(inner.height.saturating_sub(3));
    let chosen = form.chosen.min(options.len() - 1);
    let entries = options.iter().enumerate().skip(first_option(form, app, inner.height)).take(rows).map(
        |(index, declaration)| Entry {
            name: vec![span(theme, Role::Ground, clip(&declaration.name, width / 2, theme.glyphs()))],
            note: value(app, outside, declaration, (index == chosen).then_some(form), width / 2 - 4),
            chosen: index == chosen && form.editing.is_none(),
        },
    );
    let mut body = form::list(entries.collect(), theme, width);
    body.push(Line::default());
    let (role, text) = match &form.fault {
        Some(fault) => (Role::Error, fault.clone()),
        None => (Role::Faint, takes(options[chosen])),
    };
    body.push(Line::from(span(theme, role, clip(&text, width, theme.glyphs()))));
    Pane::new("", body).draw_body(inner, buffer);
}

/// The value of a setting; a star where it is not the engine's own.
fn value(
    app: &App,
    outside: &Outside,
    declaration: &Declaration,
    chosen: Option<&EngineOptions>,
    width: usize,
) -> Vec<Span<'static>> {
    let theme = app.theme;
    if let Some(input) = chosen.and_then(|form| form.editing.as_ref()) {
        return shown_end(input.value(), input.cursor(), app, width);
    }
    let set = outside.set_to(&declaration.name);
    let text = match (&declaration.kind, set) {
        (Kind::Button, _) => "press".to_owned(),
        (_, Some(value)) => crate::analysis::plain(value, 200),
        (kind, None) => kind.default_text().unwrap_or_default(),
    };
    let text = if text.is_empty() { "none".to_owned() } else { text };
    let role = if set.is_some() { Role::Strong } else { Role::Ground };
    let star = if set.is_some() { " *" } else { "  " };
    vec![span(theme, role, clip(&text, width, theme.glyphs())), span(theme, Role::Key, star)]
}

/// What a setting takes.
fn takes(declaration: &Declaration) -> String {
    let own = declaration.kind.default_text().map_or_else(String::new, |default| match default.as_str() {
        "" => "; its own: none".to_owned(),
        default => format!("; its own: {default}"),
    });
    let what = match &declaration.kind {
        Kind::Number { least, most, .. } => format!("a whole number from {least} to {most}"),
        Kind::Switch { .. } => "true or false".to_owned(),
        Kind::Text { .. } => "a text".to_owned(),
        Kind::Choice { choices, .. } => choices.join(", "),
        Kind::Button => return "Enter presses it".to_owned(),
    };
    format!("{what}{own}")
}
