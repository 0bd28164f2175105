//! The processes of engines outside: one for each that is wanted, two for one that plays itself.

use std::collections::BTreeMap;
use std::sync::mpsc::Sender;

use crate::analysis::{Analyst, External, Job, Launch, Past, Patience, Update};
use crate::store::{self, Config};
use crate::tui::app::{App, Engines, Guest, Outside, Tone};
use crate::tui::event::Event;

/// The engines that run, and those that are about to end.
pub(super) struct Guests {
    events: Sender<Event>,
    running: BTreeMap<Guest, External>,
    leaving: Vec<External>,
}

impl Guests {
    pub(super) const fn new(events: Sender<Event>) -> Self {
        Self { events, running: BTreeMap::new(), leaving: Vec::new() }
    }

    /// Starts an engine where it does not run.
    pub(super) fn call(&mut self, engines: &Engines, guest: &Guest) {
        let Some(outside) = engines.get(&guest.name) else { return };
        if !self.running.contains_key(guest) {
            let launch = Launch {
                command: outside.command.clone(),
                folder: outside.folder.clone(),
                settings: outside.settings.clone().into_iter().collect(),
                patience: Patience::default(),
            };
            let wake = self.events.clone();
            // The program ends where nobody listens.
            let external = External::start(launch, Box::new(move || drop(wake.send(Event::Analysis))));
            self.running.insert(guest.clone(), external);
        }
    }

    pub(super) fn ask(&mut self, engines: &Engines, guest: &Guest, job: Job, past: Past) {
        self.call(engines, guest);
        if let Some(external) = self.running.get_mut(guest) {
            external.ask(job, past);
        }
    }

    /// Has an engine that runs think beforehand.
    pub(super) fn ponder(&mut self, guest: &Guest, job: Job, past: Past) {
        _ = self.running.get_mut(guest).map(|external| external.ponder(job, past));
    }

    pub(super) fn ponder_hit(&self, guest: &Guest) {
        _ = self.running.get(guest).map(External::ponder_hit);
    }

    pub(super) fn rest(&mut self, guest: &Guest) {
        _ = self.running.get_mut(guest).map(Analyst::halt);
    }

    pub(super) fn hurry(&mut self, guest: &Guest) {
        _ = self.running.get_mut(guest).map(Analyst::hurry);
    }

    pub(super) fn new_game(&mut self, guest: &Guest) {
        _ = self.running.get_mut(guest).map(Analyst::new_game);
    }

    pub(super) fn set(&self, name: &str, option: &str, value: &str) {
        let of_it = self.running.iter().filter(|(guest, _)| guest.name == name);
        of_it.for_each(|(_, external)| external.set(option, value));
    }

    /// Ends an engine. No key waits for it: it is seen to its end beside everything else.
    pub(super) fn dismiss(&mut self, guest: &Guest) {
        if let Some(external) = self.running.remove(guest) {
            external.leave();
            self.leaving.push(external);
        }
        self.leaving.retain(|external| !external.is_gone());
    }

    /// All that has come up, with who says it.
    pub(super) fn drain(&mut self) -> Vec<(Guest, Update)> {
        let named = |(guest, external): (&Guest, &mut External)| {
            external.drain().into_iter().map(|update| (guest.clone(), update)).collect::<Vec<_>>()
        };
        self.running.iter_mut().flat_map(named).collect()
    }
}

impl Drop for Guests {
    fn drop(&mut self) {
        // All are told before any is waited for.
        self.running.values().for_each(External::leave);
    }
}

/// The external engines of the settings.
pub(super) fn outside(config: &Config) -> Vec<Outside> {
    let of = |(name, engine): (&String, &store::config::Outside)| {
        let settings = engine.options.iter().map(|(name, value)| (name.clone(), value.0.clone())).collect();
        let outside = Outside::new(name.clone(), engine.words());
        Outside { folder: engine.start_folder(), settings, ..outside }
    };
    config.engines.iter().map(of).collect()
}

/// Puts the engines of the settings on the list, and gives back the name of the one that plays.
pub(super) fn put_on_list(app: &mut App, config: &Config) -> Option<String> {
    for outside in outside(config) {
        app.engines.add(outside);
    }
    let analyst = &config.engine.analyst;
    app.engines.analyst = app.engines.get(analyst).map(|outside| outside.name.clone());
    if app.engines.analyst.is_none() && !analyst.is_empty() {
        let name = crate::analysis::plain(analyst, 40);
        app.say(Tone::Warning, format!("engine.analyst: there is no engine {name}; none analyzes"));
    }
    let opponent = &config.play.opponent;
    let known = app.engines.get(opponent).map(|outside| outside.name.clone());
    if known.is_none() && !opponent.is_empty() {
        let name = crate::analysis::plain(opponent, 40);
        app.say(Tone::Warning, format!("play.opponent: there is no engine {name}; the built-in one plays"));
    }
    known
}
