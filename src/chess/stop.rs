//! How long work is told to end: a token that is set once and dies with its job.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Owns a job's permission to run. Dropping it stops the job.
#[derive(Debug, Default)]
pub struct StopSource {
    stopped: Arc<AtomicBool>,
}

impl StopSource {
    /// A source whose tokens let work go on.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A token for the worker. All tokens of one source stop together.
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

/// Tells a worker whether it may go on.
#[derive(Clone, Debug)]
pub struct StopToken {
    stopped: Arc<AtomicBool>,
}

impl StopToken {
    /// A token that nobody can stop.
    #[must_use]
    pub fn never() -> Self {
        Self { stopped: Arc::default() }
    }

    /// Whether the work is to end now.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// `Err(Stopped)` once the work is to end, for use with `?`.
    ///
    /// # Errors
    /// When the source of this token was dropped.
    pub fn check(&self) -> Result<(), Stopped> {
        if self.is_stopped() { Err(Stopped) } else { Ok(()) }
    }
}

/// The work was told to end before it had an answer.
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
