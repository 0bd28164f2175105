//! The child process and the threads that wait for it.
//!
//! It leads a process group of its own, so that a shell's or ssh's children end with it, and so that keys that
//! mean something to a terminal (Ctrl-C) reach this program alone. Its end is learned without reaping it:
//! until it is reaped here its number belongs to nobody else, and a signal cannot hit a stranger.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

use crate::uci::sanitize::sanitize_and_truncate;

use super::inbox::{DriverInbox, OutputLine};
use super::{ExternalEngineLaunch, process_tree, watcher};

/// The longest line that is kept, in bytes.
const MAX_LINE_BYTES: usize = 1 << 16;
/// Lines that may wait for an engine that does not read.
const MAX_UNREAD_INPUT_LINES: usize = 256;
/// The longest complaint that is kept, in characters.
pub(super) const MAX_ERROR_LINE_CHARS: usize = 120;

/// A running engine.
pub(super) struct EngineProcess {
    child: Child,
    pid: Option<Pid>,
    /// To the thread that writes; gone once its input is closed.
    input: Option<SyncSender<String>>,
    stderr: Arc<StderrMonitor>,
}

/// What it writes where errors go.
#[derive(Default)]
struct StderrMonitor {
    state: Mutex<StderrState>,
    ended: Condvar,
}

#[derive(Default)]
struct StderrState {
    /// The last line.
    last_line: String,
    /// There will be no more.
    ended: bool,
}

/// An engine that does not read what it is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct InputQueueFull;

impl EngineProcess {
    /// Starts an engine; what it says and that it ends goes to `inbox`.
    ///
    /// # Errors
    /// Says in words why it could not be started.
    pub(super) fn start(launch: &ExternalEngineLaunch, inbox: &Arc<DriverInbox>) -> Result<Self, String> {
        let Some((program, arguments)) = launch.command.split_first().filter(|(first, _)| !first.is_empty())
        else {
            return Err("it has no command".to_owned());
        };
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.process_group(0);
        if let Some(folder) = &launch.folder {
            if !folder.is_dir() {
                return Err(format!(
                    "there is no folder {}",
                    sanitize_and_truncate(&folder.display().to_string(), 80)
                ));
            }
            command.current_dir(folder);
        }
        let (mut child, pid) = {
            let mut engines = watcher::engines();
            let child = command.spawn().map_err(|error| describe_spawn_error(program, &error))?;
            let pid = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
            if let Some(pid) = pid {
                engines.add(pid);
            }
            (child, pid)
        };
        let input = child.stdin.take().and_then(spawn_writer);
        let mut process = Self { pid, input, stderr: Arc::default(), child };
        let (output, errors) = (process.child.stdout.take(), process.child.stderr.take());
        match process.spawn_threads(output, errors, inbox) {
            Ok(()) => Ok(process),
            Err(error) => {
                process.kill();
                process.reap();
                Err(format!("no room for its threads: {error}"))
            }
        }
    }

    fn spawn_threads(
        &self,
        output: Option<ChildStdout>,
        errors: Option<ChildStderr>,
        inbox: &Arc<DriverInbox>,
    ) -> io::Result<()> {
        let spawn = |name: &str, work: Box<dyn FnOnce() + Send>| {
            thread::Builder::new().name(name.to_owned()).spawn(work).map(drop)
        };
        if let Some(output) = output {
            let inbox = Arc::clone(inbox);
            spawn("engine-output", Box::new(move || read_output(output, &inbox)))?;
        }
        if let Some(errors) = errors {
            let complaints = Arc::clone(&self.stderr);
            spawn("engine-errors", Box::new(move || read_stderr(errors, &complaints)))?;
        }
        if let Some(pid) = self.pid {
            let inbox = Arc::clone(inbox);
            spawn(
                "engine-end",
                Box::new(move || {
                    // A signal may wake it early. Any other failure means that there is nobody to wait for.
                    let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
                    while matches!(waitid(WaitId::Pid(pid), options), Err(rustix::io::Errno::INTR)) {}
                    inbox.set_exited();
                }),
            )?;
        }
        Ok(())
    }

    /// Sends a line. It never waits.
    ///
    /// # Errors
    /// When so much is unread already that the engine must have stopped to read.
    pub(super) fn send_line(&mut self, line: &str) -> Result<(), InputQueueFull> {
        match self.input.as_ref().map(|input| input.try_send(format!("{line}\n"))) {
            Some(Err(TrySendError::Full(_))) => Err(InputQueueFull),
            // That it reads no more is told by its end, not here.
            _ => Ok(()),
        }
    }

    /// Closes its input: most engines end then.
    pub(super) fn close_input(&mut self) {
        self.input = None;
    }

    /// Ends it and all that it has started, whatever they are at.
    pub(super) fn kill(&mut self) {
        let Some(pid) = self.pid else { return };
        // Those that have left its group.
        let others = process_tree::descendants(pid);
        // Nobody of the group may be left, and then there is nothing to do.
        let _ = kill_process_group(pid, Signal::KILL);
        for other in others.into_iter().filter(|other| !other.kill()) {
            tracing::warn!("process {:?}, which an engine has started, cannot be ended", other.pid);
        }
    }

    /// Takes it off the system's list of processes; waits for its end where it has not come yet.
    pub(super) fn reap(&mut self) -> Option<ExitStatus> {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
        if let Some(pid) = self.pid {
            while matches!(waitid(WaitId::Pid(pid), options), Err(rustix::io::Errno::INTR)) {}
        }
        let mut engines = watcher::engines();
        let status = self.child.wait().ok();
        // From now on its number may be given to somebody else.
        if let Some(pid) = self.pid.take() {
            engines.remove(pid);
        }
        status
    }

    /// Its last complaint, once it has ended. What it wrote at the very end may still be on its way, and is waited
    /// for so long at most.
    pub(super) fn last_error_line(&self, timeout: Duration) -> Option<String> {
        let StderrMonitor { state: heard, ended } = &*self.stderr;
        let state = heard.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = ended.wait_timeout_while(state, timeout, |heard| !heard.ended);
        let last = waited.unwrap_or_else(PoisonError::into_inner).0.last_line.clone();
        (!last.is_empty()).then_some(last)
    }
}

/// How it ended, in words: `exit status 1`, `signal 11 (SIGSEGV)`.
pub(super) fn describe_exit(status: ExitStatus) -> String {
    status.to_string().replace(": ", " ")
}

fn describe_spawn_error(program: &str, error: &io::Error) -> String {
    let program = sanitize_and_truncate(program, 80);
    match error.kind() {
        io::ErrorKind::NotFound => format!("there is no program {program}; its whole path is safest"),
        io::ErrorKind::PermissionDenied => format!("{program} may not be run: is it a program?"),
        _ => format!("{program}: {error}"),
    }
}

/// A thread of its own writes: an engine that does not read blocks nobody else.
fn spawn_writer(mut stdin: ChildStdin) -> Option<SyncSender<String>> {
    let (input, lines) = sync_channel::<String>(MAX_UNREAD_INPUT_LINES);
    let write = move || {
        for line in lines {
            if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                return;
            }
        }
    };
    thread::Builder::new().name("engine-input".to_owned()).spawn(write).ok().map(|_| input)
}

/// Brings its lines to the inbox, until its output ends or nobody wants them any more.
fn read_output(output: ChildStdout, inbox: &DriverInbox) {
    let mut lines = BoundedLines::new(output);
    while let Some(line) = lines.next() {
        if !inbox.push_line(line) {
            // What it still has to say must not keep it from ending.
            let _ = io::copy(&mut lines.reader, &mut io::sink());
            break;
        }
    }
    inbox.set_output_ended();
}

/// Keeps the last line of its complaints.
fn read_stderr(errors: ChildStderr, monitor: &StderrMonitor) {
    let state = || monitor.state.lock().unwrap_or_else(PoisonError::into_inner);
    let mut lines = BoundedLines::new(errors);
    while let Some(line) = lines.next() {
        if let OutputLine::Whole(text) = line {
            let text = sanitize_and_truncate(&text, MAX_ERROR_LINE_CHARS);
            if !text.is_empty() {
                state().last_line = text;
            }
        }
    }
    state().ended = true;
    monitor.ended.notify_all();
}

/// Lines of bounded length out of any bytes.
struct BoundedLines<R> {
    reader: BufReader<R>,
}

impl<R: Read> BoundedLines<R> {
    fn new(from: R) -> Self {
        Self { reader: BufReader::new(from) }
    }

    /// The next line without its break; None at the end.
    fn next(&mut self) -> Option<OutputLine> {
        let mut line = Vec::new();
        let mut too_long = false;
        loop {
            let bytes = match self.reader.fill_buf() {
                Ok(bytes) => bytes,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(_) => return None,
            };
            if bytes.is_empty() {
                return (too_long || !line.is_empty()).then(|| finish_line(&line, too_long));
            }
            let end = bytes.iter().position(|&byte| byte == b'\n');
            let part = &bytes[..end.unwrap_or(bytes.len())];
            too_long |= line.len() + part.len() > MAX_LINE_BYTES;
            if !too_long {
                line.extend_from_slice(part);
            }
            let used = end.map_or(part.len(), |end| end + 1);
            self.reader.consume(used);
            if end.is_some() {
                return Some(finish_line(&line, too_long));
            }
        }
    }
}

fn finish_line(line: &[u8], too_long: bool) -> OutputLine {
    if too_long { OutputLine::TooLong } else { OutputLine::Whole(String::from_utf8_lossy(line).into_owned()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_bounded_and_none_is_lost() {
        let long = "x".repeat(MAX_LINE_BYTES + 1);
        let text = format!("one\r\n\n{long}\ntwo \u{e9}\nend");
        let mut lines = BoundedLines::new(text.as_bytes());
        let mut next = || match lines.next() {
            Some(OutputLine::Whole(text)) => text,
            Some(OutputLine::TooLong) => "too long".to_owned(),
            None => "none".to_owned(),
        };
        let found: Vec<String> = (0..6).map(|_| next()).collect();
        assert_eq!(found, ["one\r", "", "too long", "two é", "end", "none"]);
        let mut bytes = BoundedLines::new(&b"\xff\xfe\n"[..]);
        assert!(matches!(bytes.next(), Some(OutputLine::Whole(text)) if text == "\u{fffd}\u{fffd}"));
    }
}
