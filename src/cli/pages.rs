//! Texts made from the definition of the command line: completions and the manual page.

use crate::cli::CommandLineError;

use super::arguments::clap_command;

/// A script that completes commands and options in a shell.
pub(super) fn completions(shell: clap_complete::Shell) -> String {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut clap_command(), "matescope", &mut script);
    String::from_utf8_lossy(&script).into_owned()
}

/// The manual page, to be read by `man`.
pub(super) fn manual() -> Result<String, CommandLineError> {
    let mut page = Vec::new();
    clap_mangen::Man::new(clap_command())
        .render(&mut page)
        .map_err(|error| CommandLineError::Usage(format!("error: {error}")))?;
    Ok(String::from_utf8_lossy(&page).into_owned())
}
