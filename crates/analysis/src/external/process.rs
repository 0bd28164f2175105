//! The child process of an external engine and the threads that read its output and wait for its exit.
//!
//! It is kept together with all that it starts ([`ProcessGroup`]), so that children of a shell or ssh end with it.
//! Its exit is detected without reaping it: until it is reaped its process ID is not reused, and a signal cannot
//! hit another process.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use super::inbox::{DriverInbox, OutputLine};
use super::launch::ExternalEngineLaunch;
use super::watcher;
use chess::text::sanitize_and_truncate;
use chess::thread::{ThreadBuilder, ThreadError};
use platform::{self, ProcessGroup};

/// Longer lines of output are dropped, in bytes.
const MAX_LINE_BYTES: usize = 1 << 16;
/// Lines of input that may wait for an engine that does not read.
const MAX_UNREAD_INPUT_LINES: usize = 256;
/// Lines of error output are truncated to this length, in characters.
pub(super) const MAX_ERROR_LINE_CHARS: usize = 120;

/// A running engine process.
pub(super) struct EngineProcess {
    child: Child,
    /// None once it is reaped.
    group: Option<ProcessGroup>,
    /// Lines for the writer thread; None once the input is closed.
    input: Option<SyncSender<String>>,
    stderr: Arc<StderrMonitor>,
}

/// Keeps the last line of error output.
#[derive(Default)]
struct StderrMonitor {
    state: Mutex<StderrState>,
    ended: Condvar,
}

#[derive(Default)]
struct StderrState {
    last_line: String,
    ended: bool,
}

/// The engine does not read its input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct InputQueueFull;

impl EngineProcess {
    /// Starts an engine. Its output and its exit are sent to `inbox`.
    ///
    /// # Errors
    /// The reason why it cannot be started, as text for the user.
    pub(super) fn start(launch: &ExternalEngineLaunch, inbox: &Arc<DriverInbox>) -> Result<Self, String> {
        let Some((program, arguments)) = launch.command.split_first().filter(|(first, _)| !first.is_empty())
        else {
            return Err("no command is configured".to_owned());
        };
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        platform::isolate(&mut command);
        if let Some(folder) = &launch.folder {
            if !folder.is_dir() {
                return Err(format!(
                    "there is no folder {}",
                    sanitize_and_truncate(&folder.display().to_string(), 80)
                ));
            }
            command.current_dir(folder);
        }
        let (mut child, group) = {
            let mut engines = watcher::engines();
            let mut child = command.spawn().map_err(|error| describe_spawn_error(program, &error))?;
            let group = match ProcessGroup::of(&child) {
                Ok(group) => group,
                Err(error) => {
                    // It has not run yet.
                    let _ = child.kill().and_then(|()| child.wait());
                    return Err(describe_spawn_error(program, &error));
                }
            };
            engines.add(group.id());
            (child, group)
        };
        let input = child.stdin.take().and_then(spawn_writer);
        let mut process = Self { group: Some(group), input, stderr: Arc::default(), child };
        let (output, errors) = (process.child.stdout.take(), process.child.stderr.take());
        match process.spawn_threads(output, errors, inbox) {
            Ok(()) => Ok(process),
            Err(error) => {
                process.kill();
                process.reap();
                Err(error.to_string())
            }
        }
    }

    fn spawn_threads(
        &self,
        output: Option<ChildStdout>,
        errors: Option<ChildStderr>,
        inbox: &Arc<DriverInbox>,
    ) -> Result<(), ThreadError> {
        let spawn =
            |name: &str, work: Box<dyn FnOnce() + Send>| ThreadBuilder::new(name).spawn(work).map(drop);
        if let Some(output) = output {
            let inbox = Arc::clone(inbox);
            spawn("engine-output", Box::new(move || read_output(output, &inbox)))?;
        }
        if let Some(errors) = errors {
            let monitor = Arc::clone(&self.stderr);
            spawn("engine-errors", Box::new(move || read_stderr(errors, &monitor)))?;
        }
        if let Some(group) = self.group.clone() {
            let inbox = Arc::clone(inbox);
            let wait = move || {
                group.wait_for_exit();
                inbox.set_exited();
            };
            spawn("engine-end", Box::new(wait))?;
        }
        Ok(())
    }

    /// Queues a line of input without blocking.
    ///
    /// # Errors
    /// When the queue is full: the engine does not read.
    pub(super) fn send_line(&mut self, line: &str) -> Result<(), InputQueueFull> {
        match self.input.as_ref().map(|input| input.try_send(format!("{line}\n"))) {
            Some(Err(TrySendError::Full(_))) => Err(InputQueueFull),
            // A closed input is not an error here: the exit of the process is reported elsewhere.
            _ => Ok(()),
        }
    }

    /// Closes its input, at which most engines exit.
    pub(super) fn close_input(&mut self) {
        self.input = None;
    }

    /// Kills the process and its descendants.
    pub(super) fn kill(&mut self) {
        let Some(group) = &self.group else { return };
        for id in group.kill() {
            tracing::warn!("process {id}, started by an engine, cannot be killed");
        }
    }

    /// Waits for the process to exit and reaps it.
    pub(super) fn reap(&mut self) -> Option<ExitStatus> {
        if let Some(group) = &self.group {
            group.wait_for_exit();
        }
        let mut engines = watcher::engines();
        let status = self.child.wait().ok();
        // From now on the process ID may be reused.
        if let Some(group) = self.group.take() {
            engines.remove(group.id());
        }
        status
    }

    /// The last line of error output of a process that has exited. Output that has not been read yet is
    /// waited for, `timeout` at most.
    pub(super) fn last_error_line(&self, timeout: Duration) -> Option<String> {
        let StderrMonitor { state, ended } = &*self.stderr;
        let state = state.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = ended.wait_timeout_while(state, timeout, |state| !state.ended);
        let last = waited.unwrap_or_else(PoisonError::into_inner).0.last_line.clone();
        (!last.is_empty()).then_some(last)
    }
}

/// The exit status as text: `exit status 1`, `signal 11 (SIGSEGV)`.
pub(super) fn describe_exit(status: ExitStatus) -> String {
    status.to_string().replace(": ", " ")
}

fn describe_spawn_error(program: &str, error: &io::Error) -> String {
    let program = sanitize_and_truncate(program, 80);
    match error.kind() {
        io::ErrorKind::NotFound => format!("there is no program {program}; give its full path"),
        io::ErrorKind::PermissionDenied => {
            format!("no permission to run {program}: is it an executable file?")
        }
        _ => format!("{program}: {error}"),
    }
}

/// Starts the writer thread, so that an engine that does not read blocks no other thread.
fn spawn_writer(mut stdin: ChildStdin) -> Option<SyncSender<String>> {
    let (input, lines) = sync_channel::<String>(MAX_UNREAD_INPUT_LINES);
    let write = move || {
        for line in lines {
            if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                return;
            }
        }
    };
    ThreadBuilder::new("engine-input").spawn(write).ok().map(|_| input)
}

/// Sends lines of output to the inbox until the output ends or the inbox is closed.
fn read_output(output: ChildStdout, inbox: &DriverInbox) {
    let mut lines = BoundedLines::new(output);
    while let Some(line) = lines.next() {
        if !inbox.push_line(line) {
            // A full pipe must not keep the engine from exiting.
            let _ = io::copy(&mut lines.reader, &mut io::sink());
            break;
        }
    }
    inbox.set_output_ended();
}

/// Keeps the last line of error output.
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

/// Reads lines of bounded length; bytes that are not UTF-8 become U+FFFD.
struct BoundedLines<R> {
    reader: BufReader<R>,
}

impl<R: Read> BoundedLines<R> {
    fn new(from: R) -> Self {
        Self { reader: BufReader::new(from) }
    }

    /// The next line without its line break; None at the end.
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
