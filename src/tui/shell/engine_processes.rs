//! The processes of external engines: one for each that is in use, two for one that plays itself.

use std::collections::BTreeMap;
use std::sync::mpsc::Sender;

use crate::analysis::{
    AnalysisBackend, AnalysisEvent, AnalysisJob, ExternalEngine, ExternalEngineLaunch, PositionHistory,
    UciTimeouts,
};
use crate::config::Config;
use crate::tui::app::App;
use crate::tui::event::TuiEvent;
use crate::tui::model::engines::entries_from_config;
use crate::tui::model::{EngineProcessId, EnginesState};

/// The engines that run, and those that are about to end.
pub(crate) struct EngineProcesses {
    events: Sender<TuiEvent>,
    running: BTreeMap<EngineProcessId, ExternalEngine>,
    quitting: Vec<ExternalEngine>,
}

impl EngineProcesses {
    pub(crate) const fn new(events: Sender<TuiEvent>) -> Self {
        Self { events, running: BTreeMap::new(), quitting: Vec::new() }
    }

    /// Starts an engine where it does not run.
    pub(crate) fn start(&mut self, engines: &EnginesState, process: &EngineProcessId) {
        let Some(outside) = engines.get(&process.name) else { return };
        if !self.running.contains_key(process) {
            let launch = ExternalEngineLaunch {
                command: outside.command.clone(),
                folder: outside.folder.clone(),
                settings: outside.settings.clone().into_iter().collect(),
                timeouts: UciTimeouts::default(),
            };
            let wake = self.events.clone();
            // The receiver is closed once the program ends.
            let external =
                ExternalEngine::start(launch, Box::new(move || drop(wake.send(TuiEvent::AnalysisReady))));
            self.running.insert(process.clone(), external);
        }
    }

    pub(crate) fn search(
        &mut self,
        engines: &EnginesState,
        process: &EngineProcessId,
        job: AnalysisJob,
        past: PositionHistory,
    ) {
        self.start(engines, process);
        if let Some(external) = self.running.get_mut(process) {
            external.analyze(job, past);
        }
    }

    /// Has a running engine ponder.
    pub(crate) fn ponder(&mut self, process: &EngineProcessId, job: AnalysisJob, past: PositionHistory) {
        _ = self.running.get_mut(process).map(|external| external.ponder(job, past));
    }

    pub(crate) fn ponder_hit(&self, process: &EngineProcessId) {
        _ = self.running.get(process).map(ExternalEngine::ponder_hit);
    }

    pub(crate) fn stop(&mut self, process: &EngineProcessId) {
        _ = self.running.get_mut(process).map(AnalysisBackend::cancel);
    }

    pub(crate) fn move_now(&mut self, process: &EngineProcessId) {
        _ = self.running.get_mut(process).map(AnalysisBackend::stop);
    }

    pub(crate) fn new_game(&mut self, process: &EngineProcessId) {
        _ = self.running.get_mut(process).map(AnalysisBackend::new_game);
    }

    pub(crate) fn set_option(&self, name: &str, option: &str, value: &str) {
        let of_it = self.running.iter().filter(|(process_id, _)| process_id.name == name);
        of_it.for_each(|(_, external)| external.set(option, value));
    }

    /// Ends an engine. No key waits for it: a thread waits for the process.
    pub(crate) fn quit(&mut self, process: &EngineProcessId) {
        if let Some(external) = self.running.remove(process) {
            external.quit();
            self.quitting.push(external);
        }
        self.quitting.retain(|external| !external.has_exited());
    }

    /// All pending output, with the engine that it is from.
    pub(crate) fn drain_updates(&mut self) -> Vec<(EngineProcessId, AnalysisEvent)> {
        let named = |(process_id, external): (&EngineProcessId, &mut ExternalEngine)| {
            external.drain().into_iter().map(|update| (process_id.clone(), update)).collect::<Vec<_>>()
        };
        self.running.iter_mut().flat_map(named).collect()
    }
}

impl Drop for EngineProcesses {
    fn drop(&mut self) {
        // All are asked to quit before any is waited for.
        self.running.values().for_each(ExternalEngine::quit);
    }
}

/// Puts the engines of the settings on the list, and returns the name of the one that plays.
pub(crate) fn list_engines(app: &mut App, config: &Config) -> Option<String> {
    for outside in entries_from_config(config) {
        app.shared.engines.add(outside);
    }
    let analyst = &config.engine.analyst;
    app.shared.engines.analyst = app.shared.engines.get(analyst).map(|outside| outside.name.clone());
    if app.shared.engines.analyst.is_none() && !analyst.is_empty() {
        let name = crate::chess::text::sanitize_and_truncate(analyst, 40);
        app.shared.show_warning(format!("engine.analyst: there is no engine {name}; none analyzes"));
    }
    let opponent = &config.play.opponent;
    let known = app.shared.engines.get(opponent).map(|outside| outside.name.clone());
    if known.is_none() && !opponent.is_empty() {
        let name = crate::chess::text::sanitize_and_truncate(opponent, 40);
        app.shared.show_warning(format!("play.opponent: there is no engine {name}; the built-in one plays"));
    }
    known
}
