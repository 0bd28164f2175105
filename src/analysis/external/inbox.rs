//! What wakes the driver of an engine. Orders of the front end come first, so that no flood of lines delays a
//! stop; lines wait in a short queue, and an engine that talks faster than it is read waits too.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::analysis::protocol::Generation;
use crate::uci::session::UciSearchRequest;

/// Lines that may wait.
const MAX_QUEUED_LINES: usize = 256;

/// A wish of the front end.
#[derive(Debug)]
pub(super) enum DriverCommand {
    Analyze(Generation, Box<UciSearchRequest>),
    Cancel,
    Stop,
    NewGame,
    PonderHit,
    SetOption(String, String),
    Quit,
}

/// What the driver wakes up for.
#[derive(Debug)]
pub(super) enum DriverEvent {
    Command(DriverCommand),
    /// A line of its output.
    Line(OutputLine),
    /// There will be no more lines.
    OutputEnded,
    /// The process has ended.
    Exited,
    /// Nothing came in time.
    Timeout,
}

/// A line of output.
#[derive(Debug)]
pub(super) enum OutputLine {
    Whole(String),
    /// Longer than any line that makes sense; it was not kept.
    TooLong,
}

/// The queue of one driver.
#[derive(Default)]
pub(super) struct DriverInbox {
    state: Mutex<InboxState>,
    /// Something came in.
    arrived: Condvar,
    /// There is room for lines again.
    room: Condvar,
}

#[derive(Default)]
struct InboxState {
    commands: VecDeque<DriverCommand>,
    lines: VecDeque<OutputLine>,
    output_end: OneTimeEvent,
    exit: OneTimeEvent,
    /// Nobody takes anything out any more.
    closed: bool,
}

/// Something that happens once and is told once.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum OneTimeEvent {
    #[default]
    Pending,
    Happened,
    Reported,
}

impl OneTimeEvent {
    /// Whether it is to be told now.
    fn take(&mut self) -> bool {
        let now = *self == Self::Happened;
        if now {
            *self = Self::Reported;
        }
        now
    }
}

impl DriverInbox {
    /// Hands in a wish. It never waits.
    pub(super) fn send_command(&self, order: DriverCommand) {
        self.lock().commands.push_back(order);
        self.arrived.notify_one();
    }

    /// Hands in a line, as soon as there is room. False once nobody wants lines any more.
    pub(super) fn push_line(&self, line: OutputLine) -> bool {
        let full = |inside: &mut InboxState| inside.lines.len() >= MAX_QUEUED_LINES && !inside.closed;
        let mut inside = self.room.wait_while(self.lock(), full).unwrap_or_else(PoisonError::into_inner);
        if !inside.closed {
            inside.lines.push_back(line);
        }
        let open = !inside.closed;
        drop(inside);
        self.arrived.notify_one();
        open
    }

    /// Says that there will be no more lines.
    pub(super) fn set_output_ended(&self) {
        self.lock().output_end = OneTimeEvent::Happened;
        self.arrived.notify_one();
    }

    /// Says that the process has ended.
    pub(super) fn set_exited(&self) {
        self.lock().exit = OneTimeEvent::Happened;
        self.arrived.notify_one();
    }

    /// Takes no more lines: those who bring them go on.
    pub(super) fn close(&self) {
        let mut inside = self.lock();
        inside.closed = true;
        inside.lines.clear();
        drop(inside);
        self.room.notify_all();
    }

    /// The next event: orders, then the end of the process, then lines, then the end of its output.
    /// [`DriverEvent::Timeout`] after `timeout`, where there is an end to it.
    pub(super) fn next(&self, timeout: Option<Duration>) -> DriverEvent {
        let idle = |inside: &mut InboxState| {
            inside.commands.is_empty()
                && inside.lines.is_empty()
                && inside.output_end != OneTimeEvent::Happened
                && inside.exit != OneTimeEvent::Happened
        };
        let inside = self.lock();
        let mut inside = match timeout {
            None => self.arrived.wait_while(inside, idle).unwrap_or_else(PoisonError::into_inner),
            Some(timeout) => {
                let waited = self.arrived.wait_timeout_while(inside, timeout, idle);
                waited.unwrap_or_else(PoisonError::into_inner).0
            }
        };
        if let Some(command) = inside.commands.pop_front() {
            return DriverEvent::Command(command);
        }
        if inside.exit.take() {
            return DriverEvent::Exited;
        }
        if let Some(line) = inside.lines.pop_front() {
            drop(inside);
            self.room.notify_one();
            return DriverEvent::Line(line);
        }
        if inside.output_end.take() { DriverEvent::OutputEnded } else { DriverEvent::Timeout }
    }

    /// A thread that panicked while it held the lock left whole values behind.
    fn lock(&self) -> MutexGuard<'_, InboxState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_come_before_lines_and_the_end_of_output_after_them() {
        let inbox = DriverInbox::default();
        inbox.push_line(OutputLine::Whole("one".to_owned()));
        inbox.set_output_ended();
        inbox.send_command(DriverCommand::Cancel);
        let next = || inbox.next(Some(Duration::ZERO));
        assert!(matches!(next(), DriverEvent::Command(DriverCommand::Cancel)));
        assert!(matches!(next(), DriverEvent::Line(OutputLine::Whole(text)) if text == "one"));
        assert!(matches!(next(), DriverEvent::OutputEnded));
        assert!(matches!(next(), DriverEvent::Timeout), "an end is told once");
    }

    #[test]
    fn a_closed_inbox_holds_nobody_up() {
        let inbox = DriverInbox::default();
        inbox.close();
        for _ in 0..2 * MAX_QUEUED_LINES {
            assert!(!inbox.push_line(OutputLine::TooLong));
        }
        assert!(matches!(inbox.next(Some(Duration::ZERO)), DriverEvent::Timeout));
    }
}
