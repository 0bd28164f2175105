//! Watcher process: kills the engines when this program itself is killed.
//!
//! A process that receives `SIGKILL` cannot clean up. So a second, idle process of this program reads the
//! process IDs of running engines from a pipe, and kills the engines that still run with their descendants
//! when the pipe closes. It is started with the first engine.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use rustix::process::{Pid, Signal, kill_process_group};

use super::process_tree::{self, TrackedProcess};

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
    foreign_children: Vec<Pid>,
    running: Vec<Pid>,
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
    pub(super) fn add(&mut self, pid: Pid) {
        self.running.push(pid);
        let Some(program) = PROGRAM.get() else { return };
        if self.watcher.is_none() {
            self.foreign_children = process_tree::own_children();
            self.foreign_children.retain(|child| !self.running.contains(child));
            // Orphans of an engine become children of this program and can be found.
            #[cfg(target_os = "linux")]
            if let Err(error) = rustix::process::set_child_subreaper(Some(rustix::process::getpid())) {
                tracing::warn!("orphans of engines cannot be found: {error}");
            }
            let mut command = Command::new(program);
            command.arg(WATCH_ENGINES).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
            // Signals of the terminal must not reach it, and it must not keep a folder busy.
            command.process_group(0).current_dir("/");
            match command.spawn() {
                Ok(watcher) => self.watcher = Some(watcher),
                Err(error) => tracing::warn!(
                    "engines may outlive this program if it is killed: the watcher cannot be started: {error}"
                ),
            }
        }
        self.notify_watcher('+', pid);
    }

    /// Removes an engine that has exited, and kills its orphans. Called before its process ID can be reused.
    pub(super) fn remove(&mut self, pid: Pid) {
        self.running.retain(|&other| other != pid);
        self.notify_watcher('-', pid);
        if PROGRAM.get().is_none() {
            // A program that uses this crate as a library may have children of its own.
            return;
        }
        let watcher = self.watcher.as_ref().and_then(|watcher| Pid::from_raw(watcher.id().try_into().ok()?));
        let known: Vec<Pid> =
            self.running.iter().chain(&self.foreign_children).copied().chain(watcher).collect();
        for left in process_tree::kill_orphans(&known) {
            tracing::warn!("process {left:?}, started by an engine, cannot be killed");
        }
    }

    fn notify_watcher(&mut self, sign: char, pid: Pid) {
        if let Some(input) = self.watcher.as_mut().and_then(|watcher| watcher.stdin.as_mut()) {
            // The watcher may have been killed.
            let _ = input.write_all(format!("{sign}{}\n", pid.as_raw_pid()).as_bytes());
        }
    }
}

/// Runs the watcher: reads `+ID` and `-ID` lines until the input ends, then kills the engines that still run.
pub fn run_watcher(input: impl Read) {
    let mut running: BTreeMap<i32, Option<TrackedProcess>> = BTreeMap::new();
    for line in BufReader::new(input).lines().map_while(Result::ok) {
        let number = line.get(1..).and_then(|number| number.parse().ok());
        let Some(pid) = number.and_then(Pid::from_raw) else { continue };
        match line.get(..1) {
            Some("+") => _ = running.insert(pid.as_raw_pid(), TrackedProcess::of(pid)),
            _ => _ = running.remove(&pid.as_raw_pid()),
        }
    }
    for (&number, member) in &running {
        let Some(pid) = Pid::from_raw(number) else { continue };
        if cfg!(target_os = "linux") && !member.is_some_and(TrackedProcess::is_running) {
            continue;
        }
        let others = process_tree::descendants(pid);
        // It may have exited: most engines do when their input is closed.
        let _ = kill_process_group(pid, Signal::KILL);
        for other in others {
            // A failure cannot be reported any more.
            let _ = other.kill();
        }
    }
}
