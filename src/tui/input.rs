//! The two threads that listen: one to the terminal, one to the system's signals.
//!
//! Both sleep until something happens. The reader is woken for its end by a window-change signal that the
//! program sends to itself, so that it need not look at a flag from time to time.

mod reply;

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use crossterm::event::{self, Event as Raw, MouseButton, MouseEvent, MouseEventKind};
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGTSTP, SIGWINCH};
use signal_hook::iterator::{Handle, Signals};

use super::app::Focus;
use super::event::{Event, Signal};
use super::keymap::Key;
use super::update::Gesture;

use reply::Reply;

/// How long the end waits for the reader. It may hang in a terminal that has gone away.
const PATIENCE: Duration = Duration::from_millis(100);

/// The thread that reads the terminal.
pub(super) struct Reader {
    stop: Arc<AtomicBool>,
    ended: Receiver<()>,
}

impl Reader {
    /// Starts reading.
    pub(super) fn start(events: Sender<Event>) -> io::Result<Self> {
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let (end, ended) = channel();
        thread::Builder::new().name("input".to_owned()).spawn(move || {
            read_all(&events, &stopped);
            // Nobody waits any more where this fails.
            let _ = end.send(());
        })?;
        Ok(Self { stop, ended })
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if signal_hook::low_level::raise(SIGWINCH).is_ok() {
            let _ = self.ended.recv_timeout(PATIENCE);
        }
    }
}

fn read_all(events: &Sender<Event>, stop: &AtomicBool) {
    let mut reply = Reply::default();
    while !stop.load(Ordering::Relaxed) {
        let event = match event::read() {
            Ok(raw) => translate(raw),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => None,
            Err(error) => {
                let _ = events.send(Event::InputLost(error.to_string()));
                return;
            }
        };
        for event in event.into_iter().flat_map(|event| reply.filter(event)) {
            if events.send(event).is_err() {
                return;
            }
        }
    }
}

fn translate(raw: Raw) -> Option<Event> {
    match raw {
        Raw::Key(key) => Key::from_terminal(key).map(Event::Key),
        Raw::Mouse(MouseEvent { kind, column, row, .. }) => {
            gesture(kind).map(|gesture| Event::Mouse(gesture, column, row))
        }
        Raw::Paste(text) => Some(Event::Paste(text)),
        Raw::Resize(columns, rows) => Some(Event::Resize(columns, rows)),
        Raw::FocusGained => Some(Event::Focus(Focus::Here)),
        Raw::FocusLost => Some(Event::Focus(Focus::Elsewhere)),
    }
}

fn gesture(kind: MouseEventKind) -> Option<Gesture> {
    match kind {
        MouseEventKind::Down(MouseButton::Left) => Some(Gesture::Press),
        MouseEventKind::Down(MouseButton::Right) => Some(Gesture::RightPress),
        MouseEventKind::Drag(MouseButton::Right) => Some(Gesture::RightDrag),
        MouseEventKind::Drag(MouseButton::Left) => Some(Gesture::Drag),
        MouseEventKind::Up(MouseButton::Left | MouseButton::Right) => Some(Gesture::Release),
        MouseEventKind::ScrollUp => Some(Gesture::WheelUp),
        MouseEventKind::ScrollDown => Some(Gesture::WheelDown),
        _ => None,
    }
}

/// The thread that waits for signals.
pub(super) struct SignalWatch {
    handle: Handle,
}

impl SignalWatch {
    /// Starts waiting. From here on these signals no longer end or stop the program by themselves.
    pub(super) fn start(events: Sender<Event>) -> io::Result<Self> {
        let mut signals = Signals::new([SIGTERM, SIGHUP, SIGINT, SIGTSTP, SIGCONT])?;
        let handle = signals.handle();
        thread::Builder::new().name("signals".to_owned()).spawn(move || {
            for signal in signals.forever() {
                let signal = match signal {
                    SIGTSTP => Signal::Suspend,
                    SIGCONT => Signal::Continue,
                    _ => Signal::Terminate,
                };
                if events.send(Event::Signal(signal)).is_err() {
                    return;
                }
            }
        })?;
        Ok(Self { handle })
    }
}

impl Drop for SignalWatch {
    fn drop(&mut self) {
        self.handle.close();
    }
}
