//! Event queue of an engine's driver thread. Commands come before lines of output, so that a flood of output
//! does not delay a stop. The queue of lines is bounded: an engine that writes faster than the driver reads
//! has to wait.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::protocol::JobId;
use uci::session::UciSearchRequest;

/// Capacity of the line queue.
const MAX_QUEUED_LINES: usize = 256;

/// A command from the user interface.
#[derive(Debug)]
pub(super) enum DriverCommand {
    Analyze(JobId, Box<UciSearchRequest>),
    Cancel,
    Stop,
    NewGame,
    PonderHit,
    SetOption(String, String),
    Quit,
}

/// An event for the driver.
#[derive(Debug)]
pub(super) enum DriverEvent {
    Command(DriverCommand),
    /// A line of its output.
    Line(OutputLine),
    OutputEnded,
    /// The process has exited.
    Exited,
    /// No event within the timeout.
    Timeout,
}

/// A line of output.
#[derive(Debug)]
pub(super) enum OutputLine {
    Whole(String),
    /// A line above the length limit; its text was dropped.
    TooLong,
}

#[derive(Default)]
pub(super) struct DriverInbox {
    state: Mutex<InboxState>,
    arrived: Condvar,
    /// Signaled when the line queue is no longer full.
    room: Condvar,
}

#[derive(Default)]
struct InboxState {
    commands: VecDeque<DriverCommand>,
    lines: VecDeque<OutputLine>,
    output_end: OneTimeEvent,
    exit: OneTimeEvent,
    /// The driver reads no more lines.
    closed: bool,
}

/// An event that happens once and is reported once.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum OneTimeEvent {
    #[default]
    Pending,
    Happened,
    Reported,
}

impl OneTimeEvent {
    /// Whether to report the event now.
    fn take(&mut self) -> bool {
        let now = *self == Self::Happened;
        if now {
            *self = Self::Reported;
        }
        now
    }
}

impl DriverInbox {
    /// Queues a command without blocking.
    pub(super) fn send_command(&self, command: DriverCommand) {
        self.lock().commands.push_back(command);
        self.arrived.notify_one();
    }

    /// Queues a line; blocks while the queue is full. False once the inbox is closed.
    pub(super) fn push_line(&self, line: OutputLine) -> bool {
        let full = |state: &mut InboxState| state.lines.len() >= MAX_QUEUED_LINES && !state.closed;
        let mut state = self.room.wait_while(self.lock(), full).unwrap_or_else(PoisonError::into_inner);
        if !state.closed {
            state.lines.push_back(line);
        }
        let open = !state.closed;
        drop(state);
        self.arrived.notify_one();
        open
    }

    pub(super) fn set_output_ended(&self) {
        self.lock().output_end = OneTimeEvent::Happened;
        self.arrived.notify_one();
    }

    pub(super) fn set_exited(&self) {
        self.lock().exit = OneTimeEvent::Happened;
        self.arrived.notify_one();
    }

    /// Drops queued lines and all later ones, and unblocks their sender.
    pub(super) fn close(&self) {
        let mut state = self.lock();
        state.closed = true;
        state.lines.clear();
        drop(state);
        self.room.notify_all();
    }

    /// The next event: commands first, then the exit of the process, then lines, then the end of the output.
    /// [`DriverEvent::Timeout`] after `timeout`; None waits without a limit.
    pub(super) fn next(&self, timeout: Option<Duration>) -> DriverEvent {
        let idle = |state: &mut InboxState| {
            state.commands.is_empty()
                && state.lines.is_empty()
                && state.output_end != OneTimeEvent::Happened
                && state.exit != OneTimeEvent::Happened
        };
        let state = self.lock();
        let mut state = match timeout {
            None => self.arrived.wait_while(state, idle).unwrap_or_else(PoisonError::into_inner),
            Some(timeout) => {
                let waited = self.arrived.wait_timeout_while(state, timeout, idle);
                waited.unwrap_or_else(PoisonError::into_inner).0
            }
        };
        if let Some(command) = state.commands.pop_front() {
            return DriverEvent::Command(command);
        }
        if state.exit.take() {
            return DriverEvent::Exited;
        }
        if let Some(line) = state.lines.pop_front() {
            drop(state);
            self.room.notify_one();
            return DriverEvent::Line(line);
        }
        if state.output_end.take() { DriverEvent::OutputEnded } else { DriverEvent::Timeout }
    }

    /// A panic while the lock was held leaves consistent values.
    fn lock(&self) -> MutexGuard<'_, InboxState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_come_before_lines_and_the_end_of_output_after_them() {
        let inbox = DriverInbox::default();
        inbox.push_line(OutputLine::Whole("one".to_owned()));
        inbox.set_output_ended();
        inbox.send_command(DriverCommand::Cancel);
        let next = || inbox.next(Some(Duration::ZERO));
        assert!(matches!(next(), DriverEvent::Command(DriverCommand::Cancel)));
        assert!(matches!(next(), DriverEvent::Line(OutputLine::Whole(text)) if text == "one"));
        assert!(matches!(next(), DriverEvent::OutputEnded));
        assert!(matches!(next(), DriverEvent::Timeout), "the end is reported once");
    }

    #[test]
    fn a_closed_inbox_blocks_no_sender() {
        let inbox = DriverInbox::default();
        inbox.close();
        for _ in 0..2 * MAX_QUEUED_LINES {
            assert!(!inbox.push_line(OutputLine::TooLong));
        }
        assert!(matches!(inbox.next(Some(Duration::ZERO)), DriverEvent::Timeout));
    }
}
