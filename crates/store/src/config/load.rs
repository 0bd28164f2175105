//! Loads settings from a file.

use std::io;
use std::path::Path;

use super::lenient_parse::parse_lenient;
use super::warning::ConfigWarning;
use crate::disk::{self, SizeLimit};
use crate::io_error;
use config::Config;
use platform::files::is_null_device;

/// Loaded settings with warnings about the parts that were ignored.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct LoadedConfig {
    /// The settings.
    pub config: Config,
    /// Warnings in the order of the file.
    pub warnings: Vec<ConfigWarning>,
}

impl LoadedConfig {
    /// Parses settings; `file` is the name in warnings.
    #[must_use]
    pub fn from_text(text: &str, file: &Path) -> Self {
        let (config, warnings) = parse_lenient(text, file);
        Self { config, warnings }
    }

    /// Loads a file.
    ///
    /// # Errors
    /// When it does not exist, cannot be read, is longer than 256 KB or is not UTF-8.
    pub fn from_file(file: &Path) -> io::Result<Self> {
        let text = if is_null_device(file) {
            String::new()
        } else {
            disk::read_to_string(file, SizeLimit::Settings)?
        };
        Ok(Self::from_text(&text, file))
    }

    /// Loads the user's settings file. A missing file has the default settings; one that cannot be read gives
    /// a warning.
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
