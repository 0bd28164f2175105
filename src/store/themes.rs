//! Color themes as files: what each part of the screen looks like, by name. This room reads the words and their
//! places; what they mean is the screen's to say.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::{fs, io};

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::config::Warning;
use super::{disk, trouble};

/// Longer than any theme; what is longer is none.
const LONGEST: u64 = 64 * 1024;

/// Said of a value that is a number, a list or a table.
const NO_TEXT: &str = "a text in quotes is wanted here, such as \"#c9d1d9 on #14171c bold\"";

/// A word of a file and where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Word {
    /// The word, as it was meant: without quotes and escapes.
    pub text: String,
    place: Range<usize>,
}

/// A theme as it is written, whatever its words mean.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ThemeText {
    /// What the settings call it: the file's name without `.toml`.
    pub name: String,
    /// The values outside `[roles]`, by name: `base`, `colors`, `signs`.
    pub settings: Vec<(Word, Word)>,
    /// The values of `[roles]`, by name.
    pub roles: Vec<(Word, Word)>,
    file: PathBuf,
    whole: String,
}

impl ThemeText {
    /// Reads a theme; `file` gives it its name and is how warnings call it. What is no TOML, or a value that is
    /// no text, is left out and told.
    #[must_use]
    pub fn read(whole: &str, file: &Path) -> (Self, Vec<Warning>) {
        let name = file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let mut theme = Self {
            name,
            settings: Vec::new(),
            roles: Vec::new(),
            file: file.to_owned(),
            whole: whole.to_owned(),
        };
        let (table, errors) = DeTable::parse_recoverable(whole);
        let mut warnings: Vec<Warning> = errors
            .iter()
            .map(|error| theme.warning(&error.span().unwrap_or_default(), error.message()))
            .collect();
        let mut take = |key: &Spanned<_>, value: &Spanned<DeValue<'_>>, pairs: &mut Vec<(Word, Word)>| {
            match words(key, value) {
                // What stands in for a value that is missing: that was told already.
                Some((_, value)) if value.place.len() < 2 => {}
                Some(pair) => pairs.push(pair),
                None => warnings.push(theme.warning(&value.span(), NO_TEXT)),
            }
        };
        let (mut settings, mut roles) = (Vec::new(), Vec::new());
        for (key, value) in table.get_ref() {
            match value.get_ref() {
                DeValue::Table(table) if key.get_ref() == "roles" => {
                    table.iter().for_each(|(key, value)| take(key, value, &mut roles));
                }
                _ => take(key, value, &mut settings),
            }
        }
        (theme.settings, theme.roles) = (settings, roles);
        theme.settings.sort_by_key(|(key, _)| key.place.start);
        theme.roles.sort_by_key(|(key, _)| key.place.start);
        warnings.sort_by_key(|warning| (warning.line, warning.column));
        (theme, warnings)
    }

    /// Says what is wrong with a word of this theme.
    #[must_use]
    pub fn about(&self, word: &Word, message: &str) -> Warning {
        self.warning(&word.place, message)
    }

    fn warning(&self, place: &Range<usize>, message: &str) -> Warning {
        Warning::at(&self.whole, &self.file, place, &format!("{message}; this part is left out"))
    }
}

fn words(key: &Spanned<impl AsRef<str>>, value: &Spanned<DeValue<'_>>) -> Option<(Word, Word)> {
    let text = value.get_ref().as_str()?.to_owned();
    let key = Word { text: key.get_ref().as_ref().to_owned(), place: key.span() };
    Some((key, Word { text, place: value.span() }))
}

/// The folder of the user's own themes: it lies beside the settings' file.
#[must_use]
pub fn folder(settings: &Path) -> PathBuf {
    settings.with_file_name("themes")
}

/// The user's own themes, the `.toml` files of a folder, by name. That there is no such folder is fine.
///
/// # Errors
/// A sentence for each file that cannot be read.
#[must_use]
pub fn of_user(folder: &Path) -> (Vec<(ThemeText, Vec<Warning>)>, Vec<String>) {
    let (mut themes, mut troubles) = (Vec::new(), Vec::new());
    let files = match fs::read_dir(folder) {
        Ok(entries) => entries.filter_map(Result::ok).map(|entry| entry.path()),
        Err(error) => {
            if error.kind() != io::ErrorKind::NotFound {
                troubles.push(format!(
                    "The themes in {} cannot be read: {}",
                    folder.display(),
                    trouble::in_words(&error)
                ));
            }
            return (themes, troubles);
        }
    };
    let mut files: Vec<PathBuf> =
        files.filter(|file| file.extension().is_some_and(|end| end == "toml")).collect();
    files.sort();
    for file in files {
        match whole(&file) {
            Ok(text) => themes.push(ThemeText::read(&text, &file)),
            Err(error) => troubles.push(format!(
                "The theme {} cannot be read: {}",
                file.display(),
                trouble::in_words(&error)
            )),
        }
    }
    (themes, troubles)
}

fn whole(file: &Path) -> io::Result<String> {
    if disk::stat(file)?.length > LONGEST {
        return Err(io::Error::other(format!("it is longer than {} KB", LONGEST / 1024)));
    }
    disk::read_to_string(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (ThemeText, Vec<String>) {
        let (theme, warnings) = ThemeText::read(text, Path::new("mine.toml"));
        (theme, warnings.iter().map(ToString::to_string).collect())
    }

    fn pairs(words: &[(Word, Word)]) -> Vec<(&str, &str)> {
        words.iter().map(|(key, value)| (key.text.as_str(), value.text.as_str())).collect()
    }

    #[test]
    fn words_come_in_the_order_of_the_file() {
        let (theme, warnings) =
            read("colors = \"16\"\nbase = \"slate\"\n[roles]\nwin = \"green\"\nbar = \"red\"\n");
        assert_eq!((theme.name.as_str(), warnings), ("mine", vec![]));
        assert_eq!(pairs(&theme.settings), [("colors", "16"), ("base", "slate")]);
        assert_eq!(pairs(&theme.roles), [("win", "green"), ("bar", "red")]);
    }

    #[test]
    fn what_is_no_text_is_left_out_and_the_rest_counts() {
        let (theme, warnings) = read("[roles]\nwin = 3\nbar = \"red\"\n[roles.more]\n");
        assert_eq!(pairs(&theme.roles), [("bar", "red")]);
        assert_eq!(warnings.len(), 2, "{warnings:?}");
        assert!(warnings[0].starts_with("mine.toml:2:7: a text in quotes is wanted here"), "{warnings:?}");
        let (theme, warnings) = read("[roles]\nbar = \"red\"\nwin = \n");
        assert_eq!((pairs(&theme.roles), warnings.len()), (vec![("bar", "red")], 1));
    }
}
