//! Texts generated from the definition of the command line: shell completions and the manual page.

use super::error::CommandLineError;

/// The completion script of a shell.
pub(super) fn completions(command: &mut clap::Command, shell: clap_complete::Shell) -> String {
    let mut script = Vec::new();
    clap_complete::generate(shell, command, "matescope", &mut script);
    String::from_utf8_lossy(&script).into_owned()
}

/// The manual page in roff format.
pub(super) fn manual(command: clap::Command) -> Result<String, CommandLineError> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command)
        .render(&mut page)
        .map_err(|error| CommandLineError::Usage(format!("error: {error}")))?;
    Ok(String::from_utf8_lossy(&page).into_owned())
}
