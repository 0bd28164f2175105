//! Writes single settings back into the user's file. All else in it stays as it was written: comments,
//! order, spacing, names that mean nothing here.

use std::io;
use std::path::{Path, PathBuf};

use toml_edit::{Array, DocumentMut, InlineTable, Item, Table, TableLike, Value};

use super::LoadedConfig;
use crate::atomic;
use crate::disk::{self, SizeLimit};
use crate::io_error::FileError;
use crate::lock::{self, FileLock};
use crate::settings_watch::KnownSettingsText;
use chess::text::line_and_column;
use config::ConfigChange;

/// Why settings were not kept. The file is as it was.
#[derive(Debug, thiserror::Error)]
pub enum ConfigSaveError {
    /// Another program changes the file.
    #[error("another Matescope changes {}", file.display())]
    Busy {
        /// The file.
        file: PathBuf,
    },
    /// What the system says of a file.
    #[error(transparent)]
    File(#[from] FileError),
    /// The file is no TOML, and what its owner meant by it is not to be lost.
    #[error("{}:{line}: {reason}; the file stays as it is", file.display())]
    InvalidToml {
        /// The file.
        file: PathBuf,
        /// The line of the fault, from 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
    /// The file has something else where the setting belongs.
    #[error("{} has no room for {name}; the file stays as it is", file.display())]
    Occupied {
        /// The file.
        file: PathBuf,
        /// The setting: `play.level`.
        name: String,
    },
}

/// Keeps changed settings in a file, which is made where it is missing. A setting that has its value already
/// is not written. What is written is `known` as soon as it is there, unless another program has changed the file
/// since it was known: then all of it is news. Two programs change one file in turn.
///
/// # Errors
/// When the file cannot be read, understood or written, or another program changes it all the while; it is as
/// it was then.
pub fn save(file: &Path, changes: &[ConfigChange], known: &KnownSettingsText) -> Result<(), ConfigSaveError> {
    let disk = |error| ConfigSaveError::File(FileError::of(file)(error));
    let read = || match disk::read_to_string(file, SizeLimit::Settings) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        read => read.map(Some).map_err(disk),
    };
    let plain = |text: &Option<String>| text.clone().unwrap_or_default();
    let text = plain(&read()?);
    if edited_text(&text, changes, file)? == text {
        return Ok(());
    }
    let _lock = FileLock::acquire(&lock_path(file), lock::LOCK_TIMEOUT)
        .map_err(disk)?
        .ok_or_else(|| ConfigSaveError::Busy { file: file.to_owned() })?;
    let current = read()?;
    let text = plain(&current);
    let new = edited_text(&text, changes, file)?;
    if new == text {
        return Ok(());
    }
    known.replace(current.as_deref(), &new, || atomic::write(file, new.as_bytes())).map_err(disk)
}

/// The file whose lock is that on the settings: they themselves are replaced with every change.
fn lock_path(file: &Path) -> PathBuf {
    let mut name = std::ffi::OsString::from(".");
    name.push(file.file_name().unwrap_or_default());
    name.push(".lock");
    file.with_file_name(name)
}

/// The text of a file with some settings changed; `file` is how errors call it.
fn edited_text(text: &str, changes: &[ConfigChange], file: &Path) -> Result<String, ConfigSaveError> {
    let mut document: DocumentMut = text.parse().map_err(|error: toml_edit::TomlError| {
        let (line, _) = line_and_column(text, error.span().map_or(0, |span| span.start));
        ConfigSaveError::InvalidToml { file: file.to_owned(), line, reason: error.message().to_owned() }
    })?;
    let occupied =
        |change: &ConfigChange| ConfigSaveError::Occupied { file: file.to_owned(), name: change.name() };
    let mut config = LoadedConfig::from_text(text, file).config;
    let mut written = text.to_owned();
    for change in changes {
        let wanted = config.with_changes(std::slice::from_ref(change));
        if wanted == config {
            continue;
        }
        set_value(&mut document, change).ok_or_else(|| occupied(change))?;
        written = document.to_string();
        // Whatever an unusual file has made of the edit: what is written must be what was meant.
        if LoadedConfig::from_text(&written, file).config != wanted {
            return Err(occupied(change));
        }
        config = wanted;
    }
    Ok(written)
}

/// Puts a value into the document, or takes it out where it is gone; None where something else is in its place.
fn set_value(document: &mut DocumentMut, change: &ConfigChange) -> Option<()> {
    let (name, sections) = change.path.split_last()?;
    let mut value = match &change.value {
        None => {
            let mut table = document.as_table_mut() as &mut dyn TableLike;
            for section in sections {
                table = table.get_mut(section)?.as_table_like_mut()?;
            }
            let removed = table.remove(name)?;
            move_comments(document, sections, &removed);
            return Some(());
        }
        Some(toml::Value::String(text)) => Value::from(text),
        Some(toml::Value::Integer(number)) => Value::from(*number),
        Some(toml::Value::Boolean(on)) => Value::from(*on),
        Some(toml::Value::Array(words)) => {
            Value::from(words.iter().filter_map(toml::Value::as_str).collect::<Array>())
        }
        Some(_) => return None,
    };
    insert_sections(document, sections);
    let mut table = document.as_table_mut() as &mut dyn TableLike;
    for (depth, section) in sections.iter().enumerate() {
        // An engine's options are one inline table, unless the user has written them in another form.
        if depth > 1 && !table.contains_key(section) {
            table.insert(section, Item::Value(Value::InlineTable(InlineTable::new())));
        }
        table = table.get_mut(section)?.as_table_like_mut()?;
    }
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

/// Comments above a removed section move to the next section or to the end of the file.
fn move_comments(document: &mut DocumentMut, sections: &[String], removed: &Item) {
    let Some(removed) = removed.as_table() else { return };
    let comments = |table: &Table| {
        table.decor().prefix().and_then(|prefix| prefix.as_str()).unwrap_or_default().to_owned()
    };
    let comments_above = comments(removed);
    if !comments_above.contains('#') {
        return;
    }
    let mut outer = document.as_table_mut() as &mut dyn TableLike;
    for section in sections {
        let Some(inner) = outer.get_mut(section).and_then(Item::as_table_like_mut) else { return };
        outer = inner;
    }
    let mut later: Vec<&mut Table> = outer.iter_mut().filter_map(|(_, item)| item.as_table_mut()).collect();
    later.retain(|table| table.position() > removed.position());
    if let Some(next) = later.into_iter().min_by_key(|table| table.position()) {
        let prefix = comments_above + &comments(next);
        next.decor_mut().set_prefix(prefix);
    } else {
        let end = document.trailing().as_str().unwrap_or_default().to_owned();
        document.set_trailing(comments_above + &end);
    }
}

/// Makes the section, and the section in it, below what is there. What stands at the end belongs to what is
/// above it.
fn insert_sections(document: &mut DocumentMut, sections: &[String]) {
    let above = document.to_string();
    let fresh = |prefix: String| {
        let mut table = Table::new();
        table.decor_mut().set_prefix(prefix);
        table
    };
    let Some((first, inner)) = sections.split_first() else { return };
    if !document.contains_key(first) {
        let end = document.trailing().as_str().unwrap_or_default().to_owned();
        document.set_trailing("");
        let prefix = if above.is_empty() { end } else { end + "\n" };
        let mut outer = fresh(prefix.clone());
        if let Some(second) = inner.first() {
            outer.set_implicit(true);
            outer.insert(second, Item::Table(fresh(prefix)));
        }
        document.insert(first, Item::Table(outer));
    } else if let (Some(second), Some(Item::Table(outer))) = (inner.first(), document.get_mut(first))
        && !outer.contains_key(second)
    {
        outer.insert(second, Item::Table(fresh("\n".to_owned())));
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::scratch::Scratch;
    use config::{
        BoardConfig, ColorDepthConfig, Config, ConfigNumber, EngineConfig, GameColumn, HashMb, InputConfig,
        NewGameColor, PieceStyle, PlayConfig, PracticeConfig, ReviewNodes, ThreadsConfig,
    };
    use practice::{DefenseStyle, StalemateGuardMode};

    const EXAMPLE: &str = include_str!("../../../../config.example.toml");

    fn set(path: &[&str], value: impl Into<toml::Value>) -> ConfigChange {
        let path = path.iter().map(|&name| name.to_owned()).collect();
        ConfigChange { path, value: Some(value.into()) }
    }

    fn gone(path: &[&str]) -> ConfigChange {
        ConfigChange { value: None, ..set(path, "") }
    }

    fn level(number: u8) -> ConfigChange {
        set(&["play", "level"], i64::from(number))
    }

    fn guard(guard: &str) -> ConfigChange {
        set(&["play", "stalemate_guard"], guard)
    }

    /// Checks what a file becomes, and that the new file says what was meant without a new warning.
    fn check(text: &str, changes: &[ConfigChange], wanted: &str) {
        let file = Path::new("config.toml");
        let written = edited_text(text, changes, file).unwrap();
        assert_eq!(written, wanted);
        let (before, after) = (LoadedConfig::from_text(text, file), LoadedConfig::from_text(wanted, file));
        let meant = before.config.with_changes(changes);
        assert_eq!(after.config, meant);
        assert!(after.warnings.len() <= before.warnings.len(), "{:?}", after.warnings);
    }

    #[test]
    fn a_file_from_nothing_has_the_changed_settings_alone() {
        check("", &[level(7)], "[play]\nlevel = 7\n");
        check(
            "",
            &[level(7), set(&["board", "theme"], "green"), level(8), guard("block")],
            "[play]\nlevel = 8\nstalemate_guard = \"block\"\n\n[board]\ntheme = \"green\"\n",
        );
    }

    #[test]
    fn one_value_changes_and_every_other_byte_stays() {
        let mut new = Config::default();
        new.board = BoardConfig {
            theme: "green".to_owned(),
            pieces: PieceStyle::Letters,
            color: ColorDepthConfig::Sixteen,
            arrows: false,
            animation: false,
        };
        new.input = InputConfig { mouse: false, instant_moves: true };
        new.engine = EngineConfig {
            hash_mb: HashMb::new(256),
            threads: ThreadsConfig::Count(ConfigNumber::new(3)),
            lines: ConfigNumber::new(5),
            syzygy: PathBuf::from("~/syzygy"),
            five_piece_tables: false,
            analyst: "stockfish".to_owned(),
        };
        new.play = PlayConfig {
            side: NewGameColor::Random,
            opponent: "stockfish".to_owned(),
            level: 9.try_into().unwrap(),
            time: "3+2".parse().unwrap(),
            stalemate_guard: StalemateGuardMode::Off,
            auto_queen: true,
            confirm_moves: true,
            bell: false,
            eval_bar: true,
        };
        new.practice = PracticeConfig {
            show_par: false,
            details: true,
            defense: DefenseStyle::Trickiest,
            counting: false,
        };
        new.review.nodes = ReviewNodes::try_from(100).unwrap();
        new.games.my_names = vec!["anna_b".to_owned(), "Anna \"B\"".to_owned()];
        new.games.columns = vec![GameColumn::Players, GameColumn::Accuracy].into();
        let wanted = EXAMPLE
            .replace("theme = \"slate\"", "theme = \"green\"")
            .replace("pieces = \"auto\"", "pieces = \"letters\"")
            .replace("color = \"auto\"", "color = \"16\"")
            .replace("mouse = true", "mouse = false")
            .replace("opponent = \"\"", "opponent = \"stockfish\"")
            .replace("nodes = 200000", "nodes = 100")
            .replace("my_names = []", "my_names = [\"anna_b\", 'Anna \"B\"']")
            .replace(
                r#"["date", "players", "elo", "opening", "result", "moves"]"#,
                r#"["players", "accuracy"]"#,
            )
            .replace("arrows = true", "arrows = false")
            .replace("animation = true", "animation = false")
            .replace("show_par = true", "show_par = false")
            .replace("details = false", "details = true")
            .replace("defense = \"longest\"", "defense = \"trickiest\"")
            .replace("counting = true", "counting = false")
            .replace("lines = 3", "lines = 5")
            .replace("hash_mb = 64", "hash_mb = 256")
            .replace("threads = \"auto\"", "threads = 3")
            .replace("syzygy = \"\"", "syzygy = \"~/syzygy\"")
            .replace("five_piece_tables = true", "five_piece_tables = false")
            .replace("analyst = \"\"", "analyst = \"stockfish\"")
            .replace("auto_queen = false", "auto_queen = true")
            .replace("confirm_moves = false", "confirm_moves = true")
            .replace("eval_bar = false", "eval_bar = true")
            .replace("instant_moves = false", "instant_moves = true")
            .replace("bell = true", "bell = false")
            .replace("side = \"white\"", "side = \"random\"")
            .replace("level = 4", "level = 9")
            .replace("time = \"1s\"", "time = \"3+2\"")
            .replace("guard = \"warn\"", "guard = \"off\"");
        check(EXAMPLE, &Config::default().changes_to(&new), &wanted);
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
            &[guard("off")],
            "play = { level = 3 , stalemate_guard = \"off\" }\n",
        );
    }

    #[test]
    fn a_new_section_goes_below_what_is_there() {
        check("# only words\n", &[level(5)], "# only words\n\n[play]\nlevel = 5\n");
        check("[keys]\n# flip = [\"F\"]\n", &[level(5)], "[keys]\n# flip = [\"F\"]\n\n[play]\nlevel = 5\n");
    }

    fn stockfish() -> ConfigChange {
        set(&["engines", "Stockfish 17", "command"], vec!["stockfish", "-q"])
    }

    fn option(engine: &str, name: &str, value: impl Into<toml::Value>) -> ConfigChange {
        set(&["engines", engine, "options", name], value)
    }

    #[test]
    fn engines_come_and_go_with_their_settings() {
        let added = "[engines.\"Stockfish 17\"]\ncommand = [\"stockfish\", \"-q\"]\n";
        check("", &[stockfish()], added);
        check("# mine\n", &[stockfish()], &format!("# mine\n\n{added}"));
        let changes = [
            option("Stockfish 17", "Hash", 64),
            option("Stockfish 17", "Use NNUE", false),
            option("Stockfish 17", "EvalFile", "a b.nnue"),
        ];
        let options = "options = { Hash = 64, \"Use NNUE\" = false, EvalFile = \"a b.nnue\" }\n";
        check(added, &changes, &format!("{added}{options}"));
        check(
            &format!("{added}{options}"),
            &[
                gone(&["engines", "Stockfish 17", "options", "Hash"]),
                gone(&["engines", "Stockfish 17", "options", "Hush"]),
            ],
            &format!("{added}options = {{ \"Use NNUE\" = false, EvalFile = \"a b.nnue\" }}\n"),
        );
        check(
            "[engines.a] # the first\ncommand = \"a -x\" # as ever\n[engines.a.options] # its own\nHash = 1 # little\n",
            &[option("a", "Hash", 2), option("a", "Threads", 3)],
            "[engines.a] # the first\ncommand = \"a -x\" # as ever\n[engines.a.options] # its own\nHash = 2 # little\nThreads = 3\n",
        );
        check(
            "[engines.a]\ncommand = \"a\"\n\n[engines.b]\ncommand = \"b\"\n",
            &[gone(&["engines", "a"])],
            "\n[engines.b]\ncommand = \"b\"\n",
        );
        check(
            "# mine\n[engines.a] # first\ncommand = \"a\"\n# and\n\n[engines.b]\ncommand = \"b\"\n# end\n",
            &[gone(&["engines", "a"]), gone(&["engines", "b"])],
            "# mine\n# and\n\n# end\n",
        );
        check(
            "[play]\nlevel = 3\n",
            &[set(&["play", "opponent"], "a")],
            "[play]\nlevel = 3\nopponent = \"a\"\n",
        );
    }

    #[test]
    fn nothing_changed_is_nothing_written() {
        let scratch = Scratch::new();
        let file = scratch.path().join("none/config.toml");
        save(&file, &[level(4), guard("warn")], &KnownSettingsText::default()).unwrap();
        assert!(!file.exists(), "a file of defaults was made");
        let text = "\u{feff}play.level=6\r\n\r\n# the end";
        let file = scratch.path().join("config.toml");
        fs::write(&file, text).unwrap();
        save(&file, &[level(6)], &KnownSettingsText::default()).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
        save(&scratch.path().join("new/config.toml"), &[level(6)], &KnownSettingsText::default()).unwrap();
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
            let message = save(&file, &[level(5)], &KnownSettingsText::default()).unwrap_err().to_string();
            assert!(message.contains(wanted) && message.ends_with("the file stays as it is"), "{message}");
            assert_eq!(fs::read_to_string(&file).unwrap(), text);
        }
        fs::write(&file, b"\xff\xfe").unwrap();
        assert!(matches!(
            save(&file, &[level(5)], &KnownSettingsText::default()),
            Err(ConfigSaveError::File(_))
        ));
        assert_eq!(fs::read(&file).unwrap(), b"\xff\xfe");
        let message = save(&file, &[level(5)], &KnownSettingsText::default()).unwrap_err().to_string();
        assert!(message.ends_with("config.toml: line 1 is not UTF-8 text"), "{message}");
    }

    #[test]
    fn two_programs_change_settings_in_turn_and_none_is_lost() {
        let scratch = Scratch::new();
        let file = scratch.path().join("config.toml");
        fs::write(&file, "[play]\nlevel = 1\n").unwrap();
        std::thread::scope(|scope| {
            for program in 0..2 {
                let file = &file;
                scope.spawn(move || {
                    for n in 0..40 {
                        let name = format!("{program}-{n}");
                        let change = set(&["engines", &name, "command"], vec!["engine"]);
                        save(file, &[change], &KnownSettingsText::default()).unwrap();
                    }
                });
            }
        });
        assert_eq!(LoadedConfig::from_file(&file).unwrap().config.engines.len(), 80);
    }

    #[test]
    fn what_another_program_has_changed_is_news_though_we_have_written_it() {
        let scratch = Scratch::new();
        let file = scratch.path().join("config.toml");
        fs::write(&file, "[play]\nlevel = 1\n").unwrap();
        let known = KnownSettingsText::read(&file);
        save(&file, &[level(2)], &known).unwrap();
        assert_eq!(known.text().as_deref(), Some("[play]\nlevel = 2\n"), "our own change alone is none");
        fs::write(&file, "[play]\nlevel = 2\nbell = false\n").unwrap();
        save(&file, &[level(3)], &known).unwrap();
        let now = fs::read_to_string(&file).unwrap();
        assert_eq!(now, "[play]\nlevel = 3\nbell = false\n");
        assert!(known.refresh(|| Some(now)).1, "the other's change was taken for ours");
    }

    proptest::proptest! {
        #[test]
        fn every_text_is_kept_or_refused(text in "[a-z\\[\\]=\"#.0-9 \n{},é]{0,80}", number in 1_u8..=10) {
            let file = Path::new("config.toml");
            if let Ok(written) = edited_text(&text, &[level(number)], file) {
                proptest::prop_assert_eq!(LoadedConfig::from_text(&written, file).config.play.level.number(), number);
            }
        }
    }
}
