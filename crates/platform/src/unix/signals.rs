//! Signals, by `signal-hook`.

use std::io;
use std::ops::ControlFlow;

use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGSTOP, SIGTERM, SIGTSTP, SIGWINCH};
use signal_hook::iterator::{Handle, Signals};
use signal_hook::low_level;

use crate::system_signal::{EndSignal, SystemSignal};

/// Whether a shell can suspend the program and go on with it.
pub const CAN_SUSPEND: bool = true;

/// Waits for signals. As long as it lives, they do not end or stop the program by themselves.
#[derive(Debug)]
pub struct UnixSignalListener(Signals);

/// Ends a listener, from any thread.
#[derive(Clone, Debug)]
pub struct UnixSignalStop(Handle);

impl UnixSignalListener {
    /// Listens to what a full-screen program has to know.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn for_screen() -> io::Result<(Self, UnixSignalStop)> {
        Self::listen(&[SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH])
    }

    /// Listens to what ends a command.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn for_command() -> io::Result<(Self, UnixSignalStop)> {
        Self::listen(&[SIGINT, SIGTERM, SIGHUP])
    }

    fn listen(signals: &[i32]) -> io::Result<(Self, UnixSignalStop)> {
        let signals = Signals::new(signals)?;
        let stop = UnixSignalStop(signals.handle());
        Ok((Self(signals), stop))
    }

    /// Hands each signal on, until it is stopped or `act` breaks.
    pub fn run(mut self, mut act: impl FnMut(SystemSignal) -> ControlFlow<()>) {
        for signal in self.0.forever() {
            let signal = match signal {
                SIGTSTP => SystemSignal::Suspend,
                SIGCONT => SystemSignal::Continue,
                SIGWINCH => SystemSignal::Resize,
                number => SystemSignal::End(EndSignal {
                    number,
                    name: low_level::signal_name(number).unwrap_or("unnamed"),
                    // What a shell reports for a process ended by a signal.
                    exit_status: 128 + number,
                    has_known_number: true,
                }),
            };
            if act(signal).is_break() {
                return;
            }
        }
    }
}

impl UnixSignalStop {
    /// Ends the listener.
    pub fn stop(&self) {
        self.0.close();
    }
}

/// Makes a write beyond the largest size of a file (`ulimit -f`) an error that can be reported. By default it ends the
/// program.
pub fn report_size_limit() {
    extern "C" fn ignore(_: libc::c_int) {}
    #[expect(unsafe_code, reason = "`signal-hook` would need a thread or a flag")]
    // SAFETY: the handler does nothing. Unlike `SIG_IGN`, programs that are started do not inherit it.
    unsafe {
        libc::signal(libc::SIGXFSZ, ignore as *const () as libc::sighandler_t);
    }
}

/// Ends the program as the signal does by itself.
pub fn end_by(signal: EndSignal) {
    // Only a signal that cannot be handled at all is refused.
    let _ = low_level::emulate_default_handler(signal.number);
}

/// Suspends the program; returns when it goes on.
///
/// # Errors
/// When the system refuses.
pub fn suspend() -> io::Result<()> {
    low_level::raise(SIGSTOP)
}
