//! Labels of games. A label is a collection at the same time: a game can have any number of them, and the star is one.

use std::collections::{BTreeMap, HashSet};

use chess::text::is_sanitized;

use super::game_query::text::TextPart;

/// The label of games with a star.
pub const STARRED: &str = "starred";

/// The most characters of a label's name.
const MAX_NAME_CHARS: usize = 60;

/// The labels of a list of games. A game is known by the checksum of its text.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct GameLabels {
    /// The checksums of the games that have each label.
    labels: BTreeMap<String, HashSet<u64>>,
}

/// Labels that games get and lose.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct LabelChange {
    /// The names of those that they get.
    pub add: Vec<String>,
    /// The names of those that they lose.
    pub remove: Vec<String>,
}

/// Why a label cannot have a name: a sentence without a full stop.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LabelNameProblem {
    /// Nothing was typed.
    #[error("a label needs a name")]
    Empty,
    /// It is too long.
    #[error("the name of a label has at most {MAX_NAME_CHARS} characters")]
    TooLong,
    /// It has a character that names of files or lists of labels cannot have.
    #[error("{name}: the name of a label cannot have {}", character_text(*.character))]
    Character {
        /// The name.
        name: String,
        /// The character.
        character: char,
    },
    /// It begins or ends as no name of a file should.
    #[error("{0}: the name of a label begins with a letter or digit and does not end with a dot")]
    Edge(String),
    /// Windows has no files of this name.
    #[error("{0}: no label can have this name, since Windows has a device of this name")]
    Device(String),
}

fn character_text(character: char) -> String {
    match character {
        ',' => "a comma: it stands between two labels".to_owned(),
        '"' => "a quotation mark".to_owned(),
        c if is_sanitized(c.encode_utf8(&mut [0; 4])) => c.to_string(),
        _ => "invisible characters".to_owned(),
    }
}

impl GameLabels {
    /// Labels with the checksums of the games that have them.
    #[must_use]
    pub const fn new(labels: BTreeMap<String, HashSet<u64>>) -> Self {
        Self { labels }
    }

    /// The names of all labels, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.labels.keys().map(String::as_str)
    }

    /// The names of the labels of a game, in order.
    pub fn of(&self, digest: u64) -> impl Iterator<Item = &str> {
        self.labels.iter().filter(move |(_, games)| games.contains(&digest)).map(|(name, _)| name.as_str())
    }

    /// The games with a label, by its whole name.
    #[must_use]
    pub fn games(&self, name: &str) -> Option<&HashSet<u64>> {
        self.labels.get(name)
    }

    /// Whether a game has a star.
    #[must_use]
    pub fn is_starred(&self, digest: u64) -> bool {
        self.starred().any(|games| games.contains(&digest))
    }

    /// The games with a star.
    pub fn starred(&self) -> impl Iterator<Item = &HashSet<u64>> {
        self.labels.iter().filter(|(name, _)| is_same_name(name, STARRED)).map(|(_, games)| games)
    }

    /// The games of each label whose name has a text.
    pub fn named_like(&self, part: &TextPart) -> impl Iterator<Item = &HashSet<u64>> {
        self.labels.iter().filter(|(name, _)| part.is_in(name)).map(|(_, games)| games)
    }
}

/// Whether two names are of one label: capitals do not count, as in the names of files on some systems.
#[must_use]
pub fn is_same_name(one: &str, other: &str) -> bool {
    one.to_lowercase() == other.to_lowercase()
}

/// The name of a label as it is kept, from what was typed.
///
/// # Errors
/// When no label can have this name.
pub fn label_name(typed: &str) -> Result<String, LabelNameProblem> {
    let words: Vec<&str> = typed.split_whitespace().collect();
    let name = words.join(" ");
    if name.is_empty() {
        return Err(LabelNameProblem::Empty);
    }
    if name.chars().count() > MAX_NAME_CHARS {
        return Err(LabelNameProblem::TooLong);
    }
    let is_forbidden = |c: &char| r#"/\:*?"<>|,"#.contains(*c) || !is_sanitized(c.encode_utf8(&mut [0; 4]));
    if let Some(character) = name.chars().find(is_forbidden) {
        return Err(LabelNameProblem::Character { name: chess::text::quoted(&name), character });
    }
    if !name.starts_with(char::is_alphanumeric) || name.ends_with('.') {
        return Err(LabelNameProblem::Edge(name));
    }
    if is_device(&name) {
        return Err(LabelNameProblem::Device(name));
    }
    Ok(name)
}

/// Whether Windows has a device of a name, with any ending.
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_lowercase();
    let is_port = ["com", "lpt"].iter().any(|port| {
        stem.strip_prefix(port)
            .is_some_and(|number| number.len() == 1 && number.as_bytes()[0].is_ascii_digit())
    });
    is_port || ["con", "prn", "aux", "nul"].contains(&stem.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_has_a_name_that_a_file_can_have_on_every_system() {
        for (typed, name) in [
            ("  must   study ", "must study"),
            ("Rook endings", "Rook endings"),
            ("1.e4", "1.e4"),
            ("\u{e9}tudes", "\u{e9}tudes"),
            ("console", "console"),
        ] {
            assert_eq!(label_name(typed).as_deref(), Ok(name), "{typed}");
        }
        for (typed, wanted) in [
            ("  ", "a label needs a name"),
            ("a/b", "a/b: the name of a label cannot have /"),
            ("..", "..: the name of a label begins with a letter or digit and does not end with a dot"),
            ("-x", "-x: the name of a label begins with a letter or digit and does not end with a dot"),
            ("a,b", "a,b: the name of a label cannot have a comma: it stands between two labels"),
            ("say \"x\"", "say \"x\": the name of a label cannot have a quotation mark"),
            ("a\u{202e}b", "ab: the name of a label cannot have invisible characters"),
            ("Con", "Con: no label can have this name, since Windows has a device of this name"),
            ("lpt1.x", "lpt1.x: no label can have this name, since Windows has a device of this name"),
        ] {
            assert_eq!(label_name(typed).unwrap_err().to_string(), wanted, "{typed}");
        }
        assert_eq!(label_name(&"x".repeat(61)), Err(LabelNameProblem::TooLong));
    }

    #[test]
    fn labels_are_found_by_a_part_of_their_names_and_stars_by_the_whole() {
        let labels = [("Starred", 1), ("must study", 2), ("starred later", 3)];
        let labels = labels.map(|(name, game)| (name.to_owned(), HashSet::from([game])));
        let labels = GameLabels::new(labels.into());
        let found = |part: &str| {
            let part = TextPart::new(part).unwrap();
            let mut games: Vec<u64> = labels.named_like(&part).flatten().copied().collect();
            games.sort_unstable();
            games
        };
        assert_eq!((found("STUDY"), found("st"), found("x")), (vec![2], vec![1, 2, 3], vec![]));
        assert_eq!([1, 2, 3].map(|game| labels.is_starred(game)), [true, false, false]);
        assert_eq!(labels.of(2).collect::<Vec<_>>(), ["must study"]);
    }
}
