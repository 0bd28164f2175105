//! The watchdog: restores the terminal where the main thread does not respond.
//!
//! Termination signals and Ctrl-C are ordinary events for the main loop. Beside it a thread that nothing
//! blocks waits for the loop to handle them. Where it does not, that thread restores the terminal, waits for
//! pending saves, prints the reason and ends the program: all within a second, as far as the disk allows.

use std::io::{self, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use crate::chess::thread::ThreadBuilder;
use crate::platform::EndSignal;
use crate::store::saver::PendingSaves;
use crate::tui::terminal::{TerminalRelease, Tty};

/// How long the main loop may take for a pass.
const LOOP_TIMEOUT: Duration = Duration::from_millis(600);
/// How long the terminal may take to be restored and to accept the reason.
const TERMINAL_TIMEOUT: Duration = Duration::from_millis(150);
/// How long the disk may take for pending saves.
const SAVE_TIMEOUT: Duration = Duration::from_secs(3);

/// Why the program is to end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::tui) enum WatchdogCause {
    /// A signal of the system.
    Signal(EndSignal),
    /// Ctrl-C was typed.
    Interrupt,
}

/// Alarms the watchdog, from any thread.
#[derive(Clone)]
pub(in crate::tui) struct WatchdogAlarm {
    shared: Arc<WatchdogShared>,
    alarms: Sender<(u64, WatchdogCause)>,
}

/// The watchdog thread, for as long as this lives.
pub(super) struct Watchdog {
    alarm: WatchdogAlarm,
}

struct WatchdogShared {
    loop_count: Mutex<u64>,
    loop_finished: Condvar,
    resources: Mutex<WatchdogResources>,
}

/// What is to be cleaned up before the end.
#[derive(Default)]
struct WatchdogResources {
    terminal: Option<TerminalRelease<Tty>>,
    pending_saves: Option<PendingSaves>,
}

impl Watchdog {
    /// Starts the watchdog.
    ///
    /// # Errors
    /// When no thread can be started.
    pub(super) fn start() -> io::Result<Self> {
        let shared = Arc::new(WatchdogShared {
            loop_count: Mutex::new(0),
            loop_finished: Condvar::new(),
            resources: Mutex::default(),
        });
        let (alarms, inbox) = channel();
        let theirs = Arc::clone(&shared);
        ThreadBuilder::new("watchdog").spawn(move || theirs.watch(&inbox))?;
        Ok(Self { alarm: WatchdogAlarm { shared, alarms } })
    }

    /// A handle to alarm it.
    pub(super) fn alarm(&self) -> WatchdogAlarm {
        self.alarm.clone()
    }

    /// Sets the terminal to restore; None where there is none.
    pub(super) fn set_terminal(&self, terminal: Option<TerminalRelease<Tty>>) {
        self.alarm.shared.lock_resources().terminal = terminal;
    }

    /// Sets the pending saves to wait for before the end.
    pub(super) fn set_pending_saves(&self, unwritten: Option<PendingSaves>) {
        self.alarm.shared.lock_resources().pending_saves = unwritten;
    }

    /// The main loop has completed a pass: all waiting events have been handled.
    pub(super) fn loop_done(&self) {
        self.alarm.shared.loops_done(1);
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        // The loop has ended: no one waits for its next pass any more.
        self.alarm.shared.loops_done(u64::MAX / 2);
    }
}

impl WatchdogAlarm {
    /// The main loop's current pass. It is read before the event is sent that the loop is to handle.
    pub(in crate::tui) fn current_loop(&self) -> u64 {
        *self.shared.loop_count.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the program where the main loop does not complete a pass in time.
    pub(in crate::tui) fn raise(&self, round: u64, cause: WatchdogCause) {
        // The thread ends with the program, and then there is nothing to watch.
        let _ = self.alarms.send((round, cause));
    }
}

impl WatchdogShared {
    fn lock_resources(&self) -> MutexGuard<'_, WatchdogResources> {
        self.resources.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn loops_done(&self, rounds: u64) {
        let mut now = self.loop_count.lock().unwrap_or_else(PoisonError::into_inner);
        *now = now.saturating_add(rounds);
        self.loop_finished.notify_all();
    }

    fn watch(self: Arc<Self>, inbox: &Receiver<(u64, WatchdogCause)>) {
        for (round, cause) in inbox {
            if !self.wait_beyond(round) {
                self.end_program(cause);
            }
        }
    }

    fn wait_beyond(&self, round: u64) -> bool {
        let now = self.loop_count.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.loop_finished.wait_timeout_while(now, LOOP_TIMEOUT, |now| *now <= round);
        !waited.unwrap_or_else(PoisonError::into_inner).1.timed_out()
    }

    fn end_program(&self, cause: WatchdogCause) -> ! {
        let WatchdogResources { terminal, pending_saves: unwritten } =
            std::mem::take(&mut *self.lock_resources());
        if let Some(terminal) = terminal {
            // A terminal that blocks on writes must not keep the program alive.
            run_with_timeout(TERMINAL_TIMEOUT, move || _ = terminal.release(&mut Tty::new()));
        }
        let is_saved = unwritten.is_none_or(|unwritten| unwritten.wait(SAVE_TIMEOUT));
        let saved = if is_saved { "what you did is saved" } else { "NOT everything could be saved" };
        let cause_text = match cause {
            WatchdogCause::Signal(signal) => signal.to_string(),
            WatchdogCause::Interrupt => "Ctrl-C".to_owned(),
        };
        let reason = format!("error: Matescope did not answer and was ended by {cause_text}; {saved}");
        run_with_timeout(TERMINAL_TIMEOUT, move || _ = writeln!(io::stderr(), "{reason}"));
        // 130 is what a shell reports for a process ended by Ctrl-C.
        std::process::exit(if let WatchdogCause::Signal(signal) = cause { signal.exit_status() } else { 130 })
    }
}

/// For tests of the watchdog, in debug builds only: this text, pasted where the variable is set, blocks the
/// main loop forever.
pub(super) fn stall_if_requested(text: &str) {
    if cfg!(debug_assertions) && text == "stall" && std::env::var_os("MATESCOPE_TEST_STALL").is_some() {
        loop {
            thread::park();
        }
    }
}

/// Runs a closure on a thread of its own and waits for it, but no longer than this.
fn run_with_timeout(limit: Duration, work: impl FnOnce() + Send + 'static) {
    let (done, finished) = channel();
    let task = move || {
        work();
        // On failure no one waits any more.
        let _ = done.send(());
    };
    if ThreadBuilder::new("last-save").spawn(task).is_ok() {
        let _ = finished.recv_timeout(limit);
    }
}
