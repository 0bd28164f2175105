//! Writes single settings back into the user's file. All else in it stays as it was written: comments,
//! order, spacing, names that mean nothing here.

use std::path::{Path, PathBuf};
use std::{fs, io};

use toml_edit::{DocumentMut, Item, Table, Value};

use super::{Board, Config, Engine, Loaded, Pace, Pieces, Play, Side, StalemateGuard, Within};
use crate::store::atomic;
use crate::store::watch::Known;

/// A setting with the value that it has from now on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// The name of a color theme.
    Theme(String),
    /// How men are drawn.
    Pieces(Pieces),
    /// Lines that analysis shows.
    Lines(Within<1, 5>),
    /// The player's color in a new game.
    Side(Side),
    /// The engine's strength in a new game.
    Level(Within<1, 10>),
    /// How time is given in a new game.
    Time(Pace),
    /// What happens with a move that stalemates.
    StalemateGuard(StalemateGuard),
}

/// Why settings were not kept. The file is as it was.
#[derive(Debug, thiserror::Error)]
pub enum NotKept {
    /// The file cannot be read or written.
    #[error("{}: {error}", file.display())]
    Disk {
        /// The file.
        file: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The file is no TOML, and what its owner meant by it is not to be lost.
    #[error("{}:{line}: {reason}; the file stays as it is", file.display())]
    NoToml {
        /// The file.
        file: PathBuf,
        /// The line of the fault, from 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
    /// The file has something else where the setting belongs.
    #[error("{} has no room for {name}; the file stays as it is", file.display())]
    NoRoom {
        /// The file.
        file: PathBuf,
        /// The setting: `play.level`.
        name: String,
    },
}

impl Change {
    /// The section and the name in it.
    const fn path(&self) -> (&'static str, &'static str) {
        match self {
            Self::Theme(_) => ("board", "theme"),
            Self::Pieces(_) => ("board", "pieces"),
            Self::Lines(_) => ("engine", "lines"),
            Self::Side(_) => ("play", "side"),
            Self::Level(_) => ("play", "level"),
            Self::Time(_) => ("play", "time"),
            Self::StalemateGuard(_) => ("play", "stalemate_guard"),
        }
    }

    /// The settings with this one changed.
    fn applied(&self, config: Config) -> Config {
        let Config { board, engine, play, .. } = config.clone();
        match self.clone() {
            Self::Theme(theme) => Config { board: Board { theme, ..board }, ..config },
            Self::Pieces(pieces) => Config { board: Board { pieces, ..board }, ..config },
            Self::Lines(lines) => Config { engine: Engine { lines, ..engine }, ..config },
            Self::Side(side) => Config { play: Play { side, ..play }, ..config },
            Self::Level(level) => Config { play: Play { level, ..play }, ..config },
            Self::Time(time) => Config { play: Play { time, ..play }, ..config },
            Self::StalemateGuard(stalemate_guard) => {
                Config { play: Play { stalemate_guard, ..play }, ..config }
            }
        }
    }
}

/// Keeps changed settings in a file, which is made where it is missing. A setting that has its value
/// already is not written. What is written is `known` before it is there.
///
/// # Errors
/// When the file cannot be read, understood or written; it is as it was then.
pub fn keep(file: &Path, changes: &[Change], known: &Known) -> Result<(), NotKept> {
    let disk = |error| NotKept::Disk { file: file.to_owned(), error };
    let text = match fs::read_to_string(file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        read => read.map_err(disk)?,
    };
    match edited(&text, changes, file)? {
        new if new == text => Ok(()),
        new => {
            known.take(Some(&new));
            atomic::write(file, new.as_bytes()).map_err(disk)
        }
    }
}

/// The text of a file with some settings changed; `file` is how errors call it.
fn edited(text: &str, changes: &[Change], file: &Path) -> Result<String, NotKept> {
    let mut document: DocumentMut = text.parse().map_err(|error: toml_edit::TomlError| {
        let above = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
        let line = above.matches('\n').count() + 1;
        NotKept::NoToml { file: file.to_owned(), line, reason: error.message().to_owned() }
    })?;
    let no_room = |change: &Change| {
        let (section, name) = change.path();
        NotKept::NoRoom { file: file.to_owned(), name: format!("{section}.{name}") }
    };
    let mut config = Loaded::from_text(text, file).config;
    let mut written = text.to_owned();
    for change in changes {
        let wanted = change.applied(config.clone());
        if wanted == config {
            continue;
        }
        set(&mut document, change.path(), &wanted).ok_or_else(|| no_room(change))?;
        written = document.to_string();
        // Whatever an unusual file has made of the edit: what is written must be what was meant.
        if Loaded::from_text(&written, file).config != wanted {
            return Err(no_room(change));
        }
        config = wanted;
    }
    Ok(written)
}

/// Puts one value of `config` into the document; None where something else is in its place.
fn set(document: &mut DocumentMut, (section, name): (&str, &str), config: &Config) -> Option<()> {
    let mut value = match toml::Table::try_from(config).ok()?.get(section)?.get(name)? {
        toml::Value::String(text) => Value::from(text.as_str()),
        toml::Value::Integer(number) => Value::from(*number),
        _ => return None,
    };
    if !document.contains_key(section) {
        // What stands at the end belongs to what is above it, and a new section goes below.
        let above = document.to_string();
        let end = document.trailing().as_str().unwrap_or_default().to_owned();
        let mut table = Table::new();
        table.decor_mut().set_prefix(if above.is_empty() { end } else { end + "\n" });
        document.set_trailing("");
        document.insert(section, Item::Table(table));
    }
    let table = document.get_mut(section)?.as_table_like_mut()?;
    match table.get_mut(name) {
        Some(item) => {
            let old = item.as_value_mut()?;
            *value.decor_mut() = old.decor().clone();
            *old = value;
        }
        None => {
            table.insert(name, Item::Value(value));
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::scratch::Scratch;

    const EXAMPLE: &str = include_str!("../../../config.example.toml");

    fn level(number: u16) -> Change {
        Change::Level(Within::new(number))
    }

    fn guard(guard: StalemateGuard) -> Change {
        Change::StalemateGuard(guard)
    }

    /// Checks what a file becomes, and that the new file says what was meant without a new warning.
    fn check(text: &str, changes: &[Change], wanted: &str) {
        let file = Path::new("config.toml");
        let written = edited(text, changes, file).unwrap();
        assert_eq!(written, wanted);
        let (before, after) = (Loaded::from_text(text, file), Loaded::from_text(wanted, file));
        let meant = changes.iter().fold(before.config, |config, change| change.applied(config));
        assert_eq!(after.config, meant);
        assert!(after.warnings.len() <= before.warnings.len(), "{:?}", after.warnings);
    }

    #[test]
    fn a_file_from_nothing_has_the_changed_settings_alone() {
        check("", &[level(7)], "[play]\nlevel = 7\n");
        check(
            "",
            &[level(7), Change::Theme("green".to_owned()), level(8), guard(StalemateGuard::Block)],
            "[play]\nlevel = 8\nstalemate_guard = \"block\"\n\n[board]\ntheme = \"green\"\n",
        );
    }

    #[test]
    fn one_value_changes_and_every_other_byte_stays() {
        let fast = Pace("3+2".parse().unwrap());
        let changes = [
            Change::Theme("green".to_owned()),
            Change::Pieces(Pieces::Letters),
            Change::Lines(Within::new(5)),
            Change::Side(Side::Random),
            level(9),
            Change::Time(fast),
            guard(StalemateGuard::Off),
        ];
        let wanted = EXAMPLE
            .replace("theme = \"slate\"", "theme = \"green\"")
            .replace("pieces = \"auto\"", "pieces = \"letters\"")
            .replace("lines = 3", "lines = 5")
            .replace("side = \"white\"", "side = \"random\"")
            .replace("level = 4", "level = 9")
            .replace("time = \"1s\"", "time = \"3+2\"")
            .replace("guard = \"warn\"", "guard = \"off\"");
        check(EXAMPLE, &changes, &wanted);
        check(
            "# mine\n[play]  # games\n  level   =  3   # for my son\nfuture = [1,\n 2]\n",
            &[level(4)],
            "# mine\n[play]  # games\n  level   =  4   # for my son\nfuture = [1,\n 2]\n",
        );
    }

    #[test]
    fn other_ways_to_write_a_table_stay_as_they_are() {
        check("play.level = 3 # low\n", &[level(5)], "play.level = 5 # low\n");
        check("play = { level = 3 }\n", &[level(5)], "play = { level = 5 }\n");
        check(
            "play = { level = 3 }\n",
            &[guard(StalemateGuard::Off)],
            "play = { level = 3 , stalemate_guard = \"off\" }\n",
        );
    }

    #[test]
    fn a_new_section_goes_below_what_is_there() {
        check("# only words\n", &[level(5)], "# only words\n\n[play]\nlevel = 5\n");
        check("[keys]\n# flip = [\"F\"]\n", &[level(5)], "[keys]\n# flip = [\"F\"]\n\n[play]\nlevel = 5\n");
    }

    #[test]
    fn nothing_changed_is_nothing_written() {
        let scratch = Scratch::new();
        let file = scratch.path().join("none/config.toml");
        keep(&file, &[level(4), guard(StalemateGuard::Warn)], &Known::default()).unwrap();
        assert!(!file.exists(), "a file of defaults was made");
        let text = "\u{feff}play.level=6\r\n\r\n# the end";
        let file = scratch.path().join("config.toml");
        fs::write(&file, text).unwrap();
        keep(&file, &[level(6)], &Known::default()).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
        keep(&scratch.path().join("new/config.toml"), &[level(6)], &Known::default()).unwrap();
        assert_eq!(
            fs::read_to_string(scratch.path().join("new/config.toml")).unwrap(),
            "[play]\nlevel = 6\n"
        );
    }

    #[test]
    fn a_file_that_is_not_understood_is_never_overwritten() {
        let scratch = Scratch::new();
        let file = scratch.path().join("config.toml");
        for (text, wanted) in [
            ("[input]\nmouse = false\n[play\nlevel = 3\n", ":3: "),
            ("play = 3\n", " has no room for play.level; "),
            ("[play.level]\nhigh = true\n", " has no room for play.level; "),
        ] {
            fs::write(&file, text).unwrap();
            let told = keep(&file, &[level(5)], &Known::default()).unwrap_err().to_string();
            assert!(told.contains(wanted) && told.ends_with("the file stays as it is"), "{told}");
            assert_eq!(fs::read_to_string(&file).unwrap(), text);
        }
        fs::write(&file, b"\xff\xfe").unwrap();
        assert!(matches!(keep(&file, &[level(5)], &Known::default()), Err(NotKept::Disk { .. })));
        assert_eq!(fs::read(&file).unwrap(), b"\xff\xfe");
    }

    proptest::proptest! {
        #[test]
        fn every_text_is_kept_or_refused(text in "[a-z\\[\\]=\"#.0-9 \n{},é]{0,80}", number in 1_u16..=10) {
            let file = Path::new("config.toml");
            if let Ok(written) = edited(&text, &[level(number)], file) {
                proptest::prop_assert_eq!(Loaded::from_text(&written, file).config.play.level.get(), number);
            }
        }
    }
}
