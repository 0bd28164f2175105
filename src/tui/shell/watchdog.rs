//! Gives the terminal back where the thread that owns the screen does not answer.
//!
//! A signal to end and Ctrl-C are events like others, and the main loop answers them. Beside it a thread that nothing blocks
//! waits whether the loop comes round. Where it does not, that thread restores the terminal, waits for what was to be saved,
//! says why and ends the program: all within a second, as far as the disk allows.

use std::io::{self, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use crate::store::keeper::Unwritten;
use crate::tui::terminal::{Release, Tty};

/// How long the main loop may take to come round.
const PATIENCE: Duration = Duration::from_millis(600);
/// How long a terminal may take to be given back or to take in the reason.
const WRITING: Duration = Duration::from_millis(150);
/// How long the disk may take over what is to be saved.
const SAVING: Duration = Duration::from_secs(3);

/// Why the program is to end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::tui) enum Cause {
    /// A signal, by its number.
    Signal(i32),
    /// Ctrl-C was typed.
    Interrupt,
}

/// Rings for the watchdog, from any thread.
#[derive(Clone)]
pub(in crate::tui) struct Alarm {
    shared: Arc<Shared>,
    alarms: Sender<(u64, Cause)>,
}

/// The thread that waits for alarms, for as long as this lives.
pub(super) struct Watchdog {
    alarm: Alarm,
}

struct Shared {
    rounds: Mutex<u64>,
    came_round: Condvar,
    held: Mutex<Held>,
}

/// What is to be put in order before the end.
#[derive(Default)]
struct Held {
    terminal: Option<Release<Tty>>,
    unwritten: Option<Unwritten>,
}

impl Watchdog {
    /// Starts to watch.
    ///
    /// # Errors
    /// When the machine has no room for one more thread.
    pub(super) fn start() -> io::Result<Self> {
        let shared =
            Arc::new(Shared { rounds: Mutex::new(0), came_round: Condvar::new(), held: Mutex::default() });
        let (alarms, inbox) = channel();
        let theirs = Arc::clone(&shared);
        thread::Builder::new().name("watchdog".to_owned()).spawn(move || theirs.watch(&inbox))?;
        Ok(Self { alarm: Alarm { shared, alarms } })
    }

    /// What rings for it.
    pub(super) fn alarm(&self) -> Alarm {
        self.alarm.clone()
    }

    /// The terminal to give back; None where there is none.
    pub(super) fn hold_terminal(&self, terminal: Option<Release<Tty>>) {
        self.alarm.shared.held().terminal = terminal;
    }

    /// What is to be waited for before the end.
    pub(super) fn hold_unwritten(&self, unwritten: Option<Unwritten>) {
        self.alarm.shared.held().unwritten = unwritten;
    }

    /// The main loop has come round: all events that waited have been taken in.
    pub(super) fn come_round(&self) {
        self.alarm.shared.come_round(1);
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        // The loop has ended: whoever waits for it to come round waits no more.
        self.alarm.shared.come_round(u64::MAX / 2);
    }
}

impl Alarm {
    /// The round that the main loop is in. It is asked for before the event is sent that the loop is to take in.
    pub(in crate::tui) fn round(&self) -> u64 {
        *self.shared.rounds.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Has the program ended where the main loop does not get beyond a round in time.
    pub(in crate::tui) fn ring(&self, round: u64, cause: Cause) {
        // The thread ends with the program, and then nothing has to be watched.
        let _ = self.alarms.send((round, cause));
    }
}

impl Shared {
    fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn come_round(&self, rounds: u64) {
        let mut now = self.rounds.lock().unwrap_or_else(PoisonError::into_inner);
        *now = now.saturating_add(rounds);
        self.came_round.notify_all();
    }

    fn watch(self: Arc<Self>, inbox: &Receiver<(u64, Cause)>) {
        for (round, cause) in inbox {
            if !self.gets_beyond(round) {
                self.end_program(cause);
            }
        }
    }

    fn gets_beyond(&self, round: u64) -> bool {
        let now = self.rounds.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.came_round.wait_timeout_while(now, PATIENCE, |now| *now <= round);
        !waited.unwrap_or_else(PoisonError::into_inner).1.timed_out()
    }

    fn end_program(&self, cause: Cause) -> ! {
        let Held { terminal, unwritten } = std::mem::take(&mut *self.held());
        if let Some(terminal) = terminal {
            // A terminal that takes no more bytes must not keep the program.
            within(WRITING, move || _ = terminal.release(&mut Tty::new()));
        }
        let is_saved = unwritten.is_none_or(|unwritten| unwritten.wait(SAVING));
        let saved = if is_saved { "what you did is saved" } else { "NOT everything could be saved" };
        let what = match cause {
            Cause::Signal(signal) => {
                format!(
                    "signal {signal} ({})",
                    signal_hook::low_level::signal_name(signal).unwrap_or("unnamed")
                )
            }
            Cause::Interrupt => "Ctrl-C".to_owned(),
        };
        let reason = format!("error: Matescope did not answer and was ended by {what}; {saved}");
        within(WRITING, move || _ = writeln!(io::stderr(), "{reason}"));
        // As a shell tells of a process that a signal has ended.
        std::process::exit(128 + if let Cause::Signal(signal) = cause { signal } else { 2 })
    }
}

/// For tests of the watchdog, in builds for debugging alone: this text, pasted where the variable is set, blocks the main
/// loop for ever.
pub(super) fn stall_if_asked(text: &str) {
    if cfg!(debug_assertions) && text == "stall" && std::env::var_os("MATESCOPE_TEST_STALL").is_some() {
        loop {
            thread::park();
        }
    }
}

/// Does something on a thread of its own and waits for it, but no longer than this.
fn within(limit: Duration, work: impl FnOnce() + Send + 'static) {
    let (done, finished) = channel();
    let work = move || {
        work();
        // Nobody waits any more where this fails.
        let _ = done.send(());
    };
    if thread::Builder::new().name("last-words".to_owned()).spawn(work).is_ok() {
        let _ = finished.recv_timeout(limit);
    }
}
