//! Console control events: Ctrl-C, Ctrl-Break, and the end of the console, the session or the system.

use std::io;
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use windows_sys::Win32::Foundation::STATUS_CONTROL_C_EXIT;
use windows_sys::Win32::System::Console::{
    CTRL_BREAK_EVENT, CTRL_C_EVENT, CTRL_CLOSE_EVENT, CTRL_LOGOFF_EVENT, CTRL_SHUTDOWN_EVENT,
    SetConsoleCtrlHandler,
};

use crate::system_signal::{EndSignal, SystemSignal};

/// Whether a shell can suspend the program and go on with it.
pub const CAN_SUSPEND: bool = false;

/// Who gets the events. The system calls one function for all of them, on a thread of its own.
static LISTENERS: Mutex<Listeners> = Mutex::new(Listeners { next: 0, all: Vec::new() });

struct Listeners {
    next: u64,
    all: Vec<(u64, Sender<Message>)>,
}

enum Message {
    Event(u32),
    Stop,
}

/// Waits for console events. As long as it lives, they do not end the program by themselves.
#[derive(Debug)]
pub struct WindowsSignalListener {
    number: u64,
    events: Receiver<Message>,
}

/// Ends a listener, from any thread.
#[derive(Clone, Debug)]
pub struct WindowsSignalStop(u64);

impl WindowsSignalListener {
    /// Listens to what a full-screen program has to know. A new size of the window comes with the keys.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn for_screen() -> io::Result<(Self, WindowsSignalStop)> {
        Self::listen()
    }

    /// Listens to what ends a command.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn for_command() -> io::Result<(Self, WindowsSignalStop)> {
        Self::listen()
    }

    fn listen() -> io::Result<(Self, WindowsSignalStop)> {
        let (sender, events) = channel();
        let mut listeners = lock();
        if listeners.all.is_empty() {
            set_handler(true)?;
        }
        let number = listeners.next;
        listeners.next += 1;
        listeners.all.push((number, sender));
        Ok((Self { number, events }, WindowsSignalStop(number)))
    }

    /// Hands each signal on, until it is stopped or `act` breaks.
    pub fn run(self, mut act: impl FnMut(SystemSignal) -> ControlFlow<()>) {
        for message in &self.events {
            let Message::Event(event) = message else { return };
            if act(SystemSignal::End(end_signal(event))).is_break() {
                return;
            }
        }
    }
}

impl Drop for WindowsSignalListener {
    fn drop(&mut self) {
        let mut listeners = lock();
        listeners.all.retain(|(number, _)| *number != self.number);
        if listeners.all.is_empty() {
            // A handler that stays finds nobody, and leaves the event to the system.
            let _ = set_handler(false);
        }
    }
}

impl WindowsSignalStop {
    /// Ends the listener.
    pub fn stop(&self) {
        for (number, sender) in &lock().all {
            if *number == self.0 {
                // It may have ended by itself.
                let _ = sender.send(Message::Stop);
            }
        }
    }
}

/// Does nothing: files have no limit of size but the disk's.
pub const fn report_size_limit() {}

/// Ends the program as the signal does by itself.
pub fn end_by(signal: EndSignal) {
    std::process::exit(signal.exit_status)
}

/// Suspends the program. Nobody asks for it here: [`CAN_SUSPEND`].
///
/// # Errors
/// Always.
pub fn suspend() -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

const fn end_signal(event: u32) -> EndSignal {
    let name = match event {
        CTRL_C_EVENT => "Ctrl-C",
        CTRL_BREAK_EVENT => "Ctrl-Break",
        CTRL_CLOSE_EVENT => "the end of its console",
        CTRL_LOGOFF_EVENT => "the end of the session",
        CTRL_SHUTDOWN_EVENT => "the end of the system",
        _ => "the system",
    };
    EndSignal {
        number: event.cast_signed(),
        name,
        exit_status: STATUS_CONTROL_C_EXIT,
        has_known_number: false,
    }
}

/// Called by the system. False leaves the event to the system, which ends the program.
extern "system" fn handle(event: u32) -> i32 {
    let mut has_listener = false;
    for (_, sender) in &lock().all {
        has_listener |= sender.send(Message::Event(event)).is_ok();
    }
    if has_listener && !matches!(event, CTRL_C_EVENT | CTRL_BREAK_EVENT) {
        // The system ends the program when this returns, or after some seconds: time to save.
        loop {
            thread::park();
        }
    }
    i32::from(has_listener)
}

#[expect(unsafe_code, reason = "the system calls the handler, which has no safe interface")]
fn set_handler(installed: bool) -> io::Result<()> {
    // SAFETY: the handler is a function that lives as long as the program and may be called on any thread.
    match unsafe { SetConsoleCtrlHandler(Some(handle), i32::from(installed)) } {
        0 => Err(io::Error::last_os_error()),
        _ => Ok(()),
    }
}

fn lock() -> MutexGuard<'static, Listeners> {
    LISTENERS.lock().unwrap_or_else(PoisonError::into_inner)
}
