//! The search language of games: `white:carlsen -result:draw elo:>2400 eco:B90..B99 "queens gambit"`. One parser serves
//! the game list and the database.
//!
//! A search is words and keys with values, and a game fits if all of them do; a minus sign in front leaves out what fits.
//!
//! Reading order: [`key`] (the keys, and what their values mean), [`range`] (`>2400`, `2200..2400`), [`text`] (how texts
//! are compared), [`term`] (which games fit), `completion` (what may be typed next).

mod completion;
pub mod key;
pub mod range;
pub mod term;
pub mod text;

use std::fmt;
use std::sync::Arc;

use chess::Color;
use chess::nearest::nearest;
use chess::text::quoted;

pub use self::completion::{QueryNames, completion, completions};
use self::key::QueryKey;
use self::term::GameTerm;
use self::text::TextPart;
use crate::board_pattern::PatternSequence;
use crate::game_labels::GameLabels;
use crate::saved_searches::SavedSearches;

/// A search for games.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameQuery {
    terms: Vec<QueryTerm>,
    my_names: Vec<String>,
    /// The labels of the games, where a term asks for them.
    labels: Option<Arc<GameLabels>>,
    problem: Option<QueryProblem>,
}

/// A part of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QueryTerm {
    /// What it says about a game.
    pub term: GameTerm,
    /// Whether the games are left out for which this is true.
    pub is_negated: bool,
}

/// What is wrong with a search: a sentence without a full stop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum QueryProblem {
    /// There is no such key.
    UnknownKey {
        /// What was typed, in lowercase.
        key: String,
        /// The key that may be meant.
        nearest: Option<QueryKey>,
    },
    /// The value of a key cannot be read.
    UnreadableValue {
        /// The key.
        key: QueryKey,
        /// What was typed, in lowercase where capitals do not count.
        value: String,
    },
    /// Positions are searched, in a list of games without an index of them.
    NeedsIndex,
    /// There is no saved search of this name.
    UnknownSearch {
        /// The name that was typed.
        name: String,
        /// The name that may be meant.
        nearest: Option<String>,
    },
    /// A saved search stands for itself in the end.
    CircularSearch(String),
    /// A saved search is left out that says more than one thing of a game.
    NegatedSearch(String),
    /// Labels are searched, in a list of games that are not in the library.
    NeedsLibrary,
}

impl GameQuery {
    /// Reads a search of a user with these names.
    #[must_use]
    pub fn new(text: &str, my_names: &[String]) -> Self {
        Self::with_searches(text, my_names, &SavedSearches::default())
    }

    /// Reads a search in which `@NAME` stands for a saved one.
    #[must_use]
    pub fn with_searches(text: &str, my_names: &[String], searches: &SavedSearches) -> Self {
        let ReadTerms { terms, problem } = read_terms(text, searches, &mut Vec::new());
        Self { terms, my_names: my_names.to_vec(), labels: None, problem }
    }

    /// The same search of a file that is not in the library: it has a problem where it needs labels.
    #[must_use]
    pub fn for_file(self) -> Self {
        let needs_library = self.needs_labels().then_some(QueryProblem::NeedsLibrary);
        Self { problem: self.problem.clone().or(needs_library), ..self }
    }

    /// The same search of games without an index of their positions, which are not in the library either: it has a problem
    /// where it needs one of the two.
    #[must_use]
    pub fn for_text(self) -> Self {
        let needs_index = self.needs_index().then_some(QueryProblem::NeedsIndex);
        Self { problem: self.problem.clone().or(needs_index), ..self }.for_file()
    }

    /// The same search of games with these labels. Without them no game has one.
    #[must_use]
    pub fn with_labels(self, labels: &Arc<GameLabels>) -> Self {
        // A search that asks for none stays the same when labels change.
        let labels = self.needs_labels().then(|| Arc::clone(labels));
        Self { labels, ..self }
    }

    /// The same search of games whose positions also match patterns; the position that is found is theirs.
    #[must_use]
    pub fn with_pattern(mut self, pattern: PatternSequence) -> Self {
        self.terms.insert(0, QueryTerm { term: GameTerm::Board(pattern), is_negated: false });
        self
    }

    /// The same search of games of the user.
    #[must_use]
    pub fn with_user(mut self) -> Self {
        self.terms.push(QueryTerm { term: GameTerm::Mine, is_negated: false });
        self
    }

    /// The same search of games that the user played with a color.
    #[must_use]
    pub fn with_user_color(mut self, color: Color) -> Self {
        self.terms.push(QueryTerm { term: GameTerm::UserColor(color), is_negated: false });
        self
    }

    /// The same search of games in which a player's name is written in one of these ways.
    #[must_use]
    pub fn with_player_named(mut self, names: Vec<String>) -> Self {
        self.terms.push(QueryTerm { term: GameTerm::PlayerNamed(names), is_negated: false });
        self
    }

    /// The terms that must all fit. Those that could not be read, or are not typed yet, are left out.
    #[must_use]
    pub fn terms(&self) -> &[QueryTerm] {
        &self.terms
    }

    /// Whether it says nothing, so that all games fit.
    #[must_use]
    pub fn is_any(&self) -> bool {
        self.terms.is_empty() && self.problem.is_none()
    }

    /// The names of the user.
    #[must_use]
    pub fn my_names(&self) -> &[String] {
        &self.my_names
    }

    /// The labels of the games, if it asks for them and they are known.
    #[must_use]
    pub fn labels(&self) -> Option<&GameLabels> {
        self.labels.as_deref()
    }

    /// What is wrong with it, if anything is. Then no game fits.
    #[must_use]
    pub const fn problem(&self) -> Option<&QueryProblem> {
        self.problem.as_ref()
    }

    /// Whether it asks for positions, which only an index has.
    #[must_use]
    pub fn needs_index(&self) -> bool {
        self.terms.iter().any(|part| matches!(part.term, GameTerm::Board(_)))
    }

    /// Whether it asks for labels, which games of the library have.
    #[must_use]
    pub fn needs_labels(&self) -> bool {
        self.terms.iter().any(|part| matches!(part.term, GameTerm::Starred | GameTerm::Label(_)))
    }
}

impl fmt::Display for QueryProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownKey { key, nearest: Some(nearest) } => {
                write!(f, "{key}: is not a search key; the nearest one is {}:", nearest.name())
            }
            Self::UnknownKey { key, nearest: None } => {
                write!(f, "{key}: is not a search key; put the text in quotes to search for it")
            }
            Self::UnreadableValue { key, value } => write!(f, "{}:{value}: {}", key.name(), key.advice()),
            Self::NeedsIndex => f.write_str(
                "material: and pawns: search positions, which this list has no index of; matescope games find searches the library",
            ),
            Self::UnknownSearch { name, nearest: Some(nearest) } => {
                write!(f, "@{name}: no search is saved under this name; the nearest one is @{nearest}")
            }
            Self::UnknownSearch { name, nearest: None } => write!(
                f,
                "@{name}: no search is saved under this name; put the text in quotes to search for it"
            ),
            Self::CircularSearch(name) => {
                write!(f, "@{name} stands for itself; change it in the file of saved searches")
            }
            Self::NegatedSearch(name) => write!(
                f,
                "-@{name}: a saved search can be left out only if it says one thing of a game"
            ),
            Self::NeedsLibrary => f.write_str(
                "is:starred and label: search labels, which games of the library have; matescope import brings these games there",
            ),
        }
    }
}

/// The words of a text. What stands in quotes is not split, and keeps them.
fn split_words(text: &str) -> impl Iterator<Item = &str> {
    let mut is_quoted = false;
    let splits = move |c: char| {
        is_quoted ^= c == '"';
        c.is_whitespace() && !is_quoted
    };
    text.split(splits).filter(|word| !word.is_empty())
}

/// The terms of a text, and the first problem of it.
#[derive(Default)]
struct ReadTerms {
    terms: Vec<QueryTerm>,
    problem: Option<QueryProblem>,
}

/// Reads a text. `open` are the names of the saved searches that it is part of.
fn read_terms(text: &str, searches: &SavedSearches, open: &mut Vec<String>) -> ReadTerms {
    let mut read = ReadTerms::default();
    for word in split_words(text) {
        let (is_negated, word) = word.strip_prefix('-').map_or((false, word), |rest| (true, rest));
        let found = match word.strip_prefix('@').filter(|name| !name.is_empty()) {
            Some(name) => read_saved(name, is_negated, searches, open),
            None => parse_word(word)
                .map(|term| term.map(|term| QueryTerm { term, is_negated }).into_iter().collect()),
        };
        match found {
            Ok(terms) => read.terms.extend(terms),
            Err(problem) => read.problem = read.problem.or(Some(problem)),
        }
    }
    read
}

/// The terms of a saved search.
fn read_saved(
    name: &str,
    is_negated: bool,
    searches: &SavedSearches,
    open: &mut Vec<String>,
) -> Result<Vec<QueryTerm>, QueryProblem> {
    let folded = name.to_lowercase();
    let Some(saved) = searches.get(name) else {
        let names: Vec<String> = searches.names().collect();
        let nearest = nearest(&folded, names.iter().map(String::as_str)).map(str::to_owned);
        return Err(QueryProblem::UnknownSearch { name: quoted(name), nearest });
    };
    if open.contains(&folded) {
        return Err(QueryProblem::CircularSearch(saved.name.clone()));
    }
    open.push(folded);
    let ReadTerms { mut terms, problem } = read_terms(&saved.query, searches, open);
    open.pop();
    if let Some(problem) = problem {
        return Err(problem);
    }
    if is_negated {
        let [term] = terms.as_mut_slice() else {
            return Err(QueryProblem::NegatedSearch(saved.name.clone()));
        };
        term.is_negated = !term.is_negated;
    }
    Ok(terms)
}

/// What a word means: none if there is nothing in it to search for.
fn parse_word(word: &str) -> Result<Option<GameTerm>, QueryProblem> {
    let folded = word.to_lowercase();
    let Some((name, value)) = split_key(&folded) else {
        return Ok(TextPart::new(&folded.replace('"', "")).map(GameTerm::Word));
    };
    if let Some(key) = QueryKey::named(name) {
        let typed =
            word.split_once(':').filter(|_| key.is_case_sensitive()).map_or(value, |(_, typed)| typed);
        return key.parse(typed).map_err(|_| QueryProblem::UnreadableValue { key, value: typed.to_owned() });
    }
    let nearest = nearest(name, QueryKey::ALL.into_iter().map(QueryKey::name)).and_then(QueryKey::named);
    Err(QueryProblem::UnknownKey { key: name.to_owned(), nearest })
}

/// The key and the value of a word. None for one that only has a colon: a time, a link, the name of an opening as in
/// `Sicilian Defense: Najdorf`.
fn split_key(word: &str) -> Option<(&str, &str)> {
    let (key, value) = word.split_once(':')?;
    let is_name = key.starts_with(|c: char| c.is_ascii_alphabetic())
        && key.bytes().all(|c| c.is_ascii_alphabetic() || c == b'-');
    let is_known = QueryKey::named(key).is_some();
    (is_known || is_name && !value.is_empty() && !value.starts_with("//")).then_some((key, value))
}

#[cfg(test)]
mod tests;
