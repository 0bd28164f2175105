//! Where files live, by the customs of the system.

use std::path::{Path, PathBuf};

use directories::{BaseDirs, ProjectDirs};

/// The places of this user's files. None of them has to exist.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Places {
    /// The file with the settings.
    pub config: PathBuf,
    /// The folder of what the program keeps between two runs: running game, drill record, log.
    pub state: PathBuf,
    /// The folder of what can be made again.
    pub cache: PathBuf,
    /// The folder of the user's own games.
    pub games: PathBuf,
}

impl Places {
    /// The user's places; None where the system knows no home folder, and then nothing is kept.
    #[must_use]
    pub fn of_user() -> Option<Self> {
        let folders = ProjectDirs::from("", "", "matescope")?;
        Some(Self {
            config: folders.config_dir().join("config.toml"),
            // Only Linux has a folder for state; elsewhere it lies with the data.
            state: folders.state_dir().unwrap_or_else(|| folders.data_local_dir()).to_owned(),
            cache: folders.cache_dir().to_owned(),
            games: folders.data_local_dir().join("games"),
        })
    }

    /// The folder of the tables that were built.
    #[must_use]
    pub fn tables(&self) -> PathBuf {
        self.cache.join("tables")
    }
}

/// A file as a person writes its name: `~/` is their home.
#[must_use]
pub fn expanded(file: &Path) -> PathBuf {
    match (file.strip_prefix("~"), BaseDirs::new()) {
        (Ok(below), Some(base)) => base.home_dir().join(below),
        _ => file.to_owned(),
    }
}
