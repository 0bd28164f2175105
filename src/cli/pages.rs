//! Texts made from the definition of the command line: completions and the manual page.

use crate::cli::Refusal;

use super::arguments::definition;

/// A script that completes commands and options in a shell.
pub(super) fn completions(shell: clap_complete::Shell) -> String {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut definition(), "matescope", &mut script);
    String::from_utf8_lossy(&script).into_owned()
}

/// The manual page, to be read by `man`.
pub(super) fn manual() -> Result<String, Refusal> {
    let mut page = Vec::new();
    clap_mangen::Man::new(definition())
        .render(&mut page)
        .map_err(|error| Refusal::Words(format!("error: {error}")))?;
    Ok(String::from_utf8_lossy(&page).into_owned())
}
