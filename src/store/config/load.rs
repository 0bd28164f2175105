//! Loads settings from a file.

use std::io;
use std::path::Path;

use crate::store::{disk, io_error};

use super::lenient_parse::parse_lenient;
use super::settings::Config;
use super::warning::ConfigWarning;

/// Settings as far as they could be read, and what could not.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct LoadedConfig {
    /// What counts.
    pub config: Config,
    /// What was left out, in the order of the file.
    pub warnings: Vec<ConfigWarning>,
}

impl LoadedConfig {
    /// Reads settings from a text; `file` is how warnings call it.
    #[must_use]
    pub fn from_text(text: &str, file: &Path) -> Self {
        let (config, warnings) = parse_lenient(text, file);
        Self { config, warnings }
    }

    /// Reads a file.
    ///
    /// # Errors
    /// When it cannot be read at all: it may not exist, or not be text.
    pub fn from_file(file: &Path) -> io::Result<Self> {
        // The usual name for a file with nothing in it.
        let is_nothing = cfg!(unix) && file == Path::new("/dev/null");
        let text = if is_nothing { String::new() } else { disk::read_to_string(file)? };
        Ok(Self::from_text(&text, file))
    }

    /// Reads the user's own file. That there is none is fine; one that cannot be read is warned of.
    #[must_use]
    pub fn from_user_file(file: &Path) -> Self {
        match Self::from_file(file) {
            Ok(loaded) => loaded,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Self::default(),
            Err(error) => {
                let text = format!("{}; using the default settings", io_error::describe_io_error(&error));
                let warning =
                    ConfigWarning { file: file.to_owned(), line: 1, column: 1, text, excerpt: String::new() };
                Self { config: Config::default(), warnings: vec![warning] }
            }
        }
    }
}
