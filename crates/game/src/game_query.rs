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

use chess::nearest::nearest;

pub use self::completion::{completion, completions};
use self::key::QueryKey;
use self::term::GameTerm;
use self::text::TextPart;
use crate::board_pattern::PatternSequence;

/// A search for games.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameQuery {
    terms: Vec<QueryTerm>,
    my_names: Vec<String>,
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
}

impl GameQuery {
    /// Reads a search of a user with these names.
    #[must_use]
    pub fn new(text: &str, my_names: &[String]) -> Self {
        let mut query = Self { my_names: my_names.to_vec(), ..Self::default() };
        for word in split_words(text) {
            let (is_negated, word) = word.strip_prefix('-').map_or((false, word), |rest| (true, rest));
            match parse_word(word) {
                Ok(term) => query.terms.extend(term.map(|term| QueryTerm { term, is_negated })),
                Err(problem) => query.problem = query.problem.or(Some(problem)),
            }
        }
        query
    }

    /// Reads a search of a list of games without an index: it has a problem where it needs one.
    #[must_use]
    pub fn for_list(text: &str, my_names: &[String]) -> Self {
        let query = Self::new(text, my_names);
        let problem = query.problem.clone().or(query.needs_index().then_some(QueryProblem::NeedsIndex));
        Self { problem, ..query }
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
