//! A child process with all that it starts: a process group and, on Linux, what has left that group.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

use super::process_tree::{self, TrackedProcess};

/// Whether a second process has to end the children of a program that is killed.
pub const NEEDS_WATCHER: bool = true;

/// A child process and its descendants. The child leads a process group of its own, so that children of a shell
/// or ssh end with it, and so that signals of the terminal (Ctrl-C) reach this program alone.
#[derive(Clone, Debug)]
pub struct UnixProcessGroup {
    leader: Pid,
    /// The leader with its start time, where the system has a list of processes.
    tracked: Option<TrackedProcess>,
}

/// Prepares a command: its process is to lead a group.
pub fn isolate(command: &mut Command) {
    command.process_group(0);
}

/// Prepares the command of a watcher. Signals of the terminal must not reach it, and it must not keep a folder
/// busy.
pub fn isolate_watcher(command: &mut Command) {
    command.process_group(0).current_dir("/");
}

impl UnixProcessGroup {
    /// The group of a child whose command was [isolated](isolate).
    ///
    /// # Errors
    /// When the system has given it no process ID.
    pub fn of(child: &Child) -> io::Result<Self> {
        Self::led_by(child.id()).ok_or_else(|| io::Error::other("the process has no ID"))
    }

    /// The group that a process leads which need not be a child of this one.
    #[must_use]
    pub fn led_by(id: u32) -> Option<Self> {
        let leader = pid(id)?;
        Some(Self { leader, tracked: TrackedProcess::of(leader) })
    }

    /// The process ID of the child.
    #[must_use]
    pub fn id(&self) -> u32 {
        id(self.leader)
    }

    /// Waits until the child has exited, without reaping it: until it is reaped its process ID is not reused,
    /// and a signal cannot hit another process.
    pub fn wait_for_exit(&self) {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
        // A signal may interrupt the call. Any other error means that the process does not exist.
        while matches!(waitid(WaitId::Pid(self.leader), options), Err(rustix::io::Errno::INTR)) {}
    }

    /// Kills the child and its descendants, those that have left its group, too. Returns the processes that
    /// cannot be killed.
    #[must_use]
    pub fn kill(&self) -> Vec<u32> {
        let others = process_tree::descendants(self.leader);
        // The group may be empty already.
        let _ = kill_process_group(self.leader, Signal::KILL);
        others.into_iter().filter(|other| !other.kill()).map(|other| id(other.pid)).collect()
    }

    /// Kills the group of a process that is not a child of this one, unless the process has exited and its ID
    /// may be another one's.
    pub fn kill_if_running(&self) {
        if cfg!(target_os = "linux") && !self.tracked.is_some_and(TrackedProcess::is_running) {
            return;
        }
        // A failure cannot be reported any more.
        let _ = self.kill();
    }
}

/// Makes the orphans of children children of this program, so that they can be found. Only Linux can do it.
///
/// # Errors
/// When the system refuses.
pub fn adopt_orphans() -> io::Result<()> {
    #[cfg(target_os = "linux")]
    rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?;
    Ok(())
}

/// The process IDs of the children of this program, where the system has a list of processes.
#[must_use]
pub fn own_children() -> Vec<u32> {
    process_tree::own_children().into_iter().map(id).collect()
}

/// Kills and reaps the children of this program that are not in `known`: processes that a child left behind
/// when it exited. Returns those that cannot be killed.
#[must_use]
pub fn kill_orphans(known: &[u32]) -> Vec<u32> {
    let known: Vec<Pid> = known.iter().filter_map(|&id| pid(id)).collect();
    process_tree::kill_orphans(&known).into_iter().map(id).collect()
}

fn pid(id: u32) -> Option<Pid> {
    i32::try_from(id).ok().and_then(Pid::from_raw)
}

fn id(pid: Pid) -> u32 {
    pid.as_raw_pid().unsigned_abs()
}
