//! Restores the terminal where a signal ends the program: an abort (no memory, a second panic, a stack overflow), a limit
//! of the system (`ulimit -t`), or another process. What runs in the handler is async-signal-safe: it takes no lock and no
//! memory.

use std::io::IsTerminal;
use std::ptr::{null_mut, with_exposed_provenance};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::{io, mem};

use libc::{c_int, c_void, siginfo_t};

/// Signals whose default does not end a program, or that nothing can handle.
const HARMLESS: [c_int; 9] = [
    libc::SIGKILL,
    libc::SIGSTOP,
    libc::SIGCHLD,
    libc::SIGCONT,
    libc::SIGTSTP,
    libc::SIGTTIN,
    libc::SIGTTOU,
    libc::SIGURG,
    libc::SIGWINCH,
];

/// Signals that the standard library handles, to report a stack overflow.
const HANDLED_BEFORE: [c_int; 2] = [libc::SIGSEGV, libc::SIGBUS];

/// How long a terminal that takes no output is waited for, in milliseconds.
const OUTPUT_TIMEOUT: c_int = 150;

/// What is restored.
struct TerminalState {
    /// The terminal's line settings as they were found.
    settings: libc::termios,
    /// Whose settings they are.
    input: c_int,
    /// Ends the modes that were switched on.
    sequence: &'static [u8],
}

/// The terminal that is in use; null where none is. A state is never freed: a handler may be reading it.
static IN_USE: AtomicPtr<TerminalState> = AtomicPtr::new(null_mut());

/// The handlers of [`HANDLED_BEFORE`] that ours has replaced.
static PREVIOUS: OnceLock<[Option<libc::sigaction>; 2]> = OnceLock::new();

/// Restores the terminal by this sequence wherever a signal ends the program from now on; it dies by that signal all the
/// same. Called before raw mode is on.
pub fn begin(sequence: &'static [u8]) {
    let input = if io::stdin().is_terminal() { libc::STDIN_FILENO } else { libc::STDOUT_FILENO };
    // SAFETY: the structure is plain numbers, and `tcgetattr` fills it where it succeeds.
    #[expect(unsafe_code, reason = "the settings are kept for a handler that may take no lock")]
    let (settings, result) = unsafe {
        let mut settings: libc::termios = mem::zeroed();
        let result = libc::tcgetattr(input, &raw mut settings);
        (settings, result)
    };
    if result != 0 {
        return;
    }
    PREVIOUS.get_or_init(|| {
        let previous = HANDLED_BEFORE.map(replace_handler);
        for signal in (1..=last_signal()).filter(|signal| !HANDLED_BEFORE.contains(signal)) {
            if ends_program(signal) {
                replace_handler(signal);
            }
        }
        previous
    });
    IN_USE.store(Box::into_raw(Box::new(TerminalState { settings, input, sequence })), Ordering::Release);
}

/// The terminal has been restored.
pub fn end() {
    IN_USE.store(null_mut(), Ordering::Release);
}

/// The highest number of a signal.
fn last_signal() -> c_int {
    #[cfg(target_os = "linux")]
    return libc::SIGRTMAX();
    #[cfg(not(target_os = "linux"))]
    return 31;
}

/// Whether a signal ends the program now.
fn ends_program(signal: c_int) -> bool {
    // Elsewhere nobody but who asks for them gets these.
    let harmless_elsewhere = !cfg!(target_os = "linux") && (signal == libc::SIGIO || signal == 29);
    let harmless = HARMLESS.contains(&signal) || harmless_elsewhere;
    !harmless && action(signal).is_some_and(|action| action.sa_sigaction == libc::SIG_DFL)
}

/// What a signal does now; None where there is no such signal.
fn action(signal: c_int) -> Option<libc::sigaction> {
    // SAFETY: the structure is plain numbers, and the call fills it where it succeeds.
    #[expect(unsafe_code, reason = "there is no safe way to ask")]
    unsafe {
        let mut action: libc::sigaction = mem::zeroed();
        (libc::sigaction(signal, null_mut(), &raw mut action) == 0).then_some(action)
    }
}

/// Installs the handler for a signal, and returns what it has replaced. A signal that is ignored stays so.
fn replace_handler(signal: c_int) -> Option<libc::sigaction> {
    let previous = action(signal)?;
    if previous.sa_sigaction == libc::SIG_IGN {
        return None;
    }
    let handler: extern "C" fn(c_int, *mut siginfo_t, *mut c_void) = restore_and_die;
    // SAFETY: the handler does what a handler may do. It runs on the stack for signals that the standard library has
    // prepared, and no other signal interrupts it.
    #[expect(unsafe_code, reason = "`signal-hook` takes no signals of faults")]
    unsafe {
        let mut action: libc::sigaction = mem::zeroed();
        action.sa_sigaction = handler as *const () as libc::sighandler_t;
        action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
        libc::sigfillset(&raw mut action.sa_mask);
        (libc::sigaction(signal, &raw const action, null_mut()) == 0).then_some(previous)
    }
}

/// The handler: restores the terminal and lets the signal do what it does by default.
extern "C" fn restore_and_die(signal: c_int, info: *mut siginfo_t, context: *mut c_void) {
    restore(signal);
    let at = HANDLED_BEFORE.iter().position(|&handled| handled == signal);
    let previous = at.and_then(|at| PREVIOUS.get()?.get(at)?.as_ref());
    if let Some(previous) = previous.filter(|action| action.sa_sigaction != libc::SIG_DFL) {
        // The standard library says where the stack overflowed, and aborts; of another fault it says nothing.
        // SAFETY: a handler with this flag is a function of these arguments, and they are passed on as they came.
        #[expect(unsafe_code, reason = "the system keeps handlers as addresses")]
        if previous.sa_flags & libc::SA_SIGINFO != 0 {
            let address = with_exposed_provenance::<()>(previous.sa_sigaction);
            let handler = unsafe {
                // The terminal is restored: a second handler on top of this one might find no room on the small stack
                // for signals.
                libc::signal(libc::SIGABRT, libc::SIG_DFL);
                mem::transmute::<*const (), extern "C" fn(c_int, *mut siginfo_t, *mut c_void)>(address)
            };
            handler(signal, info, context);
        }
    }
    // SAFETY: all of these may be called in a handler.
    #[expect(unsafe_code, reason = "the process is to die by the signal itself")]
    unsafe {
        libc::signal(signal, libc::SIG_DFL);
        let mut only: libc::sigset_t = mem::zeroed();
        libc::sigemptyset(&raw mut only);
        libc::sigaddset(&raw mut only, signal);
        libc::raise(signal);
        libc::pthread_sigmask(libc::SIG_UNBLOCK, &raw const only, null_mut());
    }
}

/// Restores the terminal, and says why.
fn restore(signal: c_int) {
    // SAFETY: the pointer is null or that of a state that is never freed; the calls may be made in a handler, with
    // buffers that outlive them. `SIGTTOU` is blocked here, so that the settings change from the background, too.
    #[expect(unsafe_code, reason = "only calls of the system may be made in a handler")]
    unsafe {
        let Some(state) = IN_USE.load(Ordering::Acquire).as_ref() else { return };
        libc::tcsetattr(state.input, libc::TCSANOW, &raw const state.settings);
        // A frame may have been cut within a string (APC): the terminal must not take what follows for the rest of it.
        for bytes in [b"\x1b\\", state.sequence] {
            write_if_taken(libc::STDOUT_FILENO, bytes);
        }
        // Another thread may be here, too: each restores all of it. What is said later must stay on the screen.
        IN_USE.store(null_mut(), Ordering::Release);
    }
    let mut number = [b' ', b'0', b'0', b'\n'];
    number[1] += (signal / 10).to_le_bytes()[0];
    number[2] += (signal % 10).to_le_bytes()[0];
    let number = if signal < 10 { [b' ', number[2], b'\n', 0] } else { number };
    let length = if signal < 10 { 3 } else { 4 };
    let reason: [&[u8]; 2] = match signal {
        libc::SIGABRT => [
            b"error: Matescope was aborted: it got no memory, or this is a fault of the program; ",
            b"what you did is saved\n",
        ],
        libc::SIGXCPU => [b"error: Matescope has used up its processor time ", b"(ulimit -t)\n"],
        _ => [b"error: Matescope was ended by signal", &number[..length]],
    };
    for bytes in reason {
        write_if_taken(libc::STDERR_FILENO, bytes);
    }
}

/// Writes as far as it is taken at once: a terminal that blocks must not keep the program alive.
fn write_if_taken(output: c_int, bytes: &[u8]) {
    let mut poll = libc::pollfd { fd: output, events: libc::POLLOUT, revents: 0 };
    // SAFETY: both calls may be made in a handler, with a structure and a buffer that outlive them.
    #[expect(unsafe_code, reason = "only calls of the system may be made in a handler")]
    unsafe {
        if libc::poll(&raw mut poll, 1, OUTPUT_TIMEOUT) > 0 {
            libc::write(output, bytes.as_ptr().cast(), bytes.len());
        }
    }
}
