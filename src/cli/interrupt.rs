//! Ctrl-C while something long is done: the first one asks the work to come to a clean end, the second one
//! ends the program as ever.

use std::io;
use std::thread::JoinHandle;

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::{Handle, Signals};
use signal_hook::low_level;

use crate::chess::{StopSource, StopToken};

/// Listens for signals as long as it lives.
pub(super) struct Interrupt {
    token: StopToken,
    handle: Handle,
    thread: Option<JoinHandle<()>>,
}

impl Interrupt {
    /// Begins to listen.
    pub(super) fn install() -> io::Result<Self> {
        let source = StopSource::new();
        let token = source.token();
        let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP])?;
        let handle = signals.handle();
        let wait = move || {
            let mut source = Some(source);
            for signal in &mut signals {
                if source.take().is_none() {
                    // Whoever asks twice does not want to wait for a clean end.
                    let _ = low_level::emulate_default_handler(signal);
                }
            }
        };
        let thread = std::thread::Builder::new().name("signals".to_owned()).spawn(wait)?;
        Ok(Self { token, handle, thread: Some(thread) })
    }

    /// Stops when the first signal comes.
    pub(super) const fn token(&self) -> &StopToken {
        &self.token
    }
}

impl Drop for Interrupt {
    fn drop(&mut self) {
        self.handle.close();
        if let Some(thread) = self.thread.take() {
            // It does nothing that could fail.
            let _ = thread.join();
        }
    }
}
