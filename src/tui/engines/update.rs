//! External engines: requests, replies, and the two engine dialogs.

use tui_input::Input;

use crate::analysis::{AnalysisPurpose, UciOptionKind, UciOptionValue};
use crate::config::{EngineCommandConfig, EngineOptionConfig};
use crate::tui::background::external_engines;
use crate::tui::context::UpdateContext;
use crate::tui::keymap::{EngineListAction, EngineOptionsAction, TextFieldAction};
use crate::tui::message::{Effect, LibraryRequest, Request};
use crate::tui::model::dialog::{EngineListDialog, EngineOptionsDialog};
use crate::tui::model::{Dialog, EngineInstance, EngineProcessId, ExternalEngineEntry, GameEngines};
use crate::tui::navigation::{Tab, ValueStep};

/// The longest command or value that can be typed, in bytes.
pub(crate) const MAX_TYPED: usize = 400;

/// An added engine is saved once the UCI handshake is complete, and removed where it fails.
pub(crate) fn end_trial(cx: &mut UpdateContext, game: &GameEngines, process: &EngineProcessId) {
    let Some(external) = cx.shared.engines.get_mut(&process.name).filter(|outside| outside.on_trial) else {
        return;
    };
    let Some(status) = &external.status else { return };
    if let Some(failure) = status.failure() {
        let reason = format!("{} is not added: {failure}", process.name);
        remove_from_list(cx, game, &process.name);
        if let Some(Dialog::Engines(list)) = &mut cx.shared.dialog {
            list.chosen = list.chosen.min(cx.shared.engines.list.len());
            list.error = Some(reason);
        } else {
            cx.shared.show_warning(reason);
        }
    } else if status.identity.is_some() {
        external.on_trial = false;
        let (name, command) = (external.name.clone(), external.command.clone());
        cx.shared.show_note(format!("{name} is added"));
        cx.shared.config.engines.entry(name).or_default().command = EngineCommandConfig(command);
        cx.effects.push(Effect::SaveConfig);
    }
}

/// Applies the engine list of the settings file: unchanged engines go on, others are restarted.
pub(crate) fn apply_engine_list(
    cx: &mut UpdateContext,
    game: &GameEngines,
    listed: Vec<ExternalEngineEntry>,
) {
    let names: Vec<String> = cx.shared.engines.list.iter().map(|outside| outside.name.clone()).collect();
    for name in names {
        let on_trial = cx.shared.engines.get(&name).is_some_and(|outside| outside.on_trial);
        if on_trial || listed.iter().any(|new| new.name == name) {
            continue;
        }
        if game.has(&name) && !game.is_over {
            cx.shared.show_warning(format!(
                "{name} is playing the current game and cannot be removed until that is over"
            ));
        } else {
            remove_from_list(cx, game, &name);
        }
    }
    for new in listed {
        match cx.shared.engines.get(&new.name) {
            Some(old)
                if (&old.command, &old.folder, &old.settings)
                    == (&new.command, &new.folder, &new.settings) => {}
            old => {
                let (name, runs) = (new.name.clone(), old.is_some_and(ExternalEngineEntry::is_running));
                cx.shared.engines.add(new);
                if runs {
                    restart(cx, game, &name);
                }
            }
        }
    }
}

/// Removes an engine from the list, with its process.
fn remove_from_list(cx: &mut UpdateContext, game: &GameEngines, name: &str) {
    if cx.shared.engines.analyst.as_deref() == Some(name) {
        toggle(cx, game, name);
    }
    external_engines::quit(cx, &EngineProcessId::from(name));
    cx.shared.engines.list.retain(|outside| outside.name != name);
}

/// Opens the list of engines.
pub(crate) fn open_list(cx: &mut UpdateContext) {
    cx.effects.push(Effect::FindEngines);
    let chosen = |name: &String| cx.shared.engines.list.iter().position(|outside| outside.name == *name);
    let chosen = cx.shared.engines.analyst.as_ref().and_then(chosen).map_or(0, |at| at + 1);
    cx.shared.dialog = Some(Dialog::Engines(EngineListDialog { chosen, ..EngineListDialog::default() }));
}

/// Performs an action of the list.
pub(crate) fn act_in_list(cx: &mut UpdateContext, game: &GameEngines, action: EngineListAction) {
    let is_list = |dialog: &mut Dialog| matches!(dialog, Dialog::Engines(list) if list.adding.is_none());
    let Some(Dialog::Engines(mut list)) = cx.shared.dialog.take_if(is_list) else { return };
    let offered: Vec<Vec<String>> = cx.shared.engines.detected_unlisted().into_iter().cloned().collect();
    let count = cx.shared.engines.list.len() + offered.len();
    let offer =
        list.chosen.checked_sub(cx.shared.engines.list.len() + 1).and_then(|at| offered.get(at)).cloned();
    let external = list.chosen.checked_sub(1).and_then(|at| cx.shared.engines.list.get(at)).cloned();
    let doomed = list.removal_to_confirm.take();
    list.error = None;
    match (action, external) {
        (EngineListAction::Rows(step), _) => list.chosen = step.from(list.chosen, count),
        (EngineListAction::Add, _) => list.adding = Some(Input::default()),
        (EngineListAction::Use | EngineListAction::Options, None) if list.chosen > 0 => {
            cx.shared.dialog = Some(Dialog::Engines(list));
            return offer.into_iter().for_each(|command| added(cx, command));
        }
        (EngineListAction::Use, None) => cx.effects.request(Request::ToggleBuiltInEngine),
        (EngineListAction::Use, Some(outside)) => toggle(cx, game, &outside.name),
        (EngineListAction::Options, Some(outside)) => {
            if outside.status.is_none() {
                cx.effects.push(Effect::StartExternal(EngineProcessId::from(outside.name.as_str())));
            }
            cx.shared.dialog = Some(Dialog::EngineOptions(EngineOptionsDialog::new(outside.name)));
            return;
        }
        (EngineListAction::Options, None) => {
            cx.shared.show_note("The built-in engine is set up with S and in the config");
        }
        (EngineListAction::Restart, Some(outside)) => restart(cx, game, &outside.name),
        (EngineListAction::Remove, Some(outside)) if doomed.as_ref() != Some(&outside.name) => {
            list.removal_to_confirm = Some(outside.name);
        }
        (EngineListAction::Remove, Some(outside)) => {
            remove(cx, game, &outside.name);
            list.chosen = list.chosen.min(cx.shared.engines.list.len());
        }
        (EngineListAction::Restart | EngineListAction::Remove, None) => {}
    }
    cx.shared.dialog = Some(Dialog::Engines(list));
}

/// Performs an action of the line of text in one of the two dialogs: a command, the value of an option.
pub(crate) fn act_in_text_field(cx: &mut UpdateContext, action: TextFieldAction) {
    match &mut cx.shared.dialog {
        Some(Dialog::Engines(list)) => {
            let Some(input) = &list.adding else { return };
            let text = input.value().to_owned();
            list.choices.clear();
            match action {
                TextFieldAction::Take | TextFieldAction::Drop => {
                    list.adding = None;
                    if action == TextFieldAction::Take && !text.trim().is_empty() {
                        cx.effects.push(Effect::ParseEngineCommand(text.trim().to_owned()));
                    }
                }
                // Arguments are not known to be paths.
                TextFieldAction::Complete if text.contains(char::is_whitespace) => {}
                TextFieldAction::Complete => cx.effects.push(LibraryRequest::CompletePath(text)),
            }
        }
        Some(Dialog::EngineOptions(form)) => match action {
            TextFieldAction::Take => {
                if let Some(input) = form.editing.take() {
                    set_option(cx, input.value().trim());
                }
            }
            TextFieldAction::Drop => (form.editing, form.error) = (None, None),
            TextFieldAction::Complete => {}
        },
        _ => {}
    }
}

/// Turns analysis by an external engine on or off. At most one external engine analyzes at a time.
fn toggle(cx: &mut UpdateContext, game: &GameEngines, name: &str) {
    let before = cx.shared.engines.analyst.take();
    if let Some(before) = &before {
        cx.shared.engines.snapshot = None;
        cx.shared.engines.failure = None;
        if cx
            .shared
            .engines
            .current_request
            .as_ref()
            .is_some_and(|(_, task)| *task == AnalysisPurpose::Analyze)
        {
            external_engines::stop_current(cx);
        }
        // Analysis may be dropped at once; an engine that plays a game may not.
        if !game.has(before) {
            external_engines::quit(cx, &EngineProcessId::from(before.as_str()));
        }
    }
    let analyst = (before.as_deref() != Some(name)).then(|| name.to_owned());
    cx.shared.engines.analyst.clone_from(&analyst);
    cx.shared.config.engine.analyst = analyst.clone().unwrap_or_default();
    cx.effects.push(Effect::SaveConfig);
    if analyst.is_none() {
        return;
    }
    external_engines::start_process_if_needed(cx, &EngineProcessId::from(name));
    if cx.shared.tab == Tab::Analyze {
        cx.effects.request(Request::SearchWithAnalyst);
    }
}

fn restart(cx: &mut UpdateContext, game: &GameEngines, name: &str) {
    external_engines::start_process(cx, &EngineProcessId::from(name));
    for process in &game.processes {
        if process.name == name && process.instance == EngineInstance::Second {
            external_engines::start_process(cx, process);
        }
    }
    if cx.shared.engines.analyst.as_deref() == Some(name) && cx.shared.tab == Tab::Analyze {
        cx.effects.request(Request::SearchWithAnalyst);
    }
    if cx.shared.tab == Tab::Play && game.has(name) {
        cx.effects.request(Request::StartEngineTurn);
    }
}

fn remove(cx: &mut UpdateContext, game: &GameEngines, name: &str) {
    if game.has(name) {
        return cx.shared.show_warning(format!("{name} is playing the current game and cannot be removed"));
    }
    remove_from_list(cx, game, name);
    cx.shared.config.engines.remove(name);
    cx.effects.push(Effect::SaveConfig);
    cx.shared.show_note(format!("{name} was removed from the list"));
}

/// A command was split into words: an engine is added.
pub(crate) fn added(cx: &mut UpdateContext, command: Vec<String>) {
    let name = cx.shared.engines.unused_name_for(&command);
    cx.shared
        .engines
        .add(ExternalEngineEntry { on_trial: true, ..ExternalEngineEntry::new(name.clone(), command) });
    if let Some(Dialog::Engines(list)) = &mut cx.shared.dialog {
        list.chosen =
            cx.shared.engines.list.iter().position(|outside| outside.name == name).map_or(0, |at| at + 1);
        list.error = None;
    }
    cx.effects.push(Effect::StartExternal(EngineProcessId::from(name.as_str())));
}

/// Performs an action of the options of an engine.
pub(crate) fn act_in_options(cx: &mut UpdateContext, action: EngineOptionsAction) {
    let Some(Dialog::EngineOptions(form)) = &mut cx.shared.dialog else { return };
    let Some(external) = cx.shared.engines.get(&form.engine) else {
        cx.shared.dialog = None;
        return;
    };
    let options = external.options();
    let last = options.len().saturating_sub(1);
    let Some(declaration) = options.get(form.chosen.min(last)).filter(|_| form.editing.is_none()) else {
        return;
    };
    let name = declaration.name.to_string();
    let default = declaration.kind.default_text();
    let now = external.option_value(&name).map(str::to_owned).or_else(|| default.clone()).unwrap_or_default();
    let error = form.error.take();
    let new_value = match (action, &declaration.kind) {
        (EngineOptionsAction::Rows(step), _) => {
            form.chosen = step.from(form.chosen, last);
            None
        }
        (EngineOptionsAction::Change(step), kind) => neighbor_value(kind, &now, step),
        (EngineOptionsAction::Edit, kind @ (UciOptionKind::Check { .. } | UciOptionKind::Combo { .. })) => {
            neighbor_value(kind, &now, ValueStep::More)
        }
        (EngineOptionsAction::Edit, UciOptionKind::Button) => {
            cx.effects.push(Effect::SetExternalOption(form.engine.clone(), name.clone(), String::new()));
            cx.shared.show_note(format!("{name}: pressed"));
            None
        }
        (EngineOptionsAction::Edit, UciOptionKind::Spin { .. } | UciOptionKind::Text { .. }) => {
            (form.editing, form.error) = (Some(Input::new(now)), error);
            None
        }
        (EngineOptionsAction::Reset, _) => default,
    };
    if let Some(value) = new_value {
        set_option(cx, &value);
    }
}

/// Sets the chosen option to a value as it is typed, or says what is wrong with that.
fn set_option(cx: &mut UpdateContext, wanted: &str) {
    let Some(Dialog::EngineOptions(form)) = &mut cx.shared.dialog else { return };
    let Some(external) = cx.shared.engines.get(&form.engine) else { return };
    let options = external.options();
    let Some(declaration) = options.get(form.chosen.min(options.len().saturating_sub(1))) else { return };
    match declaration.parse_value(Some(wanted)) {
        Ok(value) => {
            form.error = None;
            let text = if let UciOptionValue::Text(text) = &value { text.clone() } else { value.to_string() };
            let setting = Some(text).filter(|text| Some(text) != declaration.kind.default_text().as_ref());
            let (engine, name) = (form.engine.clone(), declaration.name.to_string());
            change_option(cx, &engine, &name, (&value, setting));
        }
        Err(reason) => form.error = Some(reason),
    }
}

/// Sets an option of an engine, and saves it where it is not the engine's default.
fn change_option(
    cx: &mut UpdateContext,
    engine: &str,
    name: &str,
    (value, kept): (&UciOptionValue, Option<String>),
) {
    let Some(external) = cx.shared.engines.get_mut(engine) else { return };
    external.settings.retain(|known, _| !known.eq_ignore_ascii_case(name));
    if let Some(kept) = &kept {
        external.settings.insert(name.to_owned(), kept.clone());
    }
    if let Some(external) = cx.shared.config.engines.get_mut(engine) {
        match kept {
            Some(kept) => drop(external.options.insert(name.to_owned(), EngineOptionConfig(kept))),
            None => drop(external.options.remove(name)),
        }
    }
    cx.effects.push(Effect::SetExternalOption(engine.to_owned(), name.to_owned(), value.to_string()));
    cx.effects.push(Effect::SaveConfig);
}

/// The neighbor of a value; None where there are no neighbors.
fn neighbor_value(kind: &UciOptionKind, now: &str, step: ValueStep) -> Option<String> {
    match kind {
        UciOptionKind::Check { .. } => Some((now != "true").to_string()),
        UciOptionKind::Spin { min: least, max: most, .. } => {
            let now: i64 = now.parse().ok()?;
            // Large ranges are changed in large steps: table sizes, in powers of two.
            let next = match (most.saturating_sub(*least) > 1_000, step) {
                (false, ValueStep::More) => now.saturating_add(1),
                (false, ValueStep::Less) => now.saturating_sub(1),
                (true, ValueStep::More) => now.saturating_mul(2).max(now.saturating_add(1)),
                (true, ValueStep::Less) => now / 2,
            };
            Some(next.clamp(*least, *most).to_string())
        }
        UciOptionKind::Combo { choices, .. } => {
            let at = choices.iter().position(|choice| choice.eq_ignore_ascii_case(now)).unwrap_or(0);
            let by = if step == ValueStep::More { 1 } else { choices.len() - 1 };
            choices.get((at + by) % choices.len()).map(ToString::to_string)
        }
        UciOptionKind::Text { .. } | UciOptionKind::Button => None,
    }
}
