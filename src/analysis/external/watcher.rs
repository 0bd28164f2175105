//! Ends the engines where this program itself is killed.
//!
//! Nothing of a process that gets `SIGKILL` runs any more. So a second, idle process of this program waits at the end of a
//! pipe whose other end the program holds: it is told which engines run, and when the pipe closes it ends those that still
//! do, with all that they have started. It is started with the first engine.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use rustix::process::{Pid, Signal, kill_process_group};

use super::process_tree::{self, TrackedProcess};

/// What this program is started with to be the watcher; no user needs it.
pub const WATCH_ENGINES: &str = "--watch-engines";

/// This program, once it wants to be watched.
static PROGRAM: OnceLock<PathBuf> = OnceLock::new();

/// The engines that run. It is locked while one is started, so that none is taken for a stranger.
static ENGINES: Mutex<WatchedEngines> =
    Mutex::new(WatchedEngines { watcher: None, foreign_children: Vec::new(), running: Vec::new() });

/// The engines of this program.
pub(super) struct WatchedEngines {
    watcher: Option<Child>,
    /// Children that this program has had since before the first engine: a shell that became this program has left them.
    foreign_children: Vec<Pid>,
    running: Vec<Pid>,
}

/// Has engines end with this program, whatever ends it. `program` is its own file.
pub fn watch_engines(program: PathBuf) {
    // A second call changes nothing.
    let _ = PROGRAM.set(program);
}

/// The engines that run; none is started or ended elsewhere meanwhile.
pub(super) fn engines() -> MutexGuard<'static, WatchedEngines> {
    ENGINES.lock().unwrap_or_else(PoisonError::into_inner)
}

impl WatchedEngines {
    /// An engine was started.
    pub(super) fn add(&mut self, pid: Pid) {
        self.running.push(pid);
        let Some(program) = PROGRAM.get() else { return };
        if self.watcher.is_none() {
            self.foreign_children = process_tree::own_children();
            self.foreign_children.retain(|child| !self.running.contains(child));
            // What an engine leaves behind becomes a child of this program, and can be found.
            #[cfg(target_os = "linux")]
            if let Err(error) = rustix::process::set_child_subreaper(Some(rustix::process::getpid())) {
                tracing::warn!("what engines leave behind is not found: {error}");
            }
            let mut command = Command::new(program);
            command.arg(WATCH_ENGINES).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
            // Keys and hang-ups of the terminal are for the program, and no folder is kept busy.
            command.process_group(0).current_dir("/");
            match command.spawn() {
                Ok(watcher) => self.watcher = Some(watcher),
                Err(error) => tracing::warn!("engines may outlive a killed program: no watcher ({error})"),
            }
        }
        self.notify_watcher('+', pid);
    }

    /// An engine has ended, and its number is about to be free for others. What it has left behind is ended.
    pub(super) fn remove(&mut self, pid: Pid) {
        self.running.retain(|&other| other != pid);
        self.notify_watcher('-', pid);
        if PROGRAM.get().is_none() {
            // Somebody else's program: its children are its own.
            return;
        }
        let watcher = self.watcher.as_ref().and_then(|watcher| Pid::from_raw(watcher.id().try_into().ok()?));
        let known: Vec<Pid> =
            self.running.iter().chain(&self.foreign_children).copied().chain(watcher).collect();
        for left in process_tree::kill_orphans(&known) {
            tracing::warn!("process {left:?}, which an engine has started, cannot be ended");
        }
    }

    fn notify_watcher(&mut self, sign: char, pid: Pid) {
        if let Some(input) = self.watcher.as_mut().and_then(|watcher| watcher.stdin.as_mut()) {
            // A watcher that is no more watches nothing.
            let _ = input.write_all(format!("{sign}{}\n", pid.as_raw_pid()).as_bytes());
        }
    }
}

/// Is the watcher: hears which engines run until the input ends, then ends those that still do.
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
        // It may have ended by itself, as most engines do when their input ends.
        let _ = kill_process_group(pid, Signal::KILL);
        for other in others {
            // Nobody is left to be told of one that cannot be ended.
            let _ = other.kill();
        }
    }
}
