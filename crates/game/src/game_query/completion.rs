//! What may be typed next in a search: the keys, and the values of those that have a choice.

use super::key::QueryKey;
use chess::text::common_prefix;

/// The words that the last word of a text may become, in place of it. `text` ends where the cursor stands. Empty in quotes and
/// where any value may follow.
#[must_use]
pub fn completions(text: &str) -> Vec<String> {
    if text.matches('"').count() % 2 == 1 {
        return Vec::new();
    }
    let word = text.rsplit(char::is_whitespace).next().unwrap_or_default().to_lowercase();
    let (sign, typed) = word.strip_prefix('-').map_or(("", word.as_str()), |rest| ("-", rest));
    let found: Vec<String> = match typed.split_once(':') {
        None => {
            let names = QueryKey::ALL.into_iter().map(QueryKey::name);
            names.filter(|name| name.starts_with(typed)).map(|name| format!("{sign}{name}:")).collect()
        }
        Some((name, value)) => {
            let values = QueryKey::named(name).map(QueryKey::values).unwrap_or_default();
            let values = values.into_iter().filter(|(known, _)| known.starts_with(value));
            values.map(|(known, _)| format!("{sign}{name}:{known}")).collect()
        }
    };
    // What is complete needs no completion.
    if found == [word] { Vec::new() } else { found }
}

/// What Tab adds to a text: all that its [`completions`] have in common.
#[must_use]
pub fn completion(text: &str) -> String {
    let typed = text.rsplit(char::is_whitespace).next().unwrap_or_default().len();
    common_prefix(&completions(text)).get(typed..).unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_all_completions_have_in_common_is_added() {
        for (text, added) in [
            ("pl", "ayer:"),
            ("W", "hite"),
            ("carlsen -w", "hite"),
            ("e", ""),
            ("color:w", "hite"),
            ("color:white", ""),
            ("kasp", ""),
            ("", ""),
        ] {
            assert_eq!(completion(text), added, "{text}");
        }
    }

    #[test]
    fn keys_and_the_values_of_a_choice_are_completed() {
        for (text, wanted) in [
            ("wh", &["white:", "white-elo:"][..]),
            ("carlsen -WH", &["-white:", "-white-elo:"]),
            ("e", &["elo:", "eco:", "event:"]),
            ("is", &["is:"]),
            ("is:", &["is:mine"]),
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
            assert_eq!(completions(text), wanted, "{text}");
        }
        assert_eq!(completions("").len(), QueryKey::ALL.len());
        assert_eq!(completions("carlsen ").len(), QueryKey::ALL.len());
    }
}
