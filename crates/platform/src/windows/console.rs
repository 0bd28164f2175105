//! Console input and modes, by `termina`: the console sends escape sequences as a terminal does, with bracketed
//! pastes among them, and keeps UTF-8.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use std::{fmt, io};

use termina::{Event, EventReader, PlatformTerminal, Terminal};

use crate::console_read::ConsoleRead;

/// Whether the system has a console of its own whose fonts lack most symbols.
pub(crate) const HAS_PLAIN_CONSOLE: bool = true;

/// The console while it is in raw mode. Dropping it restores its modes and code pages.
static CONSOLE: Mutex<Option<PlatformTerminal>> = Mutex::new(None);

/// Reads the console.
#[derive(Debug)]
pub struct WindowsConsoleInput(EventReader);

/// Ends the reading, from any thread.
pub struct WindowsConsoleStop(Box<dyn Fn() -> io::Result<()> + Send>);

impl fmt::Debug for WindowsConsoleStop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("WindowsConsoleStop")
    }
}

impl WindowsConsoleInput {
    /// Opens the console for reading. [Raw mode](set_raw_mode) has to be on.
    ///
    /// # Errors
    /// When there is no console.
    pub fn open() -> io::Result<(Self, WindowsConsoleStop)> {
        let reader = match &*lock() {
            Some(console) => console.event_reader(),
            None => return Err(io::Error::other("the console is not in raw mode")),
        };
        let waker = reader.waker();
        let stop = WindowsConsoleStop(Box::new(move || waker.wake()));
        Ok((Self(reader), stop))
    }

    /// Waits for input, for ever without a `timeout`.
    ///
    /// # Errors
    /// When the console cannot be read.
    pub fn read(&mut self, timeout: Option<Duration>) -> io::Result<ConsoleRead<'_>> {
        if !self.0.poll(timeout, |_| true)? {
            // Without a timeout only the waker ends a wait.
            return Ok(if timeout.is_some() { ConsoleRead::Timeout } else { ConsoleRead::Stopped });
        }
        Ok(match self.0.read(|_| true)? {
            Event::WindowResized(_) => ConsoleRead::Resized,
            event => ConsoleRead::Parsed(event),
        })
    }
}

impl WindowsConsoleStop {
    /// Ends the current and every later wait of the reader.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn stop(&mut self) -> io::Result<()> {
        self.0()
    }
}

/// Turns raw mode on (each key at once, without echo, with escape sequences both ways) or off.
///
/// # Errors
/// When there is no console, or it is too old for escape sequences.
pub fn set_raw_mode(on: bool) -> io::Result<()> {
    let mut console = lock();
    if !on {
        *console = None;
        return Ok(());
    }
    match &mut *console {
        Some(console) => console.enter_raw_mode(),
        none => none.insert(PlatformTerminal::new()?).enter_raw_mode(),
    }
}

/// Whether the console understands escape sequences. Those before Windows 10 do not.
#[must_use]
pub fn understands_escapes() -> bool {
    crossterm::ansi_support::supports_ansi()
}

fn lock() -> MutexGuard<'static, Option<PlatformTerminal>> {
    CONSOLE.lock().unwrap_or_else(PoisonError::into_inner)
}
