//! Searches that are saved under names: `@NAME` stands for one of them in any search.

/// Searches by their names, in their order.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct SavedSearches {
    searches: Vec<SavedSearch>,
}

/// A search with a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SavedSearch {
    /// Its name, without the `@`.
    pub name: String,
    /// What is searched for.
    pub query: String,
}

/// The most characters of a name.
const MAX_NAME_CHARS: usize = 40;

/// Why a search cannot have a name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "{name}: the name of a search has at most {MAX_NAME_CHARS} letters, digits, - and _, and begins with a letter or digit"
)]
pub struct SearchNameProblem {
    /// What was typed.
    name: String,
}

impl SavedSearches {
    /// Searches with names that differ.
    #[must_use]
    pub const fn new(searches: Vec<SavedSearch>) -> Self {
        Self { searches }
    }

    /// All of them, in their order.
    #[must_use]
    pub fn all(&self) -> &[SavedSearch] {
        &self.searches
    }

    /// The names in lowercase.
    pub fn names(&self) -> impl Iterator<Item = String> {
        self.searches.iter().map(|search| search.name.to_lowercase())
    }

    /// The search with a name. Capitals do not count.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&SavedSearch> {
        self.searches.iter().find(|search| search.name.to_lowercase() == name.to_lowercase())
    }
}

/// The name of a search from what was typed, with or without the `@`.
///
/// # Errors
/// When no search can have this name.
pub fn search_name(typed: &str) -> Result<String, SearchNameProblem> {
    let name = typed.trim();
    let name = name.strip_prefix('@').unwrap_or(name);
    let is_name = name.starts_with(char::is_alphanumeric)
        && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'))
        && name.chars().count() <= MAX_NAME_CHARS;
    if is_name { Ok(name.to_owned()) } else { Err(SearchNameProblem { name: chess::text::quoted(name) }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_word() {
        for (typed, name) in
            [("najdorf", "najdorf"), (" @My-Games_2 ", "My-Games_2"), ("\u{e9}tudes", "\u{e9}tudes")]
        {
            assert_eq!(search_name(typed).as_deref(), Ok(name));
        }
        for typed in ["", "@", "two words", "a:b", "-x", "\"x\"", "#x", &"x".repeat(41)] {
            assert!(search_name(typed).is_err(), "{typed}");
        }
        let problem = search_name("a b").unwrap_err().to_string();
        assert!(problem.starts_with("a b: the name of a search has at most 40 letters"), "{problem}");
    }
}
