//! Color themes as files: what each part of the screen looks like, by name. This room reads the words and
//! their places; what they mean is the screen's to say.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::{fs, io};

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::config::ConfigWarning;
use super::disk::{self, SizeLimit};
use super::io_error;

/// Said of a value that is a number, a list or a table.
const NOT_TEXT: &str = "a text in quotes is wanted here, such as \"#c9d1d9 on #14171c bold\"";

/// A word of a file with its span.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ThemeWord {
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
    pub settings: Vec<(ThemeWord, ThemeWord)>,
    /// The values of `[roles]`, by name.
    pub roles: Vec<(ThemeWord, ThemeWord)>,
    file: PathBuf,
    source: String,
}

impl ThemeText {
    /// Reads a theme; `file` gives it its name and is how warnings call it. What is no TOML, or a value that
    /// is no text, is left out and reported.
    #[must_use]
    pub fn read(source: &str, file: &Path) -> (Self, Vec<ConfigWarning>) {
        let name = file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let mut theme = Self {
            name,
            settings: Vec::new(),
            roles: Vec::new(),
            file: file.to_owned(),
            source: source.to_owned(),
        };
        let (table, errors) = DeTable::parse_recoverable(source);
        let mut warnings: Vec<ConfigWarning> = errors
            .iter()
            .map(|error| theme.warning(&error.span().unwrap_or_default(), error.message()))
            .collect();
        let mut take =
            |key: &Spanned<_>, value: &Spanned<DeValue<'_>>, pairs: &mut Vec<(ThemeWord, ThemeWord)>| {
                match word_pair(key, value) {
                    // The replacement of a missing value, which was reported already.
                    Some((_, value)) if value.place.len() < 2 => {}
                    Some(pair) => pairs.push(pair),
                    None => warnings.push(theme.warning(&value.span(), NOT_TEXT)),
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
    pub fn warning_about(&self, word: &ThemeWord, message: &str) -> ConfigWarning {
        self.warning(&word.place, message)
    }

    fn warning(&self, place: &Range<usize>, message: &str) -> ConfigWarning {
        ConfigWarning::at(&self.source, &self.file, place, &format!("{message}; this part is left out"))
    }
}

fn word_pair(key: &Spanned<impl AsRef<str>>, value: &Spanned<DeValue<'_>>) -> Option<(ThemeWord, ThemeWord)> {
    let text = value.get_ref().as_str()?.to_owned();
    let key = ThemeWord { text: key.get_ref().as_ref().to_owned(), place: key.span() };
    Some((key, ThemeWord { text, place: value.span() }))
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
pub fn load_user_themes(folder: &Path) -> (Vec<(ThemeText, Vec<ConfigWarning>)>, Vec<String>) {
    let (mut themes, mut errors) = (Vec::new(), Vec::new());
    let files = match fs::read_dir(folder) {
        Ok(entries) => entries.filter_map(Result::ok).map(|entry| entry.path()),
        Err(error) => {
            if error.kind() != io::ErrorKind::NotFound {
                errors.push(format!(
                    "The themes in {} cannot be read: {}",
                    folder.display(),
                    io_error::describe_io_error(&error)
                ));
            }
            return (themes, errors);
        }
    };
    let mut files: Vec<PathBuf> =
        files.filter(|file| file.extension().is_some_and(|end| end == "toml")).collect();
    files.sort();
    for file in files {
        match disk::read_to_string(&file, SizeLimit::Theme) {
            Ok(text) => themes.push(ThemeText::read(&text, &file)),
            Err(error) => errors.push(format!(
                "The theme {} cannot be read: {}",
                file.display(),
                io_error::describe_io_error(&error)
            )),
        }
    }
    (themes, errors)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (ThemeText, Vec<String>) {
        let (theme, warnings) = ThemeText::read(text, Path::new("mine.toml"));
        (theme, warnings.iter().map(ToString::to_string).collect())
    }

    fn pairs(words: &[(ThemeWord, ThemeWord)]) -> Vec<(&str, &str)> {
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
