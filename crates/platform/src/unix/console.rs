//! Terminal input: bytes from the standard input or, where that is used for something else, from the terminal
//! device. `poll` waits, so that no key is lost between two readers.

use std::io::{self, IsTerminal, Write};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::time::Duration;

use crossterm::terminal;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{Mode, OFlags};

use crate::console_read::ConsoleRead;

/// More than a terminal delivers in one read.
const BUFFER_SIZE: usize = 1 << 14;

/// How many bytes a terminal's line discipline delivers in one read where it has more.
const FULL_READ: usize = 4095;

/// Whether the system has a console of its own whose fonts lack most symbols.
pub(crate) const HAS_PLAIN_CONSOLE: bool = false;

/// Reads the terminal.
#[derive(Debug)]
pub struct UnixConsoleInput {
    source: KeySource,
    stopped: UnixStream,
    buffer: Vec<u8>,
}

/// Ends the reading, from any thread.
#[derive(Debug)]
pub struct UnixConsoleStop(UnixStream);

/// The source of the keys.
#[derive(Debug)]
enum KeySource {
    Stdin(io::Stdin),
    /// The terminal device itself, where the standard input is used for something else.
    Device(OwnedFd),
}

impl AsFd for KeySource {
    fn as_fd(&self) -> BorrowedFd<'_> {
        match self {
            Self::Stdin(stdin) => stdin.as_fd(),
            Self::Device(device) => device.as_fd(),
        }
    }
}

impl UnixConsoleInput {
    /// Opens the terminal for reading.
    ///
    /// # Errors
    /// When there is no terminal.
    pub fn open() -> io::Result<(Self, UnixConsoleStop)> {
        let (stop, stopped) = UnixStream::pair()?;
        let source = if io::stdin().is_terminal() {
            KeySource::Stdin(io::stdin())
        } else {
            let flags = OFlags::RDONLY | OFlags::NOCTTY | OFlags::CLOEXEC;
            KeySource::Device(rustix::fs::open("/dev/tty", flags, Mode::empty())?)
        };
        Ok((Self { source, stopped, buffer: vec![0; BUFFER_SIZE] }, UnixConsoleStop(stop)))
    }

    /// Waits for input, for ever without a `timeout`.
    ///
    /// # Errors
    /// When the terminal cannot be read.
    pub fn read(&mut self, timeout: Option<Duration>) -> io::Result<ConsoleRead<'_>> {
        let timeout = timeout.map(Timespec::try_from).transpose().map_err(io::Error::other)?;
        loop {
            let mut fds =
                [PollFd::new(&self.source, PollFlags::IN), PollFd::new(&self.stopped, PollFlags::IN)];
            match poll(&mut fds, timeout.as_ref()) {
                Err(rustix::io::Errno::INTR) => continue,
                Err(error) => return Err(error.into()),
                Ok(0) => return Ok(ConsoleRead::Timeout),
                Ok(_) if !fds[1].revents().is_empty() => return Ok(ConsoleRead::Stopped),
                Ok(_) => {}
            }
            match rustix::io::read(&self.source, &mut self.buffer) {
                Ok(0) => return Ok(ConsoleRead::Closed),
                Ok(count) => {
                    let bytes = &self.buffer[..count];
                    return Ok(ConsoleRead::Bytes { bytes, more: count >= FULL_READ });
                }
                Err(rustix::io::Errno::INTR | rustix::io::Errno::AGAIN) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }
}

impl UnixConsoleStop {
    /// Ends the current and every later wait of the reader.
    ///
    /// # Errors
    /// When the reader is gone.
    pub fn stop(&mut self) -> io::Result<()> {
        self.0.write_all(b"!")
    }
}

/// Turns raw mode on (each key at once, without echo) or off.
///
/// # Errors
/// When the system refuses.
pub fn set_raw_mode(on: bool) -> io::Result<()> {
    if on { terminal::enable_raw_mode() } else { terminal::disable_raw_mode() }
}

/// Whether the system's own terminals understand escape sequences.
#[must_use]
pub const fn understands_escapes() -> bool {
    true
}
