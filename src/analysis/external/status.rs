//! How it stands with an engine outside, in words for a person.

use std::fmt;
use std::sync::Arc;

use crate::uci::session::UciEngineIdentity;

/// All that there is to tell of an engine, but for what it thinks.
#[derive(Clone, PartialEq, Debug)]
pub struct ExternalEngineStatus {
    /// What it does.
    pub state: ExternalEngineState,
    /// What it says of itself, once it has.
    pub identity: Option<Arc<UciEngineIdentity>>,
    /// How often something was odd.
    pub protocol_error_count: u32,
    /// What was odd last.
    pub last_protocol_error: Option<String>,
}

/// What an engine does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExternalEngineState {
    /// It has been started and has not introduced itself yet.
    Starting,
    /// It waits to be asked.
    Ready,
    /// It works on a position.
    Thinking,
    /// It is of no use any more.
    Failed(ExternalEngineFailure),
    /// It was ended because nobody wants it any more.
    Ended,
}

/// Why an engine is of no use any more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExternalEngineFailure {
    /// It could not be started.
    NotStarted(String),
    /// It ended by itself: how, and its last words.
    Crashed(String),
    /// It hangs, or talks nonsense, or is no engine; it was ended.
    Unusable(String),
}

impl ExternalEngineStatus {
    /// Nothing is known yet.
    #[must_use]
    pub const fn starting() -> Self {
        Self {
            state: ExternalEngineState::Starting,
            identity: None,
            protocol_error_count: 0,
            last_protocol_error: None,
        }
    }

    /// It could not even be started.
    #[must_use]
    pub const fn not_started(failure: ExternalEngineFailure) -> Self {
        Self {
            state: ExternalEngineState::Failed(failure),
            identity: None,
            protocol_error_count: 0,
            last_protocol_error: None,
        }
    }

    /// Why it is of no use any more, if it is.
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
