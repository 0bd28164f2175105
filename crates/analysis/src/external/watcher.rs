//! Watcher process: kills the engines when this program itself is killed.
//!
//! A process that is killed cannot clean up. Where the system does not do it, a second, idle process of this program reads the
//! process IDs of running engines from a pipe, and kills the engines that still run with their descendants
//! when the pipe closes. It is started with the first engine. Where the system ends the children of a killed
//! program by itself (job objects on Windows), there is no watcher.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use platform::{self, ProcessGroup};

/// The hidden command line argument that starts this program as the watcher.
pub const WATCH_ENGINES: &str = "--watch-engines";

/// The executable of this program, set by [`watch_engines`].
static PROGRAM: OnceLock<PathBuf> = OnceLock::new();

/// The running engines. Locked while an engine is started, so that it is not taken for an orphan.
static ENGINES: Mutex<WatchedEngines> =
    Mutex::new(WatchedEngines { watcher: None, foreign_children: Vec::new(), running: Vec::new() });

pub(super) struct WatchedEngines {
    watcher: Option<Child>,
    /// Children from before the first engine: a shell that became this program by `exec` may have left them.
    foreign_children: Vec<u32>,
    running: Vec<u32>,
}

/// Starts a watcher with the first engine, so that engines end with this program in any case. `program` is
/// its executable.
pub fn watch_engines(program: PathBuf) {
    // A second call changes nothing.
    let _ = PROGRAM.set(program);
}

/// Locks the running engines; none is started or reaped meanwhile.
pub(super) fn engines() -> MutexGuard<'static, WatchedEngines> {
    ENGINES.lock().unwrap_or_else(PoisonError::into_inner)
}

impl WatchedEngines {
    /// Adds a started engine.
    pub(super) fn add(&mut self, id: u32) {
        self.running.push(id);
        let Some(program) = PROGRAM.get() else { return };
        if self.watcher.is_none() && platform::NEEDS_WATCHER {
            self.foreign_children = platform::own_children();
            self.foreign_children.retain(|child| !self.running.contains(child));
            // Orphans of an engine become children of this program and can be found.
            if let Err(error) = platform::adopt_orphans() {
                tracing::warn!("orphans of engines cannot be found: {error}");
            }
            let mut command = Command::new(program);
            command.arg(WATCH_ENGINES).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
            platform::isolate_watcher(&mut command);
            match command.spawn() {
                Ok(watcher) => self.watcher = Some(watcher),
                Err(error) => tracing::warn!(
                    "engines may outlive this program if it is killed: the watcher cannot be started: {error}"
                ),
            }
        }
        self.notify_watcher('+', id);
    }

    /// Removes an engine that has exited, and kills its orphans. Called before its process ID can be reused.
    pub(super) fn remove(&mut self, id: u32) {
        self.running.retain(|&other| other != id);
        self.notify_watcher('-', id);
        if PROGRAM.get().is_none() {
            // A program that uses this crate as a library may have children of its own.
            return;
        }
        let watcher = self.watcher.as_ref().map(Child::id);
        let known: Vec<u32> =
            self.running.iter().chain(&self.foreign_children).copied().chain(watcher).collect();
        for left in platform::kill_orphans(&known) {
            tracing::warn!("process {left}, started by an engine, cannot be killed");
        }
    }

    fn notify_watcher(&mut self, sign: char, id: u32) {
        if let Some(input) = self.watcher.as_mut().and_then(|watcher| watcher.stdin.as_mut()) {
            // The watcher may have been killed.
            let _ = input.write_all(format!("{sign}{id}\n").as_bytes());
        }
    }
}

/// Runs the watcher: reads `+ID` and `-ID` lines until the input ends, then kills the engines that still run.
pub fn run_watcher(input: impl Read) {
    let mut running: BTreeMap<u32, ProcessGroup> = BTreeMap::new();
    for line in BufReader::new(input).lines().map_while(Result::ok) {
        let Some(id) = line.get(1..).and_then(|number| number.parse().ok()) else { continue };
        match (line.get(..1), ProcessGroup::led_by(id)) {
            (Some("+"), Some(group)) => _ = running.insert(id, group),
            (Some("+"), None) => {}
            _ => _ = running.remove(&id),
        }
    }
    for group in running.values() {
        // It may have exited: most engines do when their input is closed.
        group.kill_if_running();
    }
}
