//! Where files live, by the customs of the system.

use std::fs;
use std::path::{MAIN_SEPARATOR_STR, Path, PathBuf, is_separator};

use chess::text::{common_prefix, is_printable};
use platform::folders::{self, StandardFolders};

/// The places of this user's files. None of them has to exist.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UserPaths {
    /// The file with the settings.
    pub config: PathBuf,
    /// The folder of what the program keeps between two runs: running game, practice record, log.
    pub state: PathBuf,
    /// The folder of what can be made again.
    pub cache: PathBuf,
    /// The folder of the user's own games.
    pub games: PathBuf,
}

impl UserPaths {
    /// The user's places; None where the system knows no home folder, and then nothing is kept.
    #[must_use]
    pub fn find() -> Option<Self> {
        let folders = StandardFolders::find()?;
        Some(Self {
            config: folders.config.join("config.toml"),
            state: folders.state,
            cache: folders.cache,
            games: folders.data.join("games"),
        })
    }

    /// The folder of the reviews of games, beside the games.
    #[must_use]
    pub fn reviews_folder(&self) -> PathBuf {
        self.games.with_file_name("reviews")
    }

    /// The file with the analyses of positions, beside the games.
    #[must_use]
    pub fn position_analyses(&self) -> PathBuf {
        self.games.with_file_name("positions.jsonl")
    }

    /// The file with the mistake cards, beside the games.
    #[must_use]
    pub fn mistake_cards(&self) -> PathBuf {
        self.games.with_file_name("cards.jsonl")
    }

    /// The folder of the opening repertoires, beside the games.
    #[must_use]
    pub fn repertoires_folder(&self) -> PathBuf {
        self.games.with_file_name("repertoires")
    }

    /// The folder of the imported puzzles, beside the games.
    #[must_use]
    pub fn puzzles_folder(&self) -> PathBuf {
        self.games.with_file_name("puzzles")
    }

    /// The folder of the tables that were built.
    #[must_use]
    pub fn tables_folder(&self) -> PathBuf {
        self.cache.join("tables")
    }
}

/// A file as a person writes its name: `~/` is their home.
#[must_use]
pub fn expand_home(file: &Path) -> PathBuf {
    match (file.strip_prefix("~"), folders::home()) {
        (Ok(below), Some(home)) => home.join(below),
        _ => file.to_owned(),
    }
}

/// A path as far as the disk knows how it goes on, and the names to choose from where there are several. `~` stays as
/// it was typed; a folder ends with a slash.
#[must_use]
pub fn complete_path(typed: &str) -> (String, Vec<String>) {
    // As it was typed: Windows takes a slash, too.
    let end = typed.rfind(is_separator).map_or(MAIN_SEPARATOR_STR, |at| &typed[at..=at]);
    if typed == "~" {
        return (format!("~{end}"), Vec::new());
    }
    let (folder, begun) = typed.rfind(is_separator).map_or(("", typed), |at| typed.split_at(at + 1));
    let place = expand_home(Path::new(if folder.is_empty() { "." } else { folder }));
    let Ok(entries) = fs::read_dir(place) else { return (typed.to_owned(), Vec::new()) };
    let mut names: Vec<String> = entries
        .flatten()
        .filter_map(|entry| {
            let name = entry.file_name().into_string().ok()?;
            // What is hidden is meant only where its dot was typed; controls could reach the terminal.
            let is_meant = name.starts_with(begun) && (begun.starts_with('.') || !name.starts_with('.'));
            let is_folder = fs::metadata(entry.path()).is_ok_and(|data| data.is_dir());
            (is_meant && name.chars().all(is_printable)).then(|| name + if is_folder { end } else { "" })
        })
        .collect();
    names.sort();
    if names.is_empty() {
        return (typed.to_owned(), names);
    }
    let agreed = format!("{folder}{}", common_prefix(&names));
    (agreed, if names.len() > 1 { names } else { Vec::new() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;

    #[test]
    fn a_path_goes_on_as_far_as_all_names_agree() {
        let scratch = Scratch::new();
        for name in ["games.pgn", "game-old.pgn", ".hidden"] {
            fs::write(scratch.path().join(name), "").unwrap();
        }
        fs::create_dir(scratch.path().join("folder")).unwrap();
        let at = |typed: &str| {
            let base = format!("{}/", scratch.path().display());
            let (completed, choices) = complete_path(&(base.clone() + typed));
            (completed.strip_prefix(&base).unwrap().to_owned(), choices)
        };
        assert_eq!(at("g"), ("game".to_owned(), vec!["game-old.pgn".to_owned(), "games.pgn".to_owned()]));
        assert_eq!(at("games"), ("games.pgn".to_owned(), Vec::new()));
        assert_eq!(at("f"), ("folder/".to_owned(), Vec::new()));
        assert_eq!(at("x"), ("x".to_owned(), Vec::new()));
        assert_eq!(at(".h"), (".hidden".to_owned(), Vec::new()));
        assert_eq!(complete_path("~"), (format!("~{MAIN_SEPARATOR_STR}"), Vec::new()));
        assert!(complete_path("~/").0.starts_with("~/"));
    }
}
