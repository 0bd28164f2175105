//! Parses the option declarations of external engines. A declaration that could not be displayed or sent back
//! unchanged is None: the option then keeps the engine's default.

use std::borrow::Cow;

use super::{EMPTY, UciOption, UciOptionKind};
use chess::text::is_sanitized;

/// The longest name and the longest value of a combo option, in characters.
const MAX_NAME: usize = 80;
/// The longest default text, in characters.
const MAX_TEXT: usize = 1_000;
/// The largest number of values of a combo option.
const MAX_CHOICES: usize = 200;

/// Parses the text after `option`: `name N type T default D min A max B var V …`.
#[must_use]
pub fn parse_option(text: &str) -> Option<UciOption> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let ["name", words @ ..] = words.as_slice() else { return None };
    let kinds = ["check", "spin", "combo", "button", "string"];
    let is_type = |pair: &[&str]| pair[0] == "type" && kinds.contains(&pair[1]);
    let at = words.windows(2).position(is_type)?;
    let name = if_printable(&words[..at].join(" "), MAX_NAME).filter(|name| !name.is_empty())?;
    let rest = &words[at + 2..];
    let kind = match words[at + 1] {
        "check" => UciOptionKind::Check { default: value_of(rest, "default") == Some("true".to_owned()) },
        "spin" => parse_spin(rest)?,
        "combo" => parse_combo(rest)?,
        "button" => UciOptionKind::Button,
        _ => parse_string(rest)?,
    };
    Some(UciOption { name: Cow::Owned(name), kind })
}

/// A text that can be displayed unchanged.
fn if_printable(text: &str, longest: usize) -> Option<String> {
    (is_sanitized(text) && text.chars().count() <= longest).then(|| text.to_owned())
}

/// The words after `key`, up to the next key.
fn value_of(words: &[&str], key: &str) -> Option<String> {
    let at = words.iter().position(|&word| word == key)?;
    let rest = &words[at + 1..];
    let end = rest.iter().position(|word| ["default", "min", "max", "var"].contains(word));
    Some(rest[..end.unwrap_or(rest.len())].join(" "))
}

fn parse_spin(words: &[&str]) -> Option<UciOptionKind> {
    let read = |key| value_of(words, key).map(|text| text.parse::<i64>().ok());
    // A missing bound means no limit; a bound that is no number is invalid.
    let min = read("min").unwrap_or(Some(i64::MIN))?;
    let max = read("max").unwrap_or(Some(i64::MAX))?;
    if min > max {
        return None;
    }
    let default = read("default").unwrap_or(Some(0))?.clamp(min, max);
    Some(UciOptionKind::Spin { default, min, max })
}

fn parse_combo(words: &[&str]) -> Option<UciOptionKind> {
    let first = words.iter().position(|&word| word == "var")?;
    let named = words[first + 1..].split(|&word| word == "var").map(|words| words.join(" "));
    let choices: Option<Vec<Cow<'static, str>>> =
        named.take(MAX_CHOICES).map(|name| if_printable(&name, MAX_NAME).map(Cow::Owned)).collect();
    let choices = choices?;
    let default = value_of(words, "default").and_then(|name| if_printable(&name, MAX_NAME));
    let default = default.map_or_else(|| choices[0].clone(), Cow::Owned);
    Some(UciOptionKind::Combo { default, choices })
}

/// Everything after `default` is the text, whatever words are in it.
fn parse_string(words: &[&str]) -> Option<UciOptionKind> {
    let at = words.iter().position(|&word| word == "default").map_or(words.len(), |at| at + 1);
    let default = if_printable(&words[at..].join(" "), MAX_TEXT)?;
    Some(UciOptionKind::Text {
        default: if default == EMPTY { Cow::Borrowed("") } else { Cow::Owned(default) },
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Checks that a declaration is read, and written back in the same words.
    fn check(text: &str) {
        let read = parse_option(text).unwrap_or_else(|| panic!("{text} was refused"));
        assert_eq!(read.to_string(), format!("option {text}"));
    }

    fn check_as(text: &str, written: &str) {
        assert_eq!(
            parse_option(text).map(|read| read.to_string()),
            Some(format!("option {written}")),
            "{text}"
        );
    }

    #[test]
    fn real_engines_are_understood() {
        check("name Hash type spin default 16 min 1 max 33554432");
        check("name Clear Hash type button");
        check("name Use NNUE type check default true");
        check("name EvalFile type string default nn-ad9b42354671.nnue");
        check("name SyzygyPath type string default <empty>");
        check("name NullMove Pruning type combo default Fail High var Always var Fail High var Never");
        check("name Check Extension (PV nodes) type spin default 2 min 0 max 2");
        check_as(
            "name Debug Log File type string default ",
            "name Debug Log File type string default <empty>",
        );
        check_as("name Log type string", "name Log type string default <empty>");
        check_as("name Type type check", "name Type type check default false");
        check_as("name N type spin default 99 min 0 max 9", "name N type spin default 9 min 0 max 9");
        check_as("name C type combo var A var B", "name C type combo default A var A var B");
    }

    #[test]
    fn what_makes_no_sense_is_no_setting() {
        for text in [
            "",
            "name",
            "name X",
            "name X type",
            "name X type wheel default 3",
            "name type spin default 1 min 0 max 2",
            "name X type spin default 3 min 9 max 2",
            "name X type spin default three min 0 max 9",
            "name X type combo default A",
            "name \u{1b}[2J type check default true",
            "name X type string default a\u{7}b",
        ] {
            assert_eq!(parse_option(text), None, "{text}");
        }
        assert_eq!(parse_option(&format!("name {} type button", "x".repeat(81))), None);
    }

    proptest! {
        #[test]
        fn no_declaration_does_harm(text in "(name|type|spin|default|min|max|var|combo|string| |-?[0-9]{1,30}|\\PC){0,40}") {
            if let Some(read) = parse_option(&text) {
                prop_assert!(is_sanitized(&read.to_string()), "{read}");
            }
        }
    }
}
