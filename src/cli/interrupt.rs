//! Ctrl-C during long work: the first one stops the work cleanly, the second one ends the program.

use std::io;

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::{Handle, Signals};
use signal_hook::low_level;

use crate::chess::thread::{JoinOnDrop, ThreadBuilder};
use crate::chess::{StopSource, StopToken};

/// Handles SIGINT, SIGTERM and SIGHUP until it is dropped.
pub(super) struct Interrupt {
    token: StopToken,
    handle: Handle,
    _thread: JoinOnDrop,
}

impl Interrupt {
    /// Installs the signal handlers.
    pub(super) fn install() -> io::Result<Self> {
        let source = StopSource::new();
        let token = source.token();
        let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP])?;
        let handle = signals.handle();
        let wait = move || {
            let mut source = Some(source);
            for signal in &mut signals {
                if source.take().is_none() {
                    // The second signal ends the program at once.
                    let _ = low_level::emulate_default_handler(signal);
                }
            }
        };
        let thread = ThreadBuilder::new("signals").spawn(wait)?;
        Ok(Self { token, handle, _thread: thread.into() })
    }

    /// A token that is stopped by the first signal.
    pub(super) const fn token(&self) -> &StopToken {
        &self.token
    }
}

impl Drop for Interrupt {
    fn drop(&mut self) {
        self.handle.close();
    }
}
