//! Descendants of child processes, found through the system's process list. Killing a process group misses
//! processes that have left it (`setsid`); the tree of parents does not.
//!
//! Only Linux has a process list in files (`/proc`); on other systems only the process group is killed.

use rustix::process::{Pid, Signal, WaitOptions, kill_process, waitpid};

/// A process, identified by its ID and start time: the ID alone may be reused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TrackedProcess {
    pub(super) pid: Pid,
    start_time: u64,
}

struct ProcessListEntry {
    process: TrackedProcess,
    parent: i32,
}

impl TrackedProcess {
    /// The process with this ID; None where there is none.
    pub(super) fn of(pid: Pid) -> Option<Self> {
        Some(Self { pid, start_time: read_stat(pid.as_raw_pid())?.process.start_time })
    }

    /// Whether the process still exists.
    pub(super) fn is_running(self) -> bool {
        Self::of(self.pid) == Some(self)
    }

    /// Kills the process. False where it cannot be killed.
    pub(super) fn kill(self) -> bool {
        !self.is_running() || kill_process(self.pid, Signal::KILL).is_ok()
    }
}

/// The descendants of a process, without the process itself.
pub(super) fn descendants(of: Pid) -> Vec<TrackedProcess> {
    let all = list_processes();
    let mut found = Vec::new();
    let mut parents = vec![of.as_raw_pid()];
    while let Some(parent) = parents.pop() {
        for child in all.iter().filter(|listed| listed.parent == parent) {
            parents.push(child.process.pid.as_raw_pid());
            found.push(child.process);
        }
    }
    found
}

/// The children of this program.
pub(super) fn own_children() -> Vec<Pid> {
    let own = rustix::process::getpid().as_raw_pid();
    list_processes()
        .into_iter()
        .filter(|listed| listed.parent == own)
        .map(|listed| listed.process.pid)
        .collect()
}

/// Kills and reaps the children of this program that are not in `known`: processes that a child left behind
/// when it exited. Returns those that cannot be killed.
pub(super) fn kill_orphans(known: &[Pid]) -> Vec<Pid> {
    let own = rustix::process::getpid().as_raw_pid();
    let mut left = Vec::new();
    // A killed process leaves its own children to this program.
    for _ in 0..MAX_ORPHAN_ROUNDS {
        let adopted = list_processes().into_iter().filter(|listed| listed.parent == own);
        let adopted: Vec<TrackedProcess> =
            adopted.map(|listed| listed.process).filter(|member| !known.contains(&member.pid)).collect();
        left = adopted.iter().filter(|member| !member.kill()).map(|member| member.pid).collect();
        if adopted.len() == left.len() {
            break;
        }
        for member in adopted {
            // A process that was not killed is not waited for.
            let _ = waitpid(Some(member.pid), WaitOptions::NOHANG);
        }
    }
    left
}

/// Passes over the process list in search of orphans.
const MAX_ORPHAN_ROUNDS: usize = 8;

#[cfg(target_os = "linux")]
fn list_processes() -> Vec<ProcessListEntry> {
    let Ok(entries) = std::fs::read_dir("/proc") else { return Vec::new() };
    let numbers = entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    numbers.filter_map(read_stat).collect()
}

#[cfg(target_os = "linux")]
fn read_stat(pid: i32) -> Option<ProcessListEntry> {
    let text = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name in parentheses may contain any character: `pid (name) state parent group session …`.
    let fields: Vec<&str> = text.rsplit(')').next()?.split_whitespace().collect();
    let process = TrackedProcess { pid: Pid::from_raw(pid)?, start_time: fields.get(19)?.parse().ok()? };
    Some(ProcessListEntry { process, parent: fields.get(1)?.parse().ok()? })
}

#[cfg(not(target_os = "linux"))]
fn list_processes() -> Vec<ProcessListEntry> {
    Vec::new()
}

#[cfg(not(target_os = "linux"))]
fn read_stat(_: i32) -> Option<ProcessListEntry> {
    None
}
