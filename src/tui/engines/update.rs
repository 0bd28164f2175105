//! Engines outside: asking them, hearing them, and the two boxes about them.

use tui_input::Input;

use crate::analysis::{
    AnalysisEvent, AnalysisJob, AnalysisPurpose, Limits, PositionHistory, UciClocks, UciOptionKind,
    UciOptionValue,
};
use crate::chess::{Color, Move};
use crate::game::{NodeId, TimeControl, Tree};
use crate::tui::analyze::state::{AnalyzeEngine, AnalyzeOneShot};
use crate::tui::app::toast::ToastLevel;
use crate::tui::app::{App, Tab};
use crate::tui::dialog::{Dialog, EngineListDialog, EngineOptionsDialog};
use crate::tui::engines::state::{EngineInstance, EngineProcessId, ExternalEngineEntry};
use crate::tui::keymap::Action;
use crate::tui::play::state::PlayState;
use crate::tui::settings::setting::Setting;

use crate::tui::message::Effect;
use crate::tui::navigation::RowStep;
use crate::tui::{analyze, play};

/// The longest command or value that can be typed, in bytes.
pub(crate) const MAX_TYPED: usize = 400;

/// Asks the engine that analyzes about the position of the analysis board; where nothing can be asked, it
/// rests.
pub(crate) fn search_with_analyst(app: &mut App, effects: &mut Vec<Effect>) {
    app.engines.snapshot = None;
    app.engines.failure = None;
    let Some(name) = app.engines.analyst.clone() else { return };
    let walk = &app.analyze.walk;
    if walk.termination().is_some() {
        stop_current(app, effects);
        return;
    }
    let job = AnalysisJob {
        root: walk.root(),
        limits: Limits {
            depth: app.analyze.depth.filter(|_| app.analyze.one_shot == AnalyzeOneShot::Off),
            multipv: app.analyze.lines,
            search_moves: app.analyze.search_moves_here().map_or_else(Vec::new, |only| only.moves.clone()),
            ..Limits::default()
        },
        purpose: AnalysisPurpose::Analyze,
    };
    let past = game_past(walk.tree(), walk.node_id());
    let process = EngineProcessId::from(name.as_str());
    app.engines.current_request = Some((process.clone(), AnalysisPurpose::Analyze));
    effects.push(Effect::SearchExternal(process, Box::new(job), Box::new(past)));
}

/// Lets the engine that was asked last rest.
pub(crate) fn stop_current(app: &mut App, effects: &mut Vec<Effect>) {
    app.play.pondering = None;
    if let Some((guest, _)) = app.engines.current_request.take() {
        effects.push(Effect::StopExternal(guest));
    }
}

/// Asks the engine that is to move in the game for its move.
pub(crate) fn search_with_player(app: &mut App, limits: Limits, effects: &mut Vec<Effect>) {
    let play = &app.play;
    let Some(guest) = play.engine_process(play.turn()) else { return };
    let root = play.walk.tree().root_at(play.tip);
    let past = PositionHistory { clocks: clocks(play, app.now), ..game_past(play.walk.tree(), play.tip) };
    let job = AnalysisJob { root, limits, purpose: AnalysisPurpose::Play };
    app.engines.current_request = Some((guest.clone(), AnalysisPurpose::Play));
    effects.push(Effect::SearchExternal(guest, Box::new(job), Box::new(past)));
}

/// Has an engine of the game think beforehand, as if the other side had played `expected`.
pub(crate) fn ponder(
    app: &mut App,
    process: EngineProcessId,
    expected: Move,
    limits: Limits,
    effects: &mut Vec<Effect>,
) {
    let play = &app.play;
    let mut root = play.walk.tree().root_at(play.tip);
    root.play(expected);
    if root.termination().is_some() {
        return;
    }
    let mut past = PositionHistory { clocks: clocks(play, app.now), ..game_past(play.walk.tree(), play.tip) };
    past.moves.push(expected);
    app.play.pondering = Some(expected);
    app.engines.current_request = Some((process.clone(), AnalysisPurpose::Play));
    let job = AnalysisJob { root, limits, purpose: AnalysisPurpose::Play };
    effects.push(Effect::PonderExternal(process, Box::new(job), Box::new(past)));
}

fn game_past(tree: &Tree, at: NodeId) -> PositionHistory {
    let start = tree.node(tree.start()).position().clone();
    PositionHistory { start, moves: tree.moves_to(at), clocks: None }
}

fn clocks(play: &PlayState, now: std::time::Instant) -> Option<UciClocks> {
    let TimeControl::Clock { base, increment } = play.setup.time_control else { return None };
    let left = |color| play.clock.as_ref().map_or(base, |clock| clock.remaining(color, now));
    Some(UciClocks { white: left(Color::White), black: left(Color::Black), increment })
}

/// Takes in a word of an engine outside. Stale ones have been dropped before.
pub(crate) fn receive_update(
    app: &mut App,
    process: &EngineProcessId,
    update: AnalysisEvent,
    effects: &mut Vec<Effect>,
) {
    let current_task =
        app.engines.current_request.as_ref().filter(|(asked, _)| asked == process).map(|(_, task)| *task);
    match (update, current_task) {
        (AnalysisEvent::EngineStatus(standing), _) => {
            if let Some(external) = app.engines.get_mut(&process.name) {
                *external.status_of(process.instance) = Some(*standing);
            }
            end_trial(app, process, effects);
        }
        (AnalysisEvent::Progress(snapshot), Some(AnalysisPurpose::Play)) => {
            play::update::update_thought(app, &snapshot);
        }
        (AnalysisEvent::Progress(snapshot), Some(AnalysisPurpose::Analyze)) => {
            app.engines.snapshot = Some(snapshot);
        }
        // A last word without a line takes nothing back.
        (AnalysisEvent::Done(snapshot), Some(AnalysisPurpose::Analyze))
            if !snapshot.report.lines.is_empty() =>
        {
            app.engines.snapshot = Some(snapshot);
        }
        (AnalysisEvent::Done(snapshot), Some(AnalysisPurpose::Play)) => {
            (app.engines.current_request, app.play.pondering) = (None, None);
            play::update::apply_engine_move(app, &snapshot, effects);
        }
        (AnalysisEvent::Failed { reason, .. }, Some(AnalysisPurpose::Play)) => {
            (app.engines.current_request, app.play.pondering) = (None, None);
            play::update::engine_failed(app, format!("{} {reason}", process.name), effects);
        }
        (AnalysisEvent::Failed { reason, .. }, Some(_)) => app.engines.failure = Some(reason),
        _ => {}
    }
}

/// An engine that was just added is kept once it has introduced itself, and goes where it fails.
fn end_trial(app: &mut App, process: &EngineProcessId, effects: &mut Vec<Effect>) {
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
        effects.push(Effect::SaveSettings(vec![Setting::Engine(name, command)]));
    }
}

/// Takes up the list of engines of the settings' file: those that have not changed go on, others begin anew.
pub(crate) fn apply_engine_list(app: &mut App, listed: Vec<ExternalEngineEntry>, effects: &mut Vec<Effect>) {
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

/// Takes an engine off the list, with its process.
fn remove_from_list(app: &mut App, name: &str, effects: &mut Vec<Effect>) {
    if app.engines.analyst.as_deref() == Some(name) {
        toggle(app, name, effects);
    }
    quit(app, &EngineProcessId::from(name), effects);
    app.engines.list.retain(|outside| outside.name != name);
}

/// Opens the list of engines.
pub(crate) fn open_list(app: &mut App, effects: &mut Vec<Effect>) {
    effects.push(Effect::FindEngines);
    let chosen = |name: &String| app.engines.list.iter().position(|outside| outside.name == *name);
    let chosen = app.engines.analyst.as_ref().and_then(chosen).map_or(0, |at| at + 1);
    app.dialog = Some(Dialog::Engines(EngineListDialog { chosen, ..EngineListDialog::default() }));
}

/// What an action means in the list.
pub(crate) fn act_in_list(
    app: &mut App,
    mut list: EngineListDialog,
    action: Action,
    effects: &mut Vec<Effect>,
) {
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
            // Arguments are no paths that anybody knows of.
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
        (A::EngineUse, None) => toggle_built_in(app, effects),
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

/// Whether the built-in engine analyzes.
fn toggle_built_in(app: &mut App, effects: &mut Vec<Effect>) {
    if app.tab == Tab::Analyze {
        analyze::update::toggle_engine(app, effects);
    } else {
        app.analyze.engine =
            if app.analyze.engine == AnalyzeEngine::On { AnalyzeEngine::Off } else { AnalyzeEngine::On };
    }
}

/// Lets an engine analyze, or no longer. One outside at a time does.
fn toggle(app: &mut App, name: &str, effects: &mut Vec<Effect>) {
    let before = app.engines.analyst.take();
    if let Some(before) = &before {
        app.engines.snapshot = None;
        app.engines.failure = None;
        if app.engines.current_request.as_ref().is_some_and(|(_, task)| *task == AnalysisPurpose::Analyze) {
            stop_current(app, effects);
        }
        // Nobody is kept waiting for nothing; a player of a game is.
        if !app.play.setup.seats.has_external(before) {
            quit(app, &EngineProcessId::from(before.as_str()), effects);
        }
    }
    let analyst = (before.as_deref() != Some(name)).then(|| name.to_owned());
    app.engines.analyst.clone_from(&analyst);
    effects.push(Effect::SaveSettings(vec![Setting::Analyst(analyst.clone())]));
    if analyst.is_none() {
        return;
    }
    start_process_if_needed(app, &EngineProcessId::from(name), effects);
    if app.tab == Tab::Analyze {
        search_with_analyst(app, effects);
    }
}

/// Ends an engine's process.
fn quit(app: &mut App, process: &EngineProcessId, effects: &mut Vec<Effect>) {
    if let Some(external) = app.engines.get_mut(&process.name) {
        *external.status_of(process.instance) = None;
    }
    effects.push(Effect::QuitExternal(process.clone()));
}

/// Starts an engine, anew where it runs or has failed.
pub(crate) fn start_process(app: &mut App, process: &EngineProcessId, effects: &mut Vec<Effect>) {
    quit(app, process, effects);
    effects.push(Effect::StartExternal(process.clone()));
}

/// Starts an engine that does not run, and one anew that has failed.
fn start_process_if_needed(app: &mut App, process: &EngineProcessId, effects: &mut Vec<Effect>) {
    let status =
        app.engines.get_mut(&process.name).and_then(|outside| outside.status_of(process.instance).as_ref());
    if status.is_some_and(|standing| standing.failure().is_some()) {
        start_process(app, process, effects);
    } else {
        effects.push(Effect::StartExternal(process.clone()));
    }
}

/// Starts the engines of the running game, and ends those that played before and are not wanted any more.
pub(crate) fn start_players(app: &mut App, before: &[EngineProcessId], effects: &mut Vec<Effect>) {
    let playing = app.play.engine_processes();
    for process in before {
        let analyzes =
            process.instance == EngineInstance::First && app.engines.analyst.as_ref() == Some(&process.name);
        if !playing.contains(process) && !analyzes {
            quit(app, process, effects);
        }
    }
    for process in &playing {
        start_process_if_needed(app, process, effects);
    }
}

fn restart(app: &mut App, name: &str, effects: &mut Vec<Effect>) {
    start_process(app, &EngineProcessId::from(name), effects);
    for process in app.play.engine_processes() {
        if process.name == name && process.instance == EngineInstance::Second {
            start_process(app, &process, effects);
        }
    }
    if app.engines.analyst.as_deref() == Some(name) && app.tab == Tab::Analyze {
        search_with_analyst(app, effects);
    }
    if app.tab == Tab::Play && app.play.setup.seats.has_external(name) {
        play::update::start_engine_turn(app, effects);
    }
}

fn remove(app: &mut App, name: &str, effects: &mut Vec<Effect>) {
    if app.play.setup.seats.has_external(name) {
        return app.show_toast(
            ToastLevel::Warning,
            format!("{name} is playing the current game and cannot be removed"),
        );
    }
    remove_from_list(app, name, effects);
    effects.push(Effect::SaveSettings(vec![Setting::NoEngine(name.to_owned())]));
    app.show_toast(ToastLevel::Note, format!("{name} was removed from the list"));
}

/// A command was split into words: the engine is one more.
pub(crate) fn added(app: &mut App, command: Vec<String>, effects: &mut Vec<Effect>) {
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
    effects: &mut Vec<Effect>,
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

/// Sets a setting of an engine, and keeps it where it is not the engine's own value.
fn change_option(
    app: &mut App,
    engine: &str,
    name: &str,
    (value, kept): (&UciOptionValue, Option<String>),
    effects: &mut Vec<Effect>,
) {
    let Some(external) = app.engines.get_mut(engine) else { return };
    external.settings.retain(|known, _| !known.eq_ignore_ascii_case(name));
    if let Some(kept) = &kept {
        external.settings.insert(name.to_owned(), kept.clone());
    }
    let setting = Setting::EngineOption(engine.to_owned(), name.to_owned(), kept);
    effects.push(Effect::SetExternalOption(engine.to_owned(), name.to_owned(), value.to_string()));
    effects.push(Effect::SaveSettings(vec![setting]));
}

/// The neighbor of a value; None where there are no neighbors.
fn neighbor_value(kind: &UciOptionKind, now: &str, by: i64) -> Option<String> {
    match kind {
        UciOptionKind::Check { .. } => Some((now != "true").to_string()),
        UciOptionKind::Spin { min: least, max: most, .. } => {
            let now: i64 = now.parse().ok()?;
            // Large ranges are walked in large steps: sizes of tables, in powers of two.
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
