//! Cancellation of background work: a token that is set once and belongs to one job.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The owner of a job; dropping it stops the job.
#[derive(Debug, Default)]
pub struct StopSource {
    stopped: Arc<AtomicBool>,
}

impl StopSource {
    /// A source whose tokens are not stopped.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A token for the worker. All tokens of a source stop together.
    #[must_use]
    pub fn token(&self) -> StopToken {
        StopToken { stopped: Arc::clone(&self.stopped) }
    }
}

impl Drop for StopSource {
    fn drop(&mut self) {
        self.stopped.store(true, Ordering::Relaxed);
    }
}

/// The token that a worker checks.
#[derive(Clone, Debug)]
pub struct StopToken {
    stopped: Arc<AtomicBool>,
}

impl StopToken {
    /// A token that is never stopped.
    #[must_use]
    pub fn never() -> Self {
        Self { stopped: Arc::default() }
    }

    /// Whether the work has to stop.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// `Err(Stopped)` once the work has to stop, for use with `?`.
    ///
    /// # Errors
    /// When the source of this token was dropped.
    pub fn check(&self) -> Result<(), Stopped> {
        if self.is_stopped() { Err(Stopped) } else { Ok(()) }
    }
}

/// The error of work that was stopped before it had a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("stopped")]
pub struct Stopped;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dropping_the_source_stops_every_token() {
        let source = StopSource::new();
        let tokens = [source.token(), source.token()];
        assert!(tokens.iter().all(|token| token.check().is_ok()));
        drop(source);
        assert!(tokens.iter().all(|token| token.check() == Err(Stopped)));
    }
}
