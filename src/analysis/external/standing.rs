//! How it stands with an engine outside, in words for a person.

use std::fmt;
use std::sync::Arc;

use crate::uci::peer::Identity;

/// All that there is to tell of an engine, but for what it thinks.
#[derive(Clone, PartialEq, Debug)]
pub struct Standing {
    /// What it does.
    pub state: State,
    /// What it says of itself, once it has.
    pub identity: Option<Arc<Identity>>,
    /// How often something was odd.
    pub oddities: u32,
    /// What was odd last.
    pub oddity: Option<String>,
}

/// What an engine does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum State {
    /// It has been started and has not introduced itself yet.
    Starting,
    /// It waits to be asked.
    Ready,
    /// It works on a position.
    Thinking,
    /// It is of no use any more.
    Failed(Failure),
    /// It was ended because nobody wants it any more.
    Gone,
}

/// Why an engine is of no use any more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// It could not be started.
    Missing(String),
    /// It ended by itself: how, and its last words.
    Crashed(String),
    /// It hangs, or talks nonsense, or is no engine; it was ended.
    Useless(String),
}

impl Standing {
    /// Nothing is known yet.
    #[must_use]
    pub const fn starting() -> Self {
        Self { state: State::Starting, identity: None, oddities: 0, oddity: None }
    }

    /// It could not even be started.
    #[must_use]
    pub const fn failed(failure: Failure) -> Self {
        Self { state: State::Failed(failure), identity: None, oddities: 0, oddity: None }
    }

    /// Why it is of no use any more, if it is.
    #[must_use]
    pub const fn failure(&self) -> Option<&Failure> {
        match &self.state {
            State::Failed(failure) => Some(failure),
            _ => None,
        }
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Starting => f.write_str("starting"),
            Self::Ready => f.write_str("ready"),
            Self::Thinking => f.write_str("thinking"),
            Self::Failed(failure) => failure.fmt(f),
            Self::Gone => f.write_str("ended"),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(reason) => write!(f, "cannot be started: {reason}"),
            Self::Crashed(reason) => write!(f, "ended by itself: {reason}"),
            Self::Useless(reason) => f.write_str(reason),
        }
    }
}
