//! Engines outside: asking them, hearing them, and the two boxes about them.

use tui_input::Input;

use crate::analysis::{Clocks, Job, Kind, Limits, Past, Task, Update, Value};
use crate::chess::{Color, Move};
use crate::game::{NodeId, TimeControl, Tree};
use crate::tui::app::{App, Engine, Glance, Guest, Outside, Play, Process, Setting, Tab, Tone};
use crate::tui::dialog::{Dialog, EngineList, EngineOptions};
use crate::tui::keymap::Action;

use super::rows::Rows;
use super::{Effect, game, study};

/// The longest command or value that can be typed, in bytes.
pub(super) const MOST_TYPED: usize = 400;

/// Asks the engine that analyzes about the position of the analysis board; where nothing can be asked, it
/// rests.
pub(super) fn ask_analyst(app: &mut App, effects: &mut Vec<Effect>) {
    app.engines.told = None;
    app.engines.refusal = None;
    let Some(name) = app.engines.analyst.clone() else { return };
    let walk = &app.study.walk;
    if walk.ending().is_some() {
        rest(app, effects);
        return;
    }
    let job = Job {
        root: walk.root(),
        limits: Limits {
            depth: app.study.depth.filter(|_| app.study.glance == Glance::No),
            lines: app.study.lines,
            search_moves: app.study.only().map_or_else(Vec::new, |only| only.moves.clone()),
            ..Limits::default()
        },
        task: Task::Analyze,
    };
    let past = past(walk.tree(), walk.at());
    let guest = Guest::from(name.as_str());
    app.engines.asked = Some((guest.clone(), Task::Analyze));
    effects.push(Effect::Ask(guest, Box::new(job), Box::new(past)));
}

/// Lets the engine that was asked last rest.
pub(super) fn rest(app: &mut App, effects: &mut Vec<Effect>) {
    app.play.pondering = None;
    if let Some((guest, _)) = app.engines.asked.take() {
        effects.push(Effect::Rest(guest));
    }
}

/// Asks the engine that is to move in the game for its move.
pub(super) fn ask_player(app: &mut App, limits: Limits, effects: &mut Vec<Effect>) {
    let play = &app.play;
    let Some(guest) = play.guest(play.turn()) else { return };
    let root = play.walk.tree().root_at(play.tip);
    let past = Past { clocks: clocks(play, app.now), ..past(play.walk.tree(), play.tip) };
    let job = Job { root, limits, task: Task::Play };
    app.engines.asked = Some((guest.clone(), Task::Play));
    effects.push(Effect::Ask(guest, Box::new(job), Box::new(past)));
}

/// Has an engine of the game think beforehand, as if the other side had played `expected`.
pub(super) fn ponder(app: &mut App, guest: Guest, expected: Move, limits: Limits, effects: &mut Vec<Effect>) {
    let play = &app.play;
    let mut root = play.walk.tree().root_at(play.tip);
    root.play(expected);
    if root.ending().is_some() {
        return;
    }
    let mut past = Past { clocks: clocks(play, app.now), ..past(play.walk.tree(), play.tip) };
    past.moves.push(expected);
    app.play.pondering = Some(expected);
    app.engines.asked = Some((guest.clone(), Task::Play));
    let job = Job { root, limits, task: Task::Play };
    effects.push(Effect::Ponder(guest, Box::new(job), Box::new(past)));
}

fn past(tree: &Tree, at: NodeId) -> Past {
    let start = tree.node(tree.start()).position().clone();
    Past { start, moves: tree.moves_to(at), clocks: None }
}

fn clocks(play: &Play, now: std::time::Instant) -> Option<Clocks> {
    let TimeControl::Clock { base, increment } = play.setup.control else { return None };
    let left = |color| play.clock.as_ref().map_or(base, |clock| clock.left(color, now));
    Some(Clocks { white: left(Color::White), black: left(Color::Black), increment })
}

/// Takes in a word of an engine outside. Stale ones have been dropped before.
pub(super) fn hear(app: &mut App, guest: &Guest, update: Update, effects: &mut Vec<Effect>) {
    let asked = app.engines.asked.as_ref().filter(|(asked, _)| asked == guest).map(|(_, task)| *task);
    match (update, asked) {
        (Update::Standing(standing), _) => {
            if let Some(outside) = app.engines.get_mut(&guest.name) {
                *outside.standing_of(guest.process) = Some(*standing);
            }
            end_trial(app, guest, effects);
        }
        (Update::Progress(snapshot), Some(Task::Play)) => game::listen(app, &snapshot),
        (Update::Progress(snapshot), Some(Task::Analyze)) => app.engines.told = Some(snapshot),
        // A last word without a line takes nothing back.
        (Update::Done(snapshot), Some(Task::Analyze)) if !snapshot.report.lines.is_empty() => {
            app.engines.told = Some(snapshot);
        }
        (Update::Done(snapshot), Some(Task::Play)) => {
            (app.engines.asked, app.play.pondering) = (None, None);
            game::engine_moves(app, &snapshot, effects);
        }
        (Update::Failed { reason, .. }, Some(Task::Play)) => {
            (app.engines.asked, app.play.pondering) = (None, None);
            game::player_fails(app, format!("{} {reason}", guest.name), effects);
        }
        (Update::Failed { reason, .. }, Some(_)) => app.engines.refusal = Some(reason),
        _ => {}
    }
}

/// An engine that was just added is kept once it has introduced itself, and goes where it fails.
fn end_trial(app: &mut App, guest: &Guest, effects: &mut Vec<Effect>) {
    let Some(outside) = app.engines.get_mut(&guest.name).filter(|outside| outside.on_trial) else { return };
    let Some(standing) = &outside.standing else { return };
    if let Some(failure) = standing.failure() {
        let reason = format!("{} is not added: {failure}", guest.name);
        take_off(app, &guest.name, effects);
        if let Some(Dialog::Engines(list)) = &mut app.dialog {
            list.chosen = list.chosen.min(app.engines.list.len());
            list.fault = Some(reason);
        } else {
            app.say(Tone::Warning, reason);
        }
    } else if standing.identity.is_some() {
        outside.on_trial = false;
        let (name, command) = (outside.name.clone(), outside.command.clone());
        app.say(Tone::Note, format!("{name} is added"));
        effects.push(Effect::SaveSettings(vec![Setting::Engine(name, command)]));
    }
}

/// Takes up the list of engines of the settings' file: those that have not changed go on, others begin anew.
pub(super) fn relist(app: &mut App, listed: Vec<Outside>, effects: &mut Vec<Effect>) {
    let names: Vec<String> = app.engines.list.iter().map(|outside| outside.name.clone()).collect();
    for name in names {
        let on_trial = app.engines.get(&name).is_some_and(|outside| outside.on_trial);
        if on_trial || listed.iter().any(|new| new.name == name) {
            continue;
        }
        if app.play.setup.seats.has(&name) && app.play.over.is_none() {
            app.say(
                Tone::Warning,
                format!("{name} is playing the current game and cannot be removed until that is over"),
            );
        } else {
            take_off(app, &name, effects);
        }
    }
    for new in listed {
        match app.engines.get(&new.name) {
            Some(old)
                if (&old.command, &old.folder, &old.settings)
                    == (&new.command, &new.folder, &new.settings) => {}
            old => {
                let (name, runs) = (new.name.clone(), old.is_some_and(Outside::is_up));
                app.engines.add(new);
                if runs {
                    restart(app, &name, effects);
                }
            }
        }
    }
}

/// Takes an engine off the list, with its process.
fn take_off(app: &mut App, name: &str, effects: &mut Vec<Effect>) {
    if app.engines.analyst.as_deref() == Some(name) {
        toggle(app, name, effects);
    }
    dismiss(app, &Guest::from(name), effects);
    app.engines.list.retain(|outside| outside.name != name);
}

/// Opens the list of engines.
pub(super) fn open_list(app: &mut App, effects: &mut Vec<Effect>) {
    effects.push(Effect::FindEngines);
    let chosen = |name: &String| app.engines.list.iter().position(|outside| outside.name == *name);
    let chosen = app.engines.analyst.as_ref().and_then(chosen).map_or(0, |at| at + 1);
    app.dialog = Some(Dialog::Engines(EngineList { chosen, ..EngineList::default() }));
}

/// What an action means in the list.
pub(super) fn in_list(app: &mut App, mut list: EngineList, action: Action, effects: &mut Vec<Effect>) {
    use Action as A;
    let offered: Vec<Vec<String>> = app.engines.offered().into_iter().cloned().collect();
    let count = app.engines.list.len() + offered.len();
    let offer = list.chosen.checked_sub(app.engines.list.len() + 1).and_then(|at| offered.get(at)).cloned();
    let outside = list.chosen.checked_sub(1).and_then(|at| app.engines.list.get(at)).cloned();
    if let Some(input) = &list.adding {
        list.choices.clear();
        match action {
            A::TextTake if !input.value().trim().is_empty() => {
                effects.push(Effect::AddEngine(input.value().trim().to_owned()));
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
    let doomed = list.doomed.take();
    list.fault = None;
    if let (A::EngineUse | A::EngineSettings, Some(command)) = (action, offer) {
        app.dialog = Some(Dialog::Engines(list));
        return added(app, command, effects);
    }
    match (action, outside) {
        (A::EngineUse | A::EngineSettings, None) if list.chosen > 0 => {}
        (A::EngineUp, _) => list.chosen = list.chosen.saturating_sub(1),
        (A::EngineDown, _) => list.chosen = (list.chosen + 1).min(count),
        (A::EngineAdd, _) => list.adding = Some(Input::default()),
        (A::EngineUse, None) => toggle_built_in(app, effects),
        (A::EngineUse, Some(outside)) => toggle(app, &outside.name, effects),
        (A::EngineSettings, Some(outside)) => {
            if outside.standing.is_none() {
                effects.push(Effect::Call(Guest::from(outside.name.as_str())));
            }
            app.dialog = Some(Dialog::EngineOptions(EngineOptions::of(outside.name)));
            return;
        }
        (A::EngineSettings, None) => {
            app.say(Tone::Note, "The built-in engine is set up with S and in the config");
        }
        (A::EngineRestart, Some(outside)) => restart(app, &outside.name, effects),
        (A::EngineRemove, Some(outside)) if doomed.as_ref() != Some(&outside.name) => {
            list.doomed = Some(outside.name);
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
        study::toggle_engine(app, effects);
    } else {
        app.study.engine = if app.study.engine == Engine::On { Engine::Off } else { Engine::On };
    }
}

/// Lets an engine analyze, or no longer. One outside at a time does.
fn toggle(app: &mut App, name: &str, effects: &mut Vec<Effect>) {
    let before = app.engines.analyst.take();
    if let Some(before) = &before {
        app.engines.told = None;
        app.engines.refusal = None;
        if app.engines.asked.as_ref().is_some_and(|(_, task)| *task == Task::Analyze) {
            rest(app, effects);
        }
        // Nobody is kept waiting for nothing; a player of a game is.
        if !app.play.setup.seats.has(before) {
            dismiss(app, &Guest::from(before.as_str()), effects);
        }
    }
    let analyst = (before.as_deref() != Some(name)).then(|| name.to_owned());
    app.engines.analyst.clone_from(&analyst);
    effects.push(Effect::SaveSettings(vec![Setting::Analyst(analyst.clone())]));
    if analyst.is_none() {
        return;
    }
    call_if_needed(app, &Guest::from(name), effects);
    if app.tab == Tab::Analyze {
        ask_analyst(app, effects);
    }
}

/// Ends an engine's process.
fn dismiss(app: &mut App, guest: &Guest, effects: &mut Vec<Effect>) {
    if let Some(outside) = app.engines.get_mut(&guest.name) {
        *outside.standing_of(guest.process) = None;
    }
    effects.push(Effect::Dismiss(guest.clone()));
}

/// Starts an engine, anew where it runs or has failed.
pub(super) fn call(app: &mut App, guest: &Guest, effects: &mut Vec<Effect>) {
    dismiss(app, guest, effects);
    effects.push(Effect::Call(guest.clone()));
}

/// Starts an engine that does not run, and one anew that has failed.
fn call_if_needed(app: &mut App, guest: &Guest, effects: &mut Vec<Effect>) {
    let standing =
        app.engines.get_mut(&guest.name).and_then(|outside| outside.standing_of(guest.process).as_ref());
    if standing.is_some_and(|standing| standing.failure().is_some()) {
        call(app, guest, effects);
    } else {
        effects.push(Effect::Call(guest.clone()));
    }
}

/// Starts the engines of the running game, and ends those that played before and are not wanted any more.
pub(super) fn call_players(app: &mut App, before: &[Guest], effects: &mut Vec<Effect>) {
    let wanted = app.play.guests();
    for guest in before {
        let analyzes = guest.process == Process::First && app.engines.analyst.as_ref() == Some(&guest.name);
        if !wanted.contains(guest) && !analyzes {
            dismiss(app, guest, effects);
        }
    }
    for guest in &wanted {
        call_if_needed(app, guest, effects);
    }
}

fn restart(app: &mut App, name: &str, effects: &mut Vec<Effect>) {
    call(app, &Guest::from(name), effects);
    for guest in app.play.guests() {
        if guest.name == name && guest.process == Process::Second {
            call(app, &guest, effects);
        }
    }
    if app.engines.analyst.as_deref() == Some(name) && app.tab == Tab::Analyze {
        ask_analyst(app, effects);
    }
    if app.tab == Tab::Play && app.play.setup.seats.has(name) {
        game::wake_engine(app, effects);
    }
}

fn remove(app: &mut App, name: &str, effects: &mut Vec<Effect>) {
    if app.play.setup.seats.has(name) {
        return app.say(Tone::Warning, format!("{name} is playing the current game and cannot be removed"));
    }
    take_off(app, name, effects);
    effects.push(Effect::SaveSettings(vec![Setting::NoEngine(name.to_owned())]));
    app.say(Tone::Note, format!("{name} was removed from the list"));
}

/// A command was split into words: the engine is one more.
pub(super) fn added(app: &mut App, command: Vec<String>, effects: &mut Vec<Effect>) {
    let name = app.engines.name_for(&command);
    app.engines.add(Outside { on_trial: true, ..Outside::new(name.clone(), command) });
    if let Some(Dialog::Engines(list)) = &mut app.dialog {
        list.chosen = app.engines.list.iter().position(|outside| outside.name == name).map_or(0, |at| at + 1);
        list.fault = None;
    }
    effects.push(Effect::Call(Guest::from(name.as_str())));
}

/// What an action means in the settings of an engine.
pub(super) fn in_options(app: &mut App, mut form: EngineOptions, action: Action, effects: &mut Vec<Effect>) {
    use Action as A;
    let Some(outside) = app.engines.get(&form.engine).cloned() else { return };
    let options = outside.options();
    let Some(declaration) = options.get(form.chosen.min(options.len().saturating_sub(1))).copied() else {
        app.dialog = Some(Dialog::EngineOptions(form));
        return;
    };
    let name = declaration.name.to_string();
    let default = declaration.kind.default_text();
    let now = outside.set_to(&name).map(str::to_owned).or_else(|| default.clone()).unwrap_or_default();
    let step = |rows: Rows| form.chosen.saturating_add_signed(rows.count()).min(options.len() - 1);
    let mut wanted = None;
    match (action, form.editing.as_ref()) {
        (A::TextTake, Some(input)) => {
            let value = input.value().trim().to_owned();
            form.editing = None;
            wanted = Some(value);
        }
        (A::TextDrop, Some(_)) => (form.editing, form.fault) = (None, None),
        (_, Some(_)) => {}
        (A::OptionUp, _) => form.chosen = step(Rows::Up),
        (A::OptionDown, _) => form.chosen = step(Rows::Down),
        (A::OptionPageUp, _) => form.chosen = step(Rows::PageUp),
        (A::OptionPageDown, _) => form.chosen = step(Rows::PageDown),
        (A::OptionLess | A::OptionMore, _) => {
            wanted = stepped(&declaration.kind, &now, if action == A::OptionMore { 1 } else { -1 });
        }
        (A::OptionEdit, _) => match &declaration.kind {
            Kind::Switch { .. } | Kind::Choice { .. } => wanted = stepped(&declaration.kind, &now, 1),
            Kind::Button => {
                effects.push(Effect::SetOption(form.engine.clone(), name.clone(), String::new()));
                app.say(Tone::Note, format!("{name}: pressed"));
            }
            Kind::Number { .. } | Kind::Text { .. } => form.editing = Some(Input::new(now.clone())),
        },
        (A::OptionReset, _) => wanted.clone_from(&default),
        _ => {}
    }
    if let Some(wanted) = wanted {
        match declaration.read(Some(&wanted)) {
            Ok(value) => {
                form.fault = None;
                let text = if let Value::Text(text) = &value { text.clone() } else { value.to_string() };
                let kept = (Some(&text) != default.as_ref()).then(|| text.clone());
                change(app, &form.engine, &name, (&value, kept), effects);
            }
            Err(reason) => form.fault = Some(reason),
        }
    } else if form.editing.is_none() {
        form.fault = None;
    }
    app.dialog = Some(Dialog::EngineOptions(form));
}

/// Sets a setting of an engine, and keeps it where it is not the engine's own value.
fn change(
    app: &mut App,
    engine: &str,
    name: &str,
    (value, kept): (&Value, Option<String>),
    effects: &mut Vec<Effect>,
) {
    let Some(outside) = app.engines.get_mut(engine) else { return };
    outside.settings.retain(|known, _| !known.eq_ignore_ascii_case(name));
    if let Some(kept) = &kept {
        outside.settings.insert(name.to_owned(), kept.clone());
    }
    let setting = Setting::EngineOption(engine.to_owned(), name.to_owned(), kept);
    effects.push(Effect::SetOption(engine.to_owned(), name.to_owned(), value.to_string()));
    effects.push(Effect::SaveSettings(vec![setting]));
}

/// The neighbor of a value; None where there are no neighbors.
fn stepped(kind: &Kind, now: &str, by: i64) -> Option<String> {
    match kind {
        Kind::Switch { .. } => Some((now != "true").to_string()),
        Kind::Number { least, most, .. } => {
            let now: i64 = now.parse().ok()?;
            // Large ranges are walked in large steps: sizes of tables, in powers of two.
            let next = match (most.saturating_sub(*least) > 1_000, by > 0) {
                (false, _) => now.saturating_add(by),
                (true, true) => now.saturating_mul(2).max(now.saturating_add(1)),
                (true, false) => now / 2,
            };
            Some(next.clamp(*least, *most).to_string())
        }
        Kind::Choice { choices, .. } => {
            let at = choices.iter().position(|choice| choice.eq_ignore_ascii_case(now)).unwrap_or(0);
            let step = if by > 0 { 1 } else { choices.len() - 1 };
            choices.get((at + step) % choices.len()).map(ToString::to_string)
        }
        Kind::Text { .. } | Kind::Button => None,
    }
}
