//! Why a command ends early. It is printed in one place, where the command was run.

use std::io::{self, Write};

use super::status::CommandStatus;
use crate::chess::text::sanitize;
use crate::store::UserPaths;

/// The exit status of a command, or why it ends early.
pub(super) type CommandResult = Result<CommandStatus, CommandFailure>;

/// Why a command ends early.
#[derive(Debug)]
pub(super) enum CommandFailure {
    /// Input that it cannot use: what is said of it, printable, with advice on further lines.
    BadInput(String),
    /// It was interrupted: what is said of it.
    Interrupted(String),
    /// Standard output cannot be written, a closed pipe included.
    Output(io::Error),
}

impl From<io::Error> for CommandFailure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// Input that cannot be used, on one line.
impl From<String> for CommandFailure {
    fn from(reason: String) -> Self {
        Self::BadInput(sanitize(&reason))
    }
}

/// The exit status of a command that has ended, after saying why it ended early.
pub(super) fn exit_status(result: CommandResult, errors: &mut dyn Write) -> io::Result<CommandStatus> {
    match result {
        Ok(status) => Ok(status),
        Err(CommandFailure::BadInput(reason)) => {
            writeln!(errors, "error: {reason}")?;
            Ok(CommandStatus::BadInput)
        }
        Err(CommandFailure::Interrupted(words)) => {
            writeln!(errors, "{words}")?;
            Ok(CommandStatus::Interrupted)
        }
        Err(CommandFailure::Output(error)) => Err(error),
    }
}

/// The user's folders.
///
/// # Errors
/// A sentence where the user has no home folder.
pub(super) fn user_paths() -> Result<UserPaths, String> {
    UserPaths::find()
        .ok_or_else(|| "this user has no home folder for games and settings; set HOME".to_owned())
}
