//! Engines outside: how each one is started, and what is set in it.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use serde::de::{self, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use chess::text::is_printable;

/// The longest name of an engine, in characters.
const MAX_NAME_LENGTH: usize = 40;

/// An engine outside.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ExternalEngineConfig {
    /// The program and its arguments.
    pub command: EngineCommandConfig,
    /// The folder to start it in; an empty path for the one that this program was started in. See
    /// [`start_folder`](Self::start_folder).
    pub folder: PathBuf,
    /// Its own settings by name.
    pub options: BTreeMap<String, EngineOptionConfig>,
}

impl ExternalEngineConfig {
    /// The program and its arguments, `~` in front of the program standing for the user's own folder.
    #[must_use]
    pub fn command_words(&self) -> Vec<String> {
        let mut words = self.command.0.clone();
        if let Some(first) = words.first_mut()
            && let Some(path) = expand_home(Path::new(first.as_str()))
        {
            *first = path.to_string_lossy().into_owned();
        }
        words
    }

    /// The folder to start it in, `~` in front standing for the user's own; None where none is set.
    #[must_use]
    pub fn start_folder(&self) -> Option<PathBuf> {
        let named = Some(&self.folder).filter(|folder| !folder.as_os_str().is_empty())?;
        Some(expand_home(named).unwrap_or_else(|| named.clone()))
    }

    /// What is wrong with an engine of this name, if anything is.
    #[must_use]
    pub fn fault(&self, name: &str) -> Option<&'static str> {
        let blank = |text: &str| text.trim().is_empty();
        match () {
            () if blank(name)
                || !name.chars().all(is_printable)
                || name.chars().count() > MAX_NAME_LENGTH =>
            {
                Some("an engine needs a name of 1 to 40 plain characters; it is left out")
            }
            () if self.command.0.first().is_none_or(|program| blank(program)) => {
                Some("the engine has no command: write command = \"/path/to/engine\"; it is left out")
            }
            () => None,
        }
    }
}

/// A path below the user's own folder, where it is written with `~`.
pub(super) fn expand_home(path: &Path) -> Option<PathBuf> {
    let below = path.strip_prefix("~").ok()?;
    std::env::home_dir().map(|home| home.join(below))
}

/// A program and its arguments, written as a list of words or as one text that is split as a shell does it:
/// at blanks, `'…'` and `"…"` and a backslash keeping what would be split. A backslash before anything else, and two
/// of them at the beginning of a word, are part of a path of Windows. Nothing else means anything.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EngineCommandConfig(pub Vec<String>);

impl TryFrom<&str> for EngineCommandConfig {
    type Error = String;

    fn try_from(text: &str) -> Result<Self, String> {
        let mut words = Vec::new();
        let mut word: Option<String> = None;
        let mut quote = None;
        let mut letters = text.chars();
        while let Some(letter) = letters.next() {
            match (letter, quote) {
                (c, Some(q)) if c == q => quote = None,
                ('\\', None | Some('"')) => {
                    let next = letters.next().ok_or("a backslash at the end stands for nothing")?;
                    let word = word.get_or_insert_default();
                    let begins_network_path = next == '\\' && word.is_empty();
                    if begins_network_path || !(next.is_whitespace() || matches!(next, '\'' | '"' | '\\')) {
                        word.push('\\');
                    }
                    word.push(next);
                }
                ('\'' | '"', None) => {
                    quote = Some(letter);
                    word.get_or_insert_default();
                }
                (c, None) if c.is_whitespace() => words.extend(word.take()),
                (c, _) => word.get_or_insert_default().push(c),
            }
        }
        if let Some(quote) = quote {
            return Err(format!("a quote is not closed: {quote}"));
        }
        words.extend(word);
        Ok(Self(words))
    }
}

impl Serialize for EngineCommandConfig {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for EngineCommandConfig {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Words;

        impl<'de> Visitor<'de> for Words {
            type Value = EngineCommandConfig;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a command: \"program argument\" or [\"program\", \"argument\"]")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<EngineCommandConfig, E> {
                EngineCommandConfig::try_from(text).map_err(E::custom)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut words: A) -> Result<EngineCommandConfig, A::Error> {
                let mut command = Vec::new();
                while let Some(word) = words.next_element()? {
                    command.push(word);
                }
                Ok(EngineCommandConfig(command))
            }
        }

        deserializer.deserialize_any(Words)
    }
}

/// The value of an engine's own setting: a text, a whole number, true or false.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineOptionConfig(pub String);

impl Serialize for EngineOptionConfig {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.as_str() {
            "true" => serializer.serialize_bool(true),
            "false" => serializer.serialize_bool(false),
            text => match text.parse::<i64>().ok().filter(|number| number.to_string() == text) {
                Some(number) => serializer.serialize_i64(number),
                None => serializer.serialize_str(text),
            },
        }
    }
}

impl<'de> Deserialize<'de> for EngineOptionConfig {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Written;

        impl Visitor<'_> for Written {
            type Value = EngineOptionConfig;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text, a whole number, true or false")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<EngineOptionConfig, E> {
                if text.chars().any(char::is_control) {
                    return Err(E::custom("a setting is one line without control characters"));
                }
                Ok(EngineOptionConfig(text.to_owned()))
            }

            fn visit_i64<E: de::Error>(self, number: i64) -> Result<EngineOptionConfig, E> {
                Ok(EngineOptionConfig(number.to_string()))
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<EngineOptionConfig, E> {
                Ok(EngineOptionConfig(number.to_string()))
            }

            fn visit_bool<E: de::Error>(self, on: bool) -> Result<EngineOptionConfig, E> {
                Ok(EngineOptionConfig(on.to_string()))
            }
        }

        deserializer.deserialize_any(Written)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, wanted: Result<&[&str], &str>) {
        let words = EngineCommandConfig::try_from(text).map(|command| command.0);
        let wanted = wanted.map(|words| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>());
        assert_eq!(words, wanted.map_err(str::to_owned), "{text}");
    }

    #[test]
    fn a_command_is_split_as_a_shell_does_it() {
        check("stockfish", Ok(&["stockfish"]));
        check("  gnuchess   --uci ", Ok(&["gnuchess", "--uci"]));
        check(
            "ssh -o BatchMode=yes host 'nice -n 5 stockfish'",
            Ok(&["ssh", "-o", "BatchMode=yes", "host", "nice -n 5 stockfish"]),
        );
        check("\"/my engines/lc0\" --weights=\"a b\" ''", Ok(&["/my engines/lc0", "--weights=a b", ""]));
        check("a\\ b \"c\\\"d\" 'e\\f'", Ok(&["a b", "c\"d", "e\\f"]));
        check("", Ok(&[]));
        check("echo $HOME; rm * > x", Ok(&["echo", "$HOME;", "rm", "*", ">", "x"]));
        check("sh -c 'oops", Err("a quote is not closed: '"));
        check(r"C:\Games\sf.exe -x", Ok(&[r"C:\Games\sf.exe", "-x"]));
        check(r#""C:\Program Files\sf\sf 17.exe" uci"#, Ok(&[r"C:\Program Files\sf\sf 17.exe", "uci"]));
        check(r"\\host\chess\sf.exe", Ok(&[r"\\host\chess\sf.exe"]));
        check(r"C:\\Games\\sf.exe", Ok(&[r"C:\Games\sf.exe"]));
        check("oops\\", Err("a backslash at the end stands for nothing"));
    }

    #[test]
    fn a_home_is_found() {
        let home = std::env::home_dir().unwrap_or_else(|| PathBuf::from("~"));
        let engine = ExternalEngineConfig {
            command: EngineCommandConfig(vec!["~/bin/engine".to_owned(), "~/x".to_owned()]),
            folder: PathBuf::from("~"),
            options: BTreeMap::new(),
        };
        assert_eq!(
            engine.command_words(),
            [home.join("bin/engine").to_string_lossy().into_owned(), "~/x".to_owned()]
        );
        assert_eq!(engine.start_folder(), Some(home));
        assert_eq!(ExternalEngineConfig::default().start_folder(), None);
    }
}
