//! Standard folders: settings, state, cache and data by the customs of the system. The variables of the XDG Base
//! Directory Specification count on every system where they are set.

use std::env::consts::EXE_SUFFIX;
use std::path::{Path, PathBuf, is_separator};

use directories::{BaseDirs, ProjectDirs};

pub use super::files::program_folders;

/// The folders of this program for one user. None of them has to exist.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StandardFolders {
    /// Settings and themes.
    pub config: PathBuf,
    /// What is kept between two runs.
    pub state: PathBuf,
    /// What can be made again.
    pub cache: PathBuf,
    /// The user's own data.
    pub data: PathBuf,
}

impl StandardFolders {
    /// The folders by the customs of the system; None where it knows no home folder.
    #[must_use]
    pub fn find() -> Option<Self> {
        let own = |variable: &str| {
            let folder = std::env::var_os(variable).map(PathBuf::from)?;
            folder.is_absolute().then(|| folder.join("matescope"))
        };
        let [config, state, cache, data] =
            ["XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"].map(own);
        let folders = ProjectDirs::from("", "", "matescope");
        let usual = |of: fn(&ProjectDirs) -> &Path| folders.as_ref().map(|folders| of(folders).to_owned());
        Some(Self {
            config: config.or_else(|| usual(ProjectDirs::config_dir))?,
            // Only Linux has a folder for state; elsewhere it lies with the data.
            state: state.or_else(|| {
                usual(|folders| folders.state_dir().unwrap_or_else(|| folders.data_local_dir()))
            })?,
            cache: cache.or_else(|| usual(ProjectDirs::cache_dir))?,
            data: data.or_else(|| usual(ProjectDirs::data_local_dir))?,
        })
    }
}

/// The name of a program, without the folder that it lies in and without the ending that the system gives programs.
#[must_use]
pub fn program_name(program: &str) -> &str {
    let name = program.rsplit(is_separator).next().unwrap_or(program);
    name.strip_suffix(EXE_SUFFIX).filter(|name| !name.is_empty()).unwrap_or(name)
}

/// The user's home folder, if the system knows one.
#[must_use]
pub fn home() -> Option<PathBuf> {
    BaseDirs::new().map(|folders| folders.home_dir().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_called_by_its_name() {
        assert_eq!(program_name("/usr/games/stockfish"), "stockfish");
        assert_eq!(program_name(&format!("stockfish{EXE_SUFFIX}")), "stockfish");
        assert_eq!(program_name("folder/"), "");
        let of_windows = if cfg!(windows) { "sf" } else { r"C:\Games\sf.exe" };
        assert_eq!(program_name(r"C:\Games\sf.exe"), of_windows);
    }
}
