//! What may be typed next in a search: the keys, and the values of those that have a choice.

use chess::text::common_prefix;

use super::key::QueryKey;
use crate::game_labels::GameLabels;
use crate::saved_searches::SavedSearches;

/// The names that a search may have of the user's own.
#[derive(Clone, Copy, Debug)]
pub struct QueryNames<'a> {
    /// The labels.
    pub labels: &'a GameLabels,
    /// The saved searches.
    pub searches: &'a SavedSearches,
}

/// The words that the last word of a text may become, in place of it. `text` ends where the cursor stands. Empty in quotes, but
/// in those of a label, and where any value may follow.
#[must_use]
pub fn completions(text: &str, names: QueryNames<'_>) -> Vec<String> {
    let word = last_word(text).to_lowercase();
    let (sign, typed) = word.strip_prefix('-').map_or(("", word.as_str()), |rest| ("-", rest));
    let found: Vec<String> = match typed.split_once(':') {
        _ if typed.starts_with('@') => {
            let saved = names.searches.names().map(|name| format!("@{name}"));
            saved.filter(|name| name.starts_with(typed)).map(|name| format!("{sign}{name}")).collect()
        }
        None => {
            let names = QueryKey::ALL.into_iter().map(QueryKey::name);
            names.filter(|name| name.starts_with(typed)).map(|name| format!("{sign}{name}:")).collect()
        }
        Some((name, value)) => {
            let key = QueryKey::named(name);
            let values = key.map(QueryKey::values).unwrap_or_default().into_iter();
            let values = values.map(|(known, _)| known.to_owned()).filter(|known| known.starts_with(value));
            let labels = names.labels.names().filter(|_| key == Some(QueryKey::Label));
            let labels = labels.filter_map(|label| completed_label(value, &label.to_lowercase()));
            values.chain(labels).map(|known| format!("{sign}{name}:{known}")).collect()
        }
    };
    // What is complete needs no completion.
    if found == [word] { Vec::new() } else { found }
}

/// The last word of a text. What stands in quotes is not split.
fn last_word(text: &str) -> &str {
    let mut is_quoted = false;
    let mut start = 0;
    for (at, c) in text.char_indices() {
        is_quoted ^= c == '"';
        if c.is_whitespace() && !is_quoted {
            start = at + c.len_utf8();
        }
    }
    &text[start..]
}

/// The name of a label as a value, in quotes where it needs them, if it begins as what was typed.
fn completed_label(typed: &str, name: &str) -> Option<String> {
    let (is_quoted, typed) = typed.strip_prefix('"').map_or((false, typed), |rest| (true, rest));
    let begins = name.starts_with(typed.trim_end_matches('"')) && !name.contains('"');
    begins.then(|| if is_quoted || name.contains(' ') { format!("\"{name}\"") } else { name.to_owned() })
}

/// What Tab adds to a text: all that its [`completions`] have in common.
#[must_use]
pub fn completion(text: &str, names: QueryNames<'_>) -> String {
    let completions = completions(text, names);
    let added = common_prefix(&completions).strip_prefix(&last_word(text).to_lowercase());
    // A label that needs quotes does not begin as what was typed without them.
    added.unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::saved_searches::SavedSearch;

    fn labels() -> GameLabels {
        let names = ["Must study", "model games", "starred", "Mine"];
        GameLabels::new(names.map(|name| (name.to_owned(), HashSet::new())).into())
    }

    fn searches() -> SavedSearches {
        let saved = ["Najdorf", "najdorf-6Bg5"]
            .map(|name| SavedSearch { name: name.to_owned(), query: String::new() });
        SavedSearches::new(saved.into())
    }

    const fn names<'a>(labels: &'a GameLabels, searches: &'a SavedSearches) -> QueryNames<'a> {
        QueryNames { labels, searches }
    }

    #[test]
    fn what_all_completions_have_in_common_is_added() {
        for (text, added) in [
            ("pl", "ayer:"),
            ("W", "hite"),
            ("carlsen -w", "hite"),
            ("e", ""),
            ("color:w", "hite"),
            ("color:white", ""),
            ("x -label:\"Must s", "tudy\""),
            ("label:must", ""),
            ("@na", "jdorf"),
            ("label:st", "arred"),
            ("kasp", ""),
            ("", ""),
        ] {
            assert_eq!(completion(text, names(&labels(), &searches())), added, "{text}");
        }
    }

    #[test]
    fn keys_and_the_values_of_a_choice_are_completed() {
        for (text, wanted) in [
            ("wh", &["white:", "white-elo:"][..]),
            ("carlsen -WH", &["-white:", "-white-elo:"]),
            ("e", &["elo:", "eco:", "event:"]),
            ("is", &["is:"]),
            ("is:", &["is:mine", "is:starred"]),
            ("-has:", &["-has:comments", "-has:variations"]),
            ("label:mi", &["label:mine"]),
            ("-label:M", &["-label:mine", "-label:\"must study\"", "-label:\"model games\""]),
            ("label:\"mus", &["label:\"must study\""]),
            ("label:\"must st", &["label:\"must study\""]),
            ("label:\"must study\"", &[]),
            ("label:x", &[]),
            ("anna -@N", &["-@najdorf", "-@najdorf-6bg5"]),
            ("@x", &[]),
            ("color:", &["color:white", "color:black"]),
            ("colour:b", &["colour:black"]),
            ("result:d", &["result:draw", "result:drawn"]),
            ("-result:w", &["-result:won", "-result:white"]),
            ("result:1", &["result:1-0", "result:1/2"]),
            ("result:0-1", &[]),
            ("time:c", &["time:classical", "time:correspondence"]),
            ("time:9", &[]),
            ("white:c", &[]),
            ("zebra", &[]),
            ("opening:\"queens w", &[]),
        ] {
            assert_eq!(completions(text, names(&labels(), &searches())), wanted, "{text}");
        }
        assert_eq!(completions("", names(&labels(), &searches())).len(), QueryKey::ALL.len());
        assert_eq!(completions("carlsen ", names(&labels(), &searches())).len(), QueryKey::ALL.len());
    }
}
