//! Ctrl-C during long work: the first one stops the work cleanly, the second one ends the program.

use std::io;
use std::ops::ControlFlow;

use crate::chess::thread::{JoinOnDrop, ThreadBuilder};
use crate::chess::{StopSource, StopToken};
use crate::platform::{SignalListener, SignalStop, SystemSignal, end_by};

/// Handles Ctrl-C and the system's wish that the program ends, until it is dropped.
pub(super) struct Interrupt {
    token: StopToken,
    stop: SignalStop,
    _thread: JoinOnDrop,
}

impl Interrupt {
    /// Installs the signal handlers.
    pub(super) fn install() -> io::Result<Self> {
        let source = StopSource::new();
        let token = source.token();
        let (listener, stop) = SignalListener::for_command()?;
        let wait = move || {
            let mut source = Some(source);
            listener.run(|signal| {
                if let SystemSignal::End(signal) = signal
                    && source.take().is_none()
                {
                    // The second signal ends the program at once.
                    end_by(signal);
                }
                ControlFlow::Continue(())
            });
        };
        let thread = ThreadBuilder::new("signals").spawn(wait)?;
        Ok(Self { token, stop, _thread: thread.into() })
    }

    /// A token that is stopped by the first signal.
    pub(super) const fn token(&self) -> &StopToken {
        &self.token
    }
}

impl Drop for Interrupt {
    fn drop(&mut self) {
        self.stop.stop();
    }
}
