//! State of an external engine, with text for the user.

use std::fmt;
use std::sync::Arc;

use uci::session::UciEngineIdentity;

/// The state of an external engine, without its search results.
#[derive(Clone, PartialEq, Debug)]
pub struct ExternalEngineStatus {
    /// Whether it runs, and what it is doing.
    pub state: ExternalEngineState,
    /// Its name, author and options, after `uciok`.
    pub identity: Option<Arc<UciEngineIdentity>>,
    /// Number of protocol violations that were tolerated.
    pub protocol_error_count: u32,
    /// The last of them, as text for the user.
    pub last_protocol_error: Option<String>,
}

/// The phase of an external engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExternalEngineState {
    /// Started; `uciok` has not come yet.
    Starting,
    /// Idle.
    Ready,
    /// Searching.
    Thinking,
    /// Failed for good.
    Failed(ExternalEngineFailure),
    /// Quit by the user interface.
    Ended,
}

/// Why an engine failed, with the reason as text for the user.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExternalEngineFailure {
    /// The process could not be started.
    NotStarted(String),
    /// The process exited without a `quit`: its exit status and last output.
    Crashed(String),
    /// It hangs, violates the protocol or is no UCI engine, and was killed.
    Unusable(String),
}

impl ExternalEngineStatus {
    /// The state after the start.
    #[must_use]
    pub const fn starting() -> Self {
        Self {
            state: ExternalEngineState::Starting,
            identity: None,
            protocol_error_count: 0,
            last_protocol_error: None,
        }
    }

    /// The state of an engine whose start failed.
    #[must_use]
    pub const fn not_started(failure: ExternalEngineFailure) -> Self {
        Self {
            state: ExternalEngineState::Failed(failure),
            identity: None,
            protocol_error_count: 0,
            last_protocol_error: None,
        }
    }

    /// Why it failed, if it did.
    #[must_use]
    pub const fn failure(&self) -> Option<&ExternalEngineFailure> {
        match &self.state {
            ExternalEngineState::Failed(failure) => Some(failure),
            _ => None,
        }
    }
}

impl fmt::Display for ExternalEngineState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Starting => f.write_str("starting"),
            Self::Ready => f.write_str("ready"),
            Self::Thinking => f.write_str("thinking"),
            Self::Failed(failure) => failure.fmt(f),
            Self::Ended => f.write_str("ended"),
        }
    }
}

impl fmt::Display for ExternalEngineFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotStarted(reason) => write!(f, "cannot be started: {reason}"),
            Self::Crashed(reason) => write!(f, "ended by itself: {reason}"),
            Self::Unusable(reason) => f.write_str(reason),
        }
    }
}
