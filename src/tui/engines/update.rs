//! External engines: requests, replies, and the two engine dialogs.

use tui_input::Input;

use crate::analysis::{AnalysisPurpose, UciOptionKind, UciOptionValue};
use crate::config::{EngineCommandConfig, EngineOptionConfig};
use crate::tui::background::external_engines;
use crate::tui::keymap::{EngineListAction, EngineOptionsAction, TextFieldAction};
use crate::tui::message::{Effect, Effects, LibraryRequest, Request};
use crate::tui::model::dialog::{Dialog, EngineListDialog, EngineOptionsDialog};
use crate::tui::model::engines::{EngineInstance, EngineProcessId, ExternalEngineEntry, GameEngines};
use crate::tui::model::shared::Shared;
use crate::tui::navigation::{Tab, ValueStep};

/// The longest command or value that can be typed, in bytes.
pub(crate) const MAX_TYPED: usize = 400;

/// An added engine is saved once the UCI handshake is complete, and removed where it fails.
pub(crate) fn end_trial(
    shared: &mut Shared,
    game: &GameEngines,
    process: &EngineProcessId,
    effects: &mut Effects,
) {
    let Some(external) = shared.engines.get_mut(&process.name).filter(|outside| outside.on_trial) else {
        return;
    };
    let Some(status) = &external.status else { return };
    if let Some(failure) = status.failure() {
        let reason = format!("{} is not added: {failure}", process.name);
        remove_from_list(shared, game, &process.name, effects);
        if let Some(Dialog::Engines(list)) = &mut shared.dialog {
            list.chosen = list.chosen.min(shared.engines.list.len());
            list.error = Some(reason);
        } else {
            shared.show_warning(reason);
        }
    } else if status.identity.is_some() {
        external.on_trial = false;
        let (name, command) = (external.name.clone(), external.command.clone());
        shared.show_note(format!("{name} is added"));
        shared.config.engines.entry(name).or_default().command = EngineCommandConfig(command);
        effects.push(Effect::SaveConfig);
    }
}

/// Applies the engine list of the settings file: unchanged engines go on, others are restarted.
pub(crate) fn apply_engine_list(
    shared: &mut Shared,
    game: &GameEngines,
    listed: Vec<ExternalEngineEntry>,
    effects: &mut Effects,
) {
    let names: Vec<String> = shared.engines.list.iter().map(|outside| outside.name.clone()).collect();
    for name in names {
        let on_trial = shared.engines.get(&name).is_some_and(|outside| outside.on_trial);
        if on_trial || listed.iter().any(|new| new.name == name) {
            continue;
        }
        if game.has(&name) && !game.is_over {
            shared.show_warning(format!(
                "{name} is playing the current game and cannot be removed until that is over"
            ));
        } else {
            remove_from_list(shared, game, &name, effects);
        }
    }
    for new in listed {
        match shared.engines.get(&new.name) {
            Some(old)
                if (&old.command, &old.folder, &old.settings)
                    == (&new.command, &new.folder, &new.settings) => {}
            old => {
                let (name, runs) = (new.name.clone(), old.is_some_and(ExternalEngineEntry::is_running));
                shared.engines.add(new);
                if runs {
                    restart(shared, game, &name, effects);
                }
            }
        }
    }
}

/// Removes an engine from the list, with its process.
fn remove_from_list(shared: &mut Shared, game: &GameEngines, name: &str, effects: &mut Effects) {
    if shared.engines.analyst.as_deref() == Some(name) {
        toggle(shared, game, name, effects);
    }
    external_engines::quit(shared, &EngineProcessId::from(name), effects);
    shared.engines.list.retain(|outside| outside.name != name);
}

/// Opens the list of engines.
pub(crate) fn open_list(shared: &mut Shared, effects: &mut Effects) {
    effects.push(Effect::FindEngines);
    let chosen = |name: &String| shared.engines.list.iter().position(|outside| outside.name == *name);
    let chosen = shared.engines.analyst.as_ref().and_then(chosen).map_or(0, |at| at + 1);
    shared.dialog = Some(Dialog::Engines(EngineListDialog { chosen, ..EngineListDialog::default() }));
}

/// Performs an action of the list.
pub(crate) fn act_in_list(
    shared: &mut Shared,
    game: &GameEngines,
    action: EngineListAction,
    effects: &mut Effects,
) {
    let is_list = |dialog: &mut Dialog| matches!(dialog, Dialog::Engines(list) if list.adding.is_none());
    let Some(Dialog::Engines(mut list)) = shared.dialog.take_if(is_list) else { return };
    let offered: Vec<Vec<String>> = shared.engines.detected_unlisted().into_iter().cloned().collect();
    let count = shared.engines.list.len() + offered.len();
    let offer =
        list.chosen.checked_sub(shared.engines.list.len() + 1).and_then(|at| offered.get(at)).cloned();
    let external = list.chosen.checked_sub(1).and_then(|at| shared.engines.list.get(at)).cloned();
    let doomed = list.removal_to_confirm.take();
    list.error = None;
    match (action, external) {
        (EngineListAction::Rows(step), _) => list.chosen = step.from(list.chosen, count),
        (EngineListAction::Add, _) => list.adding = Some(Input::default()),
        (EngineListAction::Use | EngineListAction::Options, None) if list.chosen > 0 => {
            shared.dialog = Some(Dialog::Engines(list));
            return offer.into_iter().for_each(|command| added(shared, command, effects));
        }
        (EngineListAction::Use, None) => effects.request(Request::ToggleBuiltInEngine),
        (EngineListAction::Use, Some(outside)) => toggle(shared, game, &outside.name, effects),
        (EngineListAction::Options, Some(outside)) => {
            if outside.status.is_none() {
                effects.push(Effect::StartExternal(EngineProcessId::from(outside.name.as_str())));
            }
            shared.dialog = Some(Dialog::EngineOptions(EngineOptionsDialog::new(outside.name)));
            return;
        }
        (EngineListAction::Options, None) => {
            shared.show_note("The built-in engine is set up with S and in the config");
        }
        (EngineListAction::Restart, Some(outside)) => restart(shared, game, &outside.name, effects),
        (EngineListAction::Remove, Some(outside)) if doomed.as_ref() != Some(&outside.name) => {
            list.removal_to_confirm = Some(outside.name);
        }
        (EngineListAction::Remove, Some(outside)) => {
            remove(shared, game, &outside.name, effects);
            list.chosen = list.chosen.min(shared.engines.list.len());
        }
        (EngineListAction::Restart | EngineListAction::Remove, None) => {}
    }
    shared.dialog = Some(Dialog::Engines(list));
}

/// Performs an action of the line of text in one of the two dialogs: a command, the value of an option.
pub(crate) fn act_in_text_field(shared: &mut Shared, action: TextFieldAction, effects: &mut Effects) {
    match &mut shared.dialog {
        Some(Dialog::Engines(list)) => {
            let Some(input) = &list.adding else { return };
            let text = input.value().to_owned();
            list.choices.clear();
            match action {
                TextFieldAction::Take | TextFieldAction::Drop => {
                    list.adding = None;
                    if action == TextFieldAction::Take && !text.trim().is_empty() {
                        effects.push(Effect::ParseEngineCommand(text.trim().to_owned()));
                    }
                }
                // Arguments are not known to be paths.
                TextFieldAction::Complete if text.contains(char::is_whitespace) => {}
                TextFieldAction::Complete => effects.push(LibraryRequest::CompletePath(text)),
            }
        }
        Some(Dialog::EngineOptions(form)) => match action {
            TextFieldAction::Take => {
                if let Some(input) = form.editing.take() {
                    set_option(shared, input.value().trim(), effects);
                }
            }
            TextFieldAction::Drop => (form.editing, form.error) = (None, None),
            TextFieldAction::Complete => {}
        },
        _ => {}
    }
}

/// Turns analysis by an external engine on or off. At most one external engine analyzes at a time.
fn toggle(shared: &mut Shared, game: &GameEngines, name: &str, effects: &mut Effects) {
    let before = shared.engines.analyst.take();
    if let Some(before) = &before {
        shared.engines.snapshot = None;
        shared.engines.failure = None;
        if shared.engines.current_request.as_ref().is_some_and(|(_, task)| *task == AnalysisPurpose::Analyze)
        {
            external_engines::stop_current(shared, effects);
        }
        // Analysis may be dropped at once; an engine that plays a game may not.
        if !game.has(before) {
            external_engines::quit(shared, &EngineProcessId::from(before.as_str()), effects);
        }
    }
    let analyst = (before.as_deref() != Some(name)).then(|| name.to_owned());
    shared.engines.analyst.clone_from(&analyst);
    shared.config.engine.analyst = analyst.clone().unwrap_or_default();
    effects.push(Effect::SaveConfig);
    if analyst.is_none() {
        return;
    }
    external_engines::start_process_if_needed(shared, &EngineProcessId::from(name), effects);
    if shared.tab == Tab::Analyze {
        effects.request(Request::SearchWithAnalyst);
    }
}

fn restart(shared: &mut Shared, game: &GameEngines, name: &str, effects: &mut Effects) {
    external_engines::start_process(shared, &EngineProcessId::from(name), effects);
    for process in &game.processes {
        if process.name == name && process.instance == EngineInstance::Second {
            external_engines::start_process(shared, process, effects);
        }
    }
    if shared.engines.analyst.as_deref() == Some(name) && shared.tab == Tab::Analyze {
        effects.request(Request::SearchWithAnalyst);
    }
    if shared.tab == Tab::Play && game.has(name) {
        effects.request(Request::StartEngineTurn);
    }
}

fn remove(shared: &mut Shared, game: &GameEngines, name: &str, effects: &mut Effects) {
    if game.has(name) {
        return shared.show_warning(format!("{name} is playing the current game and cannot be removed"));
    }
    remove_from_list(shared, game, name, effects);
    shared.config.engines.remove(name);
    effects.push(Effect::SaveConfig);
    shared.show_note(format!("{name} was removed from the list"));
}

/// A command was split into words: an engine is added.
pub(crate) fn added(shared: &mut Shared, command: Vec<String>, effects: &mut Effects) {
    let name = shared.engines.unused_name_for(&command);
    shared
        .engines
        .add(ExternalEngineEntry { on_trial: true, ..ExternalEngineEntry::new(name.clone(), command) });
    if let Some(Dialog::Engines(list)) = &mut shared.dialog {
        list.chosen =
            shared.engines.list.iter().position(|outside| outside.name == name).map_or(0, |at| at + 1);
        list.error = None;
    }
    effects.push(Effect::StartExternal(EngineProcessId::from(name.as_str())));
}

/// Performs an action of the options of an engine.
pub(crate) fn act_in_options(shared: &mut Shared, action: EngineOptionsAction, effects: &mut Effects) {
    let Some(Dialog::EngineOptions(form)) = &mut shared.dialog else { return };
    let Some(external) = shared.engines.get(&form.engine) else {
        shared.dialog = None;
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
            effects.push(Effect::SetExternalOption(form.engine.clone(), name.clone(), String::new()));
            shared.show_note(format!("{name}: pressed"));
            None
        }
        (EngineOptionsAction::Edit, UciOptionKind::Spin { .. } | UciOptionKind::Text { .. }) => {
            (form.editing, form.error) = (Some(Input::new(now)), error);
            None
        }
        (EngineOptionsAction::Reset, _) => default,
    };
    if let Some(value) = new_value {
        set_option(shared, &value, effects);
    }
}

/// Sets the chosen option to a value as it is typed, or says what is wrong with that.
fn set_option(shared: &mut Shared, wanted: &str, effects: &mut Effects) {
    let Some(Dialog::EngineOptions(form)) = &mut shared.dialog else { return };
    let Some(external) = shared.engines.get(&form.engine) else { return };
    let options = external.options();
    let Some(declaration) = options.get(form.chosen.min(options.len().saturating_sub(1))) else { return };
    match declaration.parse_value(Some(wanted)) {
        Ok(value) => {
            form.error = None;
            let text = if let UciOptionValue::Text(text) = &value { text.clone() } else { value.to_string() };
            let setting = Some(text).filter(|text| Some(text) != declaration.kind.default_text().as_ref());
            let (engine, name) = (form.engine.clone(), declaration.name.to_string());
            change_option(shared, &engine, &name, (&value, setting), effects);
        }
        Err(reason) => form.error = Some(reason),
    }
}

/// Sets an option of an engine, and saves it where it is not the engine's default.
fn change_option(
    shared: &mut Shared,
    engine: &str,
    name: &str,
    (value, kept): (&UciOptionValue, Option<String>),
    effects: &mut Effects,
) {
    let Some(external) = shared.engines.get_mut(engine) else { return };
    external.settings.retain(|known, _| !known.eq_ignore_ascii_case(name));
    if let Some(kept) = &kept {
        external.settings.insert(name.to_owned(), kept.clone());
    }
    if let Some(external) = shared.config.engines.get_mut(engine) {
        match kept {
            Some(kept) => drop(external.options.insert(name.to_owned(), EngineOptionConfig(kept))),
            None => drop(external.options.remove(name)),
        }
    }
    effects.push(Effect::SetExternalOption(engine.to_owned(), name.to_owned(), value.to_string()));
    effects.push(Effect::SaveConfig);
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
