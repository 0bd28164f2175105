//! Input that a command cannot use: the error line and its exit status.

use std::io::{self, Write};

use super::status::CommandStatus;
use crate::chess::text::sanitize;
use crate::store::UserPaths;

/// Prints an error and returns its exit status.
pub(super) fn bad_input(errors: &mut dyn Write, reason: &str) -> io::Result<CommandStatus> {
    writeln!(errors, "error: {}", sanitize(reason))?;
    Ok(CommandStatus::BadInput)
}

/// The user's folders.
///
/// # Errors
/// A sentence where the user has no home folder.
pub(super) fn user_paths() -> Result<UserPaths, String> {
    UserPaths::find()
        .ok_or_else(|| "this user has no home folder for games and settings; set HOME".to_owned())
}
