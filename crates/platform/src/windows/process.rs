//! A child process with all that it starts: a job object, which ends with this program, however that ends.

use std::io;
use std::os::windows::io::{AsHandle, OwnedHandle};
use std::os::windows::process::CommandExt;
use std::process::{Child, Command};
use std::sync::Arc;

use windows_sys::Win32::System::Threading::{
    BELOW_NORMAL_PRIORITY_CLASS, CREATE_NO_WINDOW, CREATE_SUSPENDED, DETACHED_PROCESS,
};

use super::job_object::{self, JobObject};

/// Whether a second process has to end the children of a program that is killed: the job object does it.
pub const NEEDS_WATCHER: bool = false;

/// A child process and its descendants.
#[derive(Clone, Debug)]
pub struct WindowsProcessGroup {
    id: u32,
    process: Arc<OwnedHandle>,
    job: Arc<JobObject>,
}

/// Prepares a command. Its process is to have no window and no console whose Ctrl-C would reach it, it leaves
/// the processor to others, and it waits until [`WindowsProcessGroup::of`] has put it into a job object, so that
/// nothing that it starts escapes.
pub fn isolate(command: &mut Command) {
    command.creation_flags(CREATE_SUSPENDED | CREATE_NO_WINDOW | BELOW_NORMAL_PRIORITY_CLASS);
}

/// Prepares the command of a watcher. It would have no console.
pub fn isolate_watcher(command: &mut Command) {
    command.creation_flags(DETACHED_PROCESS);
}

impl WindowsProcessGroup {
    /// Puts a child whose command was [isolated](isolate) into a job object, and lets it run.
    ///
    /// # Errors
    /// When the system refuses; the child does not run then, and has to be killed.
    pub fn of(child: &Child) -> io::Result<Self> {
        let job = JobObject::new()?;
        job.add(child)?;
        let process = Arc::new(child.as_handle().try_clone_to_owned()?);
        job_object::resume(child.id())?;
        Ok(Self { id: child.id(), process, job: Arc::new(job) })
    }

    /// The group that a process leads which is no child of this one: unknown here.
    #[must_use]
    pub const fn led_by(_: u32) -> Option<Self> {
        None
    }

    /// The process ID of the child.
    #[must_use]
    pub const fn id(&self) -> u32 {
        self.id
    }

    /// Waits until the child has exited. As long as this lives its process ID is not reused.
    pub fn wait_for_exit(&self) {
        job_object::wait_for_exit(&self.process);
    }

    /// Kills the child and its descendants. Returns the processes that cannot be killed.
    #[must_use]
    pub fn kill(&self) -> Vec<u32> {
        if self.job.kill().is_ok() { Vec::new() } else { vec![self.id] }
    }

    /// Kills the group as [`kill`](Self::kill) does.
    pub fn kill_if_running(&self) {
        // A failure cannot be reported any more.
        let _ = self.kill();
    }
}

/// Makes the orphans of children children of this program. Here they stay in the job object.
///
/// # Errors
/// Never.
#[expect(clippy::unnecessary_wraps, reason = "other systems may refuse")]
pub const fn adopt_orphans() -> io::Result<()> {
    Ok(())
}

/// The process IDs of the children of this program. Nobody asks where job objects hold them.
#[must_use]
pub const fn own_children() -> Vec<u32> {
    Vec::new()
}

/// Kills what children left behind. A job object has done it: there are none.
#[must_use]
pub const fn kill_orphans(_: &[u32]) -> Vec<u32> {
    Vec::new()
}
