//! External engines: requests, replies, and the two engine dialogs.

use tui_input::Input;

use crate::analysis::{AnalysisPurpose, UciOptionKind, UciOptionValue};
use crate::config::{EngineCommandConfig, EngineOptionConfig};
use crate::tui::app::toast::ToastLevel;
use crate::tui::app::{App, Tab};
use crate::tui::background::engines::{EngineInstance, EngineProcessId, ExternalEngineEntry};
use crate::tui::background::external_engines;
use crate::tui::dialog::{Dialog, EngineListDialog, EngineOptionsDialog};
use crate::tui::keymap::Action;
use crate::tui::message::{Effect, Effects, Request};
use crate::tui::navigation::RowStep;
use crate::tui::play;

/// The longest command or value that can be typed, in bytes.
pub(crate) const MAX_TYPED: usize = 400;

/// An added engine is saved once the UCI handshake is complete, and removed where it fails.
pub(crate) fn end_trial(app: &mut App, process: &EngineProcessId, effects: &mut Effects) {
    let Some(external) = app.engines.get_mut(&process.name).filter(|outside| outside.on_trial) else {
        return;
    };
    let Some(status) = &external.status else { return };
    if let Some(failure) = status.failure() {
        let reason = format!("{} is not added: {failure}", process.name);
        remove_from_list(app, &process.name, effects);
        if let Some(Dialog::Engines(list)) = &mut app.dialog {
            list.chosen = list.chosen.min(app.engines.list.len());
            list.error = Some(reason);
        } else {
            app.show_toast(ToastLevel::Warning, reason);
        }
    } else if status.identity.is_some() {
        external.on_trial = false;
        let (name, command) = (external.name.clone(), external.command.clone());
        app.show_toast(ToastLevel::Note, format!("{name} is added"));
        app.config.engines.entry(name).or_default().command = EngineCommandConfig(command);
        effects.push(Effect::SaveConfig);
    }
}

/// Applies the engine list of the settings file: unchanged engines go on, others are restarted.
pub(crate) fn apply_engine_list(app: &mut App, listed: Vec<ExternalEngineEntry>, effects: &mut Effects) {
    let names: Vec<String> = app.engines.list.iter().map(|outside| outside.name.clone()).collect();
    for name in names {
        let on_trial = app.engines.get(&name).is_some_and(|outside| outside.on_trial);
        if on_trial || listed.iter().any(|new| new.name == name) {
            continue;
        }
        if app.play.setup.seats.has_external(&name) && app.play.ending.is_none() {
            app.show_toast(
                ToastLevel::Warning,
                format!("{name} is playing the current game and cannot be removed until that is over"),
            );
        } else {
            remove_from_list(app, &name, effects);
        }
    }
    for new in listed {
        match app.engines.get(&new.name) {
            Some(old)
                if (&old.command, &old.folder, &old.settings)
                    == (&new.command, &new.folder, &new.settings) => {}
            old => {
                let (name, runs) = (new.name.clone(), old.is_some_and(ExternalEngineEntry::is_running));
                app.engines.add(new);
                if runs {
                    restart(app, &name, effects);
                }
            }
        }
    }
}

/// Removes an engine from the list, with its process.
fn remove_from_list(app: &mut App, name: &str, effects: &mut Effects) {
    if app.engines.analyst.as_deref() == Some(name) {
        toggle(app, name, effects);
    }
    external_engines::quit(app, &EngineProcessId::from(name), effects);
    app.engines.list.retain(|outside| outside.name != name);
}

/// Opens the list of engines.
pub(crate) fn open_list(app: &mut App, effects: &mut Effects) {
    effects.push(Effect::FindEngines);
    let chosen = |name: &String| app.engines.list.iter().position(|outside| outside.name == *name);
    let chosen = app.engines.analyst.as_ref().and_then(chosen).map_or(0, |at| at + 1);
    app.dialog = Some(Dialog::Engines(EngineListDialog { chosen, ..EngineListDialog::default() }));
}

/// What an action means in the list.
pub(crate) fn act_in_list(app: &mut App, mut list: EngineListDialog, action: Action, effects: &mut Effects) {
    use Action as A;
    let offered: Vec<Vec<String>> = app.engines.detected_unlisted().into_iter().cloned().collect();
    let count = app.engines.list.len() + offered.len();
    let offer = list.chosen.checked_sub(app.engines.list.len() + 1).and_then(|at| offered.get(at)).cloned();
    let external = list.chosen.checked_sub(1).and_then(|at| app.engines.list.get(at)).cloned();
    if let Some(input) = &list.adding {
        list.choices.clear();
        match action {
            A::TextTake if !input.value().trim().is_empty() => {
                effects.push(Effect::ParseEngineCommand(input.value().trim().to_owned()));
                list.adding = None;
            }
            A::TextTake | A::TextDrop => list.adding = None,
            // Arguments are not known to be paths.
            A::TextComplete if !input.value().contains(char::is_whitespace) => {
                effects.push(Effect::CompletePath(input.value().to_owned()));
            }
            _ => {}
        }
        app.dialog = Some(Dialog::Engines(list));
        return;
    }
    let doomed = list.removal_to_confirm.take();
    list.error = None;
    if let (A::EngineUse | A::EngineSettings, Some(command)) = (action, offer) {
        app.dialog = Some(Dialog::Engines(list));
        return added(app, command, effects);
    }
    match (action, external) {
        (A::EngineUse | A::EngineSettings, None) if list.chosen > 0 => {}
        (A::EngineUp, _) => list.chosen = list.chosen.saturating_sub(1),
        (A::EngineDown, _) => list.chosen = (list.chosen + 1).min(count),
        (A::EngineAdd, _) => list.adding = Some(Input::default()),
        (A::EngineUse, None) => effects.request(Request::ToggleBuiltInEngine),
        (A::EngineUse, Some(outside)) => toggle(app, &outside.name, effects),
        (A::EngineSettings, Some(outside)) => {
            if outside.status.is_none() {
                effects.push(Effect::StartExternal(EngineProcessId::from(outside.name.as_str())));
            }
            app.dialog = Some(Dialog::EngineOptions(EngineOptionsDialog::new(outside.name)));
            return;
        }
        (A::EngineSettings, None) => {
            app.show_toast(ToastLevel::Note, "The built-in engine is set up with S and in the config");
        }
        (A::EngineRestart, Some(outside)) => restart(app, &outside.name, effects),
        (A::EngineRemove, Some(outside)) if doomed.as_ref() != Some(&outside.name) => {
            list.removal_to_confirm = Some(outside.name);
        }
        (A::EngineRemove, Some(outside)) => {
            remove(app, &outside.name, effects);
            list.chosen = list.chosen.min(app.engines.list.len());
        }
        _ => {}
    }
    app.dialog = Some(Dialog::Engines(list));
}

/// Turns analysis by an external engine on or off. At most one external engine analyzes at a time.
fn toggle(app: &mut App, name: &str, effects: &mut Effects) {
    let before = app.engines.analyst.take();
    if let Some(before) = &before {
        app.engines.snapshot = None;
        app.engines.failure = None;
        if app.engines.current_request.as_ref().is_some_and(|(_, task)| *task == AnalysisPurpose::Analyze) {
            external_engines::stop_current(app, effects);
        }
        // Analysis may be dropped at once; an engine that plays a game may not.
        if !app.play.setup.seats.has_external(before) {
            external_engines::quit(app, &EngineProcessId::from(before.as_str()), effects);
        }
    }
    let analyst = (before.as_deref() != Some(name)).then(|| name.to_owned());
    app.engines.analyst.clone_from(&analyst);
    app.config.engine.analyst = analyst.clone().unwrap_or_default();
    effects.push(Effect::SaveConfig);
    if analyst.is_none() {
        return;
    }
    external_engines::start_process_if_needed(app, &EngineProcessId::from(name), effects);
    if app.tab == Tab::Analyze {
        external_engines::search_with_analyst(app, effects);
    }
}

fn restart(app: &mut App, name: &str, effects: &mut Effects) {
    external_engines::start_process(app, &EngineProcessId::from(name), effects);
    for process in app.play.engine_processes() {
        if process.name == name && process.instance == EngineInstance::Second {
            external_engines::start_process(app, &process, effects);
        }
    }
    if app.engines.analyst.as_deref() == Some(name) && app.tab == Tab::Analyze {
        external_engines::search_with_analyst(app, effects);
    }
    if app.tab == Tab::Play && app.play.setup.seats.has_external(name) {
        play::engine_turn::start_engine_turn(app, effects);
    }
}

fn remove(app: &mut App, name: &str, effects: &mut Effects) {
    if app.play.setup.seats.has_external(name) {
        return app.show_toast(
            ToastLevel::Warning,
            format!("{name} is playing the current game and cannot be removed"),
        );
    }
    remove_from_list(app, name, effects);
    app.config.engines.remove(name);
    effects.push(Effect::SaveConfig);
    app.show_toast(ToastLevel::Note, format!("{name} was removed from the list"));
}

/// A command was split into words: an engine is added.
pub(crate) fn added(app: &mut App, command: Vec<String>, effects: &mut Effects) {
    let name = app.engines.unused_name_for(&command);
    app.engines
        .add(ExternalEngineEntry { on_trial: true, ..ExternalEngineEntry::new(name.clone(), command) });
    if let Some(Dialog::Engines(list)) = &mut app.dialog {
        list.chosen = app.engines.list.iter().position(|outside| outside.name == name).map_or(0, |at| at + 1);
        list.error = None;
    }
    effects.push(Effect::StartExternal(EngineProcessId::from(name.as_str())));
}

/// What an action means in the settings of an engine.
pub(crate) fn act_in_options(
    app: &mut App,
    mut form: EngineOptionsDialog,
    action: Action,
    effects: &mut Effects,
) {
    use Action as A;
    let Some(external) = app.engines.get(&form.engine).cloned() else { return };
    let options = external.options();
    let Some(declaration) = options.get(form.chosen.min(options.len().saturating_sub(1))).copied() else {
        app.dialog = Some(Dialog::EngineOptions(form));
        return;
    };
    let name = declaration.name.to_string();
    let default = declaration.kind.default_text();
    let now = external.option_value(&name).map(str::to_owned).or_else(|| default.clone()).unwrap_or_default();
    let step = |rows: RowStep| form.chosen.saturating_add_signed(rows.delta()).min(options.len() - 1);
    let mut new_value = None;
    match (action, form.editing.as_ref()) {
        (A::TextTake, Some(input)) => {
            let value = input.value().trim().to_owned();
            form.editing = None;
            new_value = Some(value);
        }
        (A::TextDrop, Some(_)) => (form.editing, form.error) = (None, None),
        (_, Some(_)) => {}
        (A::OptionUp, _) => form.chosen = step(RowStep::Up),
        (A::OptionDown, _) => form.chosen = step(RowStep::Down),
        (A::OptionPageUp, _) => form.chosen = step(RowStep::PageUp),
        (A::OptionPageDown, _) => form.chosen = step(RowStep::PageDown),
        (A::OptionLess | A::OptionMore, _) => {
            new_value = neighbor_value(&declaration.kind, &now, if action == A::OptionMore { 1 } else { -1 });
        }
        (A::OptionEdit, _) => match &declaration.kind {
            UciOptionKind::Check { .. } | UciOptionKind::Combo { .. } => {
                new_value = neighbor_value(&declaration.kind, &now, 1);
            }
            UciOptionKind::Button => {
                effects.push(Effect::SetExternalOption(form.engine.clone(), name.clone(), String::new()));
                app.show_toast(ToastLevel::Note, format!("{name}: pressed"));
            }
            UciOptionKind::Spin { .. } | UciOptionKind::Text { .. } => {
                form.editing = Some(Input::new(now.clone()));
            }
        },
        (A::OptionReset, _) => new_value.clone_from(&default),
        _ => {}
    }
    if let Some(wanted) = new_value {
        match declaration.parse_value(Some(&wanted)) {
            Ok(value) => {
                form.error = None;
                let text =
                    if let UciOptionValue::Text(text) = &value { text.clone() } else { value.to_string() };
                let setting = (Some(&text) != default.as_ref()).then(|| text.clone());
                change_option(app, &form.engine, &name, (&value, setting), effects);
            }
            Err(reason) => form.error = Some(reason),
        }
    } else if form.editing.is_none() {
        form.error = None;
    }
    app.dialog = Some(Dialog::EngineOptions(form));
}

/// Sets an option of an engine, and saves it where it is not the engine's default.
fn change_option(
    app: &mut App,
    engine: &str,
    name: &str,
    (value, kept): (&UciOptionValue, Option<String>),
    effects: &mut Effects,
) {
    let Some(external) = app.engines.get_mut(engine) else { return };
    external.settings.retain(|known, _| !known.eq_ignore_ascii_case(name));
    if let Some(kept) = &kept {
        external.settings.insert(name.to_owned(), kept.clone());
    }
    if let Some(external) = app.config.engines.get_mut(engine) {
        match kept {
            Some(kept) => drop(external.options.insert(name.to_owned(), EngineOptionConfig(kept))),
            None => drop(external.options.remove(name)),
        }
    }
    effects.push(Effect::SetExternalOption(engine.to_owned(), name.to_owned(), value.to_string()));
    effects.push(Effect::SaveConfig);
}

/// The neighbor of a value; None where there are no neighbors.
fn neighbor_value(kind: &UciOptionKind, now: &str, by: i64) -> Option<String> {
    match kind {
        UciOptionKind::Check { .. } => Some((now != "true").to_string()),
        UciOptionKind::Spin { min: least, max: most, .. } => {
            let now: i64 = now.parse().ok()?;
            // Large ranges are changed in large steps: table sizes, in powers of two.
            let next = match (most.saturating_sub(*least) > 1_000, by > 0) {
                (false, _) => now.saturating_add(by),
                (true, true) => now.saturating_mul(2).max(now.saturating_add(1)),
                (true, false) => now / 2,
            };
            Some(next.clamp(*least, *most).to_string())
        }
        UciOptionKind::Combo { choices, .. } => {
            let at = choices.iter().position(|choice| choice.eq_ignore_ascii_case(now)).unwrap_or(0);
            let step = if by > 0 { 1 } else { choices.len() - 1 };
            choices.get((at + step) % choices.len()).map(ToString::to_string)
        }
        UciOptionKind::Text { .. } | UciOptionKind::Button => None,
    }
}
