//! How an external engine is started: its command, folder, options and timeouts.

use std::path::PathBuf;

use uci::session::UciTimeouts;

/// The command line and options of an external engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExternalEngineLaunch {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// The working directory; None for that of this program.
    pub folder: Option<PathBuf>,
    /// UCI options by name. Options that the engine does not have are not sent.
    pub settings: Vec<(String, String)>,
    /// Limits for the engine's answers.
    pub timeouts: UciTimeouts,
}
