//! What wakes the driver of an engine. Orders of the front end come first, so that no flood of lines delays a
//! stop; lines wait in a short queue, and an engine that talks faster than it is read waits too.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::analysis::protocol::Generation;
use crate::uci::peer::Question;

/// Lines that may wait.
const MOST_LINES: usize = 256;

/// A wish of the front end.
#[derive(Debug)]
pub(super) enum Order {
    Ask(Generation, Box<Question>),
    Halt,
    Hurry,
    NewGame,
    PonderHit,
    Set(String, String),
    Leave,
}

/// What the driver wakes up for.
#[derive(Debug)]
pub(super) enum Event {
    Order(Order),
    /// A line of its output.
    Line(Line),
    /// There will be no more lines.
    OutputEnded,
    /// The process has ended.
    Exited,
    /// Nothing came in time.
    Silence,
}

/// A line of output.
#[derive(Debug)]
pub(super) enum Line {
    Whole(String),
    /// Longer than any line that makes sense; it was not kept.
    TooLong,
}

/// The queue of one driver.
#[derive(Default)]
pub(super) struct Inbox {
    inside: Mutex<Inside>,
    /// Something came in.
    arrived: Condvar,
    /// There is room for lines again.
    room: Condvar,
}

#[derive(Default)]
struct Inside {
    orders: VecDeque<Order>,
    lines: VecDeque<Line>,
    output: Once,
    exit: Once,
    /// Nobody takes anything out any more.
    closed: bool,
}

/// Something that happens once and is told once.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Once {
    #[default]
    NotYet,
    Happened,
    Told,
}

impl Once {
    /// Whether it is to be told now.
    fn tell(&mut self) -> bool {
        let now = *self == Self::Happened;
        if now {
            *self = Self::Told;
        }
        now
    }
}

impl Inbox {
    /// Hands in a wish. It never waits.
    pub(super) fn order(&self, order: Order) {
        self.lock().orders.push_back(order);
        self.arrived.notify_one();
    }

    /// Hands in a line, as soon as there is room. False once nobody wants lines any more.
    pub(super) fn line(&self, line: Line) -> bool {
        let full = |inside: &mut Inside| inside.lines.len() >= MOST_LINES && !inside.closed;
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
    pub(super) fn output_ended(&self) {
        self.lock().output = Once::Happened;
        self.arrived.notify_one();
    }

    /// Says that the process has ended.
    pub(super) fn exited(&self) {
        self.lock().exit = Once::Happened;
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
    /// [`Event::Silence`] after `patience`, where there is an end to it.
    pub(super) fn next(&self, patience: Option<Duration>) -> Event {
        let idle = |inside: &mut Inside| {
            inside.orders.is_empty()
                && inside.lines.is_empty()
                && inside.output != Once::Happened
                && inside.exit != Once::Happened
        };
        let inside = self.lock();
        let mut inside = match patience {
            None => self.arrived.wait_while(inside, idle).unwrap_or_else(PoisonError::into_inner),
            Some(patience) => {
                let waited = self.arrived.wait_timeout_while(inside, patience, idle);
                waited.unwrap_or_else(PoisonError::into_inner).0
            }
        };
        if let Some(order) = inside.orders.pop_front() {
            return Event::Order(order);
        }
        if inside.exit.tell() {
            return Event::Exited;
        }
        if let Some(line) = inside.lines.pop_front() {
            drop(inside);
            self.room.notify_one();
            return Event::Line(line);
        }
        if inside.output.tell() { Event::OutputEnded } else { Event::Silence }
    }

    /// A thread that panicked while it held the lock left whole values behind.
    fn lock(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_come_before_lines_and_the_end_of_output_after_them() {
        let inbox = Inbox::default();
        inbox.line(Line::Whole("one".to_owned()));
        inbox.output_ended();
        inbox.order(Order::Halt);
        let next = || inbox.next(Some(Duration::ZERO));
        assert!(matches!(next(), Event::Order(Order::Halt)));
        assert!(matches!(next(), Event::Line(Line::Whole(text)) if text == "one"));
        assert!(matches!(next(), Event::OutputEnded));
        assert!(matches!(next(), Event::Silence), "an end is told once");
    }

    #[test]
    fn a_closed_inbox_holds_nobody_up() {
        let inbox = Inbox::default();
        inbox.close();
        for _ in 0..2 * MOST_LINES {
            assert!(!inbox.line(Line::TooLong));
        }
        assert!(matches!(inbox.next(Some(Duration::ZERO)), Event::Silence));
    }
}
