//! What the processes of engines have started in turn, as the system's list of processes tells. A process group misses those
//! that have left it (`setsid`); their descent does not.
//!
//! Only Linux has such a list to read; elsewhere the group has to do.

use rustix::process::{Pid, Signal, WaitOptions, kill_process, waitpid};

/// A process, and when it was started: its number alone may belong to another one later.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Member {
    pub(super) pid: Pid,
    started: u64,
}

/// A line of the list.
struct Listed {
    member: Member,
    parent: i32,
}

impl Member {
    /// The process of this number, where there is one.
    pub(super) fn of(pid: Pid) -> Option<Self> {
        Some(Self { pid, started: stat(pid.as_raw_pid())?.member.started })
    }

    /// Whether the number still is this process's.
    pub(super) fn is_there(self) -> bool {
        Self::of(self.pid) == Some(self)
    }

    /// Ends it, whatever it is at. False where it goes on.
    pub(super) fn end(self) -> bool {
        !self.is_there() || kill_process(self.pid, Signal::KILL).is_ok()
    }
}

/// All that a process has started, and those in turn, the process itself left out.
pub(super) fn descendants(of: Pid) -> Vec<Member> {
    let all = list();
    let mut found = Vec::new();
    let mut parents = vec![of.as_raw_pid()];
    while let Some(parent) = parents.pop() {
        for child in all.iter().filter(|listed| listed.parent == parent) {
            parents.push(child.member.pid.as_raw_pid());
            found.push(child.member);
        }
    }
    found
}

/// The children of this program.
pub(super) fn children() -> Vec<Pid> {
    let own = rustix::process::getpid().as_raw_pid();
    list().into_iter().filter(|listed| listed.parent == own).map(|listed| listed.member.pid).collect()
}

/// Ends the children of this program that none of its engines are: what an engine left behind when it ended. Each is taken
/// off the list of processes. Those that go on are returned.
pub(super) fn end_adopted(known: &[Pid]) -> Vec<Pid> {
    let own = rustix::process::getpid().as_raw_pid();
    let mut left = Vec::new();
    // One that is ended leaves its own children to this program.
    for _ in 0..MOST_GENERATIONS {
        let adopted = list().into_iter().filter(|listed| listed.parent == own);
        let adopted: Vec<Member> =
            adopted.map(|listed| listed.member).filter(|member| !known.contains(&member.pid)).collect();
        left = adopted.iter().filter(|member| !member.end()).map(|member| member.pid).collect();
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
const MOST_GENERATIONS: usize = 8;

#[cfg(target_os = "linux")]
fn list() -> Vec<Listed> {
    let Ok(entries) = std::fs::read_dir("/proc") else { return Vec::new() };
    let numbers = entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    numbers.filter_map(stat).collect()
}

#[cfg(target_os = "linux")]
fn stat(pid: i32) -> Option<Listed> {
    let text = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name in brackets may have anything in it: `pid (name) state parent group session …`.
    let fields: Vec<&str> = text.rsplit(')').next()?.split_whitespace().collect();
    let member = Member { pid: Pid::from_raw(pid)?, started: fields.get(19)?.parse().ok()? };
    Some(Listed { member, parent: fields.get(1)?.parse().ok()? })
}

#[cfg(not(target_os = "linux"))]
fn list() -> Vec<Listed> {
    Vec::new()
}

#[cfg(not(target_os = "linux"))]
fn stat(_: i32) -> Option<Listed> {
    None
}
