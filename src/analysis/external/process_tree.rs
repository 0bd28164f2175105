//! What the processes of engines have started in turn, as the system's list of processes tells. A process group misses those
//! that have left it (`setsid`); their descent does not.
//!
//! Only Linux has such a list to read; elsewhere the group has to do.

use rustix::process::{Pid, Signal, WaitOptions, kill_process, waitpid};

/// A process, and when it was started: its number alone may belong to another one later.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TrackedProcess {
    pub(super) pid: Pid,
    start_time: u64,
}

/// A line of the list.
struct ProcessListEntry {
    process: TrackedProcess,
    parent: i32,
}

impl TrackedProcess {
    /// The process of this number, where there is one.
    pub(super) fn of(pid: Pid) -> Option<Self> {
        Some(Self { pid, start_time: read_stat(pid.as_raw_pid())?.process.start_time })
    }

    /// Whether the number still is this process's.
    pub(super) fn is_running(self) -> bool {
        Self::of(self.pid) == Some(self)
    }

    /// Ends it, whatever it is at. False where it goes on.
    pub(super) fn kill(self) -> bool {
        !self.is_running() || kill_process(self.pid, Signal::KILL).is_ok()
    }
}

/// All that a process has started, and those in turn, the process itself left out.
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

/// Ends the children of this program that none of its engines are: what an engine left behind when it ended. Each is taken
/// off the list of processes. Those that go on are returned.
pub(super) fn kill_orphans(known: &[Pid]) -> Vec<Pid> {
    let own = rustix::process::getpid().as_raw_pid();
    let mut left = Vec::new();
    // One that is ended leaves its own children to this program.
    for _ in 0..MAX_ORPHAN_ROUNDS {
        let adopted = list_processes().into_iter().filter(|listed| listed.parent == own);
        let adopted: Vec<TrackedProcess> =
            adopted.map(|listed| listed.process).filter(|member| !known.contains(&member.pid)).collect();
        left = adopted.iter().filter(|member| !member.kill()).map(|member| member.pid).collect();
        if adopted.len() == left.len() {
            break;
        }
        for member in adopted {
            // One that was not ended is not waited for.
            let _ = waitpid(Some(member.pid), WaitOptions::NOHANG);
        }
    }
    left
}

/// Rounds in which what was left behind is looked for.
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
    // The name in brackets may have anything in it: `pid (name) state parent group session …`.
    let fields: Vec<&str> = text.rsplit(')').next()?.split_whitespace().collect();
    let process = TrackedProcess { pid: Pid::from_raw(pid)?, start_time: fields.get(19)?.parse().ok()? };
    Some(ProcessListEntry { process, parent: fields.get(1)?.parse().ok()? })
}

#[cfg(not(target_os = "linux"))]
fn list() -> Vec<ProcessListEntry> {
    Vec::new()
}

#[cfg(not(target_os = "linux"))]
fn stat(_: i32) -> Option<ProcessListEntry> {
    None
}
